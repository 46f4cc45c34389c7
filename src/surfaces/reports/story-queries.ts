import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { accountOf, type Scope } from '../../foundation/contract/scope.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Money } from '../../foundation/money.ts';
import type { ListedCall } from './list-queries.ts';
import { findNearCall, isNear } from './near-call.ts';

/** A call with everything that is stored about it. */
export interface CallStory extends ListedCall {
  keyId: number;
  priceSource: string;
  unitPrice: Money;
  parts: number;
  templateId: string | null;
  endedAt: Date | null;
  providerRef: string | null;
  evidence: string | null;
  messageState: string | null;
  sentAt: Date | null;
  finishedAt: Date | null;
  contentId: string | null;
  sealed: Buffer | null;
  costSource: string | null;
  reviewSince: Date | null;
  contradiction: string | null;
  /** Whether a repeat with its Idempotency-Key makes a new call; null if it had none or it is forgotten. */
  isKeyFree: boolean | null;
  attempts: Record<string, unknown>[];
  transfers: Record<string, unknown>[];
  receipts: Record<string, unknown>[];
  events: Record<string, unknown>[];
  /** For a face verification: the state of its check, and its sessions. */
  check: Record<string, unknown> | null;
  sessions: Record<string, unknown>[];
}

/** Finds a call in a scope; a call of another account is not found. */
export async function findStory(
  pool: Queryable,
  scope: Scope,
  callId: string,
): Promise<CallStory | undefined> {
  return findNearCall(callId, (values) =>
    pool.query<CallStory>(
      `select c.account_id as "accountId", c.call_id as "callId", c.mode, c.product, c.state,
       c.provider_code as "providerCode", c.amount, c.held_at as "heldAt", c.key_id as "keyId",
       c.price_source as "priceSource", c.unit_price as "unitPrice", c.parts,
       c.template_id as "templateId", c.ended_at as "endedAt", c.provider_ref as "providerRef",
       c.evidence, c.message_state as "messageState", c.sent_at as "sentAt",
       c.finished_at as "finishedAt", c.content_id as "contentId", m.sealed,
       k.cost, k.source as "costSource", u.review_since as "reviewSince",
       u.review_reason as contradiction,
       (
         select i.is_free
         from idempotency_keys i
         where i.account_id = c.account_id and i.mode = c.mode
           and i.key_hash = c.idempotency_hash and i.call_id = c.call_id
       ) as "isKeyFree",
       (
         select coalesce(jsonb_agg(to_jsonb(a) order by a.attempt), '[]')
         from attempts a where a.account_id = c.account_id and a.call_id = c.call_id
       ) as attempts,
       (
         select coalesce(
           jsonb_agg(
             to_jsonb(t) || jsonb_build_object('amount', t.amount::text)
             -- A refund (3) follows the charge, also one that was made after a release (4).
             order by array_position(array[1, 2, 4, 3], t.phase::integer)
           ),
           '[]'
         )
         from transfers t where t.account_id = c.account_id and t.subject_id = c.call_id
       ) as transfers,
       (
         select coalesce(jsonb_agg(to_jsonb(r) order by r.received_at), '[]')
         from receipts r where r.account_id = c.account_id and r.call_id = c.call_id
       ) as receipts,
       (
         select coalesce(jsonb_agg(to_jsonb(e) order by e.made_at), '[]')
         from events e
         where e.account_id = c.account_id and e.subject_id = c.call_id
           and e.event_id >= uuid_floor(c.held_at)
       ) as events,
       (
         select jsonb_build_object(
           'status', k.status, 'reason', k.reason, 'task_id', k.task_id, 'expires_at', k.expires_at,
           'consented_at', k.consented_at, 'ended_at', k.ended_at
         )
         from checks k where k.account_id = c.account_id and k.check_id = c.call_id
       ) as "check",
       (
         -- Neither where a person was sent nor under which id: with them one could go there too.
         select coalesce(
           jsonb_agg(to_jsonb(s) - array['sealed_url', 'session_ref'] order by s.session_no), '[]'
         )
         from check_sessions s where s.account_id = c.account_id and s.check_id = c.call_id
       ) as sessions
     from calls c
     left join message_contents m on m.content_id = c.content_id
     left join call_costs k on k.account_id = c.account_id and k.call_id = c.call_id
     left join unresolved_calls u on u.account_id = c.account_id and u.call_id = c.call_id
     where ${isNear} and ($3::integer is null or c.account_id = $3)`,
      [...values, accountOf(scope)],
    ),
  );
}

export async function requireStory(
  pool: Queryable,
  scope: Scope,
  callId: string,
): Promise<CallStory> {
  const found = await findStory(pool, scope, callId);
  if (!found) refuse('call_not_found', { call: callId });
  return found;
}
