import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countBlocked } from '../../../test/kit/count-blocked.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createPool } from './connect.ts';
import { assertMigrated, migrate, planUpgrade } from './migrate.ts';
import { withSchema } from './session-settings.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
let database: TestDatabase;
let pool: pg.Pool;
let directory: string;

beforeEach(async () => {
  // These tests write their own history.
  database = await createTestDatabase({ isBare: true });
  pool = database.pool;
  directory = await mkdtemp(join(tmpdir(), 'countersign-migrations-'));
});

afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

async function write(name: string, sql: string): Promise<void> {
  await writeFile(join(directory, name), `-- breaking: no\n-- locks: none\n${sql}\n`);
}

async function writeTwo(): Promise<void> {
  await write('0002_second.sql', 'alter table first_table add column b int;');
  await write('0001_first.sql', 'create table first_table (a int);');
}

describe('migrate', () => {
  test('applies files once, in the order of their numbers', async () => {
    await writeTwo();
    expect(await migrate(pool, { log, directory })).toEqual(['0001_first', '0002_second']);
    expect(await migrate(pool, { log, directory })).toEqual([]);
    await write('0003_third.sql', 'alter table first_table add column c int;');
    expect(await migrate(pool, { log, directory })).toEqual(['0003_third']);
    const { rows } = await pool.query('select version, name from schema_migrations order by 1');
    expect(rows.map(({ version }) => version)).toEqual([1, 2, 3]);
  });

  test('logs a new database in one line, and an upgrade by its migrations', async () => {
    const said: string[] = [];
    const info = (_fields: object, message: string) => said.push(message);
    await writeTwo();
    await migrate(pool, { log: { ...log, info }, directory });
    expect(said).toEqual(['database created (2 migrations)']);
    await write('0003_third.sql', 'alter table first_table add column c int;');
    await migrate(pool, { log: { ...log, info }, directory });
    expect(said.slice(1)).toEqual(['migration applied']);
  });

  test('servers that start together apply each file exactly once', async () => {
    await writeTwo();
    const runs = Array.from({ length: 4 }, () => migrate(pool, { log, directory }));
    const applied = (await Promise.all(runs)).flat();
    expect(applied).toEqual(['0001_first', '0002_second']);
  });

  test('refuses a schema that does not exist at once, instead of waiting for its lock', async () => {
    const target = withSchema(database.target, 'absent');
    const elsewhere = createPool(target, { max: 1, applicationName: 'test' });
    const refused = migrate(elsewhere, { log, directory }).finally(() => elsewhere.end());
    await expect(refused).rejects.toThrow('The schema to migrate does not exist');
  });

  test('leaves nothing of an upgrade that fails', async () => {
    await write('0001_first.sql', 'create table first_table (a int);');
    await write('0002_bad.sql', 'create table half (a int); select 1 / 0;');
    await expect(migrate(pool, { log, directory })).rejects.toThrow(/0002_bad failed.*zero/);
    const { rows } = await pool.query(
      `select to_regclass('first_table') as first, to_regclass('half') as half`,
    );
    expect(rows[0]).toEqual({ first: null, half: null });
    await write('0002_bad.sql', 'create table half (a int);');
    expect(await migrate(pool, { log, directory })).toEqual(['0001_first', '0002_bad']);
  });

  test('waits for a lock only for a moment at a time, so that servers go on in between', async () => {
    await write('0001_first.sql', 'create table first_table (a int);');
    await migrate(pool, { log, directory });
    await write('0002_second.sql', 'alter table first_table add column b int;');
    const reader = await pool.connect();
    await reader.query('begin; select from first_table');
    const migrated = migrate(pool, { log, directory });
    await expect.poll(() => countBlocked(pool)).toBe(1);
    await expect.poll(() => countBlocked(pool)).toBe(0);
    await reader.query('commit');
    reader.release();
    expect(await migrated).toEqual(['0002_second']);
  });

  test('gives calls their turn while its migrations take longer than a call waits, and ends all the same', async () => {
    await write('0001_first.sql', 'create table tried (at int); create sequence tries;');
    await migrate(pool, { log, directory });
    // Longer than the first try may take, and a sequence keeps what a transaction gives back.
    await write(
      '0002_slow.sql',
      `insert into tried select nextval('tries'); select pg_sleep(0.28);`,
    );
    await write('0003_next.sql', 'create table after_it (a int);');
    expect(await migrate(pool, { log, directory })).toEqual(['0002_slow', '0003_next']);
    const { rows } = await pool.query('select at from tried');
    expect(rows).toHaveLength(1);
    expect(rows[0].at).toBeGreaterThan(1);
  });

  test('gives its locks back when the server sleeps in the middle', async () => {
    const shown = `current_setting('idle_in_transaction_session_timeout')`;
    await write('0001_first.sql', `create table shown as select ${shown} as timeout;`);
    await migrate(pool, { log, directory });
    expect((await pool.query('select timeout from shown')).rows).toEqual([{ timeout: '10s' }]);
  });

  test('refuses when an applied file was changed', async () => {
    await writeTwo();
    await migrate(pool, { log, directory });
    await write('0001_first.sql', 'create table first_table (a bigint);');
    await expect(migrate(pool, { log, directory })).rejects.toThrow(/0001_first was changed/);
  });

  // @mutant src/foundation/db/migrate.ts
  // - version > last && isBreaking === false
  // + version > last
  test('works with a newer database unless a migration is breaking or does not say', async () => {
    await writeTwo();
    await migrate(pool, { log, directory });
    await rm(join(directory, '0002_second.sql'));
    const said: string[] = [];
    const warn = (_fields: object, message: string) => said.push(message);
    expect(await migrate(pool, { log: { ...log, warn }, directory })).toEqual([]);
    expect(said).toEqual([expect.stringContaining('a newer version has migrated the database')]);
    for (const isBreaking of ['true', 'null']) {
      await pool.query(
        `update schema_migrations set is_breaking = ${isBreaking} where version = 2`,
      );
      await expect(migrate(pool, { log, directory })).rejects.toThrow(
        /database is newer.*0002_second.*restore the backup/,
      );
    }
  });

  test('refuses a newer database that lacks a migration of ours', async () => {
    await writeTwo();
    await migrate(pool, { log, directory });
    await pool.query('update schema_migrations set version = 9 where version = 2');
    await expect(migrate(pool, { log, directory })).rejects.toThrow(/another order/);
  });

  test('refuses a file numbered before an applied one', async () => {
    await write('0001_first.sql', 'create table first_table (a int);');
    await write('0003_third.sql', 'select 1;');
    await migrate(pool, { log, directory });
    await write('0002_second.sql', 'select 1;');
    await expect(migrate(pool, { log, directory })).rejects.toThrow(/another order.*0003_third/);
  });

  test('refuses a file without a breaking line, before it applies any', async () => {
    await write('0001_first.sql', 'create table first_table (a int);');
    await writeFile(join(directory, '0002_second.sql'), 'select 1;\n');
    await expect(migrate(pool, { log, directory })).rejects.toThrow(/0002_second.*breaking/);
    const { rows } = await pool.query(`select to_regclass('first_table') as first`);
    expect(rows[0].first).toBeNull();
  });

  test('refuses a file that does not say what it locks', async () => {
    for (const line of ['', '-- locks: events', '-- locks: events, a moment', '-- locks: 20 s']) {
      await writeFile(join(directory, '0001_first.sql'), `-- breaking: no\n${line}\nselect 1;\n`);
      await expect(migrate(pool, { log, directory })).rejects.toThrow(/0001_first.*-- locks: none/);
    }
    await writeFile(
      join(directory, '0001_first.sql'),
      '-- breaking: no\n-- locks: events, 20 s; calls, 0 s\nselect 1;\n',
    );
    expect(await migrate(pool, { log, directory })).toEqual(['0001_first']);
  });

  test('keeps the timeouts of a pool’s connection after a migration', async () => {
    await writeTwo();
    await migrate(pool, { log, directory });
    const { rows } = await pool.query('show statement_timeout');
    expect(rows[0].statement_timeout).toBe('15s');
  });
});

