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

/** Who is to be asked, and how many questions are taken. */
export interface PollLanes {
  most: number;
  /** These have more questions than they answer, and are left out. */
  jammed: readonly string[];
  /** These tell by themselves: of a message of theirs one question is asked at a time. */
  telling: readonly string[];
}

/**
 * Takes messages whose time has come and sets the next: after 20 seconds, a minute, three, nine … up to six
 * hours, for three days. What is final or older is asked about no more. When a provider that tells by itself
 * is asked again, `pollSilent` says.
 */
export async function takeDuePolls(
  pool: Pool,
  { most, jammed, telling }: PollLanes,
  now: Date | null,
): Promise<PolledMessage[]> {
  const { rows } = await pool.query<PolledMessage & { isOpen: boolean }>(
    `with recursive lanes as (
       -- The providers that are to be asked, each found by one look into the index behind the one before.
       (
         select r.provider_code from provider_refs r where r.poll_at is not null
         order by r.provider_code limit 1
       )
       union all
       select (
         select r.provider_code from provider_refs r
         where r.poll_at is not null and r.provider_code > l.provider_code
         order by r.provider_code limit 1
       )
       from lanes l
       where l.provider_code is not null
     ), due as (
       select d.place
       from lanes l
       cross join lateral (
         select r.ctid as place, r.poll_at
         from provider_refs r
         where r.provider_code = l.provider_code and r.poll_at <= coalesce($1, now())
         order by r.poll_at
         limit $2
         for update skip locked
       ) d
       where l.provider_code <> all ($3::text[])
       order by d.poll_at
       limit $2
     ), taken as (
       update provider_refs r
       set polls = r.polls + 1,
         poll_at = case
           when r.provider_code = any ($4::text[]) then null
           when r.made_at > coalesce($1, now()) - interval '3 days'
             then coalesce($1, now()) + least(interval '6 hours', interval '20 seconds' * 3 ^ least(r.polls + 1, 8))
         end
       where r.ctid = any (array(select d.place from due d))
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
    [now, most, jammed, telling],
  );
  const over = rows.filter(({ isOpen }) => !isOpen);
  if (over.length > 0) await stopPolling(pool, over);
  return rows.filter(({ isOpen }) => isOpen);
}

/** One of the few questions about a message whose provider was to tell by itself. */
export interface SilenceQuestion {
  /** The first, the second …: nobody is asked more often than this. */
  no: number;
  /** How old the message is by then, and when the question is no longer worth asking. */
  ageMinutes: number;
  lateMinutes: number;
}

/** Has providers asked about messages of which they told nothing; see poll-silent.sql. Says how many. */
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
