import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../../test/kit/command-line-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createClient } from '../../foundation/db/connect.ts';
import { quietLog } from '../../foundation/db/quiet-log.ts';
import { openSecret, sealSecret } from '../../foundation/events/endpoint-secret.ts';
import type { Vault } from '../../foundation/vault.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import { openMessage, sealMessages } from '../../products/messages/content.ts';
import { readDataKeys } from '../data-dir/data-key.ts';
import { openVault } from './bind-keys.ts';
import { listDataKeys } from './key-queries.ts';
import { reseal } from './reseal.ts';
import { listReseals } from './reseal-queries.ts';
import { type KeyWatch, watchKeys } from './watch-keys.ts';

let database: TestDatabase;
let folder: string;
let cli: CommandLineFixture;
let nodes: {
  vault: Vault;
  watch: KeyWatch;
  dataDir: string;
  listener: pg.Client;
  listenerPid: number;
}[];

beforeEach(async () => {
  database = await createTestDatabase({ max: 6 });
  folder = await mkdtemp(join(tmpdir(), 'countersign-rotation-'));
  nodes = [];
  const key = `${Buffer.alloc(32, 5).toString('base64')}\n`;
  await startNode('one', key);
  await startNode('two', key);
  cli = await commandsOf('one');
});
afterEach(async () => {
  for (const { listener } of nodes) await listener.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** A server as far as its keys are concerned: a ring, a listening connection, and a folder. */
async function startNode(name: string, keys: string) {
  const dataDir = join(folder, name);
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, 'data.key'), keys);
  const readKeys = async () => (await readDataKeys({ dataDir })) ?? [];
  const vault = await openVault(database.pool, await readKeys());
  const listener = createClient(database.target, 'countersign listen catalog');
  await listener.connect();
  const { rows } = await listener.query('select pg_backend_pid() as pid');
  const ports = { pool: database.pool, vault, log: quietLog, readKeys };
  const listenerPid = rows[0].pid;
  const watch = watchKeys({ ...ports, listenerPid: () => listenerPid });
  await watch.refresh();
  const node = { vault, watch, dataDir, listener, listenerPid };
  nodes.push(node);
  return node;
}

/** The command line beside the server of this name. */
async function commandsOf(name: string): Promise<CommandLineFixture> {
  const dataDir = join(folder, name);
  const vault = await openVault(database.pool, (await readDataKeys({ dataDir })) ?? []);
  return createCommandLineFixture(database, vault, dataDir);
}

const refresh = () => Promise.all(nodes.map(({ watch }) => watch.refresh()));
const copyKeys = async () => {
  const keys = (await readDataKeys({ dataDir: join(folder, 'one') })) ?? [];
  const text = keys.map((key) => key.toString('hex')).join('\n');
  await writeFile(join(folder, 'two', 'data.key'), text);
};
const resealAll = (vault: Vault, signal = new AbortController().signal) =>
  reseal({ pool: database.pool, ring: vault.ring, log: quietLog }, signal);
const states = async () =>
  (await cli.json('data-key list')).keys.map(({ state }: { state: string }) => state);

/** Adds a key, lets both servers learn it, and rotates. */
async function rotate() {
  await cli.json('data-key add');
  await copyKeys();
  await refresh();
  cli = await commandsOf('one');
  const { keyId } = await cli.json('data-key rotate');
  await refresh();
  return keyId as string;
}

// @mutant src/surfaces/cli/data-key-commands.ts
// - if (behind.length > 0) {
// + if (behind.length > 1) {
test('a key seals only after every server has learned it', async () => {
  const [one, two] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];
  await cli.expectRefusal('data-key rotate', /no key to rotate to/);
  const { keyId } = await cli.json('data-key add');
  await refresh();
  await cli.expectRefusal('data-key rotate', /does not hold the key/);
  cli = await commandsOf('one');
  await cli.expectRefusal('data-key rotate', /1 of 2 servers do not know the key/);
  expect(one.vault.ring.ids).toContain(keyId);
  expect(two.vault.ring.ids).not.toContain(keyId);

  await copyKeys();
  await refresh();
  await cli.json('data-key rotate');
  expect(one.vault.ring.sealingId).not.toBe(keyId);
  // A server that has not heard of it yet still reads what the others seal.
  await one.watch.refresh();
  expect(two.vault.open(one.vault.seal('x', 'c'), 'c')).toBe('x');
  await two.watch.refresh();
  expect(nodes.map(({ vault }) => vault.ring.sealingId)).toEqual([keyId, keyId]);
  expect(await states()).toEqual(['replaced', 'sealing']);
});

