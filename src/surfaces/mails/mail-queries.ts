import type { Pool } from 'pg';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { Money } from '../../foundation/money.ts';

/** What customers get mail about. */
export type MailKind = 'balance_low' | 'balance_empty' | 'statement';

/** What identifies a mail. */
interface MailId {
  accountId: number;
  personId: number;
  kind: MailKind;
  topic: string;
}

/** A mail that this process has taken, and what it is written from. */
export interface TakenMail extends MailId {
  /** The number of attempts, with this one. */
  attempts: number;
  /** Waiting for so long that nobody would expect it any more. */
  isStale: boolean;
  /** The recipient may still read it, wants it, and it is still true. */
  isWanted: boolean;
  email: string;
  language: Language | null;
  accountName: string;
  accountLanguage: Language | null;
  available: Money;
  lowBalance: Money | null;
}

/** Members who manage the money of their account. Rights are read when a mail is queued and when it is sent. */
const isRecipient = `m.role in ('owner', 'finance') and p.disabled_at is null`;

/** Balances that hover around a threshold cause at most one mail an hour. */
const quietMinutes = 60;

/**
 * Queues a mail for each live wallet that has fallen below its threshold, or pays for no call any more, since the
 * last look. A wallet that does both at once causes one mail. One statement decides and queues, so that two
 * servers queue nothing twice.
 */
export async function queueBalanceMails(pool: Pool): Promise<void> {
  await pool.query(
    `with wallet as (
       select w.account_id, coalesce(w.available < w.low_balance, false) as is_low,
         w.available + w.credit_limit < c.cheapest and exists (
           -- A wallet that was never filled is not used up.
           select from manual_entries e
           where e.account_id = w.account_id and e.mode = 'live' and e.kind = 'top_up'
         ) as is_empty
       from wallets w
       join accounts a on a.account_id = w.account_id and a.state = 'active'
       cross join lateral (
         select min(coalesce(x.unit_price, d.unit_price)) as cheapest
         from products d
         left join account_prices x on x.product = d.product and x.account_id = w.account_id
         where d.is_on and d.product <> all (a.products_off)
       ) c
       where w.mode = 'live'
     ), seen as (
       select account_id, 'balance_low' as kind, is_low as is_so from wallet
       union all
       select account_id, 'balance_empty', coalesce(is_empty, false) from wallet
     ), over as (
       update balance_notices n set is_over = true
       from seen s
       where n.account_id = s.account_id and n.kind = s.kind and not s.is_so and not n.is_over
     ), fallen as (
       insert into balance_notices as n (account_id, kind)
       select s.account_id, s.kind from seen s where s.is_so
       on conflict (account_id, kind) do update set noted_at = now(), is_over = false
       where n.is_over and n.noted_at < now() - make_interval(mins => $1)
       returning n.account_id, n.kind, n.noted_at
     )
     insert into mails (account_id, person_id, kind, topic)
     select f.account_id, m.person_id, f.kind,
       to_char(f.noted_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISSMS')
     from fallen f
     join accounts a on a.account_id = f.account_id and a.mails_balance
     join members m on m.account_id = f.account_id
     join people p on p.person_id = m.person_id
     where ${isRecipient} and not (
       f.kind = 'balance_low' and exists (
         select from fallen e where e.account_id = f.account_id and e.kind = 'balance_empty'
       )
     )
     on conflict do nothing`,
    [quietMinutes],
  );
}

/**
 * Queues the statements of the last complete month, once its days are closed, of wallets that moved in it. If days
 * were closed late, the months since the last statement are queued too, at most three: older ones surprise.
 */
