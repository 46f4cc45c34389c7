import type { Pool } from 'pg';
import type { CallColumns } from '../../foundation/contract/products.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { sanitize } from '../../foundation/redact.ts';
import type { Failure } from './provider.ts';

/**
 * Records a provider before a call asks it, so that after a crash it is known which providers the call may have
 * reached.
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

/** A person can retry without limit; the first 20 failures are enough to diagnose the problem. */
const maxKept = 20;

/** Records that a provider could not start a session for a check, in the order of the attempts. */
export async function keepFailedStart(
  pool: Pool,
  { accountId, checkId }: { accountId: number; checkId: string },
  { providerCode, kind, reason, vendorCode, detail, tookMs }: Failure & FailedStart,
): Promise<void> {
  await pool.query(
    `insert into attempts (
       account_id, call_id, attempt, provider_code, outcome, reason, vendor_code, words, started_at,
       ended_at
     )
     select $1, $2, n.attempt, $3, $4, $5, $6, $7,
       clock_timestamp() - make_interval(secs => $8 / 1000.0), clock_timestamp()
     from providers_next_attempt($1, $2, $9) n (attempt)
     where n.attempt is not null
     on conflict do nothing`,
    [
      ...[accountId, checkId, providerCode, kind, reason],
      ...[vendorCode === undefined ? null : sanitize(vendorCode), detail, tookMs, maxKept],
    ],
  );
}

interface FailedStart {
  providerCode: string;
  tookMs: number;
}

/** The providers that each call may have reached after its first one, by call. */
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

/** Erases the vendors' own texts about attempts. Returns how many attempts had one. */
export async function eraseAttemptWords(
  client: Queryable,
  { accountIds, callIds }: CallColumns,
): Promise<number> {
  const { rowCount } = await client.query(
    `update attempts a set words = null
     from unnest($1::integer[], $2::uuid[]) as i (account_id, call_id)
     where a.account_id = i.account_id and a.call_id = i.call_id and a.words is not null`,
    [accountIds, callIds],
  );
  return rowCount ?? 0;
}

/** Stops status queries about messages: without the number no provider can be asked. */
export async function stopPolls(client: Queryable, { callIds }: CallColumns): Promise<void> {
  await client.query(
    'update provider_refs set poll_at = null where call_id = any ($1) and poll_at is not null',
    [callIds],
  );
}
