import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import { FakeTill } from '../../../../test/kit/fake-till.ts';
import type { Caller } from '../../../../test/kit/fixture.ts';
import { referenceOf } from '../../../money/bank/creditor-reference.ts';

let fixture: ConsoleFixture;
let caller: Caller;
const finance = { operator: 'finance' } as const;
const viewer = { operator: 'viewer' } as const;

beforeAll(async () => {
  const till = new FakeTill();
  fixture = await createConsoleFixture(undefined, {
    extendRegistry: (registry) => ({
      ...registry,
      ...{ sms: registry.sms, voice: registry.voice, email: registry.email, face: registry.face },
      payment: new Map([['till', till.provider('till')]]),
    }),
  });
  caller = await fixture.newCaller({ mode: 'live', balance: '0' });
});
afterAll(async () => {
  expect(await fixture.findFaults()).toEqual([]);
  await fixture.close();
});

const post = (path: string, body: object, visitor: object = finance) =>
  fixture.post(visitor, `/platform/payments/${path}`, body);
const linesOf = async (state = '') =>
  (await fixture.get(viewer, `/platform/payments/bank-lines${state}`)).body.lines;

const columns = { day: 'day', amount: 'amount', text: 'text', payer: 'payer' };
/** A CSV file in which the customer pays, somebody else pays, and the operator pays. */
function fileOf(days: number, text = 'rent'): object {
  const day = Temporal.PlainDate.from('2026-03-01').add({ days }).toString();
  const reference = referenceOf({ cell: undefined, accountId: caller.accountId });
  const csv = [
    'day,amount,payer,text',
    `${day},50.00,Acme Ltd,top-up ${reference}`,
    `${day},70.00,李四,${text}`,
    `${day},-9.00,Bank,fee`,
  ].join('\n');
  return { file: Buffer.from(csv).toString('base64'), encoding: 'utf-8', columns };
}

test('a file is checked first, then credits each transfer once', async () => {
  const unnamed = await post('bank-check', { ...fileOf(0), columns: null }, viewer);
  expect(unnamed.body).toEqual({ columns: ['day', 'amount', 'payer', 'text'], imported: null });
  const counts = { credited: 1, waiting: 1, known: 0, outgoing: 1 };
  const checked = await post('bank-check', fileOf(0), viewer);
  expect(checked.body.imported).toMatchObject(counts);
  expect([await linesOf(), await caller.wallet()]).toMatchObject([[], { available: '0.0000' }]);
  const { body } = await post('bank-import', fileOf(0));
  expect(body).toMatchObject({
    ...counts,
    lines: [
      { payer: 'Acme Ltd', account: caller.accountId, openBecause: null, isKnown: false },
      { payer: '李四', account: null, openBecause: 'no_reference' },
    ],
  });
  expect(await caller.wallet()).toMatchObject({ available: '50.0000' });
  const again = await post('bank-import', fileOf(0));
  expect(again.body).toMatchObject({ credited: 0, waiting: 0, known: 2, outgoing: 1 });
  expect(await caller.wallet()).toMatchObject({ available: '50.0000' });
});

// @mutant src/money/bank/bank-queries.ts
// -      where state = 'open'
// +      where true
test('the lines that wait are one count and sum on every screen', async () => {
  const waiting = await linesOf('?state=open');
  const sum = waiting.reduce((all: number, { amount }: { amount: string }) => all + +amount, 0);
  const bank = {
    ...{ count: waiting.length, oldestOn: '2026-03-01' },
    sums: [{ currency: 'CNY', amount: sum.toFixed(4) }],
  };
  const get = async (path: string) => (await fixture.get(viewer, `/platform/${path}`)).body;
  expect(waiting).toHaveLength(1);
  expect((await get('overview/needs')).payments.bank).toEqual(bank);
  expect((await get('payments/list')).bank).toEqual(bank);
  expect((await get('payments/books?month=2026-03')).bank).toEqual(bank);
  // A test wallet gets nothing from a bank.
  expect((await get('overview/needs?mode=test')).payments.bank).toBeNull();
});

