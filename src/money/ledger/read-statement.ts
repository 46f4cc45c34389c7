import type { ClientBase, Pool } from 'pg';
import type { Owner, Product } from '../../foundation/contract/products.ts';
import { inSnapshot } from '../../foundation/db/in-snapshot.ts';
import type { Money } from '../../foundation/money.ts';
import {
  type BalanceAt,
  type Conversion,
  type DaySums,
  type ManualEntry,
  type ProductSum,
  readBalanceAt,
  readClosedUntil,
  readConversion,
  readDaySums,
  readManualEntries,
  readProductSums,
  type Span,
} from './statement-queries.ts';

/** The charges of a product in the month. */
type ProductTotal = Omit<ProductSum, 'day'>;

/** A month of a wallet: opening balance, movements and closing balance. */
export interface Statement extends Owner {
  /** For example `2026-10`. */
  month: string;
  /** The statement number, the same every time it is created. */
  number: string;
  /** The first and the last day, both inclusive. */
  from: string;
  to: string;
  timeZone: string;
  opening: Money;
  closing: BalanceAt;
  total: Omit<DaySums, 'day'>;
  days: DaySums[];
  byProduct: ProductTotal[];
  byDay: ProductSum[];
  entries: ManualEntry[];
  verifications: Conversion;
  /** The month is over and all its days are closed: the statement no longer changes. */
  isFinal: boolean;
  /** Opening balance plus movements equals the closing balance, and all sums agree with their parts. */
  isEqual: boolean;
}

/** Reads a month in one snapshot, so that its parts agree even while money moves. */
export function readStatement(
  pool: Pool,
  owner: Owner,
  month: string,
  timeZone: string,
): Promise<Statement> {
  // Summing the open days of a busy wallet takes longer than the timeout of calls.
  return inSnapshot(pool, (client) => assembleStatement(client, owner, month, timeZone));
}

async function assembleStatement(
  client: ClientBase,
  owner: Owner,
  month: string,
  timeZone: string,
): Promise<Statement> {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  const next = first.add({ months: 1 });
  const span = monthSpan(month, timeZone);
  const closedUntil = await readClosedUntil(client);
  const opening = await readBalanceAt(client, owner, span.starts, closedUntil);
  const closing = await readBalanceAt(client, owner, span.ends, closedUntil);
  const days = await readDaySums(client, owner, span, closedUntil);
  const byDay = await readProductSums(client, owner, span, closedUntil);
  const entries = await readManualEntries(client, owner, span);
  const total = sumDays(days);
  const [from, to] = [first, next.subtract({ days: 1 })].map(String) as [string, string];
  const drawn = {
    ...owner,
    month,
    number: `${owner.accountId}-${owner.mode}-${month}`,
    from,
    to,
    timeZone,
    opening: opening.balance,
    closing,
    total,
    days,
    byProduct: sumProducts(byDay),
    byDay,
    entries,
    verifications: await readConversion(client, owner, from, to),
    isFinal: closedUntil !== '-infinity' && new Date(closedUntil) >= span.ends,
  };
  return { ...drawn, isEqual: addsUp(drawn) };
}

/** From the first midnight of a month to that of the next. */
export function monthSpan(month: string, timeZone: string): Span {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  const [starts, ends] = [first, first.add({ months: 1 })].map((day) => midnight(day, timeZone));
  return { starts: starts as Date, ends: ends as Date, timeZone };
}

function midnight(day: Temporal.PlainDate, timeZone: string): Date {
  return new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
}

function sumDays(days: readonly DaySums[]): Statement['total'] {
  const total = { toppedUp: 0n, adjusted: 0n, charged: 0n, refunded: 0n };
  for (const day of days) {
    total.toppedUp += day.toppedUp;
    total.adjusted += day.adjusted;
    total.charged += day.charged;
    total.refunded += day.refunded;
  }
  return total;
}

function sumProducts(rows: readonly ProductSum[]): ProductTotal[] {
  const byProduct = new Map<Product, ProductTotal>();
  for (const { product, calls, charged } of rows) {
    const before = byProduct.get(product) ?? { product, calls: 0n, charged: 0n };
    byProduct.set(product, {
      product,
      calls: before.calls + calls,
      charged: before.charged + charged,
    });
  }
  return [...byProduct.values()];
}

const sum = <Row>(rows: readonly Row[], amountOf: (row: Row) => Money) =>
  rows.reduce((so, row) => so + amountOf(row), 0n);

/** The closings, the sums per product and the manual entries are three records of the same money. */
function addsUp(drawn: Omit<Statement, 'isEqual'>): boolean {
  const { opening, closing, total, byDay, entries } = drawn;
  const byHand = sum(entries, ({ amount }) => amount);
  return (
    opening + total.toppedUp + total.adjusted - total.charged + total.refunded ===
      closing.balance &&
    sum(byDay, ({ charged }) => charged) === total.charged &&
    byHand === total.toppedUp + total.adjusted + total.refunded
  );
}
