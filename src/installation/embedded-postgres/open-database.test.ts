import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { embeddedPaths } from './embedded.ts';
import { launchAs } from './embedded-user.ts';
import { type DatabaseRole, type OpenDatabase, openDatabase } from './open-database.ts';
import { findPostmaster } from './postmaster.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const isRoot = process.getuid?.() === 0;
const opened: OpenDatabase[] = [];
const children: ChildProcess[] = [];
let root: string;
let dataDir: string;

async function open(role: DatabaseRole, directory = dataDir): Promise<OpenDatabase> {
  const database = await openDatabase({ dataDir: directory }, { role, log });
  opened.push(database);
  return database;
}

async function postmasterPid(directory = dataDir): Promise<number | undefined> {
  return (await findPostmaster(embeddedPaths(directory).pgDir))?.pid;
}

async function query(database: OpenDatabase, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(database.connectionTarget);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Opens the database in its own process, which can be killed; returns the result. */
async function openElsewhere(role: DatabaseRole): Promise<{ child: ChildProcess; said: string }> {
  const script = `
    const { openDatabase } = await import(${JSON.stringify(import.meta.resolve('./open-database.ts'))});
    const log = { info() {}, warn() {}, error() {} };
    try {
      await openDatabase({ dataDir: ${JSON.stringify(dataDir)} }, { role: '${role}', log });
      console.log('open');
    } catch (error) {
      console.log(error.message);
      process.exit(1);
    }
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [said] = await once(createInterface(child.stdout as NodeJS.ReadableStream), 'line');
  return { child, said };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Copies the database elsewhere; creating a new one takes a second. */
function copyTo(directory: string): void {
  mkdirSync(directory, { recursive: true });
  execFileSync('cp', ['-a', embeddedPaths(dataDir).pgDir, embeddedPaths(directory).pgDir]);
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'countersign-open-'));
  chmodSync(root, 0o755);
  dataDir = join(root, 'data');
  const database = await open('serve');
  await query(database, 'create table kept (word text)');
  await query(database, `insert into kept values ('safe')`);
  await database.close();
});

afterEach(async () => {
  await Promise.all(children.splice(0).map(kill));
  await Promise.all(opened.splice(0).map((database) => database.close()));
  // A visit stops whatever a killed process left running.
  await (await openDatabase({ dataDir }, { role: 'visit', log })).close();
  expect(await postmasterPid()).toBeUndefined();
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the embedded database', () => {
  test('keeps its data between starts, and is stopped in between', async () => {
    const first = await open('serve');
    expect(await query(first, 'select word from kept')).toEqual([{ word: 'safe' }]);
    await first.close();
    expect(await postmasterPid()).toBeUndefined();
    const second = await open('serve');
    expect(await query(second, 'select word from kept')).toEqual([{ word: 'safe' }]);
  });

  test('is durable, and reachable only through a folder closed to others', async () => {
    const database = await open('serve');
    const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums'];
    const settings = await query(
      database,
      `select name, setting from pg_settings
        where name in ('${names.join("','")}', 'listen_addresses') order by name`,
    );
    expect(settings.map(({ setting }) => setting)).toEqual(['on', 'on', 'on', '', 'on']);
    const running = await findPostmaster(embeddedPaths(dataDir).pgDir);
    const folder = statSync(running?.socketDir as string);
    expect(folder.mode & 0o777).toBe(0o700);
    expect(folder.uid).not.toBe(0);
  });

  test.runIf(isRoot)('admits no other user, not even the one it runs as', async () => {
    await open('serve');
    const { pid, socketDir } = (await findPostmaster(embeddedPaths(dataDir).pgDir)) ?? {};
    const { uid, gid } = statSync(`/proc/${pid}`);
    const pgPackage = import.meta.resolve('pg');
    const script = `
      const { default: pg } = await import(${JSON.stringify(pgPackage)});
      const client = new pg.Client({ host: ${JSON.stringify(socketDir)}, user: 'countersign' });
      await client.connect().then(() => console.log('in'), (error) => console.log(error.code));
      process.exit();`;
    // The other user may not be able to enter this folder and its Node.
    const { command, args, ...as } = launchAs(
      { uid, gid },
      [process.execPath, fileURLToPath(pgPackage)],
      process.execPath,
      ['--input-type=module', '-e', script],
    );
    const said = execFileSync(command, args, { cwd: '/', encoding: 'utf8', ...as });
    expect(said).toBe('28000\n');
  });

  // @mutant src/installation/embedded-postgres/embedded.ts
  // - log_error_verbosity: 'terse',
  // + log_error_verbosity: 'default',
  test('logs refused statements, and none of their values', async () => {
    const database = await open('serve');
    await query(database, `create table persons (name text primary key check (name <> 'Li Wei'))`);
    await query(database, `insert into persons values ('Zhang San')`);
    const refused = ['Zhang San', 'Li Wei'].map((name) =>
      query(database, `insert into persons values ('${name}')`),
    );
    await Promise.all(refused.map((each) => expect(each).rejects.toThrow('violates')));
    await query(database, 'drop table persons');
    const written = readFileSync(embeddedPaths(dataDir).logFile, 'utf8');
    expect(written).toMatch(/persons_pkey/);
    expect(written).toMatch(/persons_name_check/);
    expect(written).not.toMatch(/Zhang San|Li Wei/);
  });

  test('survives Ctrl-C in our terminal', async () => {
    await open('serve');
    const pid = await postmasterPid();
    const group = execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' });
    expect(Number(group)).toBe(pid);
  });

  test('DATABASE_URL starts no database', async () => {
    const url = 'postgresql://somewhere/else';
    const nowhere = join(root, 'nowhere');
    const settings = { databaseUrl: url, dataDir: nowhere };
    const database = await openDatabase(settings, { role: 'serve', log });
    expect(database).toMatchObject({ connectionTarget: url, embedded: false });
    await database.close();
    expect(existsSync(nowhere)).toBe(false);
  });
});

describe('servers and visitors', () => {
  test('a second server is refused and told which one runs', async () => {
    await open('serve');
    await expect(open('serve')).rejects.toThrow(
      `another Countersign server (pid ${process.pid}) is already serving from ${dataDir}`,
    );
    expect(await postmasterPid()).toBeDefined();
  });

  test('exactly one of several simultaneous servers starts', async () => {
    const starts = await Promise.all(['serve', 'serve', 'serve'].map(() => openElsewhere('serve')));
    const said = starts.map((start) => start.said).sort();
    expect(said.filter((line) => line === 'open')).toHaveLength(1);
    expect(said.filter((line) => /^another Countersign server \(pid/.test(line))).toHaveLength(2);
  });

  test('after kill -9 the next server adopts the running database', async () => {
    const { child, said } = await openElsewhere('serve');
    expect(said).toBe('open');
    const pid = await postmasterPid();
    await kill(child);
    const database = await open('serve');
    expect(await postmasterPid()).toBe(pid);
    expect(await query(database, 'select word from kept')).toEqual([{ word: 'safe' }]);
  });

  test('a visit beside a server leaves the database running', async () => {
    await openElsewhere('serve');
    const visit = await open('visit');
    await visit.close();
    expect(await postmasterPid()).toBeDefined();
  });

  test('a visit uses a database whose process it cannot see, and starts no second one', async () => {
    const server = await open('serve');
    const file = join(embeddedPaths(dataDir).pgDir, 'postmaster.pid');
    const text = readFileSync(file, 'utf8');
    // What a container sees if the server runs in another one: a pid that does not exist there.
    writeFileSync(file, text.replace(/^\d+/, String(spawnSync('true').pid)));
    try {
      const visit = await open('visit');
      const since = 'select pg_postmaster_start_time()';
      expect(await query(visit, since)).toEqual(await query(server, since));
      await visit.close();
      expect(await query(server, 'select word from kept')).toEqual([{ word: 'safe' }]);
    } finally {
      writeFileSync(file, text);
    }
  });

  test('the last of several visits stops the database', async () => {
    const [first, second] = [await open('visit'), await open('visit')];
    await first.close();
    expect(await query(second, 'select word from kept')).toEqual([{ word: 'safe' }]);
    await second.close();
    expect(await postmasterPid()).toBeUndefined();
  });

  test('a visit stops the database that a killed visit left running', async () => {
    const { child } = await openElsewhere('visit');
    await kill(child);
    expect(await postmasterPid()).toBeDefined();
    await (await open('visit')).close();
    expect(await postmasterPid()).toBeUndefined();
  });

  test('a visit waits until the session of a killed one ends', async () => {
    const { pid } = spawnSync('true');
    const visit = await open('visit');
    const session = new pg.Client({
      connectionString: visit.connectionTarget.replace('/countersign?', '/postgres?'),
      application_name: `countersign visit ${pid}`,
    });
    session.on('error', () => {});
    await session.connect();
    await session.query('select pg_advisory_lock_shared(1131375982, 2)');
    const closing = visit.close();
    await sleep(200);
    await session.end();
    await closing;
    expect(await postmasterPid()).toBeUndefined();
  });

  test('a server that exits stops the database under a visit', async () => {
    const [server] = [await open('serve'), await open('visit')];
    await server.close();
    expect(await postmasterPid()).toBeUndefined();
  });

  test('a database killed under a server is started again', async () => {
    const database = await open('serve');
    const pid = (await postmasterPid()) as number;
    process.kill(pid, 'SIGKILL');
    await expect
      .poll(() => query(database, 'select word from kept').catch(() => []))
      .toEqual([{ word: 'safe' }]);
    expect(await postmasterPid()).not.toBe(pid);
    await expect.poll(() => open('serve').catch((error) => error.message)).toMatch(/^another/);
  });
});

describe('a visit without a database', () => {
  test('says where it looked, and creates nothing there', async () => {
    const nowhere = join(root, 'mistyped');
    await expect(open('visit', nowhere)).rejects.toThrow(`no installation in ${nowhere}.`);
    expect(existsSync(nowhere)).toBe(false);
  });
});

describe('after a crash', () => {
  const pidFile = () => join(embeddedPaths(dataDir).pgDir, 'postmaster.pid');

  function writePidFile(pid: number): void {
    const { pgDir } = embeddedPaths(dataDir);
    const socketDir = join(dataDir, 'pg-socket');
    writeFileSync(pidFile(), `${pid}\n${pgDir}\n1700000000\n5432\n${socketDir}\n\n`);
    writeFileSync(join(socketDir, '.s.PGSQL.5432.lock'), `${pid}\n${pgDir}\n`);
  }

  test('a pid file of a dead process is ignored', async () => {
    writePidFile(4_000_000);
    await open('serve');
    expect(await postmasterPid()).toBeDefined();
  });

  test('a pid file whose pid now belongs to another process is ignored', async () => {
    const owner = statSync(embeddedPaths(dataDir).pgDir);
    const as = isRoot ? { uid: owner.uid, gid: owner.gid } : {};
    const stranger = spawn('sleep', ['60'], { cwd: '/', stdio: 'ignore', ...as });
    children.push(stranger);
    writePidFile(stranger.pid as number);
    await open('serve');
    expect(await postmasterPid()).not.toBe(stranger.pid);
    expect(stranger.exitCode).toBeNull();
  });

  test('an interrupted first start is repeated', async () => {
    const directory = join(root, 'cut-short');
    mkdirSync(embeddedPaths(directory).newPgDir, { recursive: true });
    writeFileSync(join(embeddedPaths(directory).newPgDir, 'PG_VERSION'), '18\n');
    const database = await open('serve', directory);
    expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.close();
    expect(existsSync(embeddedPaths(directory).newPgDir)).toBe(false);
  });

  test('a failed start reports what PostgreSQL said', async () => {
    const file = join(embeddedPaths(dataDir).pgDir, 'postgresql.conf');
    const before = readFileSync(file, 'utf8');
    appendFileSync(file, 'no_such_setting = 1\n');
    await expect(open('serve')).rejects.toThrow(/did not start[\s\S]*no_such_setting/);
    writeFileSync(file, before);
    await open('serve');
  });
});

describe('the data folder may be', () => {
  test('in a folder that is closed to everyone else', async () => {
    const closed = join(root, 'closed');
    copyTo(join(closed, 'data'));
    chmodSync(closed, 0o700);
    const database = await open('serve', join(closed, 'data'));
    expect(await query(database, 'select word from kept')).toEqual([{ word: 'safe' }]);
  });

  test('at a path too long for a socket, which then goes to the temporary folder', async () => {
    const directory = join(root, 'long '.repeat(30));
    copyTo(directory);
    const database = await open('serve', directory);
    expect(await query(database, 'select word from kept')).toEqual([{ word: 'safe' }]);
    const running = await findPostmaster(embeddedPaths(directory).pgDir);
    expect(running?.socketDir.startsWith(tmpdir())).toBe(true);
    await database.close();
    rmSync(running?.socketDir as string, { recursive: true });
  });

  test.runIf(isRoot)('copied by root, and PostgreSQL still does not run as root', async () => {
    const directory = join(root, 'copied');
    mkdirSync(directory);
    const { pgDir } = embeddedPaths(directory);
    execFileSync('cp', ['-r', embeddedPaths(dataDir).pgDir, pgDir]);
    chmodSync(pgDir, 0o700);
    const database = await open('serve', directory);
    expect(await query(database, 'select word from kept')).toEqual([{ word: 'safe' }]);
    expect(statSync(pgDir).uid).not.toBe(0);
  });
});
