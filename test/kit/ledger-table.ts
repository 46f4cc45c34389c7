import { randomUUIDv7 } from 'node:crypto';
import type { Pool, QueryConfig } from 'pg';
import { type Clock, systemClock } from '../../src/foundation/clock.ts';
import type { Mode, OutcomeKind } from '../../src/foundation/contract/products.ts';
import { Refused } from '../../src/foundation/contract/refusals/refused.ts';
import { formatMoney, type Money, parseMoney } from '../../src/foundation/money.ts';
import { createVault } from '../../src/foundation/vault.ts';
import type { HoldItem } from '../../src/line/calls/hold-calls.ts';
import {
  createLineWriter,
  type HoldWriter,
  type SettleWriter,
} from '../../src/line/calls/line-writer.ts';
import type { SettleItem } from '../../src/line/calls/settle-calls.ts';
import type { LineWriterPorts } from '../../src/line/calls/write-line.ts';
import { audit } from '../../src/money/ledger/audit-ledger.ts';
import {
  adjust,
  readBalance,
  refund,
  setCreditLimit,
  topUp,
} from '../../src/money/ledger/queries.ts';
import { createAccount } from '../../src/people/accounts/queries.ts';
import { byTest } from './by-test.ts';

/** One account and one of its wallets, with the calls that a table has named. */
export interface LedgerWorld {
  pool: Pool;
  accountId: number;
  mode: Mode;
  holds: HoldWriter;
  settles: SettleWriter;
  /** The state of the platform by which calls are decided. */
  versions: { accountVersion: number; platformVersion: number };
  callIds: Map<string, string>;
}

/** Does what a line's words say, and returns the result in a few words. */
export type LedgerEvent = (world: LedgerWorld, ...words: string[]) => Promise<string>;

/** The words that a line can start with. A test adds its own. */
export const ledgerEvents: Readonly<Record<string, LedgerEvent>> = {
  'top-up': async ({ pool, accountId, mode }, amount, reference = '') => {
    const asked = { accountId, mode, amount: money(amount), reference };
    return (await topUp(byTest(pool), asked)).isRepeat ? 'repeat' : 'made';
  },
  adjust: async ({ pool, accountId, mode }, amount, reference = '', ...reason) => {
    const asked = { accountId, mode, amount: money(amount), reference, reason: reason.join(' ') };
    return (await adjust(byTest(pool), asked)).isRepeat ? 'repeat' : 'made';
  },
  credit: async ({ pool, accountId, mode }, limit) => {
    await setCreditLimit(byTest(pool), { accountId, mode, limit: money(limit) });
    return 'set';
  },
  hold: async (world, call = '', amount) => {
    world.callIds.set(call, randomUUIDv7());
    return (await world.holds.add(holdItemOf(world, callIdOf(world, call), money(amount)))).verdict;
  },
  settle: (world, call) => end(world, call, 'done'),
  // The process dies in the hold or in the settle, `before` or `after` the commit.
  'hold-dies': async (world, call = '', amount, point) => {
    world.callIds.set(call, randomUUIDv7());
    const { holds } = createLineWriter(writerPorts(dyingPool(world.pool, pointOf(point))));
    return orDied(holds.add(holdItemOf(world, callIdOf(world, call), money(amount))));
  },
  'settle-dies': (world, call, point) => {
    const { settles } = createLineWriter(writerPorts(dyingPool(world.pool, pointOf(point))));
    return orDied(settles.add(settleItemOf(world, callIdOf(world, call), 'done')));
  },
  release: (world, call) => end(world, call, 'rejected'),
  'lose-sight': (world, call) => end(world, call, 'unknown'),
  refund: async (world, call) => {
    const { pool, accountId } = world;
    const asked = { accountId, callId: callIdOf(world, call), reason: 'a test' };
    return `gave back ${formatMoney((await refund(byTest(pool), asked)).amount)}`;
  },
};

/** The parts of a writer in its own process; nothing is sealed in these tests. */
export function writerPorts(pool: Pool, clock: Clock = systemClock): LineWriterPorts {
  const quiet = () => {};
  const log = { debug: quiet, info: quiet, warn: console.error, error: console.error };
  return { pool, clock, timeZone: 'UTC', vault: createVault(Buffer.alloc(32)), log };
}

export async function createLedgerWorld(pool: Pool, mode: Mode = 'live'): Promise<LedgerWorld> {
  const { accountId } = await createAccount(byTest(pool), { name: 'a ledger' });
  const { rows } = await pool.query<LedgerWorld['versions']>(
    `select a.version as "accountVersion", p.version as "platformVersion"
     from accounts a, platform p
     where a.account_id = $1`,
    [accountId],
  );
  return {
    pool,
    versions: rows[0] as LedgerWorld['versions'],
    accountId,
    mode,
    ...createLineWriter(writerPorts(pool)),
    callIds: new Map(),
  };
}

