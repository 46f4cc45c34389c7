import type { Pool } from 'pg';
import type { Tools } from './vendor.ts';

/** Takes turns of a provider with a rate limit, among all processes. */
export function createTurns(pool: Pool, providerCode: string): NonNullable<Tools['takeTurns']> {
  return async ({ count, everyMs, withinMs }) => {
    const { rows } = await pool.query<{ taken: number; beginsInMs: number }>(
      `select taken, begins_in_ms as "beginsInMs"
       from providers_take_turns($1, $2, $3::bigint, $4)`,
      [providerCode, count, Math.round(everyMs * 1_000), withinMs],
    );
    return rows[0] as { taken: number; beginsInMs: number };
  };
}
