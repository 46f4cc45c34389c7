import type { Change } from '../../foundation/audit/change-queries.ts';
import { accountOf, type Scope } from '../../foundation/contract/scope.ts';
import { isRequestId } from '../../foundation/contract/text/is-request-id.ts';
import type { EventType } from '../../foundation/contract/wire/event-schemas.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { formatMoney, type Money } from '../../foundation/money.ts';
import { lineOfPayment } from '../bank/line-payment.ts';
import type { ChargeIfAny } from '../payments/charge-text.ts';
import type { Payment } from '../payments/payment.ts';
import { chargeColumns } from '../payments/payment-queries.ts';
import type { Invoice, InvoiceKind } from './invoice.ts';

const columns = `i.account_id as "accountId", i.invoice_id as "invoiceId", i.kind, i.number,
  i.payment_id as "paymentId", i.part, i.corrects, i.issued_at as "issuedAt",
  i.issued_on::text as "issuedOn", i.paid_on::text as "paidOn", i.seller, i.buyer, i.currency, i.net,
  i.vat, i.gross, i.vat_kind as "vatKind", i.vat_percent::bigint as "vatPercent", i.note`;

/** With what its payment charged, which is as fixed as the document. */
export interface ListedInvoice extends Invoice, ChargeIfAny {
  accountName: string;
  /** Of the invoice that a credit note corrects. */
  correctsNumber: string | null;
  /** What was paid of its payment, by the vendor's books. */
  atVendorAmount: Money | null;
  atVendorCurrency: string | null;
}

const listed = `${columns}, (select name from accounts a where a.account_id = i.account_id) as "accountName",
  (
    select o.number from invoices o where o.account_id = i.account_id and o.invoice_id = i.corrects
  ) as "correctsNumber", ${chargeColumns}, v.amount as "atVendorAmount", v.currency as "atVendorCurrency"`;

/** A document of a bank transfer has no payment. */
const withPayment = `invoices i
  left join payments p on p.account_id = i.account_id and p.payment_id = i.payment_id
  left join payment_reports v on v.account_id = i.account_id and v.payment_id = i.payment_id and v.state = 'paid'`;

export interface InvoiceFilter {
  account?: number | undefined;
  kind?: InvoiceKind | undefined;
  payment?: string | undefined;
  /** Days of issue; `from` is inclusive, `to` exclusive. */
  from?: string | undefined;
  to?: string | undefined;
}

