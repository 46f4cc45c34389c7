/**
 * When a call was made, by the clock of its server, which is in its id; null for an id that was not made by
 * time. Nothing finds a call by its id alone but a look through its month: with the time it is a look
 * through two hours.
 */
function timeOfCall(callId: string): Date | null {
  if (callId[14] !== '7') return null;
  const ms = Number.parseInt(callId.slice(0, 8) + callId.slice(9, 13), 16);
  return ms < Date.UTC(2200, 0) ? new Date(ms) : null;
}

/** The condition for a call `c` by its id ($1), about the time of its id ($2) or at any. */
export const isNear = `c.call_id = $1 and (
  $2::timestamptz is null
  or c.held_at between $2::timestamptz - interval '1 hour' and $2::timestamptz + interval '1 hour'
)`;

/** Looks about the time of the id, and where a clock was wrong, everywhere. */
export async function lookNear<Row>(
  callId: string,
  look: (values: [callId: string, time: Date | null]) => Promise<{ rows: Row[] }>,
): Promise<Row | undefined> {
  const time = timeOfCall(callId);
  const near = time && (await look([callId, time])).rows[0];
  return near ?? (await look([callId, null])).rows[0];
}
