import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Vault } from '../../../src/foundation/vault.ts';
import { openVault } from '../../../src/installation/data-keys/bind-keys.ts';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { type Certificate, isOwnCertificate } from '../../../src/line/persons/certificate.ts';
import { readMessages } from '../../../src/line/persons/record-queries.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { byTest } from '../../kit/by-test.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { launch, runCommand, type ServerProcess } from '../../kit/server-process.ts';
import { createSharedServers, type SharedServers } from '../../kit/shared-servers.ts';
import { expectBooksClosed } from '../storms/books.ts';
import { type PeopleTraffic, startPeopleTraffic } from './people-traffic.ts';
import { dump, type Somebody, traces } from './person-fixture.ts';

const anna: Somebody = { mobile: '13977704211', name: '欧阳安娜', idNumber: '11010519491231002X' };
const bo: Somebody = { mobile: '15012349876', name: '司马博文', idNumber: '440308199901010012' };
const others = Array.from({ length: 10 }, (_, n) => ({
  ...{ mobile: `1380501000${n}`, name: `邻居${n}号`, idNumber: '' },
}));

const seed = 20_261_117;
const rounds = fc.sample(
  fc.record({
    victims: fc.constantFrom('command', 'server', 'both'),
    since: fc.constantFrom('start', 'listed'),
    moment: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { numRuns: 5, seed },
);
const eraseAnna = [
  ['person', 'erase', '--mobile', `+86${anna.mobile}`, '--yes', '--json'],
  ['person', 'erase', '--id-number', anna.idNumber, '--yes', '--json'],
];

let servers: SharedServers;
let env: Record<string, string>;
let server: ServerProcess;
let vault: Vault;
let accountId: number;
let traffic: PeopleTraffic;
/** The output of servers and commands that have ended. */
const written: string[] = [];

beforeAll(async () => {
  servers = await createSharedServers();
  env = servers.shared({
    ...{ DATA_KEY: 'c4'.repeat(32), LOG_LEVEL: 'trace' },
    ...{ PROVIDER_TIMEOUT_MS: '1000', CALL_DEADLINE_MS: '2000' },
  });
  server = await servers.start(env);
  const { pool } = servers.database;
  vault = await openVault(pool, [Buffer.from('c4'.repeat(32), 'hex')]);
  ({ accountId } = await createAccount(byTest(pool), { name: 'A', testBalance: 10n ** 9n }));
  const { apiKey } = await createKey(byTest(pool), { accountId, mode: 'test' });
  traffic = startPeopleTraffic([anna, bo, ...others], () => server, apiKey);
});
afterAll(async () => {
  await traffic.end();
  await servers.close();
}, longTimeoutMs);

async function run(words: string[]) {
  const ran = await runCommand(words, env);
  written.push(ran.stdout, ran.stderr);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(ran.stdout);
}

async function count(sql: string, values: unknown[] = []): Promise<number> {
  const { rows } = await servers.database.pool.query(sql, values);
  return Number(rows[0].count);
}

/** Erasures of the number that have a list of calls and are not finished. */
const countUnderWay = () =>
  count(`select count(*) from erasures
    where kind = 'mobile' and listed_at is not null and finished_at is null`);

/** Erases Anna and kills the command, the server or both on the way. True if the erasure was not finished. */
async function eraseAndKill({ victims, since, moment }: (typeof rounds)[number]): Promise<boolean> {
  const commands = eraseAnna.map((words) => launch(words, env));
  const ends = commands.map(({ child }) => once(child, 'close'));
  if (since === 'listed') {
    await Promise.race([ends[0], expect.poll(countUnderWay, { interval: 2 }).toBeGreaterThan(0)]);
    await sleep(moment * 60);
  } else {
    await sleep(moment * 2_500);
  }
  if (victims !== 'command') {
    await server.end('SIGKILL');
    written.push(server.output());
  }
  if (victims !== 'server') for (const { child } of commands) child.kill('SIGKILL');
  const isCut = (await countUnderWay()) > 0;
  if (victims !== 'command') server = await servers.start(env);
  await Promise.all(ends);
  for (const { output } of commands) written.push(output.stdout, output.stderr);
  await traffic.more(anna, 20);
  return isCut;
}

/** Waits until the server has finished all erasures: it asks the vendors once a minute. */
async function finishErasures(): Promise<Certificate[]> {
  const open = () => count('select count(*) from erasures where finished_at is null');
  await expect.poll(open, { timeout: 150_000, interval: 500 }).toBe(0);
  const { erasures } = await run(['person', 'erasures', '--json']);
  return erasures;
}

async function expectTrue(certificates: readonly Certificate[]): Promise<void> {
  const erased = { mobile: 0, id_number: 0 };
  for (const one of certificates) {
    expect(isOwnCertificate(vault, one)).toBe(true);
    expect(one.finishedAt).not.toBe(null);
    expect(one.waiting).toEqual({ calls: 0, confirmations: 0 });
    const { identifiedBy } = one.person;
    erased[identifiedBy] += one.erased[identifiedBy === 'mobile' ? 'messages' : 'checks'] ?? 0;
  }
  // Several erasures share the person's calls: each call is counted by the one that erased it.
  expect(erased.mobile).toBe(
    await count(`select count(*) from calls where product like 'sms%' and number_hash is null`),
  );
  expect(erased.mobile).toBeGreaterThanOrEqual(traffic.acknowledged(anna).length);
  expect(erased.id_number).toBeGreaterThan(0);
}

/** What identifies Anna, and other words, that the database or the output of a process holds. */
async function findTraces(words: readonly string[] = []): Promise<string[]> {
  const rows = await dump(servers.database.pool, vault);
  const everything = [...rows.map(([, text]) => text), ...written].join('\n');
  return [...traces(vault, anna), ...words].filter((one) => everything.includes(one));
}

/** Everybody else's messages and checks are held as before. */
async function expectOthersKept(): Promise<void> {
  const sent = traffic.sent.filter(({ person, requestId }) => person !== anna && requestId);
  const callIds = sent.map(({ requestId }) => requestId as string);
  const accountIds = callIds.map(() => accountId);
  const held = await readMessages(servers.database.pool, vault, { accountIds, callIds });
  const texts = new Map(
    held.map(({ requestId, mobile, text }) => [requestId, `${mobile} ${text}`]),
  );
  for (const { person, mark, requestId } of sent) {
    const text = texts.get(requestId as string);
    expect(text).toContain(`+86${person.mobile}`);
    expect(text).toContain(`${person.name} ${mark}`);
  }
  expect(sent.length).toBeGreaterThan(100);
  const found = await run(['person', 'find', '--id-number', bo.idNumber, '--json']);
  expect(found.records.checks).toBeGreaterThan(0);
}

test(
  'a person is erased under traffic although servers and commands are killed, and nobody else is',
  async () => {
    const { pool } = servers.database;
    await traffic.more(anna, 250);
    expect(await findTraces()).toEqual(traces(vault, anna));
    let cuts = 0;
    for (const round of rounds) cuts += (await eraseAndKill(round)) ? 1 : 0;
    expect(cuts).toBeGreaterThan(0);

    const known = traffic.acknowledged(anna);
    for (const words of eraseAnna) await run(words);
    await traffic.more(anna, 20);
    await traffic.end();
    const left = `select count(*) from calls where number_hash = $1`;
    const numberHash = vault.fingerprint('number', `+86${anna.mobile}`);
    const countKnown = () => count(`${left} and call_id = any ($2)`, [numberHash, known]);
    await expect.poll(countKnown, { timeout: 60_000 }).toBe(0);
    // Calls that were made after the erasure are not part of it.
    expect(await count(left, [numberHash])).toBeGreaterThan(0);

    for (const words of eraseAnna) await run(words);
    await expectTrue(await finishErasures());
    await expectOthersKept();
    await expectBooksClosed(pool);
    expect(await run(['ledger', 'audit', '--json'])).toMatchObject({ ok: true });
    await server.end('SIGTERM');
    written.push(server.output());

    const marks = traffic.sent.flatMap(({ person, mark }) => (person === anna ? [mark] : []));
    expect(await findTraces(marks)).toEqual([]);
    expect([...new Set(traffic.refused)]).toEqual([]);
  },
  longTimeoutMs,
);
