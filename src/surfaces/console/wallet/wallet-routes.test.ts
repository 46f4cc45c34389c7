import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import { hearChanges } from '../../../../test/kit/hear-changes.ts';
import { hourAhead } from '../../../../test/kit/hour-ahead.ts';
import { readPdf } from '../../../../test/kit/read-pdf.ts';
import { testConfig } from '../../../../test/kit/test-config.ts';
import { thisMonth } from '../../../../test/kit/this-month.ts';
import { readWalletState } from './show-wallet.ts';
import type { Movement as MovementRow } from './wallet-contract.ts';
import { routes } from './wallet-routes.ts';

let fixture: ConsoleFixture;
beforeAll(async () => {
  fixture = await createConsoleFixture();
});
afterAll(() => fixture.close());
beforeEach(() => hourAhead());

const finance = { operator: 'finance' } as const;
const words = { reference: 'TCK-1', reason: 'agreed' };

/** An account with a test call that was charged, and one that was refunded. */
async function play() {
  const caller = await fixture.newCaller({ balance: '10' });
  const member = { members: { [caller.accountId]: 'viewer' } } as const;
  const body = { mobile: '13912345678', code: '1234' };
  await caller.call('sms_code', body);
  const { body: called } = await caller.call('sms_code', body);
  const post = (verb: string, what: object) =>
    fixture.post(finance, `/${caller.accountId}/wallet/${verb}`, what);
  return { ...caller, member, post, requestId: called.requestId };
}

test('a movement by hand is in the wallet, in the list with its reason, and in the log', async () => {
  const { accountId, post, requestId, member } = await play();
  const top = await post('top-up', { mode: 'test', amount: '5', ...words });
  expect(top.body).toEqual({ available: '14.9000', held: '0.0000', isRepeat: false });
  const repeat = await post('top-up', { mode: 'test', amount: '5', ...words });
  expect(repeat.body).toMatchObject({ available: '14.9000', isRepeat: true });
  const less = { mode: 'test', amount: '-1', reference: 'CR-1', reason: 'a fee' };
  expect((await post('adjust', less)).body.available).toBe('13.9000');
  expect((await post('refund', { requestId, ...words })).body.available).toBe('13.9500');
  const path = `/${accountId}/wallet/movements?mode=test`;
  const { body } = await fixture.get(finance, path);
  const rows = body.movements.map((row: MovementRow) => [
    row.kind,
    row.amount,
    row.balance,
    row.reason,
    row.by,
  ]);
  const lin = { kind: 'person', name: 'Lin' };
  expect(rows).toEqual([
    ['calls', '-0.1000', '13.9500', null, null],
    ['refund', '0.0500', '14.0500', 'TCK-1 · agreed', lin],
    ['adjust', '-1.0000', '14.0000', 'a fee', lin],
    ['top_up', '5.0000', '15.0000', 'agreed', lin],
    ['top_up', '10.0000', '10.0000', '', { kind: 'command_line', name: 'tester' }],
  ]);
  const seen = await fixture.get(member, path);
  expect(seen.body.movements[1]).not.toHaveProperty('by');
  expect(await fixture.findFaults()).toEqual([]);
});

test('pages of movements continue where the last one ended, and so does the balance', async () => {
  const { accountId, post } = await play();
  for (let at = 0; at < 5; at++) {
    await post('top-up', { mode: 'test', amount: '1', reference: `R${at}`, reason: 'x' });
  }
  const path = `/${accountId}/wallet/movements?mode=test`;
  const whole = await fixture.get(finance, path);
  const paged: unknown[] = [];
  let before = '';
  do {
    const page = await fixture.get(finance, `${path}&limit=2&before=${encodeURIComponent(before)}`);
    paged.push(...page.body.movements);
    before = page.body.next ?? '';
  } while (before);
  expect(paged).toEqual(whole.body.movements);
  expect(whole.body.movements).toHaveLength(7);
  const tops = await fixture.get(finance, `${path}&kind=top_up`);
  expect(tops.body.movements).toHaveLength(6);
  for (const odd of ['2020~x~', 'Dec 25~x~1.0000', 'yesterday']) {
    const { status } = await fixture.get(finance, `${path}&before=${encodeURIComponent(odd)}`);
    expect(status, odd).toBe(400);
  }
});

