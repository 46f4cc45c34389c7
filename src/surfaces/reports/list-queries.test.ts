import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../../test/kit/command-line-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { nextMillisecond } from '../../../test/kit/next-millisecond.ts';
import { type CallFilter, listCalls } from './list-queries.ts';

let database: TestDatabase;
let fixture: CommandLineFixture;
/** The newest first. */
const calls: string[] = [];

/**
 * Ages in the order of the list; several have the same instant, and others are far apart. The last
 * two come from a clock that was ahead when the first account was created.
 */
const ages = [
  ...['5 minutes', ...Array(7).fill('10 minutes'), '3 hours', '2 days', '70 days'],
  ...['80 days 6 hours', '80 days 12 hours'],
];

async function put(age: string, account: number, id = randomUUIDv7()): Promise<string> {
  await database.pool.query(
    `insert into calls (account_id, call_id, mode, key_id, product, price_source, unit_price, amount,
       day, held_at, state, provider_code)
     select $1::integer, $2, case $1::integer when 1 then 'live' else 'test' end, 1, 'sms_code',
       'default', 500, 500, now(), now() - $3::interval, 'done', 'one'`,
    [account, id, age],
  );
  return id;
}

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = createCommandLineFixture(database);
  await fixture.json('account create --name One');
  await database.pool.query(`update accounts set created_at = now() - interval '80 days'`);
  for (const [index, age] of ages.toReversed().entries()) {
    calls.unshift(await put(age, (index % 2) + 1));
    await nextMillisecond();
  }
});
afterAll(() => database.drop());

async function idsOf(filter: CallFilter, limit: number, before?: string): Promise<string[]> {
  const page = before === undefined ? { limit } : { limit, before };
  return (await listCalls(database.pool, filter, page)).map(({ callId }) => callId);
}

describe('the list of calls', () => {
  test.each([1, 2, 3, 100])('contains all of them, %i at a time', async (limit) => {
    for (const filter of [{}, { account: 1 }, { mode: 'test' }] as const) {
      const listed: string[] = [];
      for (let before: string | undefined; ; before = listed.at(-1)) {
        const page = await idsOf(filter, limit, before);
        listed.push(...page);
        expect(page.length).toBeLessThanOrEqual(limit);
        if (page.length < limit) break;
      }
      const isAll = Object.keys(filter).length === 0;
      const half = calls.filter((_, at) => at % 2 === ('mode' in filter ? 1 : 0));
      expect(listed).toEqual(isAll ? calls : half);
    }
  });

  test('gives the next cursor, and ends', async () => {
    const first = await fixture.json('call list --most 4');
    expect(first.next).toBe(calls[3]);
    const rest = await fixture.json(`call list --before ${first.next}`);
    expect(rest.next).toBeNull();
    expect(rest.calls).toHaveLength(calls.length - 4);
    const { out } = await fixture.run('call list --most 4');
    expect(out).toContain(`--before ${calls[3]}`);
    await fixture.expectRefusal(`call list --before ${randomUUIDv7()}`, ' not found. A request');
    await fixture.expectRefusal('call list --state sent', 'Use held, done, rejected', 2);
  });

  test('finds a check by its person’s reference, and no message with the same end', async () => {
    const id = await put('1 minute', 1);
    const reference = id.slice(-8).toUpperCase();
    expect((await fixture.json(`call list --reference ${reference}`)).calls).toEqual([]);
    await database.pool.query(`update calls set product = 'face_verify' where call_id = $1`, [id]);
    const { calls: found } = await fixture.json(`call list --reference ${reference}`);
    expect(found.map(({ requestId }: { requestId: string }) => requestId)).toEqual([id]);
    await database.pool.query('delete from calls where call_id = $1', [id]);
  });
});

test('a call is found by its id, whatever clock made it', async () => {
  const stray = await put('1 hour', 1, '01890a5d-ac96-774b-bcce-b302099a8057');
  const odd = await put('1 hour', 1, '9b2c8e0e-6f0a-4f0e-9a39-0d2b1a6f7c11');
  for (const id of [calls[2], stray, odd]) {
    const shown = await fixture.json(['call', 'show', '--request-id', String(id)]);
    expect(shown.requestId).toBe(id);
  }
});
