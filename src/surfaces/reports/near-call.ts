/**
 * The time in a call's id, by the clock of the server that made it; null for an id without a time. No index
 * finds a call by id alone, so a lookup scans its month; with the time it scans two hours.
 */
function timeOfCall(callId: string): Date | null {
  if (callId[14] !== '7') return null;
  const ms = Number.parseInt(callId.slice(0, 8) + callId.slice(9, 13), 16);
  return ms < Date.UTC(2200, 0) ? new Date(ms) : null;
}

/** The condition for call `c` with id $1, near the time $2, or at any time if $2 is null. */
export const isNear = `c.call_id = $1 and (
  $2::timestamptz is null
  or c.held_at between $2::timestamptz - interval '1 hour' and $2::timestamptz + interval '1 hour'
)`;

/** Looks near the time in the id first; if a clock was wrong and nothing is found, looks everywhere. */
export async function findNearCall<Row>(
  callId: string,
  query: (values: [callId: string, time: Date | null]) => Promise<{ rows: Row[] }>,
): Promise<Row | undefined> {
  const time = timeOfCall(callId);
  const near = time && (await query([callId, time])).rows[0];
  return near ?? (await query([callId, null])).rows[0];
}
