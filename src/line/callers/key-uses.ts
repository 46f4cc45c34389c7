import type { Pool } from 'pg';
import { faultOf } from '../../foundation/db/faults.ts';
import type { Log } from '../../foundation/db/log.ts';
import { addKeyUses, type CountedUse } from './key-use-queries.ts';
import type { Principal } from './principal.ts';

/** Counts from where keys are used. */
export interface KeyUses {
  /** Costs one lookup in a map: the counts are written later, and those of a killed process are lost. */
  note(caller: Pick<Principal, 'accountId' | 'keyId'>, address: string): void;
  /** Writes what was counted since the last time. */
  write(): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  everyMs?: number;
  /** Pairs of a key and an address between two writes; more are counted without their address. */
  maxPairs?: number;
}

export function createKeyUses(
  pool: Pool,
  log: Log,
  { everyMs = 5_000, maxPairs = 10_000 }: Options = {},
): KeyUses {
  let counted = new Map<string, CountedUse>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function add(use: CountedUse): void {
    const pair = `${use.keyId} ${use.address}`;
    const known = counted.get(pair);
    if (known) known.requests += use.requests;
    else if (counted.size < maxPairs || use.address === '') counted.set(pair, { ...use });
    else add({ ...use, address: '' });
  }

  async function writeNow(): Promise<void> {
    if (counted.size === 0) return;
    const uses = [...counted.values()];
    counted = new Map();
    await addKeyUses(pool, uses).catch((error: unknown) => {
      // Counted again with the next ones; the limit of pairs holds for both together.
      for (const use of uses) add(use);
      log.warn({ fault: faultOf(error) }, 'uses of keys could not be written');
    });
  }

  function write(): Promise<void> {
    // One after the other, so that two writes of one process never wait for each other's rows.
    writing = writing.then(writeNow);
    return writing;
  }

  return {
    note({ accountId, keyId }, address) {
      add({ accountId, keyId, address, requests: 1 });
      timer ??= setInterval(write, everyMs).unref();
    },
    write,
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}
