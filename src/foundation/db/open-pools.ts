import type { Pool } from 'pg';
import { createPool } from './connect.ts';

/** Connection pools, by who waits for them. */
export interface Pools {
  /** For jobs and other background work. */
  pool: Pool;
  /** For requests of callers and people, except the line's own statements. */
  callPool: Pool;
  /** For the line's own statements. Its lock timeout is short, so that no call waits long for another. */
  linePool: Pool;
}

const connectionsOfJobs = 3;

export function openPools(target: string, most: number): Pools {
  const named = { applicationName: 'countersign' };
  return {
    pool: createPool(target, { ...named, max: connectionsOfJobs }),
    callPool: createPool(target, {
      ...named,
      max: Math.max(2, most - connectionsOfJobs),
      statementTimeoutMs: 4_000,
      lockTimeoutMs: 2_000,
    }),
    linePool: createPool(target, {
      ...named,
      max: 5,
      statementTimeoutMs: 4_000,
      lockTimeoutMs: 250,
    }),
  };
}