test('a server without the key is refused, whenever it starts', async () => {
  const keyId = await rotate();
  const old = `${Buffer.alloc(32, 5).toString('base64')}\n`;
  await expect(startNode('three', old)).rejects.toThrow(`It needs ${keyId}.`);
});

test('a server that reports nothing keeps the key from sealing', async () => {
  const older = createClient(database.target, 'countersign listen catalog');
  await older.connect();
  await cli.json('data-key add');
  await copyKeys();
  await refresh();
  cli = await commandsOf('one');
  await cli.expectRefusal('data-key rotate', /1 of 3 servers do not know the key/);
  await older.end();
  await expect.poll(async () => (await cli.run('data-key rotate')).exitCode).toBe(0);
});

// @mutant src/installation/data-keys/key-queries.ts
// -      where a.pid is not null or s.reported_at > now() - make_interval(secs => $1)
// +      where a.pid is not null
test('a server that lost its connection a moment ago must know the key too, and one that stopped need not', async () => {
  const [, two] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];
  await cli.json('data-key add');
  await refresh();
  cli = await commandsOf('one');
  await two.listener.end();
  await cli.expectRefusal('data-key rotate', /1 of 2 servers do not know the key/);
  await two.watch.stop();
  await cli.json('data-key rotate');
});

test('a server that was cut off while a key was rotated is not ready until it has the key', async () => {
  const [one, two] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];
  // Half a minute later, a server that lost its connection does not count any more.
  await two.listener.end();
  await database.pool.query('delete from data_key_servers where listener_pid = $1', [
    two.listenerPid,
  ]);
  await cli.json('data-key add');
  await one.watch.refresh();
  cli = await commandsOf('one');
  await cli.json('data-key rotate');
  expect(() => two.watch.requireKeys()).not.toThrow();
  await expect(two.watch.refresh()).rejects.toThrow(/data key/);
  expect(() => two.watch.requireKeys()).toThrow(/data key/);
  await copyKeys();
  await two.watch.refresh();
  expect(() => two.watch.requireKeys()).not.toThrow();
});

test('a place of keys that fails or hangs keeps a server neither from following nor from stopping', async () => {
  const [one, two] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];
  await cli.json('data-key add');
  await copyKeys();
  await refresh();
  cli = await commandsOf('one');
  const { keyId } = await cli.json('data-key rotate');
  await cli.json('data-key add');
  const ports = { pool: database.pool, log: quietLog, listenerPid: () => undefined };
  const readKeys = async () => {
    throw new Error('no access');
  };
  await watchKeys({ ...ports, vault: two.vault, readKeys }).refresh();
  expect(two.vault.ring.sealingId).toBe(keyId);
  const hangs = () => new Promise<Buffer[]>(() => {});
  const hanging = watchKeys({ ...ports, vault: one.vault, readKeys: hangs });
  const refreshing = hanging.refresh();
  await hanging.stop();
  await refreshing;
  expect(one.vault.ring.sealingId).toBe(keyId);
});

test('reports of servers that were killed are removed by the next start', async () => {
  const [one] = nodes as [(typeof nodes)[0]];
  await database.pool.query(
    `update data_key_servers set reported_at = reported_at - interval '2 days' where listener_pid <> $1`,
    [one.listenerPid],
  );
  one.watch.start();
  const count = async () => (await database.pool.query('select from data_key_servers')).rowCount;
  await expect.poll(count).toBe(1);
  await one.watch.stop();
  expect(await count()).toBe(0);
});