test('shows a wallet’s balance, credit limit and low threshold', async () => {
  const { accountId, post, member } = await play();
  await post('credit', { mode: 'test', amount: '3', ...words });
  expect((await post('threshold', { mode: 'test', amount: '50' })).body.lowBalance).toBe('50.0000');
  const { body } = await fixture.get(member, `/${accountId}/wallet/show?mode=test`);
  expect(body).toMatchObject({
    available: '9.9000',
    creditLimit: '3.0000',
    lowBalance: '50.0000',
    isLow: true,
    spentToday: '0.1000',
    limitUsedToday: '0.1000',
    currency: 'CNY',
  });
  expect(body.spendCapDay).toBeNull();
  await fixture.pool.query(
    `insert into limits (account_id, mode, spend_cap_day) values ($1, 'test', 20000)`,
    [accountId],
  );
  const capped = await fixture.get(member, `/${accountId}/wallet/show?mode=test`);
  expect(capped.body.spendCapDay).toBe('2.0000');
  const low = await fixture.get(finance, '/platform/wallet/list?mode=test&low=true');
  expect(low.body.wallets.map((row: { accountId: number }) => row.accountId)).toEqual([accountId]);
  // The sums are those of all wallets, whichever are listed.
  const all = await fixture.get(finance, '/platform/wallet/list?mode=test&limit=200');
  const money = (of: 'available' | 'held') =>
    all.body.wallets.reduce(
      (sum: number, row: Record<typeof of, string>) => sum + Number(row[of]),
      0,
    );
  expect(low.body.total).toEqual({
    wallets: all.body.wallets.length,
    available: money('available').toFixed(4),
    held: money('held').toFixed(4),
  });
  const log = await fixture.get(finance, `/${accountId}/audit/entries?action=wallet`);
  expect(log.body.entries).toMatchObject([
    { action: 'wallet.threshold', after: { low_balance: 500_000 } },
    { action: 'wallet.credit', after: { credit_limit: 30_000 } },
    { action: 'wallet.credit', after: words },
  ]);
  const mails = { balance: false, statements: true };
  expect((await post('mails', mails)).body).toEqual(mails);
  const shown = await fixture.get(member, `/${accountId}/wallet/show?mode=live`);
  expect(shown.body.mails).toEqual({ ...mails, isPossible: false });
  expect((await post('threshold', { mode: 'test', amount: null })).body.lowBalance).toBeNull();
  const calm = await fixture.get(member, `/${accountId}/wallet/show?mode=test`);
  expect(calm.body).toMatchObject({ lowBalance: null, isLow: false });
});

test('an invalid amount, or a missing reason, moves nothing', async () => {
  const { post, wallet } = await play();
  const before = await wallet();
  const typed = await post('top-up', { mode: 'test', amount: '5.00001', ...words });
  expect(typed.body).toMatchObject({ details: [{ field: 'amount' }] });
  const silent = await post('adjust', { mode: 'test', amount: '5', reference: 'X', reason: '' });
  expect(silent.body).toMatchObject({ details: [{ field: 'reason' }] });
  const much = await post('adjust', { mode: 'test', amount: '-500', ...words });
  expect(much.body).toMatchObject({ reason: 'refused' });
  expect(await wallet()).toEqual(before);
});

test('a statement equals the ledger, as CSV and as a readable PDF', async () => {
  const { accountId, post, member, wallet } = await play();
  await post('top-up', { mode: 'test', amount: '1234.5', reference: '=1+1', reason: '银行转账' });
  const query = `?mode=test&month=${thisMonth()}`;
  const { body } = await fixture.get(member, `/${accountId}/wallet/statement${query}`);
  const { available } = await wallet();
  expect(body).toMatchObject({
    number: `${accountId}-test-${thisMonth()}`,
    opening: '0.0000',
    toppedUp: '1244.5000',
    charged: '0.1000',
    closing: available,
    isEqual: true,
    isFinal: false,
    byProduct: [{ product: 'sms_code', calls: 2, charged: '0.1000' }],
  });
  const csv = await fixture.get(member, `/${accountId}/wallet/statement/csv${query}&language=en`);
  expect(csv.headers['content-type']).toContain('text/csv');
  const lines = csv.text.trimEnd().split('\r\n');
  expect(lines.at(-1)).toContain(`Closing balance,,,,,,${available}`);
  // A reference must not become a formula.
  expect(csv.text).toContain(",'=1+1,");
  for (const [language, title, closing] of [
    ['zh', '对账单', '期末余额 1,244.4000'],
    ['en', 'Statement', 'Closing balance 1,244.4000'],
  ]) {
    const path = `/${accountId}/wallet/statement/pdf${query}&language=${language}`;
    const pdf = await fixture.get(member, path);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const text = await readPdf(pdf.bytes);
    for (const words of [title, closing, '银行转账', `${accountId}-test-${thisMonth()}`]) {
      expect(text.join('\n')).toContain(words);
    }
  }
  const future = await fixture.get(
    member,
    `/${accountId}/wallet/statement?mode=test&month=2090-01`,
  );
  expect(future.body).toMatchObject({ reason: 'refused' });
});

