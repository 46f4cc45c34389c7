import type { TObject, TSchema } from 'typebox';
import { ErrorResponse } from '../../../foundation/contract/wire/envelope.ts';
import type { Access, SessionRoute } from '../session/session-route.ts';
import type { ConsoleRoute } from './console-route.ts';
import { rights } from './rights.ts';

type Json = Record<string, unknown>;

/** The OpenAPI document of the console's API, generated from its routes. */
export function consoleDocument(
  routes: readonly ConsoleRoute[],
  sessionRoutes: readonly SessionRoute[],
  { publicUrl, version }: { publicUrl(): string; version: string },
): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = `/console/api/{scope}${route.path}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  for (const route of sessionRoutes) {
    const path = `/console/api/session${route.path}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: sessionOperationOf(route) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Countersign console',
      version,
      description: 'The API behind the console, for people who are signed in.',
    },
    servers: [{ url: publicUrl() }],
    security: [{ session: [] }],
    paths,
    components: {
      schemas: { ErrorResponse },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-countersign' },
      },
    },
  };
}

function operationOf(route: ConsoleRoute): Json {
  const row = rights[route.right];
  return {
    operationId: operationIdOf(route),
    summary: route.summary,
    description:
      `Operators: ${row.operators.join(', ')}. Members: ${row.members.join(', ') || 'none'}.` +
      ('factor' in row ? ' Asks for the second factor again.' : ''),
    tags: [route.path.split('/')[1]],
    parameters: [scopeParameter, ...queryParameters(route.query)],
    ...(route.body ? { requestBody: { required: true, content: jsonOf(route.body) } } : {}),
    responses: {
      200: { description: 'The answer.', content: contentOf(route.reply) },
      default: { description: 'An error.', content: jsonOf(errorRef) },
    },
  };
}

const whoMay: Readonly<Record<Access, string>> = {
  anyone: 'For anyone.',
  known: 'For whoever has given their password.',
  enrolling: 'For whoever has yet to set up a second factor, or has shown theirs a moment ago.',
  full: 'For whoever is signed in.',
  fresh: 'For whoever is signed in and has shown their second factor a moment ago.',
};

function sessionOperationOf(route: SessionRoute): Json {
  return {
    operationId: operationIdOf({ ...route, path: `/session${route.path}` }),
    summary: route.summary,
    description: whoMay[route.access],
    tags: ['session'],
    ...(route.access === 'anyone' ? { security: [] } : {}),
    ...(route.body ? { requestBody: { required: true, content: jsonOf(route.body) } } : {}),
    responses: {
      200: { description: 'The answer.', content: jsonOf(route.reply) },
      default: { description: 'An error.', content: jsonOf(errorRef) },
    },
  };
}

function operationIdOf({ method, path }: { method: string; path: string }): string {
  const words = path.replaceAll(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase());
  return `${method.toLowerCase()}${words}`;
}

const errorRef = { $ref: '#/components/schemas/ErrorResponse' };

const scopeParameter = {
  name: 'scope',
  in: 'path',
  required: true,
  description: '`platform`, or the number of an account.',
  schema: { type: 'string', pattern: '^(platform|[1-9][0-9]{0,8})$' },
};

function queryParameters(query: TObject | undefined): Json[] {
  return Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query?.required?.includes(name) ?? false,
    schema,
  }));
}

const jsonOf = (schema: unknown) => ({ 'application/json': { schema } });

function contentOf(reply: TSchema | string): Json {
  return typeof reply === 'string' ? { [reply]: {} } : jsonOf(reply);
}
