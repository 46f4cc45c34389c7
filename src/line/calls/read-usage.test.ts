import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import type { KeyScope } from '../../foundation/contract/products.ts';
import type { UsageDay } from '../../money/ledger/queries.ts';
import { readUsage } from './read-usage.ts';

const days: UsageDay[] = [
  { day: '2026-03-01', product: 'face_verify', calls: 1n, charged: 10_000n, refused: 2n },
  { day: '2026-03-01', product: 'sms_code', calls: 3n, charged: 1_500n, refused: 4n },
  { day: '2026-03-02', product: 'sms_code', calls: 5n, charged: 1n, refused: 0n },
];

/** Reads these days, and records which were requested. */
async function read(scopes: KeyScope[]) {
  let asked: unknown[] = [];
  const pool = {
    query: async ({ values }: { values: unknown[] }) => {
      asked = values;
      return { rows: days };
    },
  } as unknown as Pool;
  const settings = { timeZone: 'Asia/Shanghai', currency: 'CNY' } as never;
  const caller = { accountId: 7, mode: 'test', scopes } as const;
  const span = { from: '2026-03-01', to: '2026-03-02' };
  const usage = await readUsage({ pool, settings }, caller, span);
  return { usage, asked };
}

test('usage covers the caller’s account and mode, in the requested period', async () => {
  const { usage, asked } = await read(['sms_code']);
  expect(asked).toEqual([7, 'test', '2026-03-01', '2026-03-02']);
  expect(usage).toMatchObject({
    from: '2026-03-01',
    to: '2026-03-02',
    timeZone: 'Asia/Shanghai',
    currency: 'CNY',
    mode: 'test',
  });
});

// @mutant src/line/calls/read-usage.ts
// - days.filter(({ product }) => caller.scopes.includes(scopeOf(product)))
// + days
test('a key sees the products in its scope, by day and in total', async () => {
  const { usage } = await read(['sms_code', 'sms_notice']);
  expect(usage.days).toEqual([
    { day: '2026-03-01', productCode: 'sms_code', calls: 3, charged: '0.1500', refused: 4 },
    { day: '2026-03-02', productCode: 'sms_code', calls: 5, charged: '0.0001', refused: 0 },
  ]);
  expect(usage.total).toEqual({ calls: 8, charged: '0.1501', refused: 4 });
});

test('a key with every scope sees the total of everything, and no usage is zero', async () => {
  const all = await read(['face_verify', 'sms_code', 'sms_notice']);
  expect(all.usage.total).toEqual({ calls: 9, charged: '1.1501', refused: 6 });
  const none = await read(['sms_notice']);
  expect(none.usage.days).toEqual([]);
  expect(none.usage.total).toEqual({ calls: 0, charged: '0.0000', refused: 0 });
});
