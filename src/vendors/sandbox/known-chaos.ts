import type { Pool } from 'pg';
import { type Chaos, noFaults } from './chaos.ts';
import { listChaos } from './chaos-queries.ts';

/** Caches the chaos switches, so that a call needs no query. */
export interface KnownChaos {
  of(accountId: number): Chaos | Promise<Chaos>;
  /** Clears the cache after a change; the next call reads it again. */
  forget(): void;
}

export function createKnownChaos(pool: Pool): KnownChaos {
  let known: Map<number, Chaos> | undefined;
  let reading: Promise<Map<number, Chaos>> | undefined;
  const read = () => {
    const mine = listChaos(pool);
    reading = mine;
    const isMine = () => reading === mine;
    mine.then(
      // If the cache was cleared during this read, the result is stale and the next call reads again.
      (found) => {
        if (isMine()) known = found;
      },
      () => {
        if (isMine()) reading = undefined;
      },
    );
    return mine;
  };
  return {
    of(accountId) {
      if (known) return known.get(accountId) ?? noFaults;
      return (reading ?? read()).then((found) => found.get(accountId) ?? noFaults);
    },
    forget() {
      known = undefined;
      reading = undefined;
    },
  };
}
