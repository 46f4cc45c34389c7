import type { Change } from '../audit/change-queries.ts';
import { fail } from '../contract/errors/errors.ts';
import { refusal } from '../contract/errors/refusal.ts';
import { type Endpoint, recordTest, waitForTrial } from './endpoint-queries.ts';

/** Enough to get an endpoint right, and too few to trouble somebody else's server with. */
export const mostTrials = 20;
const windowSeconds = 60;
const policy = { name: 'trials', quota: mostTrials, windowSeconds };

/** Sends an event for a trial to an endpoint that is on, unless its account has just had its fill. Its id. */
export async function tryEndpoint(
  change: Change,
  endpoint: Endpoint,
  now: Date | null,
): Promise<string> {
  if (endpoint.state !== 'on') fail('endpoint_off');
  const waitMs = await waitForTrial(change, endpoint, { most: mostTrials, windowSeconds, now });
  if (waitMs > 0) throw refusal('rate_limited_trials', waitMs, policy);
  return recordTest(change, endpoint, now);
}
