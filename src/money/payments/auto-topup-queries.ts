import type { Change } from '../../foundation/audit/change-queries.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Money } from '../../foundation/money.ts';
import type { Payment } from './payment.ts';

/** What a customer wants: so much, whenever the live wallet has less than the threshold, and no more in a month. */
export interface AutoTopUpTerms {
  isOn: boolean;
  threshold: Money;
  amount: Money;
  monthlyCap: Money;
}

/** Why the platform switched an automatic top-up off. */
export type Stopped = 'declined' | 'taken_back' | 'mismatched';

export interface AutoTopUp extends AutoTopUpTerms {
  accountId: number;
  providerCode: string | null;
  savedRef: string | null;
  savedTitle: string | null;
  stopped: Stopped | null;
  /** What the automatic payments of this month cost, those under way included. */
  spent: Money;
  /** Methods that were removed here and that their vendors have not removed yet. */
  leaving: number;
}

/** What they cost, by the month of the time zone in the first parameter. */
const spent = `coalesce((
  select sum(p.amount + coalesce(p.asked_fee, p.fee))
  from payments p
  where p.account_id = a.account_id and p.saved_ref is not null and p.state in ('pending', 'paid', 'mismatched')
    and p.begun_at >= date_trunc('month', db_time_or_now($2) at time zone $1) at time zone $1
), 0)::bigint`;

const columns = `a.account_id as "accountId", a.is_on as "isOn", a.threshold, a.amount,
  a.monthly_cap as "monthlyCap", a.provider_code as "providerCode", a.saved_ref as "savedRef",
  a.saved_title as "savedTitle", a.stopped, ${spent} as spent,
  (
    select count(*)::integer from saved_methods m
    where m.account_id = a.account_id and m.ask_at is not null
  ) as leaving`;

export async function findAutoTopUp(
  db: Queryable,
  accountId: number,
  { timeZone, now }: { timeZone: string; now: Date | null },
): Promise<AutoTopUp | undefined> {
  const { rows } = await db.query<AutoTopUp>(
    `select ${columns} from auto_topups a where a.account_id = $3`,
    [timeZone, now, accountId],
  );
  return rows[0];
}

/** Whoever sets it has looked, so it may pay again at once. */
export async function setAutoTopUp(
  change: Change,
  accountId: number,
  { isOn, threshold, amount, monthlyCap }: AutoTopUpTerms,
): Promise<void> {
  await change.query(
    `insert into auto_topups (account_id, is_on, threshold, amount, monthly_cap)
     values ($1, $2, $3, $4, $5)
     on conflict (account_id) do update
     set is_on = excluded.is_on, threshold = excluded.threshold, amount = excluded.amount,
       monthly_cap = excluded.monthly_cap, stopped = null, stopped_payment = null, stopped_at = null,
       next_try_at = '-infinity'`,
    [accountId, isOn, threshold, amount, monthlyCap],
  );
}

export async function turnOffAutoTopUp(change: Change, accountId: number): Promise<void> {
  await change.query('update auto_topups set is_on = false where account_id = $1 and is_on', [
    accountId,
  ]);
}

/**
 * Switches it off because of a payment; a job writes to those who manage the money. A payment by a method that has been
 * replaced since says nothing about the new one. Money that went back to the payer ends it whoever paid: the wallet may
 * be below its threshold now, and the card would be charged for it.
 */
export async function stopAutoTopUp(
  change: Change,
  {
    accountId,
    paymentId,
    mode,
    savedRef,
  }: Pick<Payment, 'accountId' | 'paymentId' | 'mode' | 'savedRef'>,
  why: Stopped,
): Promise<void> {
  if (mode !== 'live') return;
  await change.query(
    `update auto_topups set is_on = false, stopped = $3, stopped_payment = $4, stopped_at = now()
     where account_id = $1 and is_on and (saved_ref = $2 or $3 = 'taken_back' and saved_ref is not null)`,
    [accountId, savedRef, why, paymentId],
  );
}

export interface DueWallet extends AutoTopUp {
  providerCode: string;
  savedRef: string;
}

/** Whether a wallet is below its threshold, and no payment of it is under way. */
const isLow = `a.is_on and a.saved_ref is not null
  and exists (
    select from wallets w
    where w.account_id = a.account_id and w.mode = 'live' and w.available < a.threshold
  )
  and exists (select from accounts c where c.account_id = a.account_id and c.state = 'active')
  and not exists (
    select from payments p
    where p.account_id = a.account_id and p.state = 'pending' and p.saved_ref is not null
  )
  and not exists (select from account_closures x where x.account_id = a.account_id)`;

/**
 * Takes a wallet that is below its threshold and sets when it is looked at again: however many servers look, one of
 * them begins a payment, and one that dies, or whose vendor is not there, is followed by another try. The wallet that was
 * taken is read once more: the first look may be older than a payment that another server began before the lock.
 */
export async function takeLowWallet(
  change: Change,
  { timeZone, now }: { timeZone: string; now: Date | null },
): Promise<{ wallet: DueWallet | undefined } | undefined> {
  const { rows: taken } = await change.query<{ accountId: number }>(
    `update auto_topups t
     set next_try_at = db_time_or_now($1) + interval '15 minutes'
     from (
       select a.account_id
       from auto_topups a
       where a.next_try_at <= db_time_or_now($1) and ${isLow}
       order by a.next_try_at
       limit 1
       for update of a skip locked
     ) due
     where t.account_id = due.account_id
     returning t.account_id as "accountId"`,
    [now],
  );
  const [first] = taken;
  if (!first) return undefined;
  const { rows } = await change.query<DueWallet>(
    `select ${columns} from auto_topups a where a.account_id = $3 and ${isLow}`,
    [timeZone, now, first.accountId],
  );
  return { wallet: rows[0] };
}