/** One value in each table that customers fill. */
async function fill({ vault }: { vault: Vault }) {
  const { pool } = database;
  const { accountId } = await createAccount(byTest(pool), { name: 'Acme', testBalance: 0n });
  const message = { asSent: '138', to: '+8613800000000', text: '您好' };
  const contents = Array.from({ length: 450 }, () => {
    const callId = randomUUID();
    return { callId, ...sealMessages(vault, [{ callId, order: { message } }]) };
  });
  for (const { contentId, sealed } of contents) {
    await pool.query('insert into message_contents values ($1, $2)', [contentId, sealed]);
  }
  await byTest(pool).query(
    `insert into endpoints (account_id, mode, url, events, sealed_secret)
     values ($1, 'test', 'https://a.example', '{}', $2)`,
    [accountId, sealSecret(vault, accountId, 'whsec')],
  );
  return { accountId, message, contents };
}

test('all values are sealed again, the fingerprints stay, and the old key is retired', async () => {
  const [one] = nodes as [(typeof nodes)[0]];
  const { accountId, message, contents } = await fill(one);
  const fingerprint = one.vault.fingerprint('number', '+8613800000000');
  const keyId = await rotate();
  await resealAll(one.vault);
  expect(await states()).toEqual(['retired', 'sealing']);

  const added = (await readDataKeys({ dataDir: join(folder, 'one') }))?.slice(1) ?? [];
  const alone = await openVault(database.pool, added);
  expect(alone.ring.ids).toEqual([keyId]);
  expect(alone.fingerprint('number', '+8613800000000')).toEqual(fingerprint);
  const { rows } = await database.pool.query('select content_id, sealed from message_contents');
  const byId = new Map(rows.map(({ content_id, sealed }) => [content_id, sealed]));
  for (const { callId, contentId = '' } of contents) {
    const stored = { callId, contentId, sealed: byId.get(contentId) };
    expect(openMessage(alone, stored)).toEqual(message);
  }
  const { rows: endpoints } = await database.pool.query('select sealed_secret from endpoints');
  expect(openSecret(alone, accountId, endpoints[0].sealed_secret)).toBe('whsec');
});

test('resealing goes on where it was stopped', async () => {
  const [one] = nodes as [(typeof nodes)[0]];
  await fill(one);
  const keyId = await rotate();
  // The server stops after the first page of messages.
  const stopping = new AbortController();
  const { pool } = database;
  const query = async (text: string, values: unknown[]) => {
    if (values?.[0] === 'message_contents.sealed') stopping.abort();
    return pool.query(text, values);
  };
  const watched = { query, connect: () => pool.connect() } as unknown as typeof pool;
  await reseal({ pool: watched, ring: one.vault.ring, log: quietLog }, stopping.signal);
  const at = (await listReseals(database.pool)).get('message_contents.sealed');
  expect(at).toMatchObject({ keyId, resealed: 200, isFinished: false });
  expect(await states()).toEqual(['replaced', 'sealing']);
  await resealAll(one.vault);
  const end = (await listReseals(database.pool)).get('message_contents.sealed');
  expect(end).toMatchObject({ resealed: 450, isFinished: true });
  expect(await states()).toEqual(['retired', 'sealing']);
});

// @mutant src/installation/data-keys/reseal.ts
// - isFinished: next.found === 0
// + isFinished: true
test('a value that was sealed with the old key behind the pass is sealed again too', async () => {
  const [one] = nodes as [(typeof nodes)[0]];
  const { pool } = database;
  await fill(one);
  const keyId = await rotate();
  // The context of a content is its ID.
  const old = await openVault(pool, (await readDataKeys({ dataDir: join(folder, 'one') })) ?? []);
  old.ring.sealWith(old.ring.ids[0] ?? '', true);
  const contentId = '00000000-0000-7000-8000-000000000000';
  const late = [contentId, old.seal('x', contentId)];
  let isLate = false;
  const query = async (text: string, values: unknown[]) => {
    if (values?.[0] === 'message_contents.sealed' && !isLate) {
      isLate = true;
      await pool.query('insert into message_contents values ($1, $2)', late);
    }
    return pool.query(text, values);
  };
  const watched = { query, connect: () => pool.connect() } as unknown as typeof pool;
  const { signal } = new AbortController();
  await reseal({ pool: watched, ring: one.vault.ring, log: quietLog }, signal);
  const { rows } = await pool.query('select sealed from message_contents where content_id = $1', [
    contentId,
  ]);
  expect(rows[0].sealed.subarray(1, 9).toString('hex')).toBe(keyId);
});