describe('a migration in steps', () => {
  const steps = `-- breaking: no
-- locks: parts, 0 s
-- steps: each commits by itself
alter table parts add column if not exists b int;

drop index if exists parts_b;

-- for each partition of parts
drop index concurrently if exists {partition}_b;

-- for each partition of parts
create index concurrently {partition}_b on {partition} (b);

create index parts_b on parts (b);

-- until no row changes
update parts set b = a where a in (select a from parts where b is null limit 2);
`;
  const filled = `
    create table parts (a int) partition by range (a);
    create table parts_1 partition of parts for values from (0) to (3);
    create table parts_2 partition of parts for values from (3) to (9);
    insert into parts select generate_series(1, 7);`;
  const stateOf = async () => {
    const { rows: indexes } = await pool.query(
      `select indexrelid::regclass::text as name, indisvalid as ok from pg_index
       where indrelid::regclass::text like 'parts%' order by 1`,
    );
    const { rows: left } = await pool.query('select from parts where b is distinct from a');
    return { indexes, left: left.length };
  };
  const done = {
    indexes: ['parts_1_b', 'parts_2_b', 'parts_b'].map((name) => ({ name, ok: true })),
    left: 0,
  };

  test('builds indexes beside the traffic and copies in batches', async () => {
    await write('0001_first.sql', filled);
    await migrate(pool, { log, directory });
    await writeFile(join(directory, '0002_steps.sql'), steps);
    const writer = await pool.connect();
    await writer.query('begin; insert into parts_1 (a) values (1)');
    const migrated = migrate(pool, { log, directory });
    // The first step waits for the column, giving way; after that, indexes wait for nobody's lock but old transactions.
    await expect.poll(() => countBlocked(pool)).toBe(1);
    await writer.query('commit');
    writer.release();
    expect(await migrated).toEqual(['0002_steps']);
    expect(await stateOf()).toEqual(done);
  });

  test('goes on after a crash where it was cut off', async () => {
    await write('0001_first.sql', filled);
    await migrate(pool, { log, directory });
    await writeFile(join(directory, '0002_steps.sql'), `${steps}\nselect 1 / 0;\n`);
    await expect(migrate(pool, { log, directory })).rejects.toThrow(/0002_steps failed.*zero/);
    await writeFile(join(directory, '0002_steps.sql'), steps);
    expect(await migrate(pool, { log, directory })).toEqual(['0002_steps']);
    expect(await stateOf()).toEqual(done);
  });

  test('is one transaction with all others in a new database', async () => {
    await write('0001_first.sql', filled);
    await writeFile(join(directory, '0002_steps.sql'), steps);
    await write('0003_bad.sql', 'select 1 / 0;');
    await expect(migrate(pool, { log, directory })).rejects.toThrow(/0003_bad failed/);
    await rm(join(directory, '0003_bad.sql'));
    expect(await migrate(pool, { log, directory })).toEqual(['0001_first', '0002_steps']);
    expect(await stateOf()).toEqual(done);
  });
});

