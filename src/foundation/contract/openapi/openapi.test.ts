import type Type from 'typebox';
import { Errors } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { errorTable, reasons } from '../errors/errors.ts';
import { operations, operationsWith, paths } from '../operations/operations.ts';
import { topupOperations } from '../operations/topup-operations.ts';
import { verifyOperations } from '../operations/verify-operations.ts';
import { webhookOperations } from '../operations/webhook-operations.ts';
import { eventModelName, eventTypes } from '../wire/event-schemas.ts';
import { models } from './models.ts';
import { openApiDocument } from './openapi.ts';
import { exampleOf } from './openapi-example.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as a stranger would read it.
type Any = any;

const document = JSON.parse(
  JSON.stringify(openApiDocument({ publicUrl: 'https://api.example.com/', version: '1.2.3' })),
);
const schemas: Record<string, Any> = document.components.schemas;

/** Every object in the document, with the path to it. */
function* nodes(value: Any, path = '#'): Generator<[string, Any]> {
  if (typeof value !== 'object' || value === null) return;
  yield [path, value];
  for (const [key, item] of Object.entries(value)) yield* nodes(item, `${path}/${key}`);
}

function resolve(ref: string): unknown {
  return ref
    .split('/')
    .slice(1)
    .reduce((node: Any, key) => node?.[key], document);
}

/** An unknown model name fails here, instead of becoming a schema that accepts everything. */
function modelOf(name: string): Type.TSchema {
  const model = models[name];
  if (!model) throw new Error(`no model ${name}`);
  return model;
}

describe('the OpenAPI document', () => {
  test('is OpenAPI 3.1 with the address and version it was given', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.version).toBe('1.2.3');
    expect(document.servers).toEqual([{ url: 'https://api.example.com' }]);
  });

  test('has no dangling reference', () => {
    const refs = [...nodes(document)].filter(([, node]) => typeof node.$ref === 'string');
    expect(refs.length).toBeGreaterThan(50);
    for (const [path, { $ref }] of refs) expect(resolve($ref), `${path}: ${$ref}`).toBeDefined();
  });

  test.each([
    'FaceVerifyRequest',
    'FaceVerifyResponse',
    'FaceRecheckRequest',
    'FaceRecheckResponse',
    'ErrorResponse',
    'SmsCodeRequest',
    'SmsNoticeRequest',
    'GatewaySmsResponse',
    'SmsGatewayResponse',
  ])('names the model %s, and describes each of its fields with an example', (name) => {
    expect(schemas[name]?.description).toMatch(/\.$/);
    for (const [field, schema] of Object.entries<Any>(schemas[name].properties)) {
      expect(schema.description, field).toMatch(/\.$/);
      const hasExample = schema.examples?.length > 0 || 'const' in schema || 'items' in schema;
      expect(hasExample, field).toBe(true);
    }
  });

  test('has one POST with the API key for every path', () => {
    expect(Object.keys(document.paths).sort()).toEqual(
      ['balance', 'face_verify', 'sms_code', 'sms_notice', 'sms_status', 'usage']
        .concat(
          Object.keys(topupOperations),
          Object.keys(verifyOperations),
          Object.keys(webhookOperations),
        )
        .map((name) => `/api/v1/${name}`)
        .sort(),
    );
    for (const path of Object.values<Any>(document.paths)) {
      expect(Object.keys(path)).toEqual(['post']);
      expect(path.post.requestBody.required).toBe(true);
    }
    expect(document.security).toEqual([{ apiKey: [] }]);
    expect(document.components.securitySchemes.apiKey).toMatchObject({
      in: 'header',
      name: 'x-api-key',
    });
  });

  test('shows both operations of face_verify, and every operation somewhere', () => {
    const { requestBody, responses } = document.paths['/api/v1/face_verify'].post;
    const { schema, examples } = requestBody.content['application/json'];
    expect(schema.oneOf).toHaveLength(2);
    expect(Object.keys(examples)).toEqual(['face_verify', 'face_recheck']);
    expect(responses[201].content['application/json'].schema.oneOf).toHaveLength(2);
    expect(new Set([...paths.values()].flat())).toEqual(new Set(operations));
  });

  test.each(operations)('has examples of %s that its own schemas accept', (name) => {
    const { request, envelope, requestExample, replyExample } = exampleOf(name);
    expect(Errors(modelOf(request), requestExample)).toEqual([]);
    expect(Errors(modelOf(envelope), replyExample)).toEqual([]);
  });

  test('has examples of every error that ErrorResponse accepts', () => {
    const { examples } = document.components;
    expect(Object.keys(examples)).toEqual(
      reasons.filter((reason) => !['none', 'outside'].includes(errorTable[reason].on)),
    );
    for (const { value } of Object.values<Any>(examples)) {
      expect(Errors(modelOf('ErrorResponse'), value)).toEqual([]);
    }
  });

  test('has examples within the schemas that those schemas accept', () => {
    const seen = [...nodes(models)].filter(
      ([path, node]) => Array.isArray(node.examples) && !path.endsWith('/properties'),
    );
    expect(seen.length).toBeGreaterThan(30);
    for (const [path, schema] of seen) {
      for (const example of schema.examples) {
        expect(Errors(schema as Type.TSchema, example), path).toEqual([]);
      }
    }
  });

  test.each([...paths])(
    'lists every error that %s can return, under its status',
    (path, shared) => {
      const { responses } = document.paths[`/api/v1/${path}`].post;
      const documented = Object.entries<Any>(responses)
        .filter(([status]) => status !== '201')
        .flatMap(([status, response]) =>
          Object.keys(response.content['application/json'].examples).map(
            (name) => `${status} ${name}`,
          ),
        );
      const possible = reasons
        .filter((reason) => shared.some((name) => operationsWith(reason).includes(name)))
        .map((reason) => `${errorTable[reason].status} ${reason}`);
      expect(documented.sort()).toEqual(possible.sort());
      expect(documented).toContain('403 key_invalid');
    },
  );

  test.each(eventTypes)('describes %s, with an example that its schema accepts', (type) => {
    const { requestBody, parameters } = document.webhooks[type].post;
    const { schema, example } = requestBody.content['application/json'];
    const model = modelOf(eventModelName(type));
    expect(schema.$ref).toBe(`#/components/schemas/${eventModelName(type)}`);
    expect(example).toMatchObject({ type });
    expect(Errors(model, example)).toEqual([]);
    for (const field of Object.keys(example.data)) {
      expect(Errors(model, { ...example, data: { ...example.data, [field]: {} } })).not.toEqual([]);
    }
    expect(parameters.map(({ name }: Any) => name)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
  });
});
