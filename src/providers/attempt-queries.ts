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
