import { randomBytes, randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import type { Pool } from 'pg';
import pino from 'pino';
import { vi } from 'vitest';
import { type App, type AppOptions, createApp } from '../../src/app.ts';
import type { Mode } from '../../src/foundation/contract/products.ts';
import { createPool } from '../../src/foundation/db/connect.ts';
import { formatMoney, type Money, parseMoney } from '../../src/foundation/money.ts';
import type { Config } from '../../src/foundation/settings/config.ts';
import { createVault } from '../../src/foundation/vault.ts';
import { createKey, type NewKey } from '../../src/line/callers/key-queries.ts';
import { findAbandoned, resolveCalls } from '../../src/line/calls/resolve-calls.ts';
import { audit } from '../../src/money/ledger/audit-ledger.ts';
import { readBalance, topUp } from '../../src/money/ledger/queries.ts';
import { createAccount } from '../../src/people/accounts/queries.ts';
import type { Inbox } from '../../src/vendors/sandbox/inbox.ts';
import { byTest } from './by-test.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { nextMillisecond } from './next-millisecond.ts';
import { routeToSandbox } from './route-live.ts';
import { testConfig } from './test-config.ts';

/** A reply's body, with the fields of both envelopes: a test reads those it expects. */
export interface ReplyBody {
  code: number;
  message: string;
  requestId: string;
  priceSource: string;
  unitPrice: string;
  data: ReplyData;
  reason: string;
  details: { field: string; problem: string }[];
  docUrl: string;
}

export type ReplyData = Record<string, unknown> & {
  authToken: string;
  authUrl: string;
  status: number;
  taskId: string;
  state: string;
};

export interface CallReply {
  status: number;
  headers: Record<string, unknown>;
  body: ReplyBody;
  /** The raw body. */
  text: string;
}

/** A null header is omitted, so that a test can drop a default one. */
export type CallHeaders = Record<string, string | string[] | null>;

/** An account with a key, and the ways to use it. */
export interface Caller {
  accountId: number;
  keyId: number;
  apiKey: string;
  mode: Mode;
  /** Calls an operation: an object is sent as JSON, anything else unchanged. */
  call(
    operation: string,
    body: object | string | Buffer | undefined,
    headers?: CallHeaders,
  ): Promise<CallReply>;
  wallet(): Promise<{ available: string; held: string }>;
  /** How many of the account's calls were accepted so far. */
  calls(): Promise<number>;
}

export interface NewCaller extends Partial<Omit<NewKey, 'accountId'>> {
  accountId?: number;
  /** As a person would write it. */
  balance?: string;
}

/** The running platform on its own database, with an account, a test key and money. */
export interface Fixture extends Caller {
  app: App;
  pool: Pool;
  database: TestDatabase;
  inbox: Inbox;
  url: string;
  /** Every log line as written. */
  logged: string[];
  newCaller(options?: NewCaller): Promise<Caller>;
  /** Resolves calls without an outcome, as the jobs do. */
  resolve(): Promise<number>;
  /** Sends the receipts that are due by then. */
  fireReceipts(aheadMs?: number): Promise<void>;
  /** The faults in the books: none, and no money on hold. */
  findFaults(): Promise<string[]>;
  close(): Promise<void>;
}

export interface FixtureOptions extends Partial<AppOptions> {
  settings?: Partial<Config>;
  /** Puts a proxy between the platform and its database. */
  connectBy?(target: string): Promise<string>;
}

/** The network address of calls, unless the test says otherwise. */
export const callerAddress = '127.0.0.1';

export async function createFixture({
  settings,
  connectBy = async (target) => target,
  ...options
}: FixtureOptions = {}): Promise<Fixture> {
  const database = await createTestDatabase();
  const { log, logged } = createLog();
  const app = await createApp({
    config: { ...testConfig(), ...settings },
    databaseTarget: await connectBy(database.target),
    vault: createVault(randomBytes(32)),
    log,
    version: '0.0.0',
    withJobs: false,
    ...options,
    patience: { lingerMs: 0, ...options.patience },
  });
  await app.start();
  // A second app may share the first one's database; what a test changes there is not the program's
  // doing.
  const target = options.databaseTarget ?? database.target;
  const pool = createPool(target, { max: 10, applicationName: 'test' });
  await routeToSandbox(pool);
  const first = await createCaller(app, pool, {});
  return {
    ...first,
    app,
    pool,
    database,
    inbox: app.inbox,
    url: app.publicUrl(),
    logged,
    newCaller: (wanted = {}) => createCaller(app, pool, wanted),
    async resolve() {
      await findAbandoned(app.line);
      return resolveCalls(app.line);
    },
    fireReceipts: (aheadMs = 1_000) => fireReceipts(app.inbox, aheadMs),
    findFaults: () => findFaults(database.pool),
    async close() {
      await app.close();
      await pool.end();
      await database.drop();
    },
  };
}

/** A real log at its most verbose level: it captures what would have been written. */
function createLog() {
  const logged: string[] = [];
  const stream = new Writable({
    write(line, _encoding, done) {
      logged.push(String(line));
      done();
    },
  });
  return { log: pino({ level: 'trace' }, stream), logged };
}

async function createCaller(app: App, pool: Pool, wanted: NewCaller): Promise<Caller> {
  const { balance = '1000', mode = 'test', ...key } = wanted;
  const accountId =
    wanted.accountId ?? (await createAccount(byTest(pool), { name: 'Rowan' })).accountId;
  const amount = parseMoney(balance) as Money;
  if (wanted.accountId === undefined && amount > 0n) {
    await topUp(byTest(pool), { accountId, mode, amount, reference: randomUUID() });
  }
  const { apiKey, keyId } = await createKey(byTest(pool), { ...key, accountId, mode });
  return {
    accountId,
    keyId,
    apiKey,
    mode,
    call: (operation, body, headers) => call(app, apiKey, operation, body, headers),
    async wallet() {
      const { available, held } = await readBalance(pool, accountId, mode);
      return { available: formatMoney(available), held: formatMoney(held) };
    },
    async calls() {
      const { rows } = await pool.query<{ count: number }>(
        'select count(*)::integer as count from calls where account_id = $1',
        [accountId],
      );
      return rows[0]?.count ?? 0;
    },
  };
}

async function call(
  app: App,
  apiKey: string,
  operation: string,
  body: object | string | Buffer | undefined,
  headers: CallHeaders = {},
): Promise<CallReply> {
  const isBytes = typeof body === 'string' || Buffer.isBuffer(body) || body === undefined;
  const all = { 'content-type': 'application/json', 'x-api-key': apiKey, ...headers };
  const sent = Object.entries(all).filter(([, value]) => value !== null);
  const reply = await app.server.inject({
    method: 'POST',
    url: operation.startsWith('/') ? operation : `/api/v1/${operation}`,
    headers: Object.fromEntries(sent) as Record<string, string>,
    remoteAddress: callerAddress,
    ...(body === undefined ? {} : { payload: isBytes ? body : JSON.stringify(body) }),
  });
  await nextMillisecond();
  return {
    status: reply.statusCode,
    headers: reply.headers,
    body: reply.json<ReplyBody>(),
    text: reply.payload,
  };
}

/**
 * Receipts follow the process clock, so it is set ahead while they are read. Due ones are taken at
 * once; the rest takes its time, and by then the clock is restored.
 */
async function fireReceipts(inbox: Inbox, aheadMs: number): Promise<void> {
  const ahead = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + aheadMs);
  let firing: Promise<boolean>;
  try {
    firing = inbox.fireDue();
  } finally {
    ahead.mockRestore();
  }
  await firing;
}

async function findFaults(pool: Pool): Promise<string[]> {
  const { faults } = await audit(pool);
  const { rows } = await pool.query<{ fault: string }>(
    `select format('account %s holds %s (%s)', account_id, held, mode) as fault
     from wallets where held <> 0
     union all
     select format('call %s is %s', call_id, state) from calls where state in ('held', 'unknown')`,
  );
  return [...faults.map(({ detail }) => detail), ...rows.map(({ fault }) => fault)];
}
