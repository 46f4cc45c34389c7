import type { Pool } from 'pg';

/**
 * Notes that another provider is about to be asked for a call, so that a process that dies meanwhile leaves
 * behind whom the call may have reached.
 */
export async function noteAttempt(
  pool: Pool,
  accountId: number,
  callId: string,
  { providerCode, attempt }: { providerCode: string; attempt: number },
): Promise<void> {
  await pool.query({
    name: 'note_attempt',
    text: `
      insert into attempts (account_id, call_id, attempt, provider_code, started_at)
      values ($1, $2, $3, $4, now())
      on conflict do nothing`,
    values: [accountId, callId, attempt, providerCode],
  });
}

/** The providers that calls may have reached after their first one, by call. */
export async function findReached(
  pool: Pool,
  calls: readonly { accountId: number; callId: string }[],
): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ callId: string; codes: string[] }>(
    `select a.call_id as "callId", array_agg(a.provider_code order by a.attempt) as codes
     from unnest($1::integer[], $2::uuid[]) as i (account_id, call_id)
     join attempts a on a.account_id = i.account_id and a.call_id = i.call_id
     where a.attempt > 1 and (a.outcome is null or a.outcome = 'unknown')
     group by a.call_id`,
    [calls.map(({ accountId }) => accountId), calls.map(({ callId }) => callId)],
  );
  return new Map(rows.map(({ callId, codes }) => [callId, codes]));
}
