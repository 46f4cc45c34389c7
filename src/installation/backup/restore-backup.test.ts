import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { countBlocked } from '../../../test/kit/count-blocked.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { readHead } from '../../foundation/audit/entry-queries.ts';
import { adoptHead, readKeptHead } from '../../foundation/audit/kept-head.ts';
import { assertMigrated, migrate } from '../../foundation/db/migrate.ts';
import { createVault } from '../../foundation/vault.ts';
import { createKey } from '../../line/callers/key-queries.ts';
import { audit } from '../../money/ledger/audit-ledger.ts';
import { topUp } from '../../money/ledger/queries.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import { writeBackup } from './backup-file.ts';
import type { BackupEnd } from './backup-sections.ts';
import { createBackup } from './create-backup.ts';
import { readSections } from './read-sections.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';

const program = { program: '0.0.0', vault: createVault(randomBytes(32)) };
const log = { debug() {}, info() {}, warn() {}, error() {} };
interface Forged {
  columns: string[];
  lines: string;
}

const opened: TestDatabase[] = [];
let folder: string;
let source: TestDatabase;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-backup-'));
  source = await newDatabase();
  await fill(source.pool);
  file = join(folder, 'whole.backup');
  await createBackup(source.pool, file, program);
});
afterAll(async () => {
  await Promise.all(opened.map((database) => database.drop()));
  await rm(folder, { recursive: true });
});

async function newDatabase(isBare = false): Promise<TestDatabase> {
  const database = await createTestDatabase({ isBare });
  opened.push(database);
  return database;
}

const newEmptyDatabase = () => newDatabase(true);

/**
 * Something of every kind that is hard to copy: money, keys, old months, unusual texts, bytes,
 * arrays.
 */
async function fill(pool: Pool): Promise<void> {
  const { accountId } = await createAccount(byTest(pool), {
    name: 'Shop "\\N" \\. 商店',
    testBalance: 5n,
  });
  await createKey(byTest(pool), {
    accountId,
    mode: 'live',
    scopes: ['sms_code'],
    addresses: ['::1'],
  });
  await topUp(byTest(pool), { accountId, mode: 'live', amount: 70_000n, reference: 'a\\b\\nc' });
  await pool.query(`select db_make_partition('events', '2021-03-01')`);
  await pool.query(
    `insert into events (account_id, event_id, mode, type, subject_id, body, made_at)
     select $1, uuid_floor('2021-03-04'), 'test', 'call.done', uuid_floor('2021-03-04'),
       '{"text": "tab\\t, line\\n"}', '2021-03-04T05:06:07.123456Z'`,
    [accountId],
  );
}

/** Every row of every table, as text, and the state of every sequence. */
async function contentOf(pool: Pool): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<{ name: string; columns: string }>(
    `select relname as name, case relkind when 'S' then '(last_value, is_called)' else 't' end as columns
     from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p', 'S') and relname not like 'schema_%' order by 1`,
  );
  const content: Record<string, unknown> = {};
  for (const { name, columns } of rows) {
    const { rows: lines } = await pool.query(
      `select ${columns}::text as line from ${name} t order by 1`,
    );
    content[name] = lines.map(({ line }) => line);
  }
  return content;
}

