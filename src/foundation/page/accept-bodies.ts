import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../contract/errors/errors.ts';

const formType = 'application/x-www-form-urlencoded';

/**
 * Parses what a page sends: JSON from its script, or the same fields as a form from a browser without scripts.
 */
export function acceptBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, JSON.parse(body as string));
    } catch {
      done(new ApiError('body_malformed'));
    }
  });
  scope.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
}

/** A form submission expects a page as its response. */
export function isForm({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.startsWith(formType) ?? false;
}
