import type { FastifyInstance } from 'fastify';
import { ApiError } from '../contract/errors/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the host of the person's pages serves this route. It serves no other. */
    isForPeople?: boolean;
  }
}

/** The URL of the person's pages. Only a setting gives them a host of their own, apart from the console's. */
export interface PersonPlace {
  personUrl(): string;
  /** The host, with its port, of the setting; null without one. */
  personHost: string | null;
}

export function personPlaceOf(setting: string | undefined, publicUrl: () => string): PersonPlace {
  if (setting === undefined) return { personUrl: publicUrl, personHost: null };
  return { personUrl: () => setting, personHost: new URL(setting).host };
}

/** Lets the host of the person's pages serve the routes of a scope, as every other host does. */
export function serveForPeople(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, isForPeople: true };
  });
}

/**
 * Serves the routes of a scope on the host of the person's pages alone. Elsewhere a page redirects there, so that old
 * links keep working. A request of a page's script is not found: the page then reloads, and is redirected.
 */
export function serveOnlyForPeople(
  scope: FastifyInstance,
  { personUrl, personHost }: PersonPlace,
  { redirects }: { redirects: boolean },
): void {
  serveForPeople(scope);
  if (personHost === null) return;
  scope.addHook('onRequest', (request, reply, done) => {
    if (request.host.toLowerCase() === personHost) return done();
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!redirects || !isRead) return done(new ApiError('route_not_found'));
    reply.header('cache-control', 'no-store').redirect(personUrl() + request.url, 302);
  });
}
