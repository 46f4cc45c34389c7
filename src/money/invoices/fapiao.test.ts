import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { type Change, inChange } from '../../foundation/audit/change-queries.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import type { FapiaoForm } from './fapiao.ts';
import {
  askFapiao,
  decideFapiao,
  eraseFapiao,
  type FapiaoDecision,
  listFapiao,
  listFreePayments,
} from './fapiao-queries.ts';
import { setInvoiceSettings } from './settings-queries.ts';

let database: TestDatabase;
let accountId: number;

const actor = { kind: 'command_line', name: 'tester' } as const;
const change = <Result>(work: (by: Change) => Promise<Result>): Promise<Result> =>
  inChange(database.pool, actor, 'fapiao.ask', work);

beforeAll(async () => {
  database = await createTestDatabase({ max: 20 });
  await change((by) => setInvoiceSettings(by, { takesFapiao: true }));
});
afterAll(() => database.drop());
beforeEach(async () => {
  ({ accountId } = await change((by) => createAccount(by, { name: 'A' })));
});

async function pay(amount: bigint, { mode = 'live', currency = 'CNY' } = {}): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into payments (
       account_id, payment_id, mode, provider_code, method, amount, fee, currency, reference, return_url, title,
       language, state, credited, paid_at, begun_at, expires_at, ended_at
     )
     values ($1, gen_random_uuid(), $3, 'shop', 'card', $2, 0, $4, '', '', '', 'zh', 'paid', $2, now(), now(),
       now(), now())
     returning payment_id as id`,
    [accountId, amount, mode, currency],
  );
  return rows[0]?.id ?? '';
}

const form: FapiaoForm = {
  ...{ kind: 'normal', isCompany: true, title: ' 买方有限公司 ', taxNumber: '91350100m000100y43' },
  ...{ address: '', phone: '', bank: '', bankAccount: '', email: 'a@b.example', remark: '' },
};
const ask = (payments: readonly string[], more: Partial<FapiaoForm> = {}) =>
  change((by) => askFapiao(by, accountId, { ...form, ...more, payments }));
const decide = (requestId: string, decision: FapiaoDecision) =>
  change((by) => decideFapiao(by, wholePlatform, requestId, decision));
let numbers = 0;
const issue = () =>
  ({
    to: 'issued',
    ...{ fapiaoCode: '', fapiaoNumber: `${26312000000012345000n + BigInt(++numbers)}` },
    ...{ issuedOn: '2026-03-10', file: '' },
  }) satisfies FapiaoDecision;
const freeIds = async () =>
  (await listFreePayments(database.pool, accountId)).map(({ paymentId }) => paymentId);
const requests = async () =>
  (await listFapiao(database.pool, { kind: 'account', accountId }, {}, { limit: 9 })).requests;

test('a fapiao is of what is left of live payments in yuan, each in one fapiao at a time', async () => {
  const [one, two] = [await pay(500_000n), await pay(300_000n)];
  await pay(100n, { mode: 'test' });
  await pay(100n, { currency: 'EUR' });
  await database.pool.query('update payments set refunded = 100000 where payment_id = $1', [two]);
  expect((await freeIds()).sort()).toEqual([one, two].sort());
  const requestId = await ask([one, two]);
  expect(await requests()).toMatchObject([
    { requestId, state: 'asked', amount: 700_000n, title: '买方有限公司', returned: 0n },
  ]);
  expect(await freeIds()).toEqual([]);
  await expect(ask([one])).rejects.toThrow('is in another fapiao');
  await decide(requestId, { to: 'refused', reason: 'wrong title' });
  expect(await freeIds()).toHaveLength(2);
  const again = await ask([one]);
  await decide(again, issue());
  await database.pool.query('update payments set refunded = 200000 where payment_id = $1', [one]);
  expect((await requests())[0]).toMatchObject({ state: 'issued', returned: 200_000n });
  await expect(decide(again, { to: 'cancelled', reason: '' })).rejects.toThrow('already issued');
  await expect(decide(again, { to: 'reversed', reason: ' ' })).rejects.toThrow('Enter a reason');
  await decide(again, { to: 'reversed', reason: 'refund' });
  expect(await freeIds()).toContain(one);
});

// @mutant src/money/invoices/fapiao-queries.ts
// -     { '23505': ['fapiao_payments_taken'] },
// +     { '23500': ['fapiao_payments_taken'] },
test('of requests for one payment at the same time one is taken, and the others are told', async () => {
  const payment = await pay(500_000n);
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => ask([payment])));
  const failed = results.flatMap((one) => (one.status === 'rejected' ? [`${one.reason}`] : []));
  expect(failed).toHaveLength(9);
  expect([...new Set(failed)]).toEqual([expect.stringContaining('Choose again')]);
  expect(await requests()).toHaveLength(1);
});

test('what a fapiao says is checked', async () => {
  const payment = await pay(500_000n);
  const wrong = (more: Partial<FapiaoForm>) => expect(ask([payment], more)).rejects;
  await wrong({ title: ' ' }).toThrow('Enter the title');
  await wrong({ taxNumber: '91350100M000100Y4Z' }).toThrow('taxpayer number');
  await wrong({ email: 'nobody' }).toThrow('email');
  await wrong({ kind: 'special' }).toThrow('needs address');
  await wrong({ kind: 'special', isCompany: false }).toThrow('Only a company');
  await wrong({ remark: 'x'.repeat(101) }).toThrow('at most 100');
  await expect(ask([])).rejects.toThrow('Choose again');
  const requestId = await ask([payment], { isCompany: false, title: '张三', address: 'unused' });
  const [request] = await requests();
  expect(request).toMatchObject({ taxNumber: '', address: '' });
  await expect(decide(requestId, { ...issue(), fapiaoNumber: '1' })).rejects.toThrow('8 to 20');
  await change((by) => setInvoiceSettings(by, { takesFapiao: false }));
  await wrong({}).toThrow('takes no requests');
  await change((by) => setInvoiceSettings(by, { takesFapiao: true }));
});

// @mutant src/money/invoices/fapiao-queries.ts
// -     { '23505': ['fapiao_number_used', { number: fapiaoNumber ?? '' }] },
// +     { '23500': ['fapiao_number_used', { number: fapiaoNumber ?? '' }] },
test('a number is noted on one request, of however many operators note it at the same time', async () => {
  const requests = await Promise.all(
    [1n, 2n, 3n, 4n].map(async (amount) => ask([await pay(amount * 10_000n)])),
  );
  const noted = issue();
  const results = await Promise.allSettled(requests.map((request) => decide(request, noted)));
  const failed = results.flatMap((one) => (one.status === 'rejected' ? [`${one.reason}`] : []));
  expect(failed).toHaveLength(3);
  expect(new Set(failed)).toEqual(
    new Set([expect.stringContaining(`${noted.fapiaoNumber} is on another request already`)]),
  );
  const [left = ''] = requests.filter((_, at) => results[at]?.status === 'rejected');
  const [taken = ''] = requests.filter((_, at) => results[at]?.status === 'fulfilled');
  await decide(taken, { to: 'reversed', reason: 'wrong title' });
  await expect(decide(left, noted)).rejects.toThrow('another request');
  // Paper ones of several books have the same number.
  await decide(left, { ...noted, fapiaoCode: '1100' });
});

// @mutant src/money/invoices/fapiao-queries.ts
// -   if (to === 'issued') await requirePast(change, decision.issuedOn);
test('a fapiao of a day that has not begun in China is refused, and one of today is not', async () => {
  const request = await ask([await pay(10_000n)]);
  const today = Temporal.Now.plainDateISO('Asia/Shanghai');
  const on = (day: Temporal.PlainDate) => decide(request, { ...issue(), issuedOn: String(day) });
  await expect(on(today.add({ days: 2 }))).rejects.toThrow('is in the future');
  expect((await requests())[0]).toMatchObject({ state: 'asked', fapiaoNumber: '' });
  await on(today);
});

test('with the account only requests that came to no fapiao are erased', async () => {
  const [kept, gone] = [await ask([await pay(10_000n)]), await ask([await pay(10_000n)])];
  await decide(kept, issue());
  await decide(gone, { to: 'cancelled', reason: '' });
  await change((by) => eraseFapiao(by, accountId));
  expect((await requests()).map(({ requestId }) => requestId)).toEqual([kept]);
});