/**
 * Plays a table: one event per line, `event words | result | available held`, on a wallet that
 * begins empty. Returns the table as it should have come out and as it did, line by line, for a
 * test to compare; the last line of both is the audit's. `…` at the end of a result stands for anything.
 */
export async function playLedgerTable(
  world: LedgerWorld,
  table: string,
  events: Readonly<Record<string, LedgerEvent>> = ledgerEvents,
): Promise<{ expected: string[]; actual: string[] }> {
  const expected: string[] = [];
  const actual: string[] = [];
  for (const line of table.split('\n').map((text) => text.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const [event = '', result = '', wallet = ''] = line.split('|').map((cell) => cell.trim());
    const [available, held] = wallet.split(/\s+/);
    expected.push(lineOf(event, result, money(available), money(held)));
    const came = await play(world, events, event);
    const balance = await readBalance(world.pool, world.accountId, world.mode);
    const shown = result.endsWith('…') && came.startsWith(result.slice(0, -1)) ? result : came;
    actual.push(lineOf(event, shown, balance.available, balance.held));
  }
  const { faults } = await audit(world.pool);
  expected.push('audit | ok');
  actual.push(faults.length === 0 ? 'audit | ok' : `audit | ${JSON.stringify(faults)}`);
  return { expected, actual };
}

async function play(
  world: LedgerWorld,
  events: Readonly<Record<string, LedgerEvent>>,
  text: string,
): Promise<string> {
  const [name = '', ...words] = text.split(/\s+/);
  const event = events[name];
  if (!event) throw new Error(`a table has the event "${name}", which nobody plays`);
  try {
    return await event(world, ...words);
  } catch (error) {
    if (error instanceof Refused) return `refused: ${error.message}`;
    throw error;
  }
}

function lineOf(event: string, result: string, available: Money, held: Money): string {
  return `${event} | ${result} | ${formatMoney(available)} ${formatMoney(held)}`;
}

function money(text = ''): Money {
  const amount = parseMoney(text);
  if (amount === undefined) throw new Error(`a table has "${text}" where an amount belongs`);
  return amount;
}

/** A call that no line has named does not exist. */
export function callIdOf({ callIds }: LedgerWorld, call = ''): string {
  return callIds.get(call) ?? '00000000-0000-7000-8000-000000000000';
}

async function end(world: LedgerWorld, call: string | undefined, state: OutcomeKind) {
  const item = settleItemOf(world, callIdOf(world, call), state);
  const { state: stands, isApplied } = await world.settles.add(item);
  return isApplied ? stands : `stands: ${stands}`;
}

export function settleItemOf(world: LedgerWorld, callId: string, state: OutcomeKind): SettleItem {
  return {
    accountId: world.accountId,
    mode: world.mode,
    callId,
    state,
    providerCode: 'sandbox',
    providerRef: null,
    evidence: null,
    reply: null,
    check: null,
    script: null,
    details: null,
  };
}

/** The minimum that the hold needs of a caller and an order. */
export function holdItemOf(world: LedgerWorld, callId: string, amount: Money): HoldItem {
  return {
    caller: {
      ...world.versions,
      accountId: world.accountId,
      mode: world.mode,
      keyId: 1,
      keyCap: null,
      limits: null,
    },
    callId,
    order: {
      providers: [],
      product: 'face_verify',
      parts: 1,
      templateId: null,
      message: null,
      recipient: null,
    },
    price: { source: 'default', unitPrice: amount, amount },
    claim: null,
  } as unknown as HoldItem;
}

/** Where the process dies in a statement: before the commit, or before the answer. */
export type CrashPoint = 'before commit' | 'after commit';

const death = 'the process died';

/** A pool whose statements lose their connection, before the commit or before the answer. */
export function dyingPool(pool: Pool, point: CrashPoint): Pool {
  const query = async (statement: QueryConfig) => {
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await client.query('begin');
    await client.query(statement);
    if (point === 'after commit') await client.query('commit');
    client.release(true);
    await untilGone(pool, rows[0]?.pid);
    throw new Error(death);
  };
  return { query } as unknown as Pool;
}

/** The database notices a closed connection a moment later, and releases its locks only then. */
async function untilGone(pool: Pool, pid: number | undefined): Promise<void> {
  const left = 'select from pg_stat_activity where pid = $1';
  while ((await pool.query(left, [pid])).rowCount !== 0);
}

export async function orDied(writing: Promise<unknown>): Promise<string> {
  return writing.then(String, (error: Error) => {
    if (error.message !== death) throw error;
    return 'died';
  });
}

function pointOf(word: string | undefined): CrashPoint {
  if (word !== 'before' && word !== 'after') throw new Error(`a process dies before or after`);
  return `${word} commit`;
}
