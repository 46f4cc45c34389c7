import type { Change } from '../../foundation/audit/change-queries.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { sanitize } from '../../foundation/redact.ts';
import type { SavedMethod } from '../../vendors/providers/payment.ts';
import type { Payment } from './payment.ts';

/** For so long a vendor may be silent before the operator should look. */
export const keptHours = 2;

type Saving = Pick<Payment, 'accountId' | 'paymentId' | 'providerCode'>;

/** A method that its vendor shall remove. */
export interface DroppedMethod extends Saving {
  savedRef: string;
  droppedAt: Date;
  /** How often the vendor was or is being asked, and what came of the last time. */
  asked: number;
  detail: string;
}

const columns = `m.account_id as "accountId", m.payment_id as "paymentId",
  m.provider_code as "providerCode", m.saved_ref as "savedRef", m.dropped_at as "droppedAt",
  m.asked, m.detail`;

/**
 * Notes a method that the vendor saved with a payment, once. It is removed again unless automatic top-ups use it. A
 * payment noted before is not noted again: the vendor names a method also after it has removed it.
 */
export async function noteSavedMethod(
  change: Change,
  { accountId, paymentId, providerCode }: Saving,
  { ref }: SavedMethod,
  now: Date | null,
): Promise<void> {
  await change.query(
    `insert into saved_methods (
       account_id, payment_id, provider_code, saved_ref, saved_at, dropped_at, ask_at
     )
     select $1, $2, $3, $4, t.now, u.dropped_at, u.dropped_at
     from (select db_time_or_now($5) as now) t
     cross join lateral (
       select case when not exists (
         select from auto_topups a
         where a.account_id = $1 and a.provider_code = $3 and a.saved_ref = $4
       ) then t.now end as dropped_at
     ) u
     on conflict (account_id, payment_id) do nothing`,
    [accountId, paymentId, providerCode, ref, now],
  );
}

/** Uses the method that a payment saved, if its owner wants automatic top-ups; the one before it is removed. */
export async function keepSavedMethod(
  change: Change,
  { accountId, providerCode }: Pick<Payment, 'accountId' | 'providerCode'>,
  { ref, title }: SavedMethod,
  now: Date | null,
): Promise<void> {
  await change.query(
    `update auto_topups
     set provider_code = $2, saved_ref = $3, saved_title = $4, next_try_at = '-infinity'
     where account_id = $1`,
    [accountId, providerCode, ref, sanitize(title)],
  );
  await dropOthers(change, accountId, ref, now);
}

/** Stops automatic top-ups and has all saved methods of an account removed, by a job that asks until it is done. */
export async function dropSavedMethods(
  change: Change,
  accountId: number,
  now: Date | null,
): Promise<void> {
  await change.query(
    `update auto_topups
     set is_on = false, provider_code = null, saved_ref = null, saved_title = null
     where account_id = $1 and (is_on or saved_ref is not null)`,
    [accountId],
  );
  await dropOthers(change, accountId, null, now);
}

async function dropOthers(
  change: Change,
  accountId: number,
  usedRef: string | null,
  now: Date | null,
): Promise<void> {
  await change.query(
    `update saved_methods m
     set dropped_at = db_time_or_now($3), ask_at = db_time_or_now($3)
     where m.account_id = $1 and m.dropped_at is null and m.saved_ref is distinct from $2`,
    [accountId, usedRef, now],
  );
}

/**
 * Takes dropped methods that are due, as payments are taken; of one account, or of all. While the answer to a charge is
 * missing, the method stays: the vendor is asked for the payments by it.
 */
export async function takeDropped(
  db: Queryable,
  now: Date | null,
  limit: number,
  { jammed = [], accountId = null }: { jammed?: readonly string[]; accountId?: number | null },
): Promise<DroppedMethod[]> {
  const { rows } = await db.query<DroppedMethod>(
    `update saved_methods m
     set asked = m.asked + 1,
       ask_at = db_time_or_now($1)
         + least(interval '15 seconds' * 2 ^ least(m.asked, 12), interval '6 hours')
     from (
       select s.account_id, s.payment_id
       from saved_methods s
       where s.ask_at <= db_time_or_now($1) and s.provider_code <> all ($3)
         and ($4::integer is null or s.account_id = $4)
         and not exists (
           select from payments p
           where p.account_id = s.account_id and p.saved_ref = s.saved_ref
             and p.state = 'pending' and p.vendor_ref is null
         )
       order by s.ask_at
       limit $2
       for update skip locked
     ) d
     where m.account_id = d.account_id and m.payment_id = d.payment_id
     returning ${columns}`,
    [now, limit, jammed, accountId],
  );
  return rows;
}

/** The vendor has removed it, so its name is forgotten. */
export async function noteRemoved(
  db: Queryable,
  { accountId, paymentId }: Pick<Payment, 'accountId' | 'paymentId'>,
  detail: string,
  now: Date | null,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update saved_methods
     set saved_ref = null, removed_at = db_time_or_now($4), ask_at = null, detail = $3
     where account_id = $1 and payment_id = $2 and dropped_at is not null and removed_at is null`,
    [accountId, paymentId, detail, now],
  );
  return rowCount === 1;
}

/** Why a method is not removed yet. */
export async function noteKept(
  db: Queryable,
  { accountId, paymentId }: DroppedMethod,
  detail: string,
): Promise<void> {
  await db.query(
    `update saved_methods set detail = $3
     where account_id = $1 and payment_id = $2 and removed_at is null`,
    [accountId, paymentId, detail],
  );
}

export interface KeptMethod extends DroppedMethod {
  accountName: string;
  /** For how long it has been dropped. */
  hours: number;
}

/** Dropped methods that vendors have not removed for so long; the longest waiting first. */
export async function listKept(
  db: Queryable,
  { hours, now }: { hours: number; now: Date | null },
): Promise<KeptMethod[]> {
  const { rows } = await db.query<KeptMethod>(
    `select ${columns}, (select name from accounts a where a.account_id = m.account_id) as "accountName",
       floor(extract(epoch from db_time_or_now($2) - m.dropped_at) / 3600)::integer as hours
     from saved_methods m
     where m.ask_at is not null and m.dropped_at <= db_time_or_now($2) - make_interval(hours => $1)
     order by m.dropped_at, m.payment_id`,
    [hours, now],
  );
  return rows;
}

/** Whether a vendor still has a method of an account, or may have. */
export async function hasSavedMethods(db: Queryable, accountId: number): Promise<boolean> {
  const { rows } = await db.query(
    'select from saved_methods where account_id = $1 and removed_at is null limit 1',
    [accountId],
  );
  return rows.length > 0;
}

/** What became of the method that a payment saved; undefined if it saved none. */
export async function findSavedMethod(
  db: Queryable,
  { accountId, paymentId }: Pick<Payment, 'accountId' | 'paymentId'>,
): Promise<
  { savedAt: Date; droppedAt: Date | null; removedAt: Date | null; detail: string } | undefined
> {
  const { rows } = await db.query(
    `select saved_at as "savedAt", dropped_at as "droppedAt", removed_at as "removedAt", detail
     from saved_methods where account_id = $1 and payment_id = $2`,
    [accountId, paymentId],
  );
  return rows[0];
}

/** Erases what vendors called the methods of an account. That a payment was automatic stays. */
export async function eraseSavedRefs(change: Change, accountId: number): Promise<void> {
  await change.query(
    `update payments set saved_ref = '' where account_id = $1 and saved_ref <> ''`,
    [accountId],
  );
}
