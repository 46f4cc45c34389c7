import type { Change } from '../../foundation/audit/change-queries.ts';
import type { Owner } from '../../foundation/contract/products.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Money } from '../../foundation/money.ts';
import type { Charge, GoneElsewhere } from './charge.ts';
import type { Payment, PaymentState } from './payment.ts';

/** A request that was sent has reached the vendor by then, or never will. */
const settledAfter = '2 minutes';

/** What a payment `p` charges. */
export const chargeColumns = `coalesce(p.charged, p.amount + coalesce(p.asked_fee, p.fee)) as charged,
  coalesce(p.charged_currency, p.currency) as "chargedCurrency", p.rate, p.rate_set_at as "rateSetAt"`;

const columns = `p.account_id as "accountId", p.payment_id as "paymentId", p.mode,
  p.provider_code as "providerCode", p.method, p.amount, p.fee, p.currency, p.reference,
  p.return_url as "returnUrl", p.title, p.language, p.state, p.detail, p.vendor_ref as "vendorRef",
  p.show, p.payment_ref as "paymentRef", p.paid_at as "paidAt", p.credited, p.refunded,
  p.taken_back as "takenBack", p.corrections, coalesce(p.disputed_worth, p.disputed) as disputed,
  p.disputed_at as "disputedAt",
  ${chargeColumns},
  coalesce(p.credited_charged, p.credited) as "creditedCharged",
  coalesce(p.refunded_charged, p.refunded) as "refundedCharged",
  coalesce(p.taken_back_charged, p.taken_back) as "takenBackCharged",
  p.disputed as "disputedCharged",
  exists (
    select from open_disputes o where o.account_id = p.account_id and o.payment_id = p.payment_id
  ) as "isDisputeOpen", p.begun_at as "begunAt", p.expires_at as "expiresAt", p.saves,
  p.saved_ref as "savedRef", p.ended_at as "endedAt"`;

/**
 * What a payment `p` came to in the currency that its vendor counts in, for comparing books. Without a conversion it is
 * the wallet's.
 */
export const ofVendor = `coalesce(p.charged_currency, p.currency) as currency,
  coalesce(p.credited_charged, p.credited) as credited, coalesce(p.refunded_charged, p.refunded) as refunded,
  coalesce(p.taken_back_charged, p.taken_back) as taken_back`;

/** With the states that depend on the time, which is the second parameter. */
export const timed = `${columns}, p.expires_at <= db_time_or_now($2) as "isOverdue",
  p.begun_at + interval '${settledAfter}' <= db_time_or_now($2) as "isSettled"`;

export type NewPayment = Pick<
  Payment,
  | ('accountId' | 'paymentId' | 'mode' | 'providerCode' | 'method' | 'amount' | 'fee')
  | ('currency' | 'reference' | 'returnUrl' | 'title' | 'language' | 'saves' | 'savedRef')
  | keyof Charge
> & { claimHash: Buffer | null; lifeMs: number };

/**
 * Stores a payment before its vendor is asked, to be asked about soon. Returns the pending payment that the same
 * request has begun before, if there is one.
 */
export async function insertPayment(
  db: Queryable,
  payment: NewPayment,
  now: Date | null,
): Promise<Payment> {
  const { accountId, paymentId, mode, claimHash } = payment;
  await db.query(
    `insert into payments (
       account_id, payment_id, mode, provider_code, method, amount, fee, currency, reference,
       return_url, title, language, claim_hash, saves, saved_ref, begun_at, expires_at, ask_at, asked_fee,
       rate, rate_set_at, charged, charged_currency, refunded_charged, taken_back_charged, disputed_worth
     )
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
       t.now, t.now + make_interval(secs => $16 / 1000.0), t.now + interval '15 seconds', $7,
       $18::bigint, $19, $20, $21, $22, $22, $22
     from (select db_time_or_now($17) as now) t
     on conflict (account_id, mode, claim_hash) where state = 'pending' do nothing`,
    [
      ...[accountId, paymentId, mode, payment.providerCode, payment.method, payment.amount],
      ...[payment.fee, payment.currency, payment.reference, payment.returnUrl, payment.title],
      ...[payment.language, claimHash, payment.saves, payment.savedRef, payment.lifeMs, now],
      ...chargeValues(payment),
    ],
  );
  const { rows } = await db.query<Payment>(
    `select ${timed}
     from payments p
     where p.account_id = $1 and p.mode = $3
       and (p.payment_id = $4 or p.claim_hash = $5 and p.state = 'pending')`,
    [accountId, now, mode, paymentId, claimHash],
  );
  // The payment that stood in the way has ended meanwhile.
  return rows[0] ?? insertPayment(db, payment, now);
}

