import type { Pool } from 'pg';
import type { CallState, Mode, Product } from '../contract/products.ts';
import type { MessageState } from '../contract/sms.ts';
import { plainArray } from '../db/array-literal.ts';
import type { StoredMessage } from '../messages/content.ts';
import type { Receipt } from '../providers/provider.ts';
import { readReference } from '../providers/reference.ts';

export interface UnresolvedCall extends StoredMessage {
  accountId: number;
  mode: Mode;
  product: Product;
  state: CallState;
  providerCode: string | null;
  providerRef: string | null;
  heldAt: Date;
  /** What the message's receipts have said meanwhile. */
  messageState: MessageState | null;
}

export interface Sweep {
  abandoned: number;
  /** There was more to look at than fits into one statement. */
  isBehind: boolean;
}

/** Puts calls whose process died among those to resolve; see sweep-abandoned.sql. */
export async function sweepAbandoned(
  pool: Pool,
  now: Date | null,
  deadlineMs: number,
): Promise<Sweep> {
  const { rows } = await pool.query<Sweep>(
    `select abandoned, is_behind as "isBehind"
     from calls_sweep_abandoned($1, make_interval(secs => $2 / 1000.0))`,
    [now, deadlineMs],
  );
  return rows[0] as Sweep;
}

/** Takes calls to resolve, and puts their next try off, so that no other process takes them too. */
export async function takeUnresolved(
  pool: Pool,
  now: Date | null,
  most: number,
): Promise<UnresolvedCall[]> {
  const { rows } = await pool.query<UnresolvedCall>(
    `with due as (
       select account_id, call_id
       from unresolved_calls
       where next_try_at <= coalesce($1, now())
       order by next_try_at
       limit $2
       for update skip locked
     ), taken as (
       update unresolved_calls u
       set tries = u.tries + 1,
         -- 2, 4, 8 … seconds, then every five minutes.
         next_try_at = coalesce($1, now()) + make_interval(secs => least(300, 2 ^ least(u.tries + 1, 9)))
       from due d
       where u.account_id = d.account_id and u.call_id = d.call_id
       returning u.account_id, u.call_id
     )
     select c.account_id as "accountId", c.call_id as "callId", c.mode, c.product, c.state,
       c.provider_code as "providerCode", c.provider_ref as "providerRef", c.held_at as "heldAt",
       c.content_id as "contentId", m.sealed, c.message_state as "messageState"
     from taken t
     join calls c on c.account_id = t.account_id and c.call_id = t.call_id
     left join message_contents m on m.content_id = c.content_id`,
    [now, most],
  );
  return rows;
}

export async function dropResolved(pool: Pool, accountId: number, callId: string): Promise<void> {
  await pool.query('delete from unresolved_calls where account_id = $1 and call_id = $2', [
    accountId,
    callId,
  ]);
}

/** A provider's word may settle an unknown call: it is asked about at once. */
export async function hurryUnresolved(pool: Pool, receipts: readonly Receipt[]): Promise<void> {
  const callIds = receipts.map(({ reference }) => readReference(reference)?.callId ?? null);
  await pool.query(
    'update unresolved_calls set next_try_at = now() where call_id = any ($1) and next_try_at > now()',
    [plainArray(callIds)],
  );
}

/** How calls stand, by their ids; one that was never held is not among them. */
export async function findCallStates(
  pool: Pool,
  calls: readonly { accountId: number; callId: string }[],
): Promise<Map<string, CallState>> {
  const { rows } = await pool.query<{ callId: string; state: CallState }>({
    name: 'find_call_states',
    text: `
      select c.call_id as "callId", c.state
      from unnest($1::integer[], $2::uuid[]) as i (account_id, call_id)
      join calls c on c.account_id = i.account_id and c.call_id = i.call_id`,
    values: [
      plainArray(calls.map(({ accountId }) => accountId)),
      plainArray(calls.map(({ callId }) => callId)),
    ],
  });
  return new Map(rows.map(({ callId, state }) => [callId, state]));
}

export async function countUnresolved(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::integer as count from unresolved_calls',
  );
  return rows[0]?.count ?? 0;
}
