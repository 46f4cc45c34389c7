import type { Pool } from 'pg';
import type { Mode, Product } from '../contract/products.ts';
import type { Money } from '../money.ts';

/** A call that its provider can no longer be asked about, and that waits for the operator. */
export interface ReviewedCall {
  accountId: number;
  callId: string;
  mode: Mode;
  product: Product;
  state: string;
  providerCode: string | null;
  amount: Money;
  heldAt: Date;
  reviewSince: Date;
}

/** It is still asked about once a day: a late receipt or answer takes it off the list by itself. */
export async function putOnReview(
  pool: Pool,
  { accountId, callId }: { accountId: number; callId: string },
  now: Date | null,
): Promise<void> {
  await pool.query(
    `update unresolved_calls
     set review_since = coalesce(review_since, $3, now()),
       next_try_at = coalesce($3, now()) + interval '1 day'
     where account_id = $1 and call_id = $2`,
    [accountId, callId, now],
  );
}

export async function listReview(pool: Pool, most: number): Promise<ReviewedCall[]> {
  const { rows } = await pool.query<ReviewedCall>(
    `select c.account_id as "accountId", c.call_id as "callId", c.mode, c.product, c.state,
       c.provider_code as "providerCode", c.amount, c.held_at as "heldAt",
       u.review_since as "reviewSince"
     from unresolved_calls u
     join calls c on c.account_id = u.account_id and c.call_id = u.call_id
     where u.review_since is not null
     order by u.review_since
     limit $1`,
    [most],
  );
  return rows;
}
