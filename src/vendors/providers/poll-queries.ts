import type { Pool } from 'pg';

/** A message whose status is to be queried from its provider. */
export interface PolledMessage {
  providerCode: string;
  providerRef: string;
  accountId: number;
  callId: string;
  heldAt: Date;
  /** The database time at which it was taken. */
  takenAt: Date;
  contentId: string | null;
}

/** Which providers to ask, and how many questions to take. */
interface PollRequest {
  limit: number;
  /** Providers with full queues; they are left out. */
  jammed: readonly string[];
  /** Providers that push receipts: a message of theirs gets one question at a time. */
  pushing: readonly string[];
}

/**
 * Takes messages that are due and schedules the next question: after 20 seconds, 1 minute, 3, 9 … up to 6
 * hours, for 3 days. Final and older messages are not asked about again. `pollSilent` schedules further
 * questions to providers that push receipts.
 */
export async function takeDuePolls(
  pool: Pool,
  { limit, jammed, pushing }: PollRequest,
  now: Date | null,
): Promise<PolledMessage[]> {
  const { rows } = await pool.query<PolledMessage & { isOpen: boolean }>(
    `with due as (
       select d.place
       from unnest(providers_polled()) p (provider_code)
       cross join lateral (
         select r.ctid as place, r.poll_at
         from provider_refs r
         where r.provider_code = p.provider_code and r.poll_at <= db_time_or_now($1)
         order by r.poll_at
         limit $2
         for update skip locked
       ) d
       where p.provider_code <> all ($3::text[])
       order by d.poll_at
       limit $2
     ), taken as (
       update provider_refs r
       set polls = r.polls + 1,
         poll_at = case
           when r.provider_code = any ($4::text[]) then null
           when r.made_at > t.oldest
             then db_seconds_after(t.now, least(21600, 20 * 3 ^ least(r.polls + 1, 8)))
         end
       from (
         select db_time_or_now($1) as now, db_time_or_now($1) - interval '3 days' as oldest
       ) t
       where r.ctid = any (array(select d.place from due d))
       returning r.*
     ), looked as (
       select t.provider_code as "providerCode", t.provider_ref as "providerRef",
         t.account_id as "accountId", t.call_id as "callId", c.held_at as "heldAt",
         db_time_or_now($1) as "takenAt", c.content_id as "contentId",
         coalesce(c.message_state in ('accepted', 'sent'), false) as "isOpen"
       from taken t
       left join lateral (
         select * from calls c where c.account_id = t.account_id and c.call_id = t.call_id limit 1
       ) c on true
     )
     select * from looked`,
    [now, limit, jammed, pushing],
  );
  const over = rows.filter(({ isOpen }) => !isOpen);
  if (over.length > 0) await stopPolling(pool, over);
  return rows.filter(({ isOpen }) => isOpen);
}

/** One of the few questions about a message whose provider should have pushed a receipt. */
export interface SilenceQuestion {
  /** The number of this question, from 1. Each is asked once per message. */
  no: number;
  /** The age at which the message is asked about, and the age after which asking is no longer useful. */
  ageMinutes: number;
  lateMinutes: number;
}

/**
 * Schedules questions about messages without an expected receipt; see poll-silent.sql. Returns their number.
 */
export async function pollSilent(
  pool: Pool,
  { no, ageMinutes, lateMinutes }: SilenceQuestion,
  providers: readonly string[],
  now: Date | null,
  signal?: AbortSignal,
): Promise<number> {
  let found = 0;
  for (let isBehind = true; isBehind && !signal?.aborted; ) {
    const { rows } = await pool.query<{ marked: number; isBehind: boolean }>(
      `select marked, is_behind as "isBehind"
       from providers_poll_silent(
         $1, $2::smallint, make_interval(mins => $3), make_interval(mins => $4), $5
       )`,
      [now, no, ageMinutes, lateMinutes, providers],
    );
    found += rows[0]?.marked ?? 0;
    isBehind = rows[0]?.isBehind ?? false;
  }
  return found;
}

async function stopPolling(pool: Pool, messages: readonly PolledMessage[]): Promise<void> {
  await pool.query(
    `update provider_refs r
     set poll_at = null
     from unnest($1::text[], $2::text[]) as o (provider_code, provider_ref)
     where r.provider_code = o.provider_code and r.provider_ref = o.provider_ref`,
    [messages.map((m) => m.providerCode), messages.map((m) => m.providerRef)],
  );
}

/** Deletes provider ids that no receipt can refer to any more. Returns their number. */
export async function pruneProviderRefs(
  pool: Pool,
  days: number,
  signal?: AbortSignal,
): Promise<number> {
  let pruned = 0;
  while (!signal?.aborted) {
    const { rowCount } = await pool.query(
      `delete from provider_refs
       where ctid = any (
         array(
           select ctid from provider_refs where made_at < now() - make_interval(days => $1) limit 5000
         )
       )`,
      [days],
    );
    pruned += rowCount ?? 0;
    if ((rowCount ?? 0) < 5_000) break;
  }
  return pruned;
}
