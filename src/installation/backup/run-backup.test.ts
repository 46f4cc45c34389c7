import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createAgeKeys, readPrivateKeys, readPublicKey } from '../../foundation/age/age-keys.ts';
import { createVault } from '../../foundation/vault.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import { cipherOf } from './backup-ciphers.ts';
import { type BackupPorts, makeBackup, withBackupLock } from './make-backup.ts';
import { proveBackup } from './prove-backup.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';
import { runBackup } from './run-backup.ts';
import { listBackups } from './stored-backups.ts';

const keys = createAgeKeys();
const publicKeys = [readPublicKey(keys.publicKey) as Buffer];
const privateKeys = readPrivateKeys(keys.privateKey) as Buffer[];
const log = { debug() {}, info() {}, warn() {}, error() {} };
const rule = { days: 1, weeks: 0, months: 0 };

let root: string;
let folder: string;
let database: TestDatabase;
let ports: BackupPorts;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'countersign-run-'));
  // PostgreSQL of a test that runs as root has a user of its own.
  await chmod(root, 0o755);
  database = await createTestDatabase();
  await createAccount(byTest(database.pool), { name: 'Shop', testBalance: 5n });
  const vault = createVault(randomBytes(32));
  ports = {
    pool: database.pool,
    vault,
    program: '0.0.0',
    dataDir: join(root, 'data'),
    publicKeys,
    log,
  };
  await mkdir(ports.dataDir);
});
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'backups-'));
});
afterAll(async () => {
  await database.drop();
  await rm(root, { recursive: true });
});

const run = (over: Partial<BackupPorts> = {}) =>
  runBackup({ ...ports, ...over }, { folder, rule, timeZone: 'UTC' });

test('a run encrypts a backup, proves it by a restore, and leaves nothing else', async () => {
  const { file, backup, removed } = await run();
  expect(backup).toMatchObject({ isEncrypted: true, proof: { wallets: 2, rows: backup.rows } });
  expect([(await stat(file)).mode & 0o777, removed]).toEqual([0o600, []]);
  expect(await readdir(folder)).toHaveLength(1);
  expect(await readdir(ports.dataDir)).toEqual([]);
  expect(await listBackups(folder)).toMatchObject([
    { file, bytes: backup.bytes, isEncrypted: true, provedAt: expect.any(Date) },
  ]);

  await expect(checkBackup(file)).rejects.toThrow(/is encrypted/);
  const other = readPrivateKeys(createAgeKeys().privateKey) as Buffer[];
  await expect(checkBackup(file, cipherOf(file, other))).rejects.toThrow(/this private key/);
  const target = await createTestDatabase({ isBare: true });
  await restoreBackup(target.pool, await checkBackup(file, cipherOf(file, privateKeys)));
  await target.drop();

  const bytes = await readFile(file);
  for (const [name, damaged] of Object.entries({
    cut: bytes.subarray(0, -1),
    'cut to a chunk': bytes.subarray(0, bytes.length - (bytes.length % 1000)),
    longer: Buffer.concat([bytes, Buffer.alloc(1)]),
  })) {
    await writeFile(file, damaged);
    const checked = checkBackup(file, cipherOf(file, privateKeys));
    await expect(checked, name).rejects.toThrow(/or is damaged/);
  }
});

test('a backup whose proof cannot even begin is there, and says why', async () => {
  const file = join(folder, 'mine');
  const { fault } = await makeBackup({ ...ports, dataDir: join(root, 'none') }, file);
  expect(fault).toBeInstanceOf(Error);
  expect((await stat(file)).size).toBeGreaterThan(0);
});

// @mutant src/installation/backup/run-backup.ts
// - if (!backup.proof) return { file: unproved, backup, removed: [] };
test('a proof fails for a damaged file, a ledger that is wrong and too little space', async () => {
  const { file, backup } = await run({ publicKeys: [] });
  expect(backup.isEncrypted).toBe(false);
  const prove = (path: string, databaseBytes = 0) =>
    proveBackup(path, { decrypt: undefined, dataDir: ports.dataDir, databaseBytes, log });
  await expect(prove(file, 2 ** 60)).rejects.toThrow(/MiB are needed/);
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, -1));
  await expect(prove(file)).rejects.toMatchObject({ name: 'Refused' });
  await database.pool.query('update wallets set available = available + 1 where available > 0');
  const wrong = await run();
  await database.pool.query('update wallets set available = available - 1 where available > 0');
  expect(wrong.backup.fault?.message).toMatch(/ledger/);
  expect(wrong.file).toMatch(/\.unproved$/);
  expect(await readdir(ports.dataDir)).toEqual([]);
});

test('a stop ends a run, in the middle of the file or of the proof, and leaves no copy', async () => {
  const begun = new AbortController();
  begun.abort();
  await expect(run({ signal: begun.signal })).rejects.toThrow(/abort/i);
  expect(await readdir(folder)).toEqual([]);
  const stopping = new AbortController();
  const running = run({ signal: stopping.signal });
  await expect
    .poll(() => readdir(join(ports.dataDir, 'backup-proof')).catch(() => []))
    .toContain('pg');
  stopping.abort();
  expect((await running).backup.fault).toBeInstanceOf(Error);
  expect(await readdir(ports.dataDir)).toEqual([]);
});

test('only one backup at a time is made in a data folder', async () => {
  const dataDir = await mkdtemp(join(root, 'locked-'));
  await withBackupLock(dataDir, async () => {
    await expect(withBackupLock(dataDir, async () => {})).rejects.toThrow(
      'Another backup is under way',
    );
  });
});
