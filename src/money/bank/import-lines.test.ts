import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import type { Act } from '../../foundation/audit/acts.ts';
import { type Change, inChange } from '../../foundation/audit/change-queries.ts';
import { createVault } from '../../foundation/vault.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import { audit } from '../ledger/audit-ledger.ts';
import { readBalance, topUp } from '../ledger/queries.ts';
import type { BankLine } from './bank-line.ts';
import { creditLine, ignoreLine, listLines } from './bank-queries.ts';
import { referenceOf } from './creditor-reference.ts';
import { importLines } from './import-lines.ts';
import { readBankText } from './read-bank-file.ts';

let database: TestDatabase;
let accountId: number;
const vault = createVault(randomBytes(32));

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  expect(await audit(database.pool)).toMatchObject({ faults: [] });
  await database.drop();
});
beforeEach(async () => {
  ({ accountId } = await change('account.create', (by) => createAccount(by, { name: 'A' })));
});

const actor = { kind: 'command_line', name: 'tester' } as const;
function change<Result>(action: Act, work: (by: Change) => Promise<Result>): Promise<Result> {
  return inChange(database.pool, actor, action, work);
}

const run = (lines: readonly BankLine[], isTrial = false) =>
  importLines({ pool: database.pool, vault, currency: 'CNY', change }, lines, { isTrial });

const available = async () => (await readBalance(database.pool, accountId, 'live')).available;

let days = 0;
/** A line of a day of its own, so that each test has its own lines. */
function lineOf(more: Partial<BankLine> = {}): BankLine {
  const bookedOn = Temporal.PlainDate.from('2026-01-01').add({ days: days++ }).toString();
  return {
    ...{ bankAccount: 'DE1', bookedOn, amount: 1_000_000n, currency: 'CNY', isReversal: false },
    ...{ bankRef: '', readAs: 'MT940', payer: 'Acme Ltd' },
    text: `top-up ${referenceOf({ cell: undefined, accountId })}`,
    ...more,
  };
}

// @mutant src/money/bank/bank-queries.ts
// -      on conflict (fingerprint) do nothing
// +      on conflict (fingerprint) do update set fingerprint = bank_lines.fingerprint || '!'
test('a line is credited once, in whatever files and by however many imports it comes', async () => {
  const [line, other] = [lineOf(), lineOf()];
  await Promise.all([run([line]), run([line, other]), run([other, line])]);
  expect(await available()).toBe(2_000_000n);
  expect(await run([line])).toEqual([{ line, isKnown: true }]);
  expect(await available()).toBe(2_000_000n);
});

test('two equal payments of one day are two, however often the file comes', async () => {
  const line = lineOf();
  await run([line]);
  await run([line, line]);
  await run([line, line]);
  expect(await available()).toBe(2_000_000n);
});

// @mutant src/money/bank/import-lines.ts
// -  return one.bookedOn === bookedOn && !areTwo;
// +  return false;
test('a file read with another encoding or another column of text credits nothing again', async () => {
  const line = lineOf({ payer: 'M\u00fcller' });
  await run([line]);
  const misread = { ...line, payer: 'M\u00c3\u00bcller' };
  expect(await run([misread])).toMatchObject([{ decision: { open: 'maybe_known' } }]);
  expect(await run([{ ...line, payer: '', bankRef: 'B-1' }])).toMatchObject([
    { decision: { open: 'maybe_known' } },
  ]);
  expect(await available()).toBe(1_000_000n);
});

// @mutant src/money/bank/import-lines.ts
// -   if (one.readAs !== readAs) return Math.abs(daysBetween(one.bookedOn, bookedOn)) <= daysApart;
test('the same transfer in another format, or with another column of days or IDs, is not credited again', async () => {
  const { text } = lineOf();
  const csv = `Booked;Valued;Amount;Text;Entry;Receipt\n2031-10-02;2031-10-05;100,00;${text};E1;R1`;
  const readCsv = (columns: { day: string; id?: string }) =>
    readBankText(csv, {
      ...{ columns: { amount: 'Amount', text: 'Text', ...columns }, currency: 'CNY' },
    });
  await run(readCsv({ day: 'Booked', id: 'Entry' }));
  for (const columns of [
    { day: 'Booked', id: 'Receipt' },
    { day: 'Valued', id: 'Entry' },
  ]) {
    expect(await run(readCsv(columns))).toMatchObject([{ decision: { open: 'maybe_known' } }]);
  }
  const mt940 = `:25:DE1\n:60F:C311002CNY0,\n:61:3110031002C100,00NTRFNONREF//B1\n:86:${text}`;
  expect(await run(readBankText(mt940, { columns: undefined, currency: 'CNY' }))).toMatchObject([
    { decision: { open: 'maybe_known' } },
  ]);
  expect(await available()).toBe(1_000_000n);
});