export async function queueStatements(pool: Pool, timeZone: string): Promise<void> {
  await pool.query(
    `with last as (
       select date_trunc('month', now() at time zone $1) - interval '1 month' as starts
     ), queued as (
       select max(to_date(topic, 'YYYY-MM')) as starts from mails where kind = 'statement'
     ), month as (
       select s.starts, s.starts + interval '1 month' as ends
       from last l
       cross join queued q
       cross join generate_series(
         greatest(
           least(l.starts, coalesce(q.starts + interval '1 month', l.starts)),
           l.starts - interval '2 months'
         ),
         l.starts, interval '1 month'
       ) s (starts)
     )
     insert into mails (account_id, person_id, kind, topic)
     select a.account_id, m.person_id, 'statement', to_char(t.starts, 'YYYY-MM')
     from month t
     join ledger_closed l on l.closed_until >= t.ends at time zone $1
     join accounts a on a.mails_statements
     join members m on m.account_id = a.account_id
     join people p on p.person_id = m.person_id
     where ${isRecipient} and exists (
       select from closings c
       where c.account_id = a.account_id and c.mode = 'live' and c.day >= t.starts::date
         and c.day < t.ends::date
     )
     on conflict do nothing`,
    [timeZone],
  );
}

/** Takes the mail that is due first, for a few minutes: a process that dies leaves it to the next one. */
export async function takeMail(
  pool: Pool,
  { leaseMinutes, staleDays }: { leaseMinutes: number; staleDays: number },
): Promise<TakenMail | undefined> {
  const { rows } = await pool.query<TakenMail>(
    `with taken as (
       update mails t
       set attempts = t.attempts + 1, due_at = now() + make_interval(mins => $1)
       from (
         select account_id, person_id, kind, topic
         from mails
         where state = 'waiting' and due_at <= now()
         order by due_at
         limit 1
         for update skip locked
       ) d
       where t.account_id = d.account_id and t.person_id = d.person_id and t.kind = d.kind
         and t.topic = d.topic
       returning t.*
     )
     select t.account_id as "accountId", t.person_id as "personId", t.kind, t.topic, t.attempts,
       t.queued_at < now() - make_interval(days => $2) as "isStale",
       exists (
         select from members m
         where m.account_id = t.account_id and m.person_id = t.person_id and ${isRecipient}
       ) and case t.kind
         when 'statement' then a.mails_statements
         else a.mails_balance and exists (
           select from balance_notices n
           where n.account_id = t.account_id and n.kind = t.kind and not n.is_over
         ) and not exists (select from account_closures c where c.account_id = t.account_id)
       end as "isWanted",
       p.email, p.language, a.name as "accountName", a.language as "accountLanguage", w.available,
       w.low_balance as "lowBalance"
     from taken t
     join accounts a on a.account_id = t.account_id
     join people p on p.person_id = t.person_id
     join wallets w on w.account_id = t.account_id and w.mode = 'live'`,
    [leaseMinutes, staleDays],
  );
  return rows[0];
}

const isMail = 'account_id = $1 and person_id = $2 and kind = $3 and topic = $4';
const keyOf = ({ accountId, personId, kind, topic }: MailId) => [accountId, personId, kind, topic];

export async function endMail(
  pool: Pool,
  mail: MailId,
  state: 'sent' | 'dropped' | 'given_up',
  fault: string | null = null,
): Promise<void> {
  await pool.query(
    `update mails set state = $5, ended_at = now(), fault = coalesce($6, fault)
     where ${isMail} and state = 'waiting'`,
    [...keyOf(mail), state, fault],
  );
}

/** Tries a mail again after a pause, unless that would be too late. */
export async function postponeMail(
  pool: Pool,
  mail: MailId,
  { fault, pauseMinutes, patienceHours }: MailFailure,
): Promise<void> {
  await pool.query(
    `update mails
     set fault = $5, due_at = now() + make_interval(mins => $6),
       state = case when t.is_over then 'given_up' else 'waiting' end,
       ended_at = case when t.is_over then now() end
     from (
       select queued_at < now() - make_interval(hours => $7) as is_over from mails where ${isMail}
     ) t
     where ${isMail} and state = 'waiting'`,
    [...keyOf(mail), fault, pauseMinutes, patienceHours],
  );
}

export interface MailFailure {
  /** A code without anybody's data. */
  fault: string;
  pauseMinutes: number;
  patienceHours: number;
}

/** A statement's row must outlast the month after it, in which the statement would be queued again. */
export async function pruneMails(pool: Pool, days: number): Promise<void> {
  await pool.query(
    `delete from mails where state <> 'waiting' and ended_at < now() - make_interval(days => $1)`,
    [days],
  );
}
