import { expect, test } from 'vitest';
import { Refused } from '../contract/refusals/refused.ts';
import { withRefusals } from './refused.ts';

const failing = (code: string | undefined, message: string, detail?: string) =>
  Promise.reject(Object.assign(new Error(message), { code, detail }));
const refusals = { '23505': ['template_exists', { template: 'HELLO' }] } as const;

test('returns what a successful statement returned', async () => {
  expect(await withRefusals(Promise.resolve(7), refusals)).toBe(7);
});

test('turns a constraint violation into its refusal, and keeps the cause', async () => {
  const refused = withRefusals(failing('23505', 'duplicate key'), refusals);
  await expect(refused).rejects.toThrow('Template HELLO already exists.');
  await expect(refused).rejects.toMatchObject({ code: 'template_exists' });
  await expect(refused).rejects.toHaveProperty('cause.message', 'duplicate key');
});

test('reads the code and the values that a database function raised', async () => {
  const refused = withRefusals(failing('CS000', 'account_not_found', '{"account": 12}'), refusals);
  await expect(refused).rejects.toBeInstanceOf(Refused);
  await expect(refused).rejects.toMatchObject({
    code: 'account_not_found',
    text: { en: 'Account 12 not found.', zh: '账户 12 不存在。' },
  });
});

test.each([
  ['23503', 'no such row'],
  ['08006', 'gone'],
  [undefined, 'a slip of ours'],
])('rethrows a fault %s that has no refusal', async (code, message) => {
  const fault = await withRefusals(failing(code, message), refusals).catch((error) => error);
  expect(fault).not.toBeInstanceOf(Refused);
  expect(fault).toHaveProperty('message', message);
});