test('what waits is credited, ignored or marked as a payout, once', async () => {
  for (const days of [1, 2, 3]) await post('bank-import', fileOf(days, `rent ${days}`));
  const open = await linesOf('?state=open');
  const [one, two, three] = open.map(({ line }: { line: number }) => line);
  const { accountId } = caller;
  const before = Number((await caller.wallet()).available);
  expect((await post('bank-credit', { line: one, account: accountId })).status).toBe(200);
  expect(Number((await caller.wallet()).available)).toBe(before + 70);
  expect((await post('bank-ignore', { line: two, reason: 'no customer' })).status).toBe(200);
  expect((await post('bank-pay-out', { line: three, provider: 'till' })).status).toBe(200);
  for (const [path, body] of [
    ['bank-credit', { line: one, account: accountId }],
    ['bank-ignore', { line: one, reason: 'no customer' }],
    ['bank-pay-out', { line: one, provider: 'till' }],
  ] as const) {
    expect(JSON.stringify((await post(path, body)).body)).toContain('already credited');
  }
  const lines: { line: number }[] = await linesOf();
  const shown = (line: number) => lines.find((each) => each.line === line);
  const account = { accountId };
  expect(shown(one)).toMatchObject({ state: 'credited', account });
  expect(shown(two)).toMatchObject({ state: 'ignored', reason: 'no customer' });
  expect(shown(three)).toMatchObject({ state: 'paid_out', provider: 'till' });
});

test.each<[string, string, object, string]>([
  ['an unknown account', 'bank-credit', { line: 1, account: 999_999 }, '999999'],
  ['an unknown line', 'bank-ignore', { line: 999_999, reason: 'x' }, 'not found'],
  ['an unknown provider', 'bank-pay-out', { line: 1, provider: 'x' }, 'no provider of payments'],
])('%s is refused', async (_, path, body, words) => {
  expect(JSON.stringify((await post(path, body)).body)).toContain(words);
});

test('a file that cannot be read is refused in clear words, and imports nothing', async () => {
  const count = (await linesOf()).length;
  const named = { ...fileOf(9), columns: { ...columns, amount: 'sum' } };
  expect(JSON.stringify((await post('bank-import', named)).body)).toContain('no column sum');
  const latin = { ...fileOf(9), file: Buffer.from([0x64, 0xff, 0xfe, 0x0a]).toString('base64') };
  expect(JSON.stringify((await post('bank-import', latin)).body)).toContain('utf-8');
  const rows = Array.from({ length: 5_001 }, (_, n) => `2026-01-01,1.00,p,${n}`);
  const long = Buffer.from(['day,amount,payer,text', ...rows].join('\n')).toString('base64');
  const tooLong = await post('bank-import', { ...fileOf(9), file: long });
  expect(JSON.stringify(tooLong.body)).toContain('at most 5000');
  expect(await linesOf()).toHaveLength(count);
});

test('a customer and a viewer import nothing', async () => {
  expect((await post('bank-import', fileOf(9), viewer)).body.reason).toBe('right_missing');
  const path = `/${caller.accountId}/payments/bank-import`;
  const member = { members: { [caller.accountId]: 'owner' } } as const;
  expect((await fixture.post(member, path, fileOf(9))).status).toBeGreaterThanOrEqual(403);
});

test('a file over the limit is refused with the limit of the upload', async () => {
  const file = { ...fileOf(0), file: 'A'.repeat(4_100_000) };
  const { status, body } = await post('bank-check', file);
  expect([status, body.reason]).toEqual([422, 'refused']);
  expect(body.details[0].problem).toContain('larger than 4100 kB');
  const { body: small } = await post('bank-ignore', { line: 1, reason: 'x'.repeat(20_000) });
  expect(small.message).toContain('larger than 16 kB');
});

test('the audit log counts the lines of a file once, and names the transfer that was credited', async () => {
  const entriesOf = async (of: string) =>
    (await fixture.get(viewer, `/platform/audit/entries?${of}`)).body.entries;
  const imports = async () => entriesOf('action=bank.import');
  const before = (await imports()).length;
  const { body } = await post('bank-import', fileOf(20, 'audited'));
  await post('bank-import', fileOf(20, 'audited'));
  const found = await imports();
  expect(found).toHaveLength(before + 1);
  expect(found[0]).toMatchObject({ accountId: null, after: { lines: 2, credited: 1 } });
  expect(body).toMatchObject({ credited: 1 });
  const [credit] = await entriesOf(`action=bank.credit&account=${caller.accountId}`);
  expect(credit).toMatchObject({ action: 'bank.credit', accountId: caller.accountId });
});
