import type { Pool } from 'pg';
import { Refused } from '../../foundation/db/refused.ts';
import { countOpenSessions } from '../../products/checks/session-queries.ts';
import { countUnresolvedOf } from './queries.ts';

/** Once a provider is gone nobody can be asked how its calls ended. */
export async function refuseWhileAsked(pool: Pool, code: string): Promise<void> {
  const calls = await countUnresolvedOf(pool, code);
  if (calls > 0) {
    throw new Refused(
      `${code} is still asked about ${calls} calls without an outcome; switch it off, and remove it ` +
        'when they have one (the review shows those that you must decide).',
    );
  }
  const sessions = await countOpenSessions(pool, code);
  if (sessions > 0) {
    throw new Refused(
      `${code} is still asked about ${sessions} open sessions of persons; switch it off, and remove ` +
        'it when they are over.',
    );
  }
}
