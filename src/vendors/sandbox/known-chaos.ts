import type { Pool } from 'pg';
import { type Chaos, calm } from './chaos.ts';
import { listChaos } from './chaos-queries.ts';

/** What is known of whose sandbox misbehaves, so that a call need not ask. */
export interface KnownChaos {
  of(accountId: number): Chaos | Promise<Chaos>;
  /** It was changed: the next call asks anew. */
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
      // What was changed meanwhile is asked for again by the next call.
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
      if (known) return known.get(accountId) ?? calm;
      return (reading ?? read()).then((found) => found.get(accountId) ?? calm);
    },
    forget() {
      known = undefined;
      reading = undefined;
    },
  };
}