describe('a backup', () => {
  test('restored elsewhere is identical to the last row, sequence and partition', async () => {
    const target = await newEmptyDatabase();
    const result = await restoreBackup(target.pool, await checkBackup(file));
    expect(result).toMatchObject({ ok: true, wallets: 2, transfers: 2 });
    expect(await contentOf(target.pool)).toEqual(await contentOf(source.pool));
    await assertMigrated(target.pool);
    expect((await audit(target.pool)).ok).toBe(true);
    const { accountId } = await createAccount(byTest(target.pool), { name: 'Next' });
    expect(accountId).toBe(2);
    const { rows } = await target.pool.query('select version from accounts where account_id = 2');
    expect(rows).toHaveLength(1);
  });

  test('restored elsewhere has working triggers: later changes are notified', async () => {
    const target = await newEmptyDatabase();
    await restoreBackup(target.pool, await checkBackup(file));
    const triggers = `select tgname, tgenabled from pg_trigger where not tgisinternal order by tgname`;
    const { rows } = await target.pool.query(triggers);
    expect(rows).toEqual((await source.pool.query(triggers)).rows);
    expect(new Set(rows.map(({ tgenabled }) => tgenabled))).toEqual(new Set(['O']));
  });

  test('is readable by its owner only, and leaves no partial file', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await expect(createBackup(source.pool, file, program)).rejects.toThrow(/already exists/);
    const nowhere = join(folder, 'no-such', 'x.backup');
    await expect(createBackup(source.pool, nowhere, program)).rejects.toThrow(/Cannot write/);
    expect(await readdir(folder)).toEqual(['whole.backup']);
  });

  test('of an older version is migrated to this one', async () => {
    const old = await newEmptyDatabase();
    const directory = join(folder, 'older');
    await mkdir(directory);
    const migrations = join(import.meta.dirname, '../../foundation/db/migrations');
    for (const name of (await readdir(migrations)).sort().slice(0, 3)) {
      await cp(join(migrations, name), join(directory, name));
    }
    await migrate(old.pool, { log, directory });
    await old.pool.query(`insert into accounts (name) values ('Old')`);
    await old.pool.query(`insert into wallets (account_id, mode) values (1, 'test'), (1, 'live')`);
    const older = join(folder, 'older.backup');
    await createBackup(old.pool, older, program);
    const target = await newEmptyDatabase();
    await restoreBackup(target.pool, await checkBackup(older));
    await assertMigrated(target.pool);
    expect((await target.pool.query('select name from accounts')).rows).toEqual([{ name: 'Old' }]);
  });
});

test('carries the newest head of the audit log, which the data key seals', async () => {
  const { header } = (await checkBackup(file)).content;
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const { vault } = program;
  const restored = { sealed: header.auditHead ?? null, madeAt: header.madeAt };
  await adoptHead(source.pool, dataDir, { vault, restored });
  const head = await readHead(source.pool);
  expect(await readKeptHead(dataDir, vault)).toEqual({ ...head, keptAt: header.madeAt });
  await rm(dataDir, { recursive: true });
});

// @mutant src/installation/backup/catalog-queries.ts
// - 'begin isolation level repeatable read read only'
// + 'begin read only'
test('a backup has nothing of a movement that was committed while its tables were copied', async () => {
  const busy = await newDatabase();
  const { pool } = busy;
  const { accountId } = await createAccount(byTest(pool), { name: 'Busy', testBalance: 5n });
  const before = await contentOf(pool);
  const path = join(folder, 'busy.backup');
  const blocker = await pool.connect();
  try {
    // Accounts are copied before transfers, and wallets after them.
    await blocker.query('begin; lock table transfers in access exclusive mode');
    const made = createBackup(pool, path, program);
    await expect.poll(() => countBlocked(pool)).toBe(1);
    await blocker.query(`insert into accounts (name) values ('New')`);
    await blocker.query(`update wallets set available = available + 7 where account_id = $1`, [
      accountId,
    ]);
    await blocker.query('commit');
    await made;
  } finally {
    blocker.release();
  }
  const target = await newEmptyDatabase();
  await restoreBackup(target.pool, await checkBackup(path));
  const after = await contentOf(target.pool);
  expect([after.accounts, after.wallets]).toEqual([before.accounts, before.wallets]);
});

