import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { setLimits } from '../../../src/line/limits/queries.ts';
import { topUp } from '../../../src/money/ledger/queries.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { byTest } from '../../kit/by-test.ts';
import { expectBooksClosed, readBooks } from './books.ts';
import { type Client, createClient, forEachOf, tally, untilTaken, wordOf } from './client.ts';
import { type Servers, startServers } from './servers.ts';

const connections = 64;
let servers: Servers;
let clients: Client[];

beforeAll(async () => {
  servers = await startServers(2);
  clients = servers.all.map(({ url }) => createClient(url, connections / 2));
});
afterAll(async () => {
  for (const client of clients) client.close();
  await servers.close();
});

/** An account with live money and this many keys. */
async function newCustomer(keys: { spendCapDay?: bigint }[] = [{}]) {
  const { pool } = servers.database;
  const { accountId } = await createAccount(byTest(pool), { name: 'a customer' });
  const mode = 'live' as const;
  await topUp(byTest(pool), { accountId, mode, amount: 10_000_0000n, reference: 'first' });
  const apiKeys: string[] = [];
  for (const key of keys) {
    apiKeys.push((await createKey(byTest(pool), { ...key, accountId, mode })).apiKey);
  }
  return { accountId, apiKeys, apiKey: apiKeys[0] as string };
}

/** Sends this many calls over all connections to both servers, and returns their results. */
async function sendAll(
  count: number,
  callOf: (index: number) => { apiKey: string; operation?: string; body: object },
): Promise<string[]> {
  const words: string[] = [];
  await forEachOf(count, connections, async (index) => {
    const { apiKey, operation = 'sms_code', body } = callOf(index);
    // Out of step with the calls, so that each number is requested at both servers.
    const client = clients[Math.floor(index / 3) % clients.length] as Client;
    const headers = { 'x-api-key': apiKey };
    const answer = await untilTaken(() => client.post(operation, body, headers));
    words[index] = answer ? wordOf(answer) : 'no answer';
  });
  return words;
}

const mobileOf = (number: number) => `136${String(number).padStart(8, '0')}`;

describe('over 64 connections to two server processes', () => {
  const numbers = 40;

  test('the tenth code of a day is always sent and the eleventh never', async () => {
    const { pool } = servers.database;
    const { accountId, apiKey } = await newCustomer();
    await setLimits(byTest(pool), accountId, 'live', { codePerMinute: 1000, codePerHour: 1000 });
    const words = await sendAll(numbers * 40, (index) => ({
      apiKey,
      body: { mobile: mobileOf(index % numbers), code: String(index) },
    }));
    for (let number = 0; number < numbers; number++) {
      const ofNumber = words.filter((_, index) => index % numbers === number);
      expect(tally(ofNumber)).toEqual({ '201': 10, '429 rate_limited_number': 30 });
    }
    // A raised limit applies in both processes to the very next call.
    await setLimits(byTest(pool), accountId, 'live', { codePerDay: 12 });
    const more = await sendAll(numbers * 6, (index) => ({
      apiKey,
      body: { mobile: mobileOf(index % numbers), code: `more ${index}`.replace(' ', '') },
    }));
    expect(tally(more)).toEqual({ '201': 2 * numbers, '429 rate_limited_number': 4 * numbers });
    expect((await readBooks(pool, accountId, 'live')).chargedAndSent).toBe(12 * numbers);
  });

  test('one code a minute is sent, whatever is requested at the same instant', async () => {
    const { apiKey } = await newCustomer();
    const words = await sendAll(numbers * 16, (index) => ({
      apiKey,
      body: { mobile: mobileOf(Math.floor(index / 16)), code: String(index) },
    }));
    expect(tally(words)).toEqual({ '201': numbers, '429 rate_limited_number': numbers * 15 });
  });

  test('one of several identical simultaneous codes is sent, and the others get the right refusal', async () => {
    const { accountId, apiKey } = await newCustomer();
    await setLimits(byTest(servers.database.pool), accountId, 'live', { codePerMinute: 100 });
    const words = await sendAll(numbers * 8, (index) => ({
      apiKey,
      body: { mobile: mobileOf(Math.floor(index / 8)), code: '123456' },
    }));
    expect(tally(words)).toEqual({ '201': numbers, '429 duplicate_code': numbers * 7 });
  });

  test('spend caps of keys and of the account are used to the last call and not beyond', async () => {
    const { pool } = servers.database;
    // 60 calls a key, 100 calls the account.
    const { accountId, apiKeys } = await newCustomer([
      { spendCapDay: 60n * 500n },
      { spendCapDay: 60n * 500n },
    ]);
    await setLimits(byTest(pool), accountId, 'live', {
      perNumber: false,
      spendCapDay: 100n * 500n,
    });
    const words = await sendAll(600, (index) => ({
      // Three of four calls use the first key, so that its own cap is reached before the account's.
      apiKey: apiKeys[index % 4 === 0 ? 1 : 0] as string,
      body: { mobile: mobileOf(index), code: '123456' },
    }));
    const { '201': sent, ...refused } = tally(words);
    expect(sent).toBe(100);
    expect(Object.keys(refused).sort()).toEqual(['403 account_spend_cap', '403 key_spend_cap']);
    const { rows } = await pool.query<{ spent: bigint }>(
      'select spent from spend_days where account_id = $1',
      [accountId],
    );
    const spent = rows.map((row) => row.spent);
    expect(spent.reduce((sum, ofKey) => sum + ofKey, 0n)).toBe(100n * 500n);
    expect(spent.filter((ofKey) => ofKey > 60n * 500n)).toEqual([]);
  });

  test('messages to one number that fail together all give their slots back', async () => {
    const { pool } = servers.database;
    const { accountId, apiKey } = await newCustomer();
    // The sandbox simulates being down for this number.
    const words = await sendAll(200, (index) => ({
      apiKey,
      operation: 'sms_notice',
      body: { mobile: '13800000010', content: `notice ${index}` },
    }));
    expect(Object.keys(tally(words))).toContain('502 provider_unavailable');
    const { rows } = await pool.query(
      'select cardinality(sent_at) as places from number_windows where account_id = $1',
      [accountId],
    );
    expect(rows).toEqual([{ places: 0 }]);
  });

  test('and after all of it the books balance and no server has logged an error', async () => {
    await expectBooksClosed(servers.database.pool);
    expect(servers.all.flatMap((server) => server.complaints())).toEqual([]);
  });
});