/** A page of documents, the newest first. */
export async function listInvoices(
  db: Queryable,
  scope: Scope,
  { account, kind, payment, from, to }: InvoiceFilter,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<{ invoices: ListedInvoice[]; next: string | null }> {
  const { rows } = await db.query<ListedInvoice>(
    `select ${listed}
     from ${withPayment}
     where ($1::integer is null or i.account_id = $1) and ($2::text is null or i.kind = $2)
       and ($3::uuid is null or i.payment_id = $3)
       and ($4::date is null or i.issued_on >= $4) and ($5::date is null or i.issued_on < $5)
       and ($6::uuid is null or i.invoice_id < $6)
     order by i.invoice_id desc
     limit $7`,
    [
      ...[accountOf(scope, account), kind ?? null, payment ?? null, from ?? null, to ?? null],
      ...[before ?? null, limit + 1],
    ],
  );
  const invoices = rows.slice(0, limit);
  return { invoices, next: rows.length > limit ? (invoices.at(-1)?.invoiceId ?? null) : null };
}

/** The invoices of payments or bank lines of an account, by the ID of the payment. */
export async function findInvoicesOf(
  db: Queryable,
  accountId: number,
  payments: readonly string[],
): Promise<ReadonlyMap<string, { invoiceId: string; number: string }>> {
  const { rows } = await db.query<{ paymentId: string; invoiceId: string; number: string }>(
    `select payment_id as "paymentId", invoice_id as "invoiceId", number
     from invoices
     where account_id = $1 and payment_id = any ($2) and kind = 'invoice'
     order by part`,
    [accountId, payments],
  );
  return new Map(rows.map(({ paymentId, ...invoice }) => [paymentId, invoice]));
}

/** A document by its ID or its number. */
export async function findInvoice(
  db: Queryable,
  scope: Scope,
  named: string,
): Promise<ListedInvoice | undefined> {
  const { rows } = await db.query<ListedInvoice>(
    `select ${listed}
     from ${withPayment}
     where ($1::integer is null or i.account_id = $1) and (i.number = $2 or i.invoice_id = $3)`,
    [accountOf(scope), named, isRequestId(named) ? named : null],
  );
  return rows[0];
}

/** The documents of a payment, in order. */
export async function listDocuments(
  db: Queryable,
  { accountId, paymentId }: Pick<Payment, 'accountId' | 'paymentId'>,
): Promise<Invoice[]> {
  const { rows } = await db.query<Invoice>(
    `select ${columns} from invoices i where i.account_id = $1 and i.payment_id = $2 order by i.part`,
    [accountId, paymentId],
  );
  return rows;
}

/** What was paid of a payment through a provider and is not on its way back. */
export async function readKept(
  db: Queryable,
  { accountId, paymentId }: Pick<Payment, 'accountId' | 'paymentId'>,
): Promise<Money> {
  const { rows } = await db.query<{ kept: Money }>(
    'select kept from invoice_sums where account_id = $1 and payment_id = $2',
    [accountId, paymentId],
  );
  return rows[0]?.kept ?? 0n;
}

/** When a document is issued, and for which day. */
export interface Days {
  issuedAt: Date;
  issuedOn: string;
  paidOn: string;
}

/** The time now and the days of the platform. The settings are locked, so nothing earlier is dated later. */
export async function readDays(
  db: Queryable,
  paid: Date | string,
  { timeZone, now }: { timeZone: string; now: Date | null },
): Promise<Days> {
  const { rows } = await db.query<Days>(
    `select t.now as "issuedAt", (t.now at time zone $2)::date::text as "issuedOn",
       coalesce($4::date, ($1::timestamptz at time zone $2)::date)::text as "paidOn"
     from (select coalesce($3::timestamptz, clock_timestamp()) as now) t`,
    [...(typeof paid === 'string' ? [null, timeZone, now, paid] : [paid, timeZone, now, null])],
  );
  return rows[0] as Days;
}

/** The next number of a range. The settings are locked, so nobody else takes it. */
export async function nextSerial(
  db: Queryable,
  kind: InvoiceKind,
  rangeYear: number,
): Promise<number> {
  const { rows } = await db.query<{ next: number }>(
    `select coalesce(max(serial), 0) + 1 as next from invoices where kind = $1 and range_year = $2`,
    [kind, rangeYear],
  );
  return rows[0]?.next ?? 1;
}

/** Tells the account's endpoints of a document. What was paid is locked. */
export async function recordInvoice(
  change: Change,
  { accountId, paymentId, kind, ...invoice }: Invoice,
  corrects: string | null,
): Promise<void> {
  const { invoiceId, number, issuedOn, currency, gross, vat } = invoice;
  const body = {
    ...{ invoiceId, number, issuedOn, currency, gross: formatMoney(gross), vat: formatMoney(vat) },
    paymentId: lineOfPayment(paymentId) === undefined ? paymentId : null,
    ...(corrects === null ? {} : { corrects }),
  };
  const type: EventType = kind === 'invoice' ? 'invoice.issued' : 'invoice.credited';
  await change.query('select events_record($1, $2, $3, $4, $5, now())', [
    ...[accountId, 'live', type, paymentId],
    JSON.stringify(body),
  ]);
}

/** A number of the other kind, or of a range that counts otherwise, that such a range could give too. */
export async function findOfOtherRange(
  db: Queryable,
  { kind, isYearly, numbers }: { kind: InvoiceKind; isYearly: boolean; numbers: string },
): Promise<string | undefined> {
  const { rows } = await db.query<{ number: string }>(
    `select number from invoices
     where number ~ $3 and (kind <> $1 or (range_year > 0) <> $2)
     limit 1`,
    [kind, isYearly, numbers],
  );
  return rows[0]?.number;
}

export async function insertInvoice(
  change: Change,
  invoice: Invoice,
  { rangeYear, serial }: { rangeYear: number; serial: number },
): Promise<void> {
  const { accountId, invoiceId, kind, number, paymentId, part, corrects } = invoice;
  await change.query(
    `insert into invoices (
       account_id, invoice_id, kind, range_year, serial, number, payment_id, part, corrects,
       issued_at, issued_on, paid_on, seller, buyer, currency, net, vat, gross, vat_kind,
       vat_percent, note
     )
     values (
       $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21
     )`,
    [
      ...[accountId, invoiceId, kind, rangeYear, serial, number, paymentId, part, corrects],
      ...[invoice.issuedAt, invoice.issuedOn, invoice.paidOn, JSON.stringify(invoice.seller)],
      ...[JSON.stringify(invoice.buyer), invoice.currency, invoice.net, invoice.vat],
      ...[invoice.gross, invoice.vatKind, invoice.vatPercent, invoice.note],
    ],
  );
}
