import type { Pool } from 'pg';
import { type Change, inChange } from '../../src/foundation/audit/change-queries.ts';

const actor = { kind: 'command_line', name: 'tester' } as const;

/** A change made by a test: each statement in its own transaction, on any pool. */
export function byTest(pool: Pool): Change {
  const query = (...statement: unknown[]) =>
    inChange(pool, actor, 'account.set', (change) =>
      (change.query as (...statement: unknown[]) => Promise<unknown>)(...statement),
    );
  return { query } as unknown as Change;
}