test('equal transfers of different days are each credited, read from files of one form', async () => {
  const line = lineOf();
  await run([line]);
  await run([{ ...line, bookedOn: lineOf().bookedOn }]);
  expect(await available()).toBe(2_000_000n);
});

test('transfers with different IDs of the bank are two, also in files of their own', async () => {
  const line = lineOf({ bankRef: 'B-1' });
  await run([line]);
  await run([{ ...line, bankRef: 'B-2' }]);
  expect(await available()).toBe(2_000_000n);
});

test('a trial stores and credits nothing', async () => {
  expect(await run([lineOf()], true)).toMatchObject([{ decision: { credit: accountId } }]);
  expect(await available()).toBe(0n);
});

test.each<[string, (own: string) => Partial<BankLine>]>([
  ['no_reference', () => ({ text: 'hello' })],
  ['several_references', (own) => ({ text: own + referenceOf({ cell: undefined, accountId: 1 }) })],
  ['other_cell', () => ({ text: referenceOf({ cell: 9, accountId }) })],
  ['account_not_found', () => ({ text: referenceOf({ cell: undefined, accountId: 99_999_999 }) })],
  ['other_currency', () => ({ currency: 'EUR' })],
  ['taken_back', () => ({ amount: -5n, isReversal: true })],
  ['wallet_full', () => ({ amount: 9_000_000_000_000_000_001n })],
])('a line waits for a person: %s', async (reason, more) => {
  const line = lineOf(more(referenceOf({ cell: undefined, accountId })));
  expect(await run([line])).toMatchObject([{ decision: { open: reason }, isKnown: false }]);
  const [stored] = await listLines(database.pool, vault, 'open');
  expect(stored).toMatchObject({ reason, payer: 'Acme Ltd', text: line.text, accountId: null });
  expect(await available()).toBe(0n);
});

test('money that went out is not stored', async () => {
  expect(await run([lineOf({ amount: -5n })])).toEqual([]);
});

// @mutant src/money/bank/bank-queries.ts
// -   if (line.state !== 'open') refuse('bank_line_ended', { line: lineNo, state: line.state });
test('an open line is credited by hand or ignored, once', async () => {
  const [one, two] = await run([lineOf({ text: '' }), lineOf({ text: '' })]);
  const credit = () =>
    change('bank.credit', (by) =>
      creditLine(by, { lineNo: one?.lineNo as number, accountId, currency: 'CNY' }),
    );
  const results = await Promise.allSettled([credit(), credit(), credit()]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await available()).toBe(1_000_000n);
  const ignore = () => change('bank.ignore', (by) => ignoreLine(by, two?.lineNo as number, 'rent'));
  await ignore();
  await expect(ignore()).rejects.toThrow('is already ignored');
  await expect(credit()).rejects.toThrow('is already credited');
});

test('a line in another currency, and one that was taken back, cannot be credited by hand', async () => {
  const [foreign, back] = await run([
    lineOf({ currency: 'EUR' }),
    lineOf({ amount: -5n, isReversal: true }),
  ]);
  const credit = (lineNo: number | undefined) =>
    change('bank.credit', (by) =>
      creditLine(by, { lineNo: lineNo as number, accountId, currency: 'CNY' }),
    );
  await expect(credit(foreign?.lineNo)).rejects.toThrow('is in EUR');
  await expect(credit(back?.lineNo)).rejects.toThrow('greater than 0');
});

test('nobody can take the reference of a line', async () => {
  const taken = change('wallet.top-up', (by) =>
    topUp(by, { accountId, mode: 'live', amount: 1n, reference: 'bank line 7' }),
  );
  await expect(taken).rejects.toThrow('reserved');
});

test('who paid and what they wrote is stored sealed', async () => {
  await run([lineOf({ payer: 'Zhang San', text: 'private words' })]);
  const { rows } = await database.pool.query('select bank_lines::text as row from bank_lines');
  for (const { row } of rows) expect(row).not.toMatch(/Zhang San|private words/);
});
