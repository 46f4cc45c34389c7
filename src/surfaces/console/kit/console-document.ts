import type { TObject, TSchema } from 'typebox';
import { ErrorResponse } from '../../../foundation/contract/wire/envelope.ts';
import { cookieNames } from '../session/session-cookies.ts';
import type { ConsolePorts } from './console-ports.ts';
import type { ConsoleRoute } from './console-route.ts';
import { isStep, type Right, type RightRow, rights, type Step, steps } from './rights.ts';

type Json = Record<string, unknown>;

/** The OpenAPI document of the console's API, generated from its routes. */
export function consoleDocument(
  routes: readonly ConsoleRoute[],
  { publicUrl, version, cells }: Pick<ConsolePorts, 'publicUrl' | 'version' | 'cells'>,
): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = `/console/api${isStep(route.right) ? '' : '/{scope}'}${route.path}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Countersign console',
      version,
      description: "The console's API, for signed-in people.",
    },
    servers: [{ url: publicUrl() }],
    security: [{ session: [] }],
    paths,
    components: {
      schemas: { ErrorResponse },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieNames(cells.cell).session },
      },
    },
  };
}

function operationOf(route: ConsoleRoute): Json {
  const scope = isStep(route.right) ? [] : [scopeParameter];
  return {
    operationId: operationIdOf(route),
    summary: route.summary,
    description: describeRight(route.right),
    tags: [route.path.split('/')[1]],
    ...(route.right === 'anyone' ? { security: [] } : {}),
    parameters: [
      ...scope,
      ...queryParameters(route.query),
      ...(route.overCells ? [cellParameter] : []),
    ],
    ...(route.body ? { requestBody: { required: true, content: jsonOf(route.body) } } : {}),
    responses: {
      200: { description: 'The answer.', content: contentOf(route.reply) },
      default: { description: 'An error.', content: jsonOf(errorRef) },
    },
  };
}

function describeRight(right: Right | Step): string {
  if (isStep(right)) return steps[right];
  const { operators, members, factor }: RightRow = rights[right];
  return (
    `Operators: ${operators.join(', ')}. Members: ${members.join(', ') || 'none'}.` +
    (factor ? ' Asks for the second factor again.' : '')
  );
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

const cellParameter = {
  name: 'cell',
  in: 'query',
  required: false,
  description: 'Ask this cell instead, by the rights that the person has there. Operators only.',
  schema: { type: 'integer' },
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
