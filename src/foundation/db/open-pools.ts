import type { Pool } from 'pg';
import { createPool } from './connect.ts';

/** Connection pools, by who waits for them. */
export interface Pools {
  /** For the resolver, receipts and other short background work. */
  pool: Pool;
  /** For requests of callers and people, except the line's own statements. */
  callPool: Pool;
  /** For the line's own statements. Its lock timeout is short, so that no call waits long for another. */
  linePool: Pool;
  /** For webhook deliveries, which go on whatever the jobs do. */
  deliveryPool: Pool;
  /** For jobs that keep a connection for minutes: audit, closings, pruning, the search copy. */
  longPool: Pool;
  /** For partitions and functions, which only the coordinator of Citus can change; else `longPool` serves. */
  ddlPool?: Pool;
}

const connectionsOfJobs = 3;

export function openPools(target: string, limit: number, ddlTarget?: string): Pools {
  const named = { applicationName: 'countersign' };
  return {
    pool: createPool(target, { ...named, max: connectionsOfJobs }),
    callPool: createPool(target, {
      ...named,
      max: Math.max(2, limit - connectionsOfJobs),
      statementTimeoutMs: 4_000,
      lockTimeoutMs: 2_000,
    }),
    linePool: createPool(target, {
      ...named,
      max: 5,
      statementTimeoutMs: 4_000,
      lockTimeoutMs: 250,
    }),
    deliveryPool: createPool(target, { ...named, max: 2 }),
    // One for each long job that may run at once, and one for the search copy.
    longPool: createPool(target, { ...named, max: 3 }),
    ...(ddlTarget && { ddlPool: createPool(ddlTarget, { ...named, max: 1, isAnyNode: true }) }),
  };
}
