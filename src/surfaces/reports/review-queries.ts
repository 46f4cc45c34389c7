import type { CallState, Mode, OutcomeKind, Product } from '../../foundation/contract/products.ts';
import { accountOf, type Scope } from '../../foundation/contract/scope.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Money } from '../../foundation/money.ts';
import type { StoredMessage } from '../../products/messages/content.ts';

/** Later evidence for a message that was sent although its call was released. */
export type Contradiction = 'sent_after_release' | 'delivered_after_release';

/** A call that its provider can no longer confirm, waiting for the operator's decision. */
export interface ReviewedCall {
  accountId: number;
  accountName: string;
  callId: string;
  mode: Mode;
  product: Product;
  state: CallState;
  providerCode: string | null;
  amount: Money;
  /** Nothing, once the call was released. */
  held: Money;
  heldAt: Date;
  reviewSince: Date;
  /** The later evidence that contradicts a release; null for a call that no provider can confirm. */
  contradiction: Contradiction | null;
}

const listed = `c.account_id as "accountId", c.call_id as "callId", c.mode, c.product, c.state,
  c.provider_code as "providerCode", c.held_at as "heldAt",
  c.amount, case when u.review_reason is null then c.amount else 0 end as held,
  u.review_reason as contradiction,
  u.review_since as "reviewSince", n.name as "accountName"`;

export async function listReview(
  pool: Queryable,
  scope: Scope,
  { mode, limit }: { mode?: Mode | undefined; limit: number },
): Promise<ReviewedCall[]> {
  const { rows } = await pool.query<ReviewedCall>(
    `select ${listed}
     from unresolved_calls u
     join calls c on c.account_id = u.account_id and c.call_id = u.call_id
     join accounts n on n.account_id = u.account_id
     where u.review_since is not null
       and ($1::integer is null or u.account_id = $1) and ($2::text is null or c.mode = $2)
     order by u.review_since, u.call_id
     limit $3`,
    [accountOf(scope), mode ?? null, limit],
  );
  return rows;
}

/** Totals of all calls that wait for the operator's decision. */
export async function sumReview(
  pool: Queryable,
  scope: Scope,
  { mode }: { mode: Mode },
): Promise<{ count: number; oldestAt: Date | null; held: Money }> {
  const { rows } = await pool.query(
    `select count(*)::integer as count, min(c.held_at) as "oldestAt",
       coalesce(sum(c.amount) filter (where u.review_reason is null), 0)::bigint as held
     from unresolved_calls u
     join calls c on c.account_id = u.account_id and c.call_id = u.call_id
     where u.review_since is not null and c.mode = $2
       and ($1::integer is null or u.account_id = $1)`,
    [accountOf(scope), mode],
  );
  return rows[0];
}

/** One attempt at a provider, as far as it is known. */
interface TriedProvider {
  attempt: number;
  providerCode: string;
  outcome: OutcomeKind | null;
  reason: string | null;
  vendorCode: string | null;
  words: string | null;
  startedAt: string;
  endedAt: string | null;
}

/** Everything known about a call in review, for the operator to decide by. */
export interface ReviewEvidence extends ReviewedCall, StoredMessage {
  providerRef: string | null;
  /** The latest finding. */
  evidence: string | null;
  /** How often the provider was queried, and when it is queried next. */
  tries: number;
  nextTryAt: Date;
  attempts: TriedProvider[];
}

export async function findReviewEvidence(
  pool: Queryable,
  scope: Scope,
  callId: string,
): Promise<ReviewEvidence | undefined> {
  const { rows } = await pool.query<ReviewEvidence>(
    `select ${listed}, c.provider_ref as "providerRef", c.evidence,
       u.tries,
       case when u.review_reason is null then u.next_try_at else u.review_since end as "nextTryAt", c.content_id as "contentId", m.sealed,
       (
         select coalesce(
           jsonb_agg(
             jsonb_build_object(
               'attempt', a.attempt, 'providerCode', a.provider_code, 'outcome', a.outcome,
               'reason', a.reason, 'vendorCode', a.vendor_code, 'words', a.words,
               'startedAt', a.started_at, 'endedAt', a.ended_at
             )
             order by a.attempt
           ),
           '[]'
         )
         from attempts a where a.account_id = c.account_id and a.call_id = c.call_id
       ) as attempts
     from unresolved_calls u
     join calls c on c.account_id = u.account_id and c.call_id = u.call_id
     join accounts n on n.account_id = u.account_id
     left join message_contents m on m.content_id = c.content_id
     where u.review_since is not null and u.call_id = $2
       and ($1::integer is null or u.account_id = $1)`,
    [accountOf(scope), callId],
  );
  return rows[0];
}

/** Calls with an unknown outcome whose provider is still being queried. */
interface AskedCalls {
  count: number;
  oldestAt: Date | null;
  nextTryAt: Date | null;
}

export async function sumAsked(
  pool: Queryable,
  scope: Scope,
  { mode }: { mode: Mode },
): Promise<AskedCalls> {
  const { rows } = await pool.query<AskedCalls>(
    `select count(*)::integer as count, min(c.held_at) as "oldestAt",
       min(u.next_try_at) as "nextTryAt"
     from unresolved_calls u
     join calls c on c.account_id = u.account_id and c.call_id = u.call_id
     where u.review_since is null and c.state in ('held', 'unknown') and c.mode = $2
       and ($1::integer is null or u.account_id = $1)`,
    [accountOf(scope), mode],
  );
  return rows[0] as AskedCalls;
}
