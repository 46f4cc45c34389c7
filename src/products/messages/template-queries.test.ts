import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import {
  assignTemplate,
  createTemplate,
  deleteTemplate,
  requireTemplate,
  unassignTemplate,
  updateTemplate,
} from './template-queries.ts';

let database: TestDatabase;
let pool: Pool;
let accountId: number;
let made = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.pool;
});
afterAll(() => database.drop());
beforeEach(async () => {
  ({ accountId } = await createAccount(byTest(pool), { name: 'Rowan' }));
});

async function make(product: 'sms_code' | 'sms_notice' = 'sms_notice'): Promise<string> {
  const templateId = `T${++made}`;
  const text = product === 'sms_code' ? '{code}' : '{content}';
  await createTemplate(byTest(pool), { templateId, product, text });
  return templateId;
}

const assignmentsOf = async (templateId: string) =>
  (await requireTemplate(pool, templateId)).assignments;

describe('an assignment', () => {
  const key = () => ({ product: 'sms_notice', accountId }) as const;

  test('replaces the previous one, for the same account and language only', async () => {
    const [first, second] = [await make(), await make()];
    await assignTemplate(byTest(pool), { ...key(), templateId: first });
    await assignTemplate(byTest(pool), { ...key(), language: 'zh', templateId: first });
    await assignTemplate(byTest(pool), { ...key(), templateId: second });
    expect(await assignmentsOf(first)).toEqual([{ accountId, language: 'zh' }]);
    expect(await assignmentsOf(second)).toEqual([{ accountId, language: null }]);
  });

  test('that is removed leaves those of other languages and accounts', async () => {
    const { accountId: otherId } = await createAccount(byTest(pool), { name: 'Hazel' });
    const templateId = await make();
    await assignTemplate(byTest(pool), { ...key(), templateId });
    await assignTemplate(byTest(pool), { ...key(), language: 'zh', templateId });
    await assignTemplate(byTest(pool), { ...key(), accountId: otherId, templateId });
    await unassignTemplate(byTest(pool), key());
    expect(await assignmentsOf(templateId)).toEqual([
      { accountId, language: 'zh' },
      { accountId: otherId, language: null },
    ]);
    await expect(unassignTemplate(byTest(pool), key())).rejects.toThrow('No template is assigned');
  });

  test('belongs to the template’s product, for one account as for all', async () => {
    const templateId = await make('sms_code');
    for (const owner of [accountId, null]) {
      const asked = { product: 'sms_notice', accountId: owner, templateId } as const;
      await expect(assignTemplate(byTest(pool), asked)).rejects.toThrow('is for sms_code');
    }
    expect(await assignmentsOf(templateId)).toEqual([]);
  });
});

test.each(['no code', '{code} for {name}', '{content}', '{{code}}'])(
  'the text %j is not valid for a code: it needs the code and nothing else',
  async (text) => {
    const templateId = await make('sms_code');
    const words = 'needs {code} and no other placeholder';
    await expect(updateTemplate(byTest(pool), templateId, { text })).rejects.toThrow(words);
    const asked = { templateId: 'X', product: 'sms_code', text } as const;
    await expect(createTemplate(byTest(pool), asked)).rejects.toThrow(words);
    expect((await requireTemplate(pool, templateId)).text).toBe('{code}');
  },
);

test('a text has up to a thousand characters, and an unknown template cannot be removed', async () => {
  const templateId = await make();
  const long = (length: number) =>
    updateTemplate(byTest(pool), templateId, { text: '长'.repeat(length) });
  await expect(long(1_001)).rejects.toThrow('1 to 1000 characters');
  await expect(long(0)).rejects.toThrow('1 to 1000 characters');
  await long(1_000);
  await deleteTemplate(byTest(pool), templateId);
  await expect(deleteTemplate(byTest(pool), templateId)).rejects.toThrow(
    `Template ${templateId} not found.`,
  );
});

test('assignments for all accounts are listed before those for one', async () => {
  const templateId = await make();
  for (const [owner, language] of [
    [accountId, null],
    [null, 'zh'],
    [accountId, 'en'],
    [null, null],
  ] as const) {
    const key = { product: 'sms_notice', accountId: owner, language } as const;
    await assignTemplate(byTest(pool), { ...key, templateId });
  }
  expect(await assignmentsOf(templateId)).toEqual([
    { accountId: null, language: null },
    { accountId: null, language: 'zh' },
    { accountId, language: null },
    { accountId, language: 'en' },
  ]);
});