// @mutant src/installation/data-keys/key-queries.ts
// -      where sealing_since < (select k.sealing_since from data_keys k where k.key_id = $1)
// +      where key_id <> $1 and sealing_since is not null
test('a run of resealing that ends after the next rotation does not retire the key that seals now', async () => {
  const [one] = nodes as [(typeof nodes)[0]];
  await fill(one);
  await rotate();
  const { pool } = database;
  let isLast = false;
  const connect = async () => {
    if (isLast) await rotate();
    isLast = false;
    return pool.connect();
  };
  const query = async (text: string, values: unknown[]) => {
    // The server sleeps after its last page, and wakes up after another rotation.
    if (text.includes('schema_migrations m')) isLast = true;
    return pool.query(text, values);
  };
  const watched = { query, connect } as unknown as typeof pool;
  const { signal } = new AbortController();
  await reseal({ pool: watched, ring: one.vault.ring, log: quietLog }, signal);
  expect(await states()).toEqual(['retired', 'replaced', 'sealing']);
});

test('the key that was rotated to last seals, even if the clock of the database went back', async () => {
  await database.pool.query(`update data_keys set sealing_since = now() + interval '1 hour'`);
  const keyId = await rotate();
  expect(nodes.map(({ vault }) => vault.ring.sealingId)).toEqual([keyId, keyId]);
});

test('resealing waits for a server that still seals with the old key', async () => {
  const [one, two] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];
  await cli.json('data-key add');
  await copyKeys();
  await refresh();
  cli = await commandsOf('one');
  await cli.json('data-key rotate');
  await one.watch.refresh();
  await resealAll(one.vault);
  expect(await states()).toEqual(['replaced', 'sealing']);
  await two.watch.refresh();
  await resealAll(one.vault);
  expect(await states()).toEqual(['retired', 'sealing']);
});

// @mutant src/installation/data-keys/reseal.ts
// - if (await hasNewerTables(pool)) return;
// +
test('a server whose database has newer tables leaves the old key to the newer version', async () => {
  const [one] = nodes as [(typeof nodes)[0]];
  await rotate();
  await database.pool.query(
    `insert into schema_migrations (version, name, checksum, is_breaking)
     values (9999, '9999_newer', '', false)`,
  );
  await resealAll(one.vault);
  const keyStates = async () =>
    (await listDataKeys(database.pool)).map(({ retiredAt }) => retiredAt !== null);
  expect(await keyStates()).toEqual([false, false]);
  await database.pool.query('delete from schema_migrations where version = 9999');
  await resealAll(one.vault);
  expect(await keyStates()).toEqual([true, false]);
});

test('seals are counted for each key, and the doctor warns long before they are too many', async () => {
  const [one] = nodes as [(typeof nodes)[0]];
  for (let n = 0; n < 7; n++) one.vault.seal('x', 'c');
  await one.watch.refresh();
  const [key] = await listDataKeys(database.pool);
  expect(key?.seals).toBe(7);
  const finding = async () =>
    JSON.parse((await cli.run('doctor --json')).out).checks.find(
      ({ check }: { check: string }) => check === 'data_keys',
    );
  expect(await finding()).toMatchObject({ ok: true, detail: expect.stringContaining('so far: 7') });
  await database.pool.query('update data_keys set seals = 1073741824');
  expect(await finding()).toMatchObject({ ok: false, detail: expect.stringContaining('data-key') });
});
