import type { Pool } from 'pg';

/** A message that its provider is to be asked about. */
export interface PolledMessage {
  providerCode: string;
  providerRef: string;
  accountId: number;
  callId: string;
  heldAt: Date;
  /** The database's time when it was taken. */
  takenAt: Date;
  contentId: string | null;
}

/**
 * Takes messages whose time has come and sets the next: after 20 seconds, a minute, three, nine … up to six
 * hours, for three days. What is final or older is asked about no more.
 */
export async function takeDuePolls(
  pool: Pool,
  most: number,
  jammed: readonly string[],
  now: Date | null,
): Promise<PolledMessage[]> {
  const { rows } = await pool.query<PolledMessage & { isOpen: boolean }>(
    `with due as (
       select r.provider_code, r.provider_ref
       from provider_refs r
       where r.poll_at <= coalesce($1, now()) and r.provider_code <> all ($3::text[])
       order by r.poll_at
       limit $2
       for update skip locked
     ), taken as (
       update provider_refs r
       set polls = r.polls + 1,
         poll_at = case
           when r.made_at > coalesce($1, now()) - interval '3 days'
             then coalesce($1, now()) + least(interval '6 hours', interval '20 seconds' * 3 ^ least(r.polls + 1, 8))
         end
       from due d
       where r.provider_code = d.provider_code and r.provider_ref = d.provider_ref
       returning r.*
     ), looked as (
       select t.provider_code as "providerCode", t.provider_ref as "providerRef",
         t.account_id as "accountId", t.call_id as "callId", c.held_at as "heldAt",
         coalesce($1, now()) as "takenAt", c.content_id as "contentId",
         coalesce(c.message_state in ('accepted', 'sent'), false) as "isOpen"
       from taken t
       left join lateral (
         select * from calls c where c.account_id = t.account_id and c.call_id = t.call_id limit 1
       ) c on true
     )
     select * from looked`,
    [now, most, jammed],
  );
  const over = rows.filter(({ isOpen }) => !isOpen);
  if (over.length > 0) await stopPolling(pool, over);
  return rows.filter(({ isOpen }) => isOpen);
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

/** Forgets ids that no receipt can name any more; says how many. */
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
