import type { Pool } from 'pg';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { Money } from '../../foundation/money.ts';

/** What customers get mail about. */
export type MailKind =
  | ('balance_low' | 'balance_empty' | 'statement' | 'topup_stopped')
  | ('invoice' | 'fapiao_issued' | 'fapiao_refused');

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

const isRecipient = 'mails_is_recipient(m.role, p.disabled_at)';

/** Balances that hover around a threshold cause at most one mail an hour. */
const quietMinutes = 60;

/**
 * Queues a mail for each live wallet that has fallen below its threshold, or pays for no call any more, since the
 * last look. A wallet that does both at once causes one mail.
 */
export async function queueBalanceMails(pool: Pool): Promise<void> {
  await pool.query('select mails_queue_balance(make_interval(mins => $1))', [quietMinutes]);
}

/** Queues a mail for each automatic top-up that the platform has switched off. */
export async function queueStopMails(pool: Pool): Promise<void> {
  await pool.query('select mails_queue_stopped()');
}

/** Queues a mail for each invoice, credit note and fapiao that was issued, and each request for a fapiao that was refused. */
export async function queueDocumentMails(pool: Pool): Promise<void> {
  await pool.query('select mails_queue_documents()');
}

/**
 * Queues the statements of the last complete month, once its days are closed, of wallets that moved in it. If days
 * were closed late, the months since the last statement are queued too, at most three: older ones surprise.
 */
export async function queueStatements(pool: Pool, timeZone: string): Promise<void> {
  await pool.query('select mails_queue_statements($1)', [timeZone]);
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
         when 'invoice' then a.mails_statements
         when 'fapiao_issued' then a.mails_statements
         when 'fapiao_refused' then a.mails_statements
         when 'topup_stopped' then exists (
           select from auto_topups u
           where u.account_id = t.account_id
             and u.stopped_payment || '.' || extract(epoch from u.stopped_at) = t.topic
         )
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
       state = case when t.ended_at is null then 'waiting' else 'given_up' end,
       ended_at = t.ended_at
     from (
       select o.now as ended_at
       from mails
       left join (select now() as now) o on queued_at < o.now - make_interval(hours => $7)
       where ${isMail}
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
