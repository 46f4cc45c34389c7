import { ApiError, type Detail, errorTable, type Reason, reasons } from '../errors/errors.ts';
import { tags } from '../operations/operation-row.ts';
import {
  errorsOf,
  type Operation,
  operationsWith,
  paths,
  rowOf,
} from '../operations/operations.ts';
import { problem, problems } from '../text/problems.ts';
import { docBaseOf, errorBody } from '../wire/envelope.ts';
import { models } from './models.ts';
import { exampleOf } from './openapi-example.ts';
import { headers, parameters } from './openapi-headers.ts';
import { webhooksObject } from './openapi-webhooks.ts';

type Json = Record<string, unknown>;

export interface OpenApiDocument {
  openapi: string;
  info: Json & { version: string };
  servers: { url: string }[];
  tags: readonly Json[];
  security: Json[];
  paths: Record<string, { post: Json }>;
  webhooks: Record<string, { post: Json }>;
  components: Record<string, Json>;
}

const about =
  'Face checks, codes and SMS, paid per call.\n\nEvery operation is a `POST` with a JSON ' +
  'object and the `x-api-key` header. Every success is a `201` with the same envelope, which ' +
  'includes the price. Every error has the same form: a `code`, a `reason` and a page that ' +
  'explains it.\n\nTest keys behave like live keys, but use test money and send nothing to ' +
  'anyone. Send an `Idempotency-Key` with every paid call, and you can retry it without paying ' +
  'twice.';

/** The service's OpenAPI 3.1 document, made from the same schemas that validate the requests. */
export function openApiDocument(options: { publicUrl: string; version: string }): OpenApiDocument {
  const { publicUrl, version } = options;
  const address = publicUrl.replace(/\/+$/, '');
  return {
    openapi: '3.1.1',
    info: {
      title: 'Countersign',
      version,
      description: about,
      contact: { name: 'The operator of this service', url: address },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: address }],
    tags,
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(
      [...paths].map(([path, shared]) => [
        `/api/v1/${path}`,
        { post: operationObject(path, shared) },
      ]),
    ),
    webhooks: webhooksObject(),
    components: {
      schemas: componentSchemas(),
      examples: errorExamples(docBaseOf(publicUrl)),
      parameters,
      headers,
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'The API key of your account, for test or live mode.',
        },
      },
    },
  };
}

function operationObject(path: string, shared: readonly Operation[]): Json {
  const documented = shared.map((name) => ({ name, ...exampleOf(name) }));
  const { tag, summary, pathSummary, description } = rowOf(shared[0] as Operation);
  return {
    operationId: path,
    tags: [tag],
    summary: pathSummary ?? summary,
    description,
    parameters: Object.keys(parameters).map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: oneOf(documented.map(({ request }) => request)),
          examples: Object.fromEntries(
            documented.map(({ name, summary, requestExample }) => [
              name,
              { summary, value: requestExample },
            ]),
          ),
        },
      },
    },
    responses: {
      201: {
        description: documented.map(({ summary }) => summary).join(', or: '),
        headers: headerRefs(['Idempotency-Replayed', 'RateLimit', 'RateLimit-Policy']),
        content: {
          'application/json': {
            schema: oneOf(documented.map(({ envelope }) => envelope)),
            examples: Object.fromEntries(
              documented.map(({ name, summary, replyExample }) => [
                name,
                { summary, value: replyExample },
              ]),
            ),
          },
        },
      },
      ...errorResponses(shared),
    },
  };
}

function oneOf(names: readonly string[]): Json {
  const refs = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return refs.length === 1 && refs[0] ? refs[0] : { oneOf: refs };
}

function headerRefs(names: readonly (keyof typeof headers)[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The error replies of these operations, grouped by status, each with its possible reasons. */
function errorResponses(operations: readonly Operation[]): Json {
  const byStatus = new Map<number, Reason[]>();
  const possible = new Set(operations.flatMap((operation) => errorsOf(operation)));
  for (const reason of reasons) {
    const { status } = errorTable[reason];
    if (!possible.has(reason)) continue;
    byStatus.set(status, [...(byStatus.get(status) ?? []), reason]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, found]) => [status, errorResponse(status, found)]),
  );
}

const statusesToWaitFor = [409, 429, 503];

function errorResponse(status: number, found: readonly Reason[]): Json {
  const waits = statusesToWaitFor.includes(status);
  return {
    description: found
      .map((reason) => `- \`${errorTable[reason].code}\` \`${reason}\`: ${messageOf(reason)}`)
      .join('\n'),
    ...(waits && {
      headers: headerRefs(
        status === 429 ? ['Retry-After', 'RateLimit', 'RateLimit-Policy'] : ['Retry-After'],
      ),
    }),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorResponse' },
        examples: Object.fromEntries(
          found.map((reason) => [reason, { $ref: `#/components/examples/${reason}` }]),
        ),
      },
    },
  };
}

function messageOf(reason: Reason): string {
  return errorTable[reason].message.en;
}

const exampleDetails: Partial<Record<Reason, Detail[]>> = {
  body_malformed: [{ field: 'body', problem: problem('json_wrong', { line: 1, column: 26 }) }],
  duplicate_field: [{ field: 'mobile', problem: problems.twice }],
  invalid_request: [{ field: 'mobile', problem: problems.required }],
  missing_variable: [{ field: 'orderNo', problem: problems.needed_by_template }],
};

function errorExamples(docBase: string): Json {
  const requestId = '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47';
  // Errors that no operation returns appear only on their own pages.
  const used = reasons.filter((reason) => operationsWith(reason).length > 0);
  return Object.fromEntries(
    used.map((reason) => {
      const details = exampleDetails[reason];
      const error = new ApiError(reason, details && { details });
      const value = errorBody(error, { requestId, language: 'en', docBase });
      return [reason, { summary: messageOf(reason), value }];
    }),
  );
}

/** The models as plain JSON; a model inside another one becomes a $ref. */
function componentSchemas(): Json {
  const names = new Map<unknown, string>(
    Object.entries(models).map(([name, schema]) => [schema, name]),
  );
  const plain = (value: unknown, isRoot = false): unknown => {
    const name = isRoot ? undefined : names.get(value);
    if (name) return { $ref: `#/components/schemas/${name}` };
    if (Array.isArray(value)) return value.map((item) => plain(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
  };
  return Object.fromEntries(
    Object.entries(models).map(([name, schema]) => [name, plain(schema, true)]),
  );
}