/** What was not converted has nothing of its own in these columns: the wallet's are the vendor's. */
function chargeValues({ rate, rateSetAt, charged, chargedCurrency }: Charge): unknown[] {
  if (rate === null) return [null, null, null, null, null];
  return [rate, rateSetAt, charged, chargedCurrency, 0n];
}

/**
 * How many payments of a wallet can still be paid, whether this request has begun one of them, and when the first of
 * them expires.
 */
export async function countPayable(
  db: Queryable,
  { accountId, mode }: Owner,
  claimHash: Buffer | null,
  now: Date | null,
): Promise<{ count: number; isBegun: boolean; waitMs: number }> {
  const { rows } = await db.query<{ count: number; isBegun: boolean; waitMs: number }>(
    `select count(*)::integer as count, coalesce(bool_or(p.claim_hash = $3), false) as "isBegun",
       coalesce(extract(epoch from min(p.expires_at) - t.now) * 1000, 0)::float8 as "waitMs"
     from (select db_time_or_now($4) as now) t
     left join payments p on p.account_id = $1 and p.mode = $2 and p.state = 'pending'
       and p.expires_at > t.now
     group by t.now`,
    [accountId, mode, claimHash, now],
  );
  return rows[0] as (typeof rows)[0];
}

/** Keeps what the customer is shown, unless the payment has ended meanwhile. */
export async function noteBegun(
  db: Queryable,
  { accountId, paymentId }: Pick<Payment, 'accountId' | 'paymentId'>,
  {
    vendorRef,
    show,
    expiresAt,
  }: { vendorRef: string | null; show: string | null; expiresAt: Date },
): Promise<void> {
  await db.query(
    `update payments p
     set vendor_ref = coalesce(p.vendor_ref, $3), show = $4, expires_at = least(p.expires_at, $5)
     where p.account_id = $1 and p.payment_id = $2 and p.state = 'pending'`,
    [accountId, paymentId, vendorRef, show, expiresAt],
  );
}

export async function findPayment(
  db: Queryable,
  { accountId, mode }: Owner,
  paymentId: string,
): Promise<Payment | undefined> {
  const { rows } = await db.query<Payment>(
    `select ${timed} from payments p where p.account_id = $1 and p.payment_id = $3 and p.mode = $4`,
    [accountId, null, paymentId, mode],
  );
  return rows[0];
}

/** A payment by its ID alone, for the operator. */
export async function findAnyPayment(
  db: Queryable,
  paymentId: string,
): Promise<Payment | undefined> {
  const { rows } = await db.query<Payment>(
    `select ${timed} from payments p where p.payment_id = $1`,
    [paymentId, null],
  );
  return rows[0];
}

/** The payments of a provider by their IDs: what a vendor names may be of another provider, or no payment at all. */
export async function findNamed(
  db: Queryable,
  providerCode: string,
  paymentIds: readonly string[],
  now: Date | null,
): Promise<Payment[]> {
  const { rows } = await db.query<Payment>(
    `select ${timed} from payments p where p.provider_code = $1 and p.payment_id = any ($3)`,
    [providerCode, now, paymentIds],
  );
  return rows;
}

