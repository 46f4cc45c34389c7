import type { Change } from '../audit/change-queries.ts';
import { fail } from '../contract/errors/errors.ts';
import { refusal } from '../contract/errors/refusal.ts';
import { type Endpoint, recordTest, waitForTrial } from './endpoint-queries.ts';

/** Enough to get an endpoint working, and too few to burden another company's server. */
export const maxTests = 20;
const windowSeconds = 60;
const policy = { name: 'trials', quota: maxTests, windowSeconds };

/**
 * Sends a test event to an endpoint that is on, within the account's rate limit, and returns the event's ID.
 */
export async function testEndpoint(
  change: Change,
  endpoint: Endpoint,
  now: Date | null,
): Promise<string> {
  if (endpoint.state !== 'on') fail('endpoint_off');
  const waitMs = await waitForTrial(change, endpoint, { limit: maxTests, windowSeconds, now });
  if (waitMs > 0) throw refusal('rate_limited_trials', waitMs, policy);
  return recordTest(change, endpoint, now);
}
