import {
  type BatchWriter,
  createBatchWriter,
  type Deferred,
} from '../../foundation/batches/batch-writer.ts';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import type { Owner } from '../../foundation/contract/products.ts';
import { isItemFault, isLockTimeout, isOverdue } from '../../foundation/db/faults.ts';
import { createSlots, NoSlot } from '../../foundation/slots.ts';
import { findLockedWallets } from '../../money/ledger/queries.ts';
import { findStarted } from '../../products/verifications/queries.ts';
import { conflictKeysOf, type HoldItem, type HoldResult, verificationOf } from './hold-calls.ts';
import { findCallStates } from './queries.ts';
import type { SettleItem, SettleResult } from './settle-calls.ts';
import {
  callOf,
  type LineItem,
  type LineResult,
  type LineWriterPorts,
  writeLine,
} from './write-line.ts';

export type HoldWriter = BatchWriter<HoldItem, HoldResult>;
export type SettleWriter = BatchWriter<SettleItem, SettleResult>;

/** One statement takes all waiting calls, up to a limit that keeps wallet locks short. */
const maxItems = 1_000;

/** A call whose hold is still undecided after this time cannot be answered before its deadline. */
const patienceMs = 2_000;

/** How many locked wallets are waited for concurrently; each one takes a connection. */
const queuesAtOnce = 2;

/**
 * Writes all waiting holds and settles in one statement, and so in one commit. Both need the same wallet
 * locks, so two separate writers would block each other and pay for two commits.
 *
 * A wallet that another transaction keeps locked delays only its own calls: they leave the batch for a queue
 * of their own, whose writer waits for that wallet until the queue is empty.
 */
export function createLineWriter(ports: LineWriterPorts): {
  holds: HoldWriter;
  settles: SettleWriter;
} {
  const walletQueues = new Map<string, BatchWriter<LineItem, LineResult>>();
  const main = createWriter((items) => writeOrSetAside(ports, items, addToQueue));
  const lockWaits = createSlots(queuesAtOnce);

  function addToQueue(item: LineItem): Promise<LineResult> {
    const wallet = walletNameOf(callOf(item));
    const queue = walletQueues.get(wallet) ?? createWriter((items) => writeQueued(items));
    walletQueues.set(wallet, queue);
    const added = queue.add(item);
    void queue.drained().then(() => {
      if (queue.pending() === 0) walletQueues.delete(wallet);
    });
    return added;
  }

  async function writeQueued(items: LineItem[]): Promise<Written[]> {
    return untilUnlocked(async (signal) => {
      try {
        return await lockWaits.run(() => writeOrFindOut(ports, items), { signal });
      } catch (fault) {
        throw fault instanceof NoSlot ? new ApiError('overloaded', comeBack) : fault;
      }
    });
  }

  const add = (item: LineItem) => {
    const isSetAside = walletQueues.size > 0 && walletQueues.has(walletNameOf(callOf(item)));
    return isSetAside ? addToQueue(item) : main.add(item);
  };
  const all = () => [main, ...walletQueues.values()];
  const shared = {
    pending: () => all().reduce((sum, writer) => sum + writer.pending(), 0),
    isFull: () => main.isFull(),
    drained: async () => {
      // A new queue may be created while the others drain.
      while (shared.pending() > 0) await Promise.all(all().map((writer) => writer.drained()));
    },
  };
  return {
    holds: { ...shared, add: (hold) => add({ hold }) as Promise<HoldResult> },
    settles: { ...shared, add: (settle) => add({ settle }) as Promise<SettleResult> },
  };
}

const comeBack = { headers: { 'retry-after': '1' } };
const noKeys: readonly string[] = [];

type Written = LineResult | Deferred<LineResult>;

function createWriter(write: (items: LineItem[]) => Promise<Written[]>) {
  return createBatchWriter<LineItem, LineResult>({
    maxItems,
    isItemFault,
    conflictKeysOf: (item) => ('hold' in item ? conflictKeysOf(item.hold) : noKeys),
    // A held call is carried out next; with a provider as fast as the sandbox, its settle follows at once.
    hasSequel: (item) => 'hold' in item,
    patience: {
      ms: patienceMs,
      // Settles have no timeout: the provider has already done the work.
      fault: (item) => ('hold' in item ? new ApiError('overloaded', comeBack) : undefined),
    },
    write,
  });
}

function walletNameOf({ accountId, mode }: Owner): string {
  return `${accountId} ${mode}`;
}

/** Writes a batch; if a lock of another transaction delays it, without the calls whose wallets are locked. */
async function writeOrSetAside(
  ports: LineWriterPorts,
  items: LineItem[],
  addToQueue: (item: LineItem) => Promise<LineResult>,
): Promise<Written[]> {
  try {
    return await writeOrFindOut(ports, items);
  } catch (fault) {
    if (!isLockTimeout(fault)) throw fault;
    return untilUnlocked(() => setAside(ports, items, addToQueue));
  }
}

async function setAside(
  ports: LineWriterPorts,
  items: LineItem[],
  addToQueue: (item: LineItem) => Promise<LineResult>,
): Promise<Written[]> {
  const locked = await findLockedWallets(ports.pool, items.map(callOf));
  // The lock is free by now, or is on no single wallet but on a whole table, as in an upgrade: nothing can go ahead.
  if (locked.length === 0) return writeOrFindOut(ports, items);
  const names = new Set(locked.map(walletNameOf));
  ports.log.warn({ wallets: names.size }, 'wallets are locked by another transaction');
  const isFree = (item: LineItem) => !names.has(walletNameOf(callOf(item)));
  const free = items.filter(isFree);
  const written = free.length > 0 ? await writeOrFindOut(ports, free) : [];
  let next = 0;
  return items.map((item) =>
    isFree(item) ? (written[next++] as Written) : () => addToQueue(item),
  );
}

/** Retries for as long as a call can wait. Each try without the lock ends with the statement's lock timeout. */
async function untilUnlocked<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(patienceMs);
  for (;;) {
    try {
      return await work(signal);
    } catch (fault) {
      if (!isLockTimeout(fault) || signal.aborted) throw fault;
    }
  }
}

async function heldAfterAll(
  { pool }: LineWriterPorts,
  { caller, callId, order }: HoldItem,
): Promise<HoldResult> {
  const held = { verdict: 'held', retryAfterMs: null } as const;
  const started = verificationOf(order) && (await findStarted(pool, caller, callId));
  return started ? { ...held, started } : held;
}

async function writeOrFindOut(
  ports: LineWriterPorts,
  items: readonly LineItem[],
): Promise<Written[]> {
  try {
    return await writeLine(ports, items);
  } catch (fault) {
    if (!isOverdue(fault)) throw fault;
    return findOut(ports, items, fault);
  }
}

/**
 * The database did not answer in time and the connection is abandoned, so the result of the batch is read
 * from its rows on another connection. A call that is held goes on, and an outcome that is written stands.
 * All other items fail; if the database commits them later, the resolver finds them.
 */
async function findOut(
  ports: LineWriterPorts,
  items: readonly LineItem[],
  fault: unknown,
): Promise<Written[]> {
  ports.log.warn(
    { calls: items.length },
    'database did not respond; checking what it did with a batch',
  );
  const states = await findCallStates(ports.pool, items.map(callOf));
  return items.map((item) => {
    const state = states.get(callOf(item).callId);
    if ('hold' in item && state === 'held') return () => heldAfterAll(ports, item.hold);
    if ('settle' in item && state === item.settle.state) return { state, isApplied: true };
    return () => Promise.reject(fault);
  });
}
