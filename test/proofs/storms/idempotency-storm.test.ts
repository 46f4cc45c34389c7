import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { byTest } from '../../kit/by-test.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { expectBooksClosed, readBooks } from './books.ts';
import {
  type Answer,
  type Client,
  createClient,
  forEachOf,
  tally,
  untilTaken,
  wordOf,
} from './client.ts';
import { type ServerProcess, type Servers, startServers } from './servers.ts';

const copies = 50;
/** Six keys are under way at once, each with all of its repeats. */
const keysAtOnce = 6;
/** To each of the two servers. */
const connections = (keysAtOnce * copies) / 2;
const unitPrice = 500n;
const balance = 1_000_0000n;

let servers: Servers;
let clients: Client[];
let pool: Pool;
let accountId: number;
let apiKey: string;

beforeEach(async () => {
  servers = await startServers(2, { PROVIDER_TIMEOUT_MS: '2000', CALL_DEADLINE_MS: '4000' });
  clients = servers.all.map(({ url }) => createClient(url, connections));
  pool = servers.database.pool;
  accountId = (await createAccount(byTest(pool), { name: 'a storm', testBalance: balance }))
    .accountId;
  apiKey = (await createKey(byTest(pool), { accountId, mode: 'test' })).apiKey;
});

afterEach(async () => {
  for (const client of clients) client.close();
  await servers.close();
});

/** One repeat of a key's call, to one of the servers. */
function send(index: number, server: number): Promise<Answer | null> {
  const body = { mobile: `137${String(index).padStart(8, '0')}`, code: '654321' };
  const headers = { 'x-api-key': apiKey, 'idempotency-key': `storm ${index}` };
  return untilTaken(() => (clients[server] as Client).post('sms_code', body, headers));
}

/** All repeats of every key; `onKey` runs before the repeats of each. */
async function storm(
  keys: number,
  onKey: (index: number) => Promise<void> = async () => {},
): Promise<(Answer | null)[][]> {
  const answers: (Answer | null)[][] = [];
  await forEachOf(keys, keysAtOnce, async (index) => {
    await onKey(index);
    answers[index] = await Promise.all(
      Array.from({ length: copies }, (_, copy) => send(index, copy % 2)),
    );
  });
  return answers;
}

/** How many different success bodies a key received. */
function bodiesOf(answers: readonly (Answer | null)[]): Set<string> {
  return new Set(
    answers.filter((answer) => answer?.status === 201).map((answer) => answer?.text ?? ''),
  );
}

async function expectOneChargeAndOneSendPerKey(keys: number): Promise<void> {
  expect(await readBooks(pool, accountId, 'test')).toEqual({
    charged: keys,
    revenue: BigInt(keys) * unitPrice,
    sent: keys,
    chargedAndSent: keys,
    available: balance - BigInt(keys) * unitPrice,
    held: 0n,
  });
  await expectBooksClosed(pool);
}

test('1 000 keys with 50 simultaneous repeats each, over two server processes, are charged once and sent once, and every reply is the first one or 409', {
  timeout: longTimeoutMs,
}, async () => {
  const keys = 1_000;
  const answers = await storm(keys);
  const words = tally(answers.flat().map((answer) => (answer ? wordOf(answer) : 'no answer')));
  const { '201': accepted = 0, '409 idempotency_in_flight': early = 0, ...others } = words;
  expect(others).toEqual({});
  expect(accepted + early).toBe(keys * copies);
  expect(answers.filter((ofKey) => bodiesOf(ofKey).size !== 1)).toEqual([]);
  const firsts = answers.map(
    (ofKey) => ofKey.filter((answer) => answer?.status === 201 && !isRepeat(answer)).length,
  );
  expect(tally(firsts.map(String)), 'one copy of each key is the call itself').toEqual({
    '1': keys,
  });
  await expectOneChargeAndOneSendPerKey(keys);
  expect(servers.all.flatMap((server) => server.complaints())).toEqual([]);
});

/**
 * A kill hits only the few keys under way: so there are several kills, and just enough keys for a
 * server to be back before the next.
 */
test('with repeated kill -9 of one process, keys with 50 simultaneous repeats still end in one outcome each', {
  timeout: longTimeoutMs,
}, async () => {
  const keys = 320;
  const keysPerKill = 80;
  let victim = servers.all[1] as ServerProcess;
  let kills = 0;
  let replacing = Promise.resolve();
  const replace = async () => {
    await victim.kill();
    kills += 1;
    victim = await servers.startAnother();
    clients[1]?.close();
    clients[1] = createClient(victim.url, connections);
  };
  const answers = await storm(keys, async (index) => {
    if (index === 0 || index % keysPerKill !== 0) return;
    await replacing;
    replacing = replace();
  });
  await replacing;
  expect(kills).toBe(3);
  await untilResolved();
  // A caller without an answer, or told to retry, asks again with the same key.
  await forEachOf(keys, 32, async (index) => {
    answers[index]?.push(await send(index, index % 2));
  });

  const given = answers.flat().filter((answer) => answer !== null);
  const words = Object.keys(tally(given.map(wordOf)));
  // A call that was cut off before its message was sent is released, and its waiting repeats are
  // told.
  const possible = ['201', '409 idempotency_in_flight', '502 provider_unavailable'];
  expect(words.filter((word) => !possible.includes(word))).toEqual([]);
  expect(answers.filter((ofKey) => ofKey.at(-1)?.status !== 201)).toEqual([]);
  expect(answers.filter((ofKey) => bodiesOf(ofKey).size !== 1)).toEqual([]);
  await expectOneChargeAndOneSendPerKey(keys);
});

function isRepeat({ headers }: Answer): boolean {
  return headers['idempotency-replayed'] === 'true';
}

/** The surviving process finds the calls of the dead one, and ends them. */
async function untilResolved(): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      `select 1 from calls where state in ('held', 'unknown') limit 1`,
    );
    if (rows.length === 0) return;
    await sleep(200);
  }
}
