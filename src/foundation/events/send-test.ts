import type { Change } from '../audit/change-queries.ts';
import type { Endpoint } from './endpoint-queries.ts';
import { noteSending } from './note-sending.ts';
import { testEndpoint } from './test-endpoint.ts';

/** Sends a test event, records its actor in the audit log, and returns the event's ID. */
export async function sendTest(
  change: Change,
  endpoint: Endpoint,
  now: Date | null,
): Promise<string> {
  const { accountId, endpointId } = endpoint;
  const eventId = await testEndpoint(change, endpoint, now);
  await noteSending(change, accountId, 'endpoint.test', { endpointId }, { eventId });
  return eventId;
}