/** Locks a payment: everything that decides about it happens one after the other. */
export async function lockPayment(
  db: Queryable,
  { accountId, paymentId }: Pick<Payment, 'accountId' | 'paymentId'>,
  now: Date | null,
): Promise<Payment | undefined> {
  const { rows } = await db.query<Payment>(
    `select ${timed} from payments p where p.account_id = $1 and p.payment_id = $3 for update`,
    [accountId, now, paymentId],
  );
  return rows[0];
}

/**
 * Takes the payments that are due and sets when they are due again, so that no other server asks meanwhile, and
 * one whose server dies is asked about later. Pauses double: to 5 minutes while it may be paid, to a week after that.
 */
export async function takeDue(
  db: Queryable,
  now: Date | null,
  limit: number,
  jammed: readonly string[],
): Promise<Payment[]> {
  const { rows } = await db.query<Payment>(
    `update payments p
     set asked = p.asked + 1,
       ask_at = db_time_or_now($2) + case
         when p.state = 'pending' then least(interval '15 seconds' * 2 ^ least(p.asked, 8), interval '5 minutes')
         else least(interval '1 hour' * 2 ^ least(p.asked, 12), interval '7 days')
       end
     from (
       select d.account_id, d.payment_id
       from payments d
       where d.ask_at <= db_time_or_now($2) and d.provider_code <> all ($3)
       order by d.ask_at
       limit $1
       for update skip locked
     ) d
     where p.account_id = d.account_id and p.payment_id = d.payment_id
     returning ${timed}`,
    [limit, now, jammed],
  );
  return rows;
}

/** Makes payments due now: somebody has news of them. */
export async function makeDue(
  db: Queryable,
  { accountId, paymentId }: Pick<Payment, 'accountId' | 'paymentId'>,
  now: Date | null,
): Promise<void> {
  await db.query(
    `update payments p set ask_at = db_time_or_now($3) where p.account_id = $1 and p.payment_id = $2`,
    [accountId, paymentId, now],
  );
}

/** How an unpaid payment ended. It is still asked about for a while, because late money is credited. */
export async function endUnpaid(
  change: Change,
  { accountId, paymentId }: Payment,
  { state, detail }: { state: 'failed' | 'expired'; detail: string },
  now: Date | null,
): Promise<void> {
  await change.query(
    `update payments p
     set state = $3, detail = $4, show = null, asked = 0,
       ended_at = db_time_or_now($5), ask_at = db_time_or_now($5) + interval '1 hour'
     where p.account_id = $1 and p.payment_id = $2`,
    [accountId, paymentId, state, detail, now],
  );
}

const ifConverted = (amount: string) => `case when p.rate is not null then ${amount}::bigint end`;

export interface Credit {
  credited: Money;
  creditedCharged: Money;
  fee: Money;
  paymentRef: string | null;
  paidAt: Date;
  detail: string;
}

/** Marks a payment as credited. From then on it is asked about for disputes. */
export async function markPaid(
  change: Change,
  { accountId, paymentId }: Payment,
  { credited, creditedCharged, fee, paymentRef, paidAt, detail }: Credit,
  now: Date | null,
): Promise<void> {
  await change.query(
    `update payments p
     set state = 'paid', credited = $3, fee = $4, payment_ref = $5, paid_at = $6, detail = $7,
       show = null, asked = 0,
       ended_at = db_time_or_now($8), ask_at = db_time_or_now($8) + interval '1 hour',
       credited_charged = ${ifConverted('$9')}
     where p.account_id = $1 and p.payment_id = $2`,
    [...[accountId, paymentId, credited, fee, paymentRef, paidAt, detail, now], creditedCharged],
  );
}