describe('a breaking migration', () => {
  const breaking =
    '-- breaking: yes\n-- locks: first_table, 0 s\nalter table first_table drop column a;\n';

  async function enterAsServer(): Promise<pg.Client> {
    const server = new pg.Client({
      connectionString: database.target,
      application_name: 'countersign listen catalog',
    });
    await server.connect();
    return server;
  }

  test('is refused until servers of the previous version are stopped', async () => {
    await write('0001_first.sql', 'create table first_table (a int, b int);');
    await migrate(pool, { log, directory });
    await writeFile(join(directory, '0002_breaking.sql'), breaking);
    const server = await enterAsServer();
    await expect(migrate(pool, { log, directory })).rejects.toThrow(
      /0002_breaking cannot be applied while 1 server of an older version uses the database/,
    );
    expect((await server.query('select a, b from first_table')).rows).toEqual([]);
    await server.end();
    expect(await migrate(pool, { log, directory })).toEqual(['0002_breaking']);
  });

  test('is applied to a new database, and a migration that is not breaking beside a server', async () => {
    const server = await enterAsServer();
    await write('0001_first.sql', 'create table first_table (a int, b int);');
    await writeFile(join(directory, '0002_breaking.sql'), breaking);
    expect(await migrate(pool, { log, directory })).toHaveLength(2);
    await write('0003_third.sql', 'alter table first_table add column c int;');
    expect(await migrate(pool, { log, directory })).toEqual(['0003_third']);
    await server.end();
  });
});

describe('database functions', () => {
  let own: TestDatabase;
  beforeEach(async () => {
    own = await createTestDatabase();
  });
  afterEach(() => own.drop());

  const markOf = async () => {
    const { rows } = await own.pool.query(
      `select obj_description('accounts_create'::regproc) as mark, number, checksum
       from schema_functions`,
    );
    return rows[0];
  };

  test('of a newer program are left alone by an older one, which works with them', async () => {
    await own.pool.query(`comment on function accounts_create is 'newer'`);
    await own.pool.query(`update schema_functions set number = number + 1, checksum = 'newer'`);
    const before = await markOf();
    expect(await migrate(own.pool, { log })).toEqual([]);
    await assertMigrated(own.pool);
    expect(await planUpgrade(own.pool)).toMatchObject({ isNewer: true, replacesFunctions: false });
    expect(await markOf()).toEqual(before);
  });

  test('of a newer program are refused when one that this program calls was dropped', async () => {
    await own.pool.query(`update schema_functions set number = number + 1, checksum = 'newer'`);
    await own.pool.query('drop function accounts_create');
    for (const open of [() => migrate(own.pool, { log }), () => assertMigrated(own.pool)]) {
      await expect(open()).rejects.toThrow(/database is newer.*accounts_create was dropped/);
    }
  });

  test('of an older program are replaced by a server, and by no command', async () => {
    const before = await markOf();
    await own.pool.query('alter table schema_functions drop column number');
    await expect(assertMigrated(own.pool)).rejects.toThrow(/older Countersign.*npm start/);
    await migrate(own.pool, { log });
    await assertMigrated(own.pool);
    expect(await markOf()).toEqual(before);
  });
});
