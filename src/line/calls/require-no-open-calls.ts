import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { countOpenSessions } from '../../products/checks/session-queries.ts';
import { countUnresolvedOf } from './queries.ts';

/** Refuses to remove a provider with open calls: afterwards it could not be asked how they ended. */
export async function requireNoOpenCalls(pool: Queryable, code: string): Promise<void> {
  const calls = await countUnresolvedOf(pool, code);
  if (calls > 0) refuse('provider_has_open_calls', { provider: code, calls });
  const sessions = await countOpenSessions(pool, code);
  if (sessions > 0) refuse('provider_has_open_sessions', { provider: code, sessions });
}
