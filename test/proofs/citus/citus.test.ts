import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inChange } from '../../../src/foundation/audit/change-queries.ts';
import { createPool } from '../../../src/foundation/db/connect.ts';
import { migrate } from '../../../src/foundation/db/migrate.ts';
import { quietLog } from '../../../src/foundation/db/quiet-log.ts';
import { ownMigrations } from '../../../src/foundation/db/read-migrations.ts';
import { audit } from '../../../src/money/ledger/audit-ledger.ts';
import { closeDays } from '../../../src/money/ledger/close-days.ts';
import { queueBalanceMails, queueStatements } from '../../../src/surfaces/mails/mail-queries.ts';
import { type ConsoleRequest, createConsoleVisitor } from '../../kit/console-visitor.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import {
  inherited,
  runCommand,
  type ServerProcess,
  startServer,
} from '../../kit/server-process.ts';
import { type SmtpFixture, startSmtp } from '../../kit/smtp-server.ts';
import { thisMonth } from '../../kit/this-month.ts';
import {
  distribute,
  findHolder,
  listWorkers,
  lockNodes,
  type Node,
  unlockNodes,
} from './distribute.ts';
import { findProcess } from './node-process.ts';

/**
 * The coordinator of a Citus cluster with two workers or more, as its superuser, with no password for roles. Its settings
 * are in docs/growth.md; start-cluster.sh builds and starts one.
 */
const citusUrl = process.env.CITUS_URL ?? '';
const reason = 'no Citus cluster is given: set CITUS_URL to its coordinator';

/** An installation in a distributed schema, with a server. */
interface Cell {
  schema: string;
  env: Record<string, string>;
  pool: pg.Pool;
  apiKey: string;
  server: ServerProcess;
}

let coordinator: pg.Client;
let workers: Node[];
let smtp: SmtpFixture;
const cells: Cell[] = [];

const urlOf = (user: string, nodes: readonly { host: string; port: number }[]) =>
  `postgresql://${user}@${nodes.map(({ host, port }) => `${host}:${port}`).join(',')}/${coordinator.database}` +
  (nodes.length > 1 ? '?target_session_attrs=read-write' : '');

/** Migrates a plain schema on the coordinator by an unchanged server, and distributes it. */
async function openCell(): Promise<Cell> {
  const schema = `cell_${randomBytes(4).toString('hex')}`;
  await coordinator.query(`create role ${schema} login`);
  await coordinator.query(`create schema ${schema} authorization ${schema}`);
  await coordinator.query(`alter role ${schema} set search_path = ${schema}`);
  const ddlUrl = urlOf(schema, [{ host: coordinator.host, port: coordinator.port }]);
  const base = {
    ...inherited,
    DATA_DIR: await mkdtemp(join(tmpdir(), 'countersign-citus-')),
    DATA_KEY: randomBytes(32).toString('hex'),
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'us@example.com',
    LOG_LEVEL: 'warn',
  } as Record<string, string>;
  const first = await startServer({ ...base, DATABASE_URL: ddlUrl });
  await first.end('SIGTERM');
  const created = await runCommand(
    ['account', 'create', '--name', schema, '--balance', '1000000', '--json'],
    { ...base, DATABASE_URL: ddlUrl },
  );
  const { accountId } = JSON.parse(created.stdout);
  const key = ['key', 'create', '--account', String(accountId), '--mode', 'test', '--json'];
  const { apiKey } = JSON.parse((await runCommand(key, { ...base, DATABASE_URL: ddlUrl })).stdout);
  await distribute(coordinator, schema);
  const env = { ...base, DATABASE_URL: urlOf(schema, workers), DATABASE_DDL_URL: ddlUrl };
  const pool = createPool(env.DATABASE_URL, { max: 2, applicationName: 'countersign proof' });
  const cell = { schema, env, pool, apiKey, server: await startServer(env) };
  cells.push(cell);
  return cell;
}

beforeAll(async () => {
  if (citusUrl === '') return;
  coordinator = new pg.Client(citusUrl);
  await coordinator.connect();
  workers = await listWorkers(coordinator);
  smtp = await startSmtp({ disabledCommands: ['STARTTLS'] });
  await openCell();
  await openCell();
}, longTimeoutMs);

