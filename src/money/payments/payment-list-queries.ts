import type { Mode } from '../../foundation/contract/products.ts';
import { accountOf, type Scope } from '../../foundation/contract/scope.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Payment, PaymentState } from './payment.ts';
import { timed } from './payment-queries.ts';

/** `disputed`: the operator has not noted yet what he did about the dispute. */
export type ListedState = PaymentState | 'disputed';

export interface PaymentFilter {
  account?: number | undefined;
  mode?: Mode | undefined;
  state?: ListedState | undefined;
  provider?: string | undefined;
  /** Of the beginning; `from` is inclusive, `to` exclusive. */
  from?: Date | undefined;
  to?: Date | undefined;
}

interface PageAsked {
  limit: number;
  before?: string | undefined;
  after?: string | undefined;
}

export interface ListedPayment extends Payment {
  accountName: string;
}

const listed = `${timed}, (select name from accounts a where a.account_id = p.account_id) as "accountName"`;

const isDisputed =
  '(p.account_id, p.payment_id) in (select account_id, payment_id from open_disputes)';

/** A page of payments, the newest first: their IDs begin with a time. */
export async function findPayments(
  db: Queryable,
  scope: Scope,
  { account, mode, state, provider, from, to }: PaymentFilter,
  { limit, before, after }: PageAsked,
): Promise<{ payments: ListedPayment[]; hasMore: boolean }> {
  const order = after === undefined ? 'desc' : 'asc';
  const { rows } = await db.query<ListedPayment>(
    `select ${listed}
     from payments p
     where ($1::integer is null or p.account_id = $1) and ($3::text is null or p.mode = $3)
       and ($4::text is null or p.state = $4 or $4 = 'disputed' and ${isDisputed})
       and ($5::text is null or p.provider_code = $5)
       -- IDs come from a server's clock, and allow for a minute of drift.
       and ($6::timestamptz is null
         or p.begun_at >= $6 and p.payment_id >= uuid_floor($6 - interval '1 minute'))
       and ($7::timestamptz is null
         or p.begun_at < $7 and p.payment_id < uuid_floor($7 + interval '1 minute'))
       and ($8::uuid is null or p.payment_id < $8) and ($9::uuid is null or p.payment_id > $9)
     order by p.payment_id ${order}
     limit $10`,
    [
      ...[accountOf(scope, account), null, mode ?? null, state ?? null, provider ?? null],
      ...[from ?? null, to ?? null, before ?? null, after ?? null, limit + 1],
    ],
  );
  const payments = rows.slice(0, limit);
  if (order === 'asc') payments.reverse();
  return { payments, hasMore: rows.length > limit };
}

export async function findListed(
  db: Queryable,
  scope: Scope,
  paymentId: string,
): Promise<ListedPayment | undefined> {
  const { rows } = await db.query<ListedPayment>(
    `select ${listed}
     from payments p
     where ($1::integer is null or p.account_id = $1) and p.payment_id = $3`,
    [accountOf(scope), null, paymentId],
  );
  return rows[0];
}

/** By what method payments of an account were made. */
export async function findMethods(
  db: Queryable,
  accountId: number,
  payments: readonly string[],
): Promise<Pick<Payment, 'paymentId' | 'providerCode' | 'method'>[]> {
  const { rows } = await db.query<Pick<Payment, 'paymentId' | 'providerCode' | 'method'>>(
    `select payment_id as "paymentId", provider_code as "providerCode", method
     from payments
     where account_id = $1 and payment_id = any ($2)`,
    [accountId, payments],
  );
  return rows;
}

/** A payment for which an operator must do something: decide a mismatch, or answer a dispute. */
export type WaitingPayment = Pick<
  ListedPayment,
  | 'accountId'
  | 'accountName'
  | 'paymentId'
  | 'state'
  | 'detail'
  | 'amount'
  | 'currency'
  | 'disputed'
>;

/** The longest waiting first, and how many there are. */
export async function findWaiting(
  db: Queryable,
  mode: Mode,
  limit: number,
): Promise<{ count: number; payments: WaitingPayment[] }> {
  const { rows } = await db.query<WaitingPayment & { count: number }>(
    `select ${listed}, count(*) over ()::integer as count
     from (
       select * from payments where state = 'mismatched' and mode = $1
       union all
       select p.* from open_disputes join payments p using (account_id, payment_id) where p.mode = $1
     ) p
     order by p.payment_id
     limit $3`,
    [mode, null, limit],
  );
  return { count: rows[0]?.count ?? 0, payments: rows };
}
