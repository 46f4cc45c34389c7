import { execFile } from 'node:child_process';
import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KeyRing, keyIdOf } from '../../../src/foundation/key-ring.ts';
import { openVault } from '../../../src/installation/data-keys/bind-keys.ts';
import { listDataKeys } from '../../../src/installation/data-keys/key-queries.ts';
import { listReseals } from '../../../src/installation/data-keys/reseal-queries.ts';
import { sealedColumns } from '../../../src/installation/data-keys/sealed-columns.ts';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { audit } from '../../../src/money/ledger/audit-ledger.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { sealMessages } from '../../../src/products/messages/content.ts';
import { byTest } from '../../kit/by-test.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { loseHeartbeats } from '../../kit/lose-heartbeats.ts';
import { inherited } from '../../kit/server-process.ts';
import { type ServerProcess, type Servers, startServers } from './servers.ts';

const main = join(import.meta.dirname, '../../../src/main.ts');
const execute = promisify(execFile);
let folder: string;
let servers: Servers;
let apiKey: string;
/** The keys as the operator's key management service keeps them. */
const ringFile = () => join(folder, 'ring');
const writeRing = (...keys: Buffer[]) =>
  writeFile(ringFile(), keys.map((key) => key.toString('base64')).join('\n'));
const [first, second] = [randomBytes(32), randomBytes(32)];
const settings = () => ({ DATA_KEY: '', DATA_KEY_COMMAND: `cat ${ringFile()}` });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-ring-'));
  await writeRing(first);
  servers = await startServers(2, settings());
  const { pool } = servers.database;
  const { accountId } = await createAccount(byTest(pool), { name: 'Load', testBalance: 10n ** 9n });
  apiKey = (await createKey(byTest(pool), { accountId, mode: 'test' })).apiKey;
});
afterAll(async () => {
  await servers.close();
  await rm(folder, { recursive: true });
});

/** The servers that take calls now. */
let open: ServerProcess[];
/** The request ID of each call that was answered, by its idempotency key. */
const answered = new Map<string, { requestId: string; mobile: string }>();
const faults: unknown[] = [];

/** One call; asked again, as a client would, while a killed server is the reason. */
async function call(key: string, mobile: string): Promise<string> {
  for (;;) {
    const server = open[Math.floor(Math.random() * open.length)];
    try {
      const reply = await fetch(`${server?.url}/api/v1/sms_code`, {
        method: 'POST',
        headers: {
          'x-api-key': apiKey,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({ mobile, code: '246810' }),
      });
      const body = (await reply.json()) as { requestId: string };
      if (reply.status === 201) return body.requestId;
      // The first call is on its way, or its server was killed before or after it asked the provider.
      if (![409, 502, 503, 504].includes(reply.status)) faults.push({ status: reply.status, body });
    } catch {
      // The server was killed.
    }
    await sleep(50);
  }
}

async function keepCalling(signal: AbortSignal): Promise<void> {
  for (let n = 0; !signal.aborted; n++) {
    const key = randomUUID();
    const mobile = `138${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
    answered.set(key, { requestId: await call(key, mobile), mobile });
    // An earlier call is repeated: its reply is built from what was sealed then.
    if (n % 5 === 0) await repeatOne(key);
    await sleep(20);
  }
}

async function repeatOne(key: string): Promise<void> {
  const was = answered.get(key);
  const again = await call(key, was?.mobile ?? '');
  if (again !== was?.requestId) faults.push({ key, was, again });
}

/** More values than a server reseals in a moment. */
async function seedContents(count: number): Promise<void> {
  const { pool } = servers.database;
  const vault = await openVault(pool, [first]);
  const message = { asSent: '138', to: '+8613800000000', text: 'kept' };
  const made = Array.from({ length: count }, () =>
    sealMessages(vault, [{ callId: randomUUIDv7(), order: { message } }]),
  );
  await pool.query('insert into message_contents select * from unnest($1::uuid[], $2::bytea[])', [
    made.map((one) => one?.contentId),
    made.map((one) => one?.sealed),
  ]);
}

/** Kills a server, while another one starts. */
async function replaceOne(): Promise<void> {
  const victim = open.shift();
  const killed = victim?.kill();
  open.push(await servers.startAnother());
  await killed;
}

/** Runs a command beside the servers, with the keys from the same service; its exit code and what it printed. */
async function run(...words: string[]): Promise<[code: number, output: string]> {
  const env = { ...inherited, ...settings(), DATABASE_URL: servers.database.target };
  try {
    const { stdout } = await execute(process.execPath, [main, ...words], { cwd: folder, env });
    return [0, stdout];
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return [code, stderr];
  }
}

test(
  'the data key is rotated under load while servers are killed, and nothing becomes unreadable',
  async () => {
    const { pool } = servers.database;
    open = [...servers.all];
    await seedContents(3_000);
    const stopping = new AbortController();
    const callers = Array.from({ length: 6 }, () => keepCalling(stopping.signal));

    // The operator adds the key to the service; both servers learn it, and sealing switches.
    await writeRing(first, second);
    expect(await run('data-key', 'add')).toEqual([0, expect.stringContaining(keyIdOf(second))]);
    await expect
      .poll(async () => (await run('data-key', 'rotate'))[0], { timeout: 60_000 })
      .toBe(0);

    // One server dies as sealing switches, and the next one in the middle of resealing.
    await replaceOne();
    await expect
      .poll(async () => (await listReseals(pool)).get('message_contents.sealed')?.resealed ?? 0, {
        timeout: 120_000,
        interval: 50,
      })
      .toBeGreaterThan(0);
    await replaceOne();
    await loseHeartbeats(pool, 'reseal');
    await expect
      .poll(async () => (await listDataKeys(pool))[0]?.retiredAt, { timeout: 180_000 })
      .toBeInstanceOf(Date);
    stopping.abort();
    await Promise.all(callers);
    expect(faults).toEqual([]);
    expect(answered.size).toBeGreaterThan(50);

    // Nothing needs the old key: every value opens with the new one alone.
    const alone = new KeyRing([second]);
    let values = 0;
    for (const { table, column, key, besides, contextOf } of sealedColumns) {
      const names = [...Object.keys(key), ...(besides ? [besides] : [])];
      const list = names.map((name) => `${name}::text as ${name}`).join(', ');
      const { rows } = await pool.query(
        `select ${list}, ${column} as sealed from ${table} where length(${column}) > 0`,
      );
      for (const row of rows) alone.open(row.sealed, contextOf(row));
      values += rows.length;
    }
    expect(values).toBeGreaterThan(3_000);

    // Servers that have only the new key answer every call as before, and find its number.
    await writeRing(second);
    open = [await servers.startAnother()];
    for (const key of [...answered.keys()].slice(0, 100)) await repeatOne(key);
    expect(faults).toEqual([]);
    expect((await audit(pool)).ok).toBe(true);
  },
  3 * longTimeoutMs,
);