/** Ends a payment without a credit: put aside for a person, or ended by one. */
export async function setAside(
  change: Change,
  { accountId, paymentId }: Payment,
  aside: {
    state: 'mismatched' | 'ignored';
    detail: string;
    paymentRef: string | null;
    paidAt: Date | null;
  },
  now: Date | null,
): Promise<void> {
  await change.query(
    `update payments p
     set state = $3, detail = $4, payment_ref = coalesce($5, p.payment_ref),
       paid_at = coalesce($6, p.paid_at), show = null, ask_at = null, ended_at = db_time_or_now($7)
     where p.account_id = $1 and p.payment_id = $2`,
    [...[accountId, paymentId, aside.state, aside.detail, aside.paymentRef, aside.paidAt], now],
  );
}

/** Whether another payment was credited by this payment of the vendor. */
export async function isRefUsed(
  db: Queryable,
  { providerCode, paymentId }: Payment,
  paymentRef: string,
): Promise<boolean> {
  const { rows } = await db.query(
    `select from payments
     where provider_code = $1 and payment_ref = $2 and state = 'paid' and payment_id <> $3`,
    [providerCode, paymentRef, paymentId],
  );
  return rows.length > 0;
}

/** Asks again soon, in case two answers arrived in the wrong order. */
export async function setTakenBack(
  change: Change,
  { accountId, paymentId }: Payment,
  { takenBack, takenBackCharged }: GoneElsewhere,
  now: Date | null,
): Promise<void> {
  await change.query(
    `update payments p
     set taken_back = $3, corrections = p.corrections + 1, asked = 0,
       ask_at = db_time_or_now($4) + interval '15 minutes', taken_back_charged = ${ifConverted('$5')}
     where p.account_id = $1 and p.payment_id = $2`,
    [accountId, paymentId, takenBack, now, takenBackCharged],
  );
}

export async function addRefunded(
  change: Change,
  { accountId, paymentId }: Payment,
  { amount, charged }: { amount: Money; charged: Money },
): Promise<void> {
  await change.query(
    `update payments p
     set refunded = p.refunded + $3, refunded_charged = p.refunded_charged + $4
     where p.account_id = $1 and p.payment_id = $2`,
    [accountId, paymentId, amount, charged],
  );
}

/** There is nothing to ask about it any more. */
export async function stopAsking(
  db: Queryable,
  { accountId, paymentId }: Payment,
  state: PaymentState,
): Promise<void> {
  await db.query(
    `update payments p set ask_at = null
     where p.account_id = $1 and p.payment_id = $2 and p.state = $3`,
    [accountId, paymentId, state],
  );
}

/** What the payer's bank holds back by the vendor's books. More of it is news for the operator; none of it ends that. */
export async function setDisputed(
  change: Change,
  payment: Payment,
  { disputed, disputedCharged }: GoneElsewhere,
  now: Date | null,
): Promise<void> {
  const { accountId, paymentId } = payment;
  const isMore = disputedCharged > payment.disputedCharged;
  await change.query(
    `update payments p
     set disputed = $3, disputed_at = case when $4 then db_time_or_now($5) else p.disputed_at end,
       disputed_worth = ${ifConverted('$6')}
     where p.account_id = $1 and p.payment_id = $2`,
    [accountId, paymentId, disputedCharged, isMore, now, disputed],
  );
  if (disputedCharged === 0n) await closeDispute(change, payment);
  if (!isMore) return;
  await change.query(
    'insert into open_disputes (account_id, payment_id) values ($1, $2) on conflict do nothing',
    [accountId, paymentId],
  );
}

/** It is won, or the operator has noted what he did about it. */
export async function closeDispute(
  change: Change,
  { accountId, paymentId }: Payment,
): Promise<void> {
  await change.query('delete from open_disputes where account_id = $1 and payment_id = $2', [
    ...[accountId, paymentId],
  ]);
}

/** Writes what became of a payment, for the account's endpoints. The payment is locked. */
export async function recordTopUp(
  change: Change,
  { accountId, mode, paymentId }: Payment,
  type: 'topup.succeeded' | 'topup.failed' | 'topup.refunded',
  body: object,
): Promise<void> {
  await change.query('select events_record($1, $2, $3, $4, $5, now())', [
    ...[accountId, mode, type, paymentId],
    JSON.stringify(body),
  ]);
}
