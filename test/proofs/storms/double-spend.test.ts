import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { byTest } from '../../kit/by-test.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { expectBooksClosed, readBooks } from './books.ts';
import { type Client, createClient, forEachOf, tally, untilTaken, wordOf } from './client.ts';
import { type Servers, startServers } from './servers.ts';

const attempts = 10_000;
const connections = 64;
const worth = 1_000;
const unitPrice = 500n;

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

test('10 000 attempts over 64 connections to two servers spend a wallet worth 1 000 calls exactly', {
  timeout: longTimeoutMs,
}, async () => {
  const { pool } = servers.database;
  const { accountId } = await createAccount(byTest(pool), {
    name: 'one wallet',
    testBalance: BigInt(worth) * unitPrice,
  });
  const { apiKey } = await createKey(byTest(pool), { accountId, mode: 'test' });
  const words: string[] = [];
  await forEachOf(attempts, connections, async (index) => {
    const client = clients[index % clients.length] as Client;
    const mobile = `139${String(index).padStart(8, '0')}`;
    const body = { mobile, code: '123456' };
    const answer = await untilTaken(() => client.post('sms_code', body, { 'x-api-key': apiKey }));
    words.push(answer ? wordOf(answer) : 'no answer');
  });

  expect(tally(words)).toEqual({ '201': worth, '403 balance_too_low': attempts - worth });
  expect(await readBooks(pool, accountId, 'test')).toEqual({
    charged: worth,
    revenue: BigInt(worth) * unitPrice,
    sent: worth,
    chargedAndSent: worth,
    available: 0n,
    held: 0n,
  });
  await expectBooksClosed(pool);
  expect(servers.all.flatMap((server) => server.complaints())).toEqual([]);
});