afterAll(async () => {
  await coordinator?.end();
  await smtp?.close();
  for (const { server, pool, env, schema } of cells) {
    await server.end('SIGTERM');
    await pool.end();
    await rm(env.DATA_DIR as string, { recursive: true });
    // A session of its own: those of Citus to the node that was killed are broken.
    const cleaner = new pg.Client(citusUrl);
    await cleaner.connect();
    await cleaner.query(`set client_min_messages = error; drop schema ${schema} cascade`);
    await cleaner.end();
  }
}, longTimeoutMs);

let mobiles = 0;

function call(cell: Cell) {
  const mobile = `139${String(++mobiles).padStart(8, '0')}`;
  return cell.server.call('sms_code', cell.apiKey, { mobile, code: '123456' });
}

/** Calls until told to stop, and counts the replies. */
function callOn(cell: Cell) {
  const replies: Record<string, number> = {};
  let isOver = false;
  const work = async () => {
    while (!isOver) {
      const status = await call(cell).then(
        (reply) => String(reply.status),
        () => 'connection lost',
      );
      replies[status] = (replies[status] ?? 0) + 1;
    }
  };
  const lanes = [work(), work(), work(), work()];
  return {
    replies,
    async end() {
      isOver = true;
      await Promise.all(lanes);
    },
  };
}

const command = async (cell: Cell, ...words: string[]) => {
  const { code, stdout, stderr } = await runCommand([...words, '--json'], cell.env);
  expect({ words, code, stderr }, stdout).toEqual({ words, code: 0, stderr: '' });
  return JSON.parse(stdout);
};

/** What the server found worth a warning, such as a job that failed. */
const warningsOf = ({ server }: Cell) =>
  server
    .output()
    .split('\n')
    .filter((line) => /"level":[456]0/.test(line));

/** A browser at the console of a cell. */
const visitConsole = ({ pool, server: { url } }: Cell) =>
  createConsoleVisitor({ pool, server: { inject: (request) => send(url, request) } }, url);

async function send(home: string, { method, url, headers, payload }: ConsoleRequest) {
  const reply = await fetch(home + url, { method, headers, ...(payload && { body: payload }) });
  return {
    statusCode: reply.status,
    headers: { ...Object.fromEntries(reply.headers), 'set-cookie': reply.headers.getSetCookie() },
    payload: await reply.text(),
  };
}

/** The books agree with every call, also after its days were closed. */
async function expectBooksRight({ pool }: Cell): Promise<void> {
  await expect
    .poll(() => pool.query(`select from calls where state = 'held'`), { timeout: 60_000 })
    .toMatchObject({ rowCount: 0 });
  await closeDays({ pool, log: quietLog, timeZone: 'UTC' });
  expect((await audit(pool)).faults).toEqual([]);
}

