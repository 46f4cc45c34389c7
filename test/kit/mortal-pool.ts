import type { Pool, PoolClient } from 'pg';

/** When a process dies: at its n-th statement, before or after the database has carried that one out. */
export interface Death {
  statement: number;
  at: 'before' | 'after';
}

/** A pool of a process that dies: from then on, nothing reaches the database, and open transactions roll back. */
export function mortalPool(pool: Pool, death: Death | null): Pool {
  let left = death?.statement ?? Number.POSITIVE_INFINITY;
  async function through<Result>(run: () => Promise<Result>): Promise<Result> {
    const isLast = --left === 0;
    if (left < 0 || (isLast && death?.at === 'before')) throw new Error('the process died');
    const result = await run();
    if (isLast) throw new Error('the process died');
    return result;
  }
  return {
    query: (...words: Parameters<Pool['query']>) => through(async () => pool.query(...words)),
    async connect() {
      const client = await pool.connect();
      return {
        query: (...words: Parameters<PoolClient['query']>) =>
          through(async () => client.query(...words)),
        release: (isLost?: boolean) => client.release(isLost || left <= 0),
      };
    },
  } as unknown as Pool;
}
