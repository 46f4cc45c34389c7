import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { openApiDocument } from './openapi.ts';

const document = openApiDocument({ publicUrl: 'http://127.0.0.1:8080', version: '1.2.3' });

/** Redocly has no rule of its own for this. */
const arraysHaveItems = () => ({
  Schema: (schema: object, { report }: { report(problem: { message: string }): void }) => {
    const { type, items } = schema as { type?: unknown; items?: unknown };
    if (type === 'array' && !items) report({ message: 'An array must say what its items are.' });
  },
});

/** Our rules beyond Redocly's recommended ones. */
const rules = {
  'info-contact': 'error',
  'operation-tag-defined': 'error',
  'own/array-items': 'error',
  'rule/info-description': {
    subject: { type: 'Info', property: 'description' },
    assertions: { nonEmpty: true },
  },
  'rule/operation-description': {
    subject: { type: 'Operation', property: 'description' },
    assertions: { nonEmpty: true },
  },
  'rule/operation-tags': {
    subject: { type: 'Operation', property: 'tags' },
    assertions: { defined: true, minLength: 1 },
  },
  'rule/one-list-of-servers-and-no-callbacks': {
    subject: { type: 'Operation' },
    assertions: { disallowed: ['servers', 'callbacks'] },
  },
  'rule/example-value': {
    subject: { type: 'Example' },
    assertions: { requireAny: ['value', 'externalValue'] },
  },
  // Redocly compares examples with their schema, but not defaults.
  'rule/no-default': { subject: { type: 'Schema' }, assertions: { disallowed: ['default'] } },
  'rule/no-eval': {
    subject: { type: 'any', property: ['description', 'title'] },
    assertions: { notPattern: 'eval\\(' },
  },
} as const;

const config = await createConfig({
  extends: ['recommended'],
  plugins: [{ id: 'own', rules: { oas3: { 'array-items': arraysHaveItems } } }],
  rules,
});

/** Redocly's findings, including warnings, as lines. */
async function lint(source: string): Promise<string[]> {
  const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return found.map((one) => `${one.ruleId} ${one.location[0]?.pointer}: ${one.message}`);
}

test('Redocly finds no problem in the document', async () => {
  expect(await lint(JSON.stringify(document))).toEqual([]);
});

test('Redocly detects an example that its schema rejects', async () => {
  const broken = JSON.stringify(document).replaceAll('"mobile":"13800000000"', '"mobile":5');
  expect((await lint(broken)).join('\n')).toMatch(/example/);
});

describe('Redocly detects', () => {
  // biome-ignore lint/suspicious/noExplicitAny: each case breaks another part of the document.
  type Document = any;
  const operationOf = ({ paths }: Document) => paths['/api/v1/face_verify'].post;
  const schemaOf = ({ components }: Document) => components.schemas.FaceVerifyRequest;
  const webhookOf = ({ webhooks }: Document) => Object.values<Document>(webhooks)[0].post;
  const rulesFound = async (of: Document) =>
    (await lint(JSON.stringify(of))).map((line) => line.split(' ')[0]);

  /** One operation and one webhook: the whole document takes three times as long. */
  const part: Document = structuredClone(document);
  part.paths = { '/api/v1/face_verify': part.paths['/api/v1/face_verify'] };
  part.webhooks = Object.fromEntries(Object.entries(part.webhooks).slice(0, 1));
  let before: unknown[];
  beforeAll(async () => {
    before = await rulesFound(part);
  });

  test.each<[string, string, (broken: Document) => void]>([
    ['no contact', 'info-contact', ({ info }) => delete info.contact],
    ['no description', 'rule/info-description', ({ info }) => delete info.description],
    ['an empty description', 'rule/info-description', ({ info }) => (info.description = '')],
    [
      'an operation without a description',
      'rule/operation-description',
      (broken) => delete operationOf(broken).description,
    ],
    [
      'an operation with an empty description',
      'rule/operation-description',
      (broken) => (operationOf(broken).description = ''),
    ],
    [
      'an operation without tags',
      'rule/operation-tags',
      (broken) => delete operationOf(broken).tags,
    ],
    [
      'an operation with an empty list of tags',
      'rule/operation-tags',
      (broken) => (operationOf(broken).tags = []),
    ],
    [
      'an unknown tag',
      'operation-tag-defined',
      (broken) => (operationOf(broken).tags = ['unknown']),
    ],
    [
      'an array without items',
      'own/array-items',
      (broken) => (schemaOf(broken).properties.name = { type: 'array' }),
    ],
    [
      'a default',
      'rule/no-default',
      (broken) => (schemaOf(broken).properties.name = { type: 'string', default: 5 }),
    ],
    [
      'an example without a value',
      'rule/example-value',
      (broken) =>
        (operationOf(broken).requestBody.content['application/json'].examples = { a: {} }),
    ],
    ['eval', 'rule/no-eval', (broken) => (operationOf(broken).description = 'Call eval(x).')],
    [
      'servers in a webhook',
      'rule/one-list-of-servers-and-no-callbacks',
      (broken) => (webhookOf(broken).servers = [{ url: 'https://example.org' }]),
    ],
    [
      'callbacks in a webhook',
      'rule/one-list-of-servers-and-no-callbacks',
      (broken) => (webhookOf(broken).callbacks = {}),
    ],
  ])('%s', async (_fault, rule, plant) => {
    const broken = structuredClone(part);
    plant(broken);
    expect(before).not.toContain(rule);
    expect(await rulesFound(broken)).toContain(rule);
  });
});
