import type { Pool } from 'pg';
import type { Claim } from './claim.ts';

export interface FoundClaim {
  callId: string;
  bodyHash: Buffer;
  status: number | null;
  reply: Buffer | null;
  /** The state of the paid call behind it; null for a free operation. */
  callState: string | null;
}

export async function findClaim(
  pool: Pool,
  accountId: number,
  mode: string,
  { operation, keyHash }: Claim,
): Promise<FoundClaim | undefined> {
  const { rows } = await pool.query<FoundClaim>({
    name: 'find_claim',
    text: `
      select k.call_id as "callId", k.body_hash as "bodyHash", k.status, k.reply,
        c.state as "callState"
      from idempotency_keys k
      left join calls c on c.account_id = k.account_id and c.call_id = k.call_id
      where k.account_id = $1 and k.mode = $2 and k.operation = $3 and k.key_hash = $4`,
    values: [accountId, mode, operation, keyHash],
  });
  return rows[0];
}

/** Keeps the reply of a free operation; false when another copy was first. */
export async function storeFreeReply(
  pool: Pool,
  accountId: number,
  mode: string,
  { operation, keyHash, bodyHash }: Claim,
  { requestId, status, reply }: { requestId: string; status: number; reply: Buffer },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into idempotency_keys (
       account_id, mode, operation, key_hash, body_hash, call_id, made_at, status, reply
     )
     values ($1, $2, $3, $4, $5, $6, now(), $7, $8)
     on conflict do nothing`,
    [accountId, mode, operation, keyHash, bodyHash, requestId, status, reply],
  );
  return rowCount === 1;
}

/** Forgets keys past their life. Keys of calls without an outcome stay until they have one. */
export async function pruneClaims(pool: Pool, days: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from idempotency_keys
     where made_at < now() - make_interval(days => $1) and status is not null`,
    [days],
  );
  return rowCount ?? 0;
}