test('a screen hears of a movement', async () => {
  const { accountId, post } = await play();
  const { pool } = fixture;
  const scope = { kind: 'account', accountId } as const;
  const watched = { pool, scope, config: testConfig(), query: { mode: 'test' } };
  const heard = await hearChanges(routes, '/wallet/changes', watched, () =>
    post('top-up', { mode: 'test', amount: '5', ...words }),
  );
  expect(heard[0]).not.toBe(heard[1]);
});

// @mutant src/surfaces/console/wallet/show-wallet.ts
// - if (scope.kind === 'platform') return digestOf(shown);
// + return digestOf(shown);
test('movements that leave the balance as it was change the state of the wallet too', async () => {
  const { accountId, post } = await play();
  const { pool } = fixture;
  const context = { pool, config: testConfig(), scope: { kind: 'account', accountId } };
  const read = () => readWalletState(context as never, { mode: 'test', after: 0, limit: 50 });
  const before = await read();
  expect(await read()).toBe(before);
  for (const amount of ['1', '-1']) {
    await post('adjust', { mode: 'test', amount, reference: `R${amount}`, reason: 'a fee' });
  }
  expect(await read()).not.toBe(before);
});

test('how long the money lasts is estimated from the last seven closed days', async () => {
  const { accountId } = await fixture.newCaller({ balance: '10' });
  const read = async () => (await fixture.get(finance, `/${accountId}/wallet/show?mode=test`)).body;
  expect((await read()).lastsDays).toBeNull();
  const today = Temporal.Now.zonedDateTimeISO('Asia/Shanghai').toPlainDate();
  for (const [days, charged] of [
    [1, 10_000],
    [7, 10_000],
    [8, 990_000],
  ]) {
    await fixture.pool.query(
      `insert into closings (
         account_id, mode, day, closed_until, available, held, topped_up, adjusted, charged, refunded
       ) values ($1, 'test', $2, now(), 70000, 5000, 0, 0, $3, 0)`,
      [accountId, today.subtract({ days: days ?? 0 }).toString(), charged],
    );
  }
  const { lastsDays, days } = await read();
  const list = await fixture.get(finance, `/platform/wallet/list?mode=test&after=${accountId - 1}`);
  expect(list.body.wallets[0]).toMatchObject({ accountId, lastsDays });
  await fixture.pool.query('delete from closings where account_id = $1', [accountId]);
  expect([lastsDays, days.length]).toEqual([35, 3]);
  const day = today.subtract({ days: 8 }).toString();
  expect(days[0]).toEqual({ day, balance: '7.5000' });
});

// @mutant src/money/ledger/top-up-request-queries.ts
// - where account_id = $1 and asked_at < now() - interval '1 day'`,
// + where account_id = $1`,
test('an account asks for a top-up once a day, and the operator sees it until money comes', async () => {
  const { accountId, member, post } = await play();
  const developer = { members: { [accountId]: 'developer' } } as const;
  const ask = (who: Parameters<typeof fixture.post>[0]) =>
    fixture.post(who, `/${accountId}/wallet/ask`, {});
  expect((await ask(member)).body.reason).toBe('right_missing');
  expect((await ask(finance)).body.reason).toBe('right_missing');
  const { body: asked } = await ask(developer);
  const askedAgain = await Promise.all([ask(developer), ask(developer)]);
  expect(askedAgain.map(({ body }) => body)).toEqual([asked, asked]);
  const { body: wallet } = await fixture.get(member, `/${accountId}/wallet/show?mode=live`);
  expect(wallet.topUpAskedAt).toBe(asked.askedAt);
  const log = await fixture.get(finance, `/platform/audit/entries?account=${accountId}`);
  const acts = log.body.entries.filter(({ action }: { action: string }) => action === 'wallet.ask');
  expect(acts).toHaveLength(1);

  const waiting = async () => {
    const { body } = await fixture.get(finance, '/platform/overview/needs?mode=live');
    return body.topUps.filter((one: { accountId: number }) => one.accountId === accountId);
  };
  expect(await waiting()).toMatchObject([{ available: '0.0000', askedAt: asked.askedAt }]);
  const fee = { mode: 'live', amount: '-1', ...words };
  await post('credit', { mode: 'live', amount: '1', reference: 'CR-2', reason: 'agreed' });
  await post('adjust', fee);
  expect(await waiting()).toHaveLength(1);
  await post('top-up', { mode: 'live', amount: '50', reference: 'TCK-2', reason: 'paid' });
  expect(await waiting()).toEqual([]);
});