describe('nothing is restored', () => {
  test('into a database that is not empty', async () => {
    const target = await newDatabase();
    const before = await contentOf(target.pool);
    await expect(restoreBackup(target.pool, await checkBackup(file))).rejects.toThrow(/not empty/);
    expect(await contentOf(target.pool)).toEqual(before);
  });

  test('when the books do not balance', async () => {
    const wrong = await newDatabase();
    await createAccount(byTest(wrong.pool), { name: 'A', testBalance: 5n });
    await wrong.pool.query('update wallets set available = available + 1');
    const path = join(folder, 'wrong-books.backup');
    await createBackup(wrong.pool, path, program);
    const target = await newEmptyDatabase();
    await expect(restoreBackup(target.pool, await checkBackup(path))).rejects.toThrow(
      /ledger in \S+ is wrong, and nothing was restored/,
    );
    expect(await contentOf(target.pool)).toEqual({});
  });

  const damages: [string, (bytes: Buffer) => Buffer, RegExp][] = [
    ['is empty', () => Buffer.alloc(0), /incomplete|damaged/],
    ['is something else', () => Buffer.from('PK\x03\x04 not ours at all'), /not a backup/],
    ['lost its last byte', (bytes) => bytes.subarray(0, -1), /incomplete|damaged/],
    [
      'was cut in the middle',
      (bytes) => bytes.subarray(0, bytes.length >> 1),
      /incomplete|damaged/,
    ],
    [
      'has one wrong bit',
      (bytes) => {
        const copy = Buffer.from(bytes);
        copy[copy.length >> 1] = (copy[copy.length >> 1] as number) ^ 4;
        return copy;
      },
      /damaged|incomplete/,
    ],
  ];
  for (const [what, damage, sentence] of damages) {
    test(`from a file that ${what}`, async () => {
      const path = join(folder, 'damaged.backup');
      await writeFile(path, damage(await readFile(file)));
      await expect(checkBackup(path)).rejects.toThrow(sentence);
      await expect(checkBackup(path)).rejects.toMatchObject({ name: 'Refused' });
    });
  }

  /** The whole backup with other sections, each with its right checksum. */
  async function forge(change: (tables: Map<string, Forged>) => void): Promise<string> {
    const path = join(folder, `${randomUUID()}.backup`);
    const { header, tables, end } = (await checkBackup(file)).content;
    const forged = new Map<string, Forged>();
    let current: Forged | undefined;
    for await (const section of readSections(file)) {
      if (section.kind === 'table') {
        current = { columns: section.start.columns, lines: '' };
        forged.set(section.start.table, current);
      } else if (section.kind === 'rows' && current) current.lines += section.rows;
    }
    expect(forged.size).toBe(tables.length);
    change(forged);
    await writeBackup(path, framesOf(header, forged, end));
    return path;
  }

  async function* framesOf(header: unknown, tables: Map<string, Forged>, end: BackupEnd) {
    yield { json: header };
    let sum = 0;
    for (const [table, { columns, lines }] of tables) {
      const bytes = Buffer.from(lines);
      const rows = lines.split('\n').length - 1;
      sum += rows;
      yield { json: { table, columns } };
      yield { rows: bytes };
      yield { json: { rows, sha256: createHash('sha256').update(bytes).digest('hex') } };
    }
    yield { json: { ...end, tables: tables.size, rows: sum } };
  }

  const history = { columns: ['version'], lines: '1\n' };
  const forgeries: [string, (tables: Map<string, Forged>) => void, RegExp][] = [
    ['has rows of a system table', (t) => t.set('pg_authid', history), /see pg_authid/],
    [
      'has rows of the history',
      (t) => t.set('schema_migrations', history),
      /see schema_migrations/,
    ],
    ['has rows of an unknown table', (t) => t.set('unknown', history), /see unknown/],
    ['has no transfers', (t) => t.delete('transfers'), /see transfers/],
    [
      'has a table without a column',
      (t) => t.set('accounts', { columns: ['account_id'], lines: '1\n' }),
      /see accounts/,
    ],
    [
      'has rows of another table',
      (t) => ((t.get('accounts') as Forged).lines += 'x\ty\n'),
      /rows of accounts are not valid/,
    ],
    [
      'has rows after the end of the copy',
      (t) => ((t.get('accounts') as Forged).lines += '\\.\n1\n'),
      /rows of accounts are not valid|took 1 of/,
    ],
    [
      'has keys before their account',
      (t) => {
        const accounts = t.get('accounts') as Forged;
        t.delete('accounts');
        t.set('accounts', accounts);
      },
      /rows of \w+ are not valid/,
    ],
  ];
  for (const [what, change, sentence] of forgeries) {
    test(`from a forged file that ${what}`, async () => {
      const path = await forge(change);
      const target = await newEmptyDatabase();
      const restored = restoreBackup(target.pool, await checkBackup(path));
      await expect(restored).rejects.toThrow(sentence);
      await expect(restored).rejects.toMatchObject({ name: 'Refused' });
      expect(await contentOf(target.pool)).toEqual({});
    });
  }

  test('but a forged file that changes nothing', async () => {
    const target = await newEmptyDatabase();
    await restoreBackup(target.pool, await checkBackup(await forge(() => {})));
    expect(await contentOf(target.pool)).toEqual(await contentOf(source.pool));
  });

  test('from a file that does not exist', async () => {
    await expect(checkBackup(join(folder, 'none'))).rejects.toThrow(/Cannot read .*ENOENT/);
  });
});
