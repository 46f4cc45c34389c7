import type { Pool } from 'pg';
import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';
import type { Condition } from './conditions.ts';
import type { NoticeKind } from './notice-texts.ts';

/** How the operator is notified. */
export type Channel = 'mail' | 'webhook';

/** What there is to tell about a condition. */
export type NoticeEvent = 'began' | 'lasts' | 'ended';

export interface Notice {
  kind: NoticeKind;
  subject: string;
  event: NoticeEvent;
  text: Bilingual;
  beganAt: Date;
}

/** A condition ends when it was not seen for so long, so that one that comes and goes is told once. */
const endsAfterMinutes = 15;
const remindAfterHours = 24;

/** Records the conditions of now. */
export async function noteConditions(
  pool: Pool,
  channel: Channel,
  conditions: readonly Condition[],
): Promise<void> {
  await pool.query(
    `insert into notices (channel, kind, subject, text_en, text_zh, seen_at)
     select $1, c.kind, c.subject, c.en, c.zh, now()
     from unnest($2::text[], $3::text[], $4::text[], $5::text[]) c (kind, subject, en, zh)
     on conflict (channel, kind, subject) do update
     set seen_at = excluded.seen_at, text_en = excluded.text_en, text_zh = excluded.text_zh`,
    [
      channel,
      conditions.map(({ kind }) => kind),
      conditions.map(({ subject }) => subject),
      conditions.map(({ text }) => text.en),
      conditions.map(({ text }) => text.zh),
    ],
  );
}

/** Keeps every condition open for now. */
export async function keepSeen(pool: Pool, channel: Channel): Promise<void> {
  await pool.query('update notices set seen_at = now() where channel = $1', [channel]);
}

/** What is to be told now: beginnings, ends, and once a day what still lasts. */
export async function listDueNotices(pool: Pool, channel: Channel): Promise<Notice[]> {
  const { rows } = await pool.query<Omit<Notice, 'text'> & Bilingual>(
    `select n.kind, n.subject, n.text_en as en, n.text_zh as zh, n.began_at as "beganAt", e.event
     from notices n
     cross join lateral (
       select case
         when n.seen_at < now() - make_interval(mins => $2) then 'ended'
         when n.told_at is null then 'began'
         when n.told_at < now() - make_interval(hours => $3) then 'lasts'
       end as event
     ) e
     where n.channel = $1 and e.event is not null
     order by e.event, n.began_at, n.kind, n.subject`,
    [channel, endsAfterMinutes, remindAfterHours],
  );
  return rows.map(({ en, zh, ...row }) => ({ ...row, text: { en, zh } }));
}

/** Records that notices were told; the ended ones are forgotten. */
export async function noteTold(
  pool: Pool,
  channel: Channel,
  notices: readonly Notice[],
): Promise<void> {
  await pool.query(
    `with told as (
       select * from unnest($2::text[], $3::text[], $4::text[]) t (kind, subject, event)
     ), forgotten as (
       delete from notices n using told t
       where n.channel = $1 and n.kind = t.kind and n.subject = t.subject and t.event = 'ended'
     )
     update notices n set told_at = now() from told t
     where n.channel = $1 and n.kind = t.kind and n.subject = t.subject and t.event <> 'ended'`,
    [
      channel,
      notices.map(({ kind }) => kind),
      notices.map(({ subject }) => subject),
      notices.map(({ event }) => event),
    ],
  );
}

/** Forgets conditions that ended before they were ever told. */
export async function forgetUntold(pool: Pool, channel: Channel): Promise<void> {
  await pool.query(
    `delete from notices
     where channel = $1 and told_at is null and seen_at < now() - make_interval(mins => $2)`,
    [channel, endsAfterMinutes],
  );
}
