import type { Pool } from 'pg';
import { createPool } from './connect.ts';

/** Connections by what waits for them. */
export interface Pools {
  /** Jobs and everything else that nobody waits for. */
  pool: Pool;
  /** What a caller or a person waits for, outside the line's own statements. */
  callPool: Pool;
  /** The line's own: nobody's call waits for another's for long. */
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
