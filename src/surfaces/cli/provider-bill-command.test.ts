import { randomUUIDv7 } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createOwnCommandLine,
  type OwnCommandLine,
} from '../../../test/kit/command-line-fixture.ts';

let line: OwnCommandLine;

beforeAll(async () => {
  line = await createOwnCommandLine();
});
beforeEach(async () => void (await line.pool.query('truncate calls, call_costs, provider_refs')));
afterAll(() => line.close());

/** A live call at noon of today in the platform's zone, unless other days are named. */
async function put(
  ref: string,
  { state = 'done', cost = 450, provider = 'mine', daysAgo = 0, mode = 'live' } = {},
) {
  const callId = randomUUIDv7();
  const day = today().subtract({ days: daysAgo });
  const at = new Date(
    day.toZonedDateTime({ timeZone: 'Asia/Shanghai', plainTime: '12:00' }).epochMilliseconds,
  );
  await line.pool.query(
    `insert into calls (account_id, call_id, mode, key_id, product, price_source, unit_price, amount,
       day, held_at, state, provider_code, provider_ref, ended_at)
     values (1, $1, $2, 1, 'sms_code', 'default', 0, 0, $3, $4, $5, $6, $7, $4)`,
    [callId, mode, String(day), at, state, provider, ref],
  );
  await line.pool.query('insert into call_costs values (1, $1, $2, $3, $4)', [
    ...[callId, provider, cost, 'list'],
  ]);
  return callId;
}

const today = () => Temporal.Now.plainDateISO('Asia/Shanghai');

let files = 0;
async function compare(bill: string, more = ' --cost-column price') {
  const file = join(line.folder, `bill-${++files}.csv`);
  await writeFile(file, bill);
  const days = `--from ${today()} --to ${today()}`;
  return line.run(`provider bill --code mine --file ${file} --id-column id ${days} --json${more}`);
}
const jsonOf = async (ran: Promise<{ out: string }>) => JSON.parse((await ran).out);

test('a bill that agrees has no differences, whatever its separator and the sign of its amounts', async () => {
  await put('a');
  await put('b');
  for (const bill of [
    '\uFEFFid,when,price\r\na,"x, y",0.0450\r\nb,,0.045\r\n',
    'id;price\na;-0.0450\nb;-0.0450\n',
    'price\tid\ttext\n0.0450\ta\tone, two; three\n0.04491\tb\t\n',
  ]) {
    const found = await jsonOf(compare(bill));
    expect(found).toMatchObject({ lines: 2, billed: '0.0900', calls: 2, cost: '0.0900' });
    expect(found.shown).toEqual([]);
  }
});

// @mutant src/surfaces/reports/bill-queries.ts
// -       when lines > 0 and state <> 'done' then 'not_charged'
test('names messages that only one side has, that we did not charge, and that cost something else', async () => {
  await put('same');
  const unbilled = await put('unbilled');
  const released = await put('released', { state: 'unavailable' });
  const dear = await put('dear');
  const { out } = await compare('id,price\nsame,0.045\nreleased,0.045\ndear,0.09\nforeign,1\n');
  const found = JSON.parse(out);
  expect(found.differences).toEqual({ not_ours: 1, not_charged: 1, not_billed: 1, other_cost: 1 });
  const named = found.shown.map((each: Record<string, unknown>) => [
    each.kind,
    each.ref,
    each.requestId,
    each.billed,
    each.cost,
  ]);
  expect(named).toEqual([
    ['not_billed', 'unbilled', unbilled, null, '0.0450'],
    ['not_charged', 'released', released, '0.0450', '0.0450'],
    ['not_ours', 'foreign', null, '1.0000', null],
    ['other_cost', 'dear', dear, '0.0900', '0.0450'],
  ]);
});

test('parts of a message are lines of one call', async () => {
  const callId = await put('part-1', { cost: 900 });
  await line.pool.query(
    `insert into provider_refs values ('mine', 'part-1', 1, $1, 1, now()), ('mine', 'part-2', 1, $1, 2, now())`,
    [callId],
  );
  expect((await jsonOf(compare('id,price\npart-1,0.045\npart-2,0.045\n'))).shown).toEqual([]);
});

test('a message billed on the day after it was sent is not missing; calls of others and test calls do not count', async () => {
  await put('yesterday', { daysAgo: 1 });
  await put('other', { provider: 'other' });
  await put('test', { mode: 'test' });
  const found = await jsonOf(compare('id\nyesterday\n', ''));
  expect(found).toMatchObject({ lines: 1, billed: null, calls: 0 });
  expect(found.shown).toEqual([]);
});

test('all differences are written to a new file, harmless in a spreadsheet', async () => {
  const out = join(line.folder, 'differences.csv');
  await compare('id\n=cmd()\n', ` --out ${out}`);
  const text = await readFile(out, 'utf8');
  expect(text.split('\r\n')[1]).toBe('"billed, but no call has this ID",\'=cmd(),,,1,,');
  expect((await compare('id\nx\n', ` --out ${out}`)).out).toContain('already exists');
  expect(await readFile(out, 'utf8')).toBe(text);
});

test.each([
  ['without the column', 'ref,price\na,1\n', 'Column id not found. Available: ref, price.'],
  ['with another amount', 'id,price\na,free\n', 'Line 2 of the bill has no valid amount: free.'],
  ['with an amount beyond all', 'id,price\na,999999999999999\n', 'Line 2 of the bill has no valid'],
  ['that is no CSV', 'id,price\na,"1\n', 'The bill is not valid CSV'],
  ['with a line that never ends', `id,price\n"${'x'.repeat(2 ** 21)}`, 'The bill is not valid CSV'],
  ['with a NUL', 'id,price\na\0,1\n', 'The bill is not valid CSV, at line 2.'],
  ['that is empty', '', 'Column id not found.'],
])('a bill %s is refused, and leaves no file behind', async (_, bill, words) => {
  const out = join(line.folder, 'refused.csv');
  const ran = await compare(bill, ` --cost-column price --out ${out}`);
  expect(ran.out).toContain(words);
  expect(existsSync(out)).toBe(false);
});

test('a bill that is not there is refused', async () => {
  const days = `--from ${today()} --to ${today()}`;
  const bill = `provider bill --code mine --file ${line.folder}/none.csv --id-column id ${days}`;
  await line.expectRefusal(bill, /Cannot read .*none.csv: ENOENT/);
});