test.skipIf(citusUrl === '')(
  `a cell on Citus serves calls, receipts, webhooks, search and closings${citusUrl ? '' : `: ${reason}`}`,
  async () => {
    const [cell] = cells as [Cell];
    const heard: string[] = [];
    const receiver = createServer((request, response) => {
      request.on('data', (data) => heard.push(String(data))).on('end', () => response.end());
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { port } = receiver.address() as { port: number };
    const url = `http://127.0.0.1:${port}/hooks`;
    const account = String((await command(cell, 'account', 'list')).accounts.at(-1).accountId);
    const asked = [
      '--account',
      account,
      '--mode',
      'test',
      '--url',
      url,
      '--events',
      'sms.delivered',
    ];
    await command(cell, 'endpoint', 'create', ...asked);
    for (let at = 0; at < 20; at++) expect((await call(cell)).status).toBe(201);
    await expect.poll(() => heard.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(20);
    await expect
      .poll(async () => (await command(cell, 'call', 'list')).calls.length, { timeout: 60_000 })
      .toBeGreaterThanOrEqual(20);
    receiver.close();
    await expectBooksRight(cell);
    await command(cell, 'audit', 'verify');
    expect(warningsOf(cell)).toEqual([]);
  },
  longTimeoutMs,
);

test.skipIf(citusUrl === '')(
  'the console shows figures, calls, searches, wallets and the audit log from Citus',
  async () => {
    const [cell] = cells as [Cell];
    const { body } = await call(cell);
    const visitor = visitConsole(cell);
    await visitor.arrive('owner');
    const accountId = (await command(cell, 'account', 'list')).accounts.at(-1).accountId;
    const day = 86_400_000;
    const [from, to] = [-day, day].map((ms) => new Date(Date.now() + ms).toISOString());
    const listed = async () => (await visitor.get('platform/calls/list?mode=test')).body.calls;
    await expect
      .poll(listed, { timeout: 60_000 })
      .toContainEqual(expect.objectContaining({ requestId: body.requestId }));
    const { body: figures } = await visitor.get(
      `platform/overview/figures?mode=test&from=${from}&to=${to}`,
    );
    expect(figures.sums.calls).toBeGreaterThan(20);
    const { body: found } = await visitor.post('platform/search-box/find', {
      text: body.requestId,
    });
    expect((await visitor.post('platform/audit/verify')).status).toBe(200);
    expect(found.calls).toMatchObject([{ requestId: body.requestId }]);
    const { body: wallet } = await visitor.get(`${accountId}/wallet/show?mode=test`);
    expect(Number(wallet.available)).toBeLessThan(1_000_000);
    // The rows are in shards: the tables themselves, on every node, are empty.
    const { stdout } = await runCommand(['doctor'], cell.env);
    const { rows } = await cell.pool.query('select count(*)::integer as tables from pg_dist_shard');
    expect(Number(/ (\d+) MiB/.exec(stdout)?.[1])).toBeGreaterThan(rows[0].tables / 100);
    const month = thisMonth();
    for (const path of [
      ...['overview/needs', 'overview/proof', 'overview/first-steps', 'calls/totals?mode=test'],
      ...['tasks/list', `wallet/list?mode=test`, 'audit/entries'],
      ...['health/report', 'accounts/list', 'review/list', 'team/people', 'settings/all'],
      ...['templates/list', 'persons/erasures'],
    ]) {
      const reply = await visitor.get(`platform/${path}`);
      expect({ path, ...reply }, cell.server.output()).toMatchObject({ status: 200 });
    }
    for (const path of [
      ...['wallet/movements?mode=test', `wallet/statement?mode=test&month=${month}`, 'keys/list'],
      ...['accounts/one', 'accounts/limits?mode=test', `calls/show?requestId=${body.requestId}`],
    ]) {
      const reply = await visitor.get(`${accountId}/${path}`);
      expect({ path, ...reply }).toMatchObject({ status: 200 });
    }
  },
  longTimeoutMs,
);

test.skipIf(citusUrl === '')(
  'a low balance is mailed, and an account is closed, on Citus',
  async () => {
    const [cell] = cells as [Cell];
    const { accountId } = await command(cell, 'account', 'create', '--name', 'Leaving');
    const account = ['--account', String(accountId)];
    const money = ['--mode', 'live', '--amount', '1', '--reference', 'first'];
    await command(cell, 'wallet', 'top-up', ...account, ...money);
    const owner = visitConsole(cell);
    const { email } = await owner.arrive('owner', accountId);
    const threshold = { mode: 'live', amount: '2' };
    const set = await owner.post(`${accountId}/wallet/threshold`, threshold);
    expect(set).toMatchObject({ status: 200 });
    await queueBalanceMails(cell.pool);
    await queueStatements(cell.pool, 'UTC');
    const mailed = () => smtp.received.flatMap(({ to }) => to);
    await expect.poll(mailed, { timeout: 120_000 }).toContain(email);
    const reason = ['--reason', 'leaves'];
    const closed = await command(cell, 'account', 'close', ...account, ...reason);
    expect(closed).toMatchObject({ accountId });
    await expectBooksRight(cell);
    expect(warningsOf(cell)).toEqual([]);
  },
  longTimeoutMs,
);

test.skipIf(citusUrl === '')(
  'a statement of the last month is mailed, on Citus',
  async () => {
    const [, cell] = cells as [Cell, Cell];
    const { pool } = cell;
    const { accountId } = await command(cell, 'account', 'create', '--name', 'Monthly');
    const account = ['--account', String(accountId)];
    const money = ['--mode', 'live', '--amount', '1', '--reference', 'last month'];
    await command(cell, 'wallet', 'top-up', ...account, ...money);
    const { email } = await visitConsole(cell).arrive('owner', accountId);
    const { rows } = await pool.query<{ at: Date }>(
      `select date_trunc('month', now()) - interval '10 days' as at`,
    );
    const at = rows[0]?.at;
    for (const table of ['transfers', 'manual_entries', 'accounts']) {
      const column = table === 'accounts' ? 'created_at' : 'made_at';
      await pool.query(`update ${table} set ${column} = $1 where account_id = $2`, [at, accountId]);
    }
    await pool.query('update ledger_closed set closed_until = $1', [at]);
    await expectBooksRight(cell);
    await queueStatements(pool, 'UTC');
    const mailed = () =>
      smtp.received.filter(
        ({ to, source }) => to.includes(email) && /^Subject: Statement /m.test(source),
      );
    await expect.poll(() => mailed().length, { timeout: 120_000 }).toBe(1);
    expect(warningsOf(cell)).toEqual([]);
  },
  longTimeoutMs,
);

test.skipIf(citusUrl === '')(
  'a file of the platform is applied, and a person is found and erased, on Citus',
  async () => {
    const [cell] = cells as [Cell];
    const file = join(cell.env.DATA_DIR as string, 'platform.yaml');
    await writeFile(
      file,
      `platform: 1
limits: { live: { codePerMinute: 3 } }
products: { sms_code: { price: "0.0660" } }
plans: { sms_code: { "2099-01-01T00:00:00Z": "0.07" } }
people: { "https://id.example 7": { name: Ann, email: ann@example.com, role: owner } }
providers: { yp: { vendor: yunpian, settings: { apikey: { file: yp } }, costs: { each: "0.045" } } }
routes: { sms_notice: { default: [{ code: yp }] } }
operator:
  legalName: { en: Harbour, zh: 海港 }
  contact: a@harbour.example
  privacyUrl: https://harbour.example/p
locked: [limits]
`,
    );
    await writeFile(join(cell.env.DATA_DIR as string, 'yp'), 'key-0123456789abcdef0123456789ab');
    expect(await command(cell, 'platform', 'apply', file)).toMatchObject({ version: 1 });
    expect(await lastChange(cell)).toMatchObject({ actor: { kind: 'command_line' } });
    expect((await command(cell, 'platform', 'plan', file)).changes).toEqual([]);
    await writeFile(file, 'platform: 1\nplans: {}\nroutes: {}\nproviders: {}\n');
    await command(cell, 'platform', 'apply', file, '--allow-removal');

    const person = { kind: 'mobile', number: '13877776666' };
    const sent = { mobile: person.number, code: '123456' };
    expect((await cell.server.call('sms_code', cell.apiKey, sent)).status).toBe(201);
    const visitor = visitConsole(cell);
    await visitor.arrive('owner');
    const records = async () => {
      const { body } = await visitor.post('platform/persons/find', person);
      return (body.records as { count: number }[]).reduce((sum, { count }) => sum + count, 0);
    };
    await expect.poll(records, { timeout: 60_000 }).toBeGreaterThan(0);
    expect((await visitor.post('platform/persons/erase', person)).status).toBe(200);
    await expect.poll(records, { timeout: 120_000 }).toBe(0);
    await command(cell, 'audit', 'verify');
    expect(warningsOf(cell)).toEqual([]);
  },
  longTimeoutMs,
);

async function lastChange({ pool }: Cell) {
  const { rows } = await pool.query(
    'select action, subject, actor from audit_entries order by entry_id desc limit 1',
  );
  return rows[0];
}

test.skipIf(citusUrl === '')(
  'a change carries its actor, and is refused through a node that does not hold the schema',
  async () => {
    const [cell] = cells as [Cell];
    await command(cell, 'price', 'set', '--product', 'sms_code', '--amount', '0.06');
    expect(await lastChange(cell)).toMatchObject({
      ...{ action: 'price.set', subject: 'products' },
      actor: { kind: 'command_line' },
    });
    const holder = await findHolder(coordinator, cell.schema);
    const wrong = workers.find(({ id }) => id !== holder.id) as Node;
    const lost = new pg.Client(urlOf(cell.schema, [wrong]));
    await lost.connect();
    await expect(lost.query('update products set unit_price = 700')).rejects.toThrow(
      /does not hold this schema/,
    );
    await lost.end();
    const ran = await runCommand(['account', 'list'], {
      ...cell.env,
      DATABASE_URL: urlOf(cell.schema, [wrong]),
    });
    expect(ran.code).toBe(3);
  },
  longTimeoutMs,
);

test.skipIf(citusUrl === '')(
  'a server follows its schema to another node: no session is left behind, and changes carry their actor',
  async () => {
    const [cell] = cells as [Cell];
    const from = await findHolder(coordinator, cell.schema);
    const to = workers.find(({ id }) => id !== from.id) as Node;
    const calls = callOn(cell);
    const began = Date.now();
    await coordinator.query(
      'select citus_schema_move($1::text::regnamespace, $2::text, $3::integer)',
      [...[cell.schema, to.host, to.port]],
    );
    const movedMs = Date.now() - began;
    const old = new pg.Client(urlOf('postgres', [from]));
    await old.connect();
    await expect
      .poll(
        () =>
          old.query(
            `select from pg_stat_activity where usename = $1 and application_name like 'countersign%'`,
            [cell.schema],
          ),
        { timeout: 30_000 },
      )
      .toMatchObject({ rowCount: 0 });
    await old.end();
    const fencedMs = Date.now() - began - movedMs;
    await sleep(3_000);
    await calls.end();
    console.info(JSON.stringify({ movedMs, fencedMs, replies: calls.replies }));
    expect(calls.replies['201']).toBeGreaterThan(10);
    expect((await call(cell)).status).toBe(201);
    await command(cell, 'price', 'set', '--product', 'sms_code', '--amount', '0.05');
    expect(await lastChange(cell)).toMatchObject({ actor: { kind: 'command_line' } });
    await command(cell, 'audit', 'verify');
    await expectBooksRight(cell);
  },
  longTimeoutMs,
);

const isHere = process.getuid?.() === 0 && /@(127\.0\.0\.1|localhost)[:/]/.test(citusUrl);

test.skipIf(!isHere)(
  `a cell does not notice that another node is killed${isHere ? '' : ': the cluster must run on this machine, and the proof as root'}`,
  async () => {
    const [, cell] = cells as [Cell, Cell];
    const holder = await findHolder(coordinator, cell.schema);
    const other = workers.find(({ id }) => id !== holder.id) as Node;
    const victim = await findProcess(urlOf('postgres', [other]));
    const calls = callOn(cell);
    await sleep(1_000);
    await lockNodes(coordinator);
    await victim.kill();
    const before = calls.replies['201'] ?? 0;
    await sleep(8_000);
    const during = (calls.replies['201'] ?? 0) - before;
    await calls.end();
    await victim.start();
    await unlockNodes(coordinator);
    console.info(JSON.stringify({ during, replies: calls.replies }));
    expect(Object.keys(calls.replies)).toEqual(['201']);
    expect(during).toBeGreaterThan(10);
    await expectBooksRight(cell);
  },
  longTimeoutMs,
);

/** A migration that a later version brings: a table with its audit trigger, and a change of another table. */
const laterMigration = `-- breaking: no
-- locks: none
create table proof_rows (proof_id integer primary key, note text);
create constraint trigger proof_rows_audited
after insert or update or delete on proof_rows
deferrable initially deferred
for each row execute function audit_row('proof_id', '', '');
alter table accounts add column proof text;
`;

test.skipIf(citusUrl === '')(
  'a migration of a later version changes a distributed schema',
  async () => {
    const [, cell] = cells as [Cell, Cell];
    const directory = await mkdtemp(join(tmpdir(), 'countersign-migrations-'));
    await cp(ownMigrations, directory, { recursive: true });
    await writeFile(join(directory, '9999_proof.sql'), laterMigration);
    const named = { max: 2, applicationName: 'countersign migrate' };
    const ddlPool = createPool(cell.env.DATABASE_DDL_URL as string, { ...named, isAnyNode: true });
    const applied = await migrate(ddlPool, { log: quietLog, directory, holder: cell.pool });
    expect(applied).toEqual(['9999_proof']);
    const by = { kind: 'command_line', name: 'tester' } as const;
    await inChange(cell.pool, by, 'account.set', (change) =>
      change.query(`insert into proof_rows values (1, 'one')`),
    );
    expect(await lastChange(cell)).toMatchObject({ subject: 'proof_rows', actor: by });
    expect((await call(cell)).status).toBe(201);
    await ddlPool.end();
    await rm(directory, { recursive: true });
  },
  longTimeoutMs,
);
