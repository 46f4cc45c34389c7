import { randomUUIDv7 } from 'node:crypto';
import { type Change, noteChange } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { accountOf, type Scope } from '../../foundation/contract/scope.ts';
import type { EventType } from '../../foundation/contract/wire/event-schemas.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { withRefusals } from '../../foundation/db/refused.ts';
import { formatMoney, type Money } from '../../foundation/money.ts';
import { type FapiaoForm, type FapiaoRequest, type FapiaoState, tidyForm } from './fapiao.ts';
import { readInvoiceSettings } from './settings-queries.ts';

/** A payment that is in no fapiao yet. */
export interface FreePayment {
  paymentId: string;
  paidAt: Date;
  amount: Money;
}

const mostPayments = 200;
/** Only what is paid in yuan gets a fapiao. */
export const fapiaoCurrency = 'CNY';

const free = `select p.payment_id as "paymentId", p.paid_at as "paidAt",
    p.credited - p.refunded - p.taken_back as amount
  from payments p
  where p.account_id = $1 and p.mode = 'live' and p.state = 'paid' and p.currency = '${fapiaoCurrency}'
    and p.credited > p.refunded + p.taken_back
    and not exists (
      select from fapiao_payments f
      where f.account_id = p.account_id and f.payment_id = p.payment_id and f.counts
    )`;

/** The payments for which a fapiao can be asked, the newest first. */
export async function listFreePayments(db: Queryable, accountId: number): Promise<FreePayment[]> {
  const { rows } = await db.query<FreePayment>(
    `${free} order by p.payment_id desc limit ${mostPayments}`,
    [accountId],
  );
  return rows;
}

const columns = `r.account_id as "accountId",
  (select name from accounts a where a.account_id = r.account_id) as "accountName",
  r.request_id as "requestId", r.state, r.kind, r.is_company as "isCompany", r.title,
  r.tax_number as "taxNumber", r.address, r.phone, r.bank, r.bank_account as "bankAccount", r.email,
  r.remark, r.currency, r.amount, r.asked_at as "askedAt", r.decided_at as "decidedAt",
  r.fapiao_code as "fapiaoCode", r.fapiao_number as "fapiaoNumber", r.issued_on::text as "issuedOn",
  r.file, r.reason,
  coalesce((
    select sum(greatest(f.amount - (p.credited - p.refunded - p.taken_back), 0))::bigint
    from fapiao_payments f
    join payments p using (account_id, payment_id)
    where f.account_id = r.account_id and f.request_id = r.request_id and f.counts
  ), 0)::bigint as returned`;

/** Requests, the newest first. */
export async function listFapiao(
  db: Queryable,
  scope: Scope,
  { state, account }: { state?: FapiaoState | undefined; account?: number | undefined },
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<{ requests: FapiaoRequest[]; next: string | null }> {
  const { rows } = await db.query<FapiaoRequest>(
    `select ${columns}
     from fapiao_requests r
     where ($1::integer is null or r.account_id = $1) and ($2::text is null or r.state = $2)
       and ($3::uuid is null or r.request_id < $3)
     order by r.request_id desc
     limit $4`,
    [accountOf(scope, account), state ?? null, before ?? null, limit + 1],
  );
  const requests = rows.slice(0, limit);
  return { requests, next: rows.length > limit ? (requests.at(-1)?.requestId ?? null) : null };
}

export async function findFapiao(
  db: Queryable,
  accountId: number,
  requestId: string,
): Promise<FapiaoRequest | undefined> {
  const { rows } = await db.query<FapiaoRequest>(
    `select ${columns} from fapiao_requests r where r.account_id = $1 and r.request_id = $2`,
    [accountId, requestId],
  );
  return rows[0];
}

export async function countAskedFapiao(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from fapiao_requests where state = 'asked'`,
  );
  return rows[0]?.count ?? 0;
}

/** Asks for a fapiao for payments that are in none yet. Each is locked, so a refund or another request comes before or after. */
export async function askFapiao(
  change: Change,
  accountId: number,
  { payments, ...typed }: FapiaoForm & { payments: readonly string[] },
): Promise<string> {
  if (!(await readInvoiceSettings(change)).takesFapiao) refuse('fapiao_not_taken');
  const form = tidyForm(typed);
  const wanted = [...new Set(payments)];
  const { rows } = await change.query<FreePayment>(
    `${free} and p.payment_id = any ($2) order by p.payment_id for update of p`,
    [accountId, wanted],
  );
  if (wanted.length === 0 || rows.length < wanted.length) refuse('fapiao_payments_taken');
  const requestId = randomUUIDv7();
  const amount = rows.reduce((so, row) => so + row.amount, 0n);
  await change.query(
    `insert into fapiao_requests (
       account_id, request_id, kind, is_company, title, tax_number, address, phone, bank,
       bank_account, email, remark, currency, amount, asked_at
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, now())`,
    [
      ...[accountId, requestId, form.kind, form.isCompany, form.title, form.taxNumber],
      ...[form.address, form.phone, form.bank, form.bankAccount, form.email, form.remark],
      ...[fapiaoCurrency, amount],
    ],
  );
  await withRefusals(
    change.query(
      `insert into fapiao_payments (account_id, request_id, payment_id, amount)
       select $1, $2, w.payment_id, w.amount
       from unnest($3::uuid[], $4::bigint[]) w (payment_id, amount)`,
      [accountId, requestId, rows.map((row) => row.paymentId), rows.map((row) => row.amount)],
    ),
    { '23505': ['fapiao_payments_taken'] },
  );
  await note(change, accountId, requestId, 'fapiao.ask', { amount: formatMoney(amount) });
  return requestId;
}

/** What an operator notes of a fapiao; a customer only cancels. */
export type FapiaoDecision =
  | { to: 'issued'; fapiaoCode: string; fapiaoNumber: string; issuedOn: string; file: string }
  | { to: 'refused' | 'cancelled' | 'reversed'; reason: string };

const acts = {
  issued: 'fapiao.issue',
  refused: 'fapiao.refuse',
  cancelled: 'fapiao.cancel',
  reversed: 'fapiao.reverse',
} as const;

export const fapiaoActOf = (to: FapiaoDecision['to']) => acts[to];

interface Decided {
  accountId: number;
  state: FapiaoState;
  amount: Money;
}

/** Ends a request, or takes an issued fapiao back. Its payments are free again unless it was issued. */
export async function decideFapiao(
  change: Change,
  scope: Scope,
  requestId: string,
  decision: FapiaoDecision,
): Promise<void> {
  const { to } = decision;
  const { rows } = await change.query<Decided>(
    `select r.account_id as "accountId", r.state, r.amount
     from fapiao_requests r
     where ($1::integer is null or r.account_id = $1) and r.request_id = $2
     for update`,
    [accountOf(scope), requestId],
  );
  const [found] = rows;
  if (!found) return refuse('fapiao_not_found', { request: requestId });
  const { accountId, state, amount } = found;
  if (state !== (to === 'reversed' ? 'issued' : 'asked')) {
    refuse('fapiao_decided', { request: requestId, state });
  }
  const issued = readIssued(decision);
  if (to === 'issued') await requirePast(change, decision.issuedOn);
  const [, fapiaoNumber] = issued.values;
  await withRefusals(
    change.query(
      `update fapiao_requests r
       set state = $3, decided_at = now(), reason = $4,
         fapiao_code = coalesce($5, r.fapiao_code), fapiao_number = coalesce($6, r.fapiao_number),
         issued_on = coalesce($7::date, r.issued_on), file = coalesce($8, r.file)
       where r.account_id = $1 and r.request_id = $2`,
      [accountId, requestId, to, issued.reason, ...issued.values],
    ),
    { '23505': ['fapiao_number_used', { number: fapiaoNumber ?? '' }] },
  );
  if (to !== 'issued') {
    await change.query(
      'update fapiao_payments set counts = false where account_id = $1 and request_id = $2',
      [accountId, requestId],
    );
  }
  if (to === 'issued' || to === 'refused') {
    const facts = to === 'issued' ? { fapiaoNumber, issuedOn: decision.issuedOn } : {};
    const body = { fapiaoRequestId: requestId, amount: formatMoney(amount), ...facts };
    await change.query('select events_record($1, $2, $3, $4, $5, now())', [
      ...[accountId, 'live', `fapiao.${to}` satisfies EventType, requestId],
      JSON.stringify(body),
    ]);
  }
  await note(change, accountId, requestId, acts[to], { ...decision });
}

function readIssued(decision: FapiaoDecision): { reason: string; values: (string | null)[] } {
  if (decision.to !== 'issued') {
    const reason = decision.reason.trim();
    if (reason === '' && decision.to !== 'cancelled') refuse('fapiao_reason_missing');
    return { reason, values: [null, null, null, null] };
  }
  const { fapiaoCode, fapiaoNumber, issuedOn, file } = decision;
  if (!/^[0-9]{8,20}$/.test(fapiaoNumber.trim()) || !/^[0-9]{0,12}$/.test(fapiaoCode.trim())) {
    refuse('fapiao_number_invalid');
  }
  return { reason: '', values: [fapiaoCode.trim(), fapiaoNumber.trim(), issuedOn, file.trim()] };
}

/** A fapiao is dated in China. */
async function requirePast(db: Queryable, day: string): Promise<void> {
  const { rows } = await db.query<{ isPast: boolean }>(
    `select $1::date <= (now() at time zone 'Asia/Shanghai')::date as "isPast"`,
    [day],
  );
  if (!rows[0]?.isPast) refuse('fapiao_day_future', { day });
}

/** Requests that came to no fapiao; tax law wants the others for years. */
export async function eraseFapiao(change: Change, accountId: number): Promise<void> {
  const never = `select request_id from fapiao_requests
    where account_id = $1 and state in ('asked', 'refused', 'cancelled')`;
  await change.query(
    `delete from fapiao_payments where account_id = $1 and request_id in (${never})`,
    [accountId],
  );
  await change.query(
    `delete from fapiao_requests where account_id = $1 and request_id in (${never})`,
    [accountId],
  );
}

function note(
  change: Change,
  accountId: number,
  requestId: string,
  action: 'fapiao.ask' | (typeof acts)[keyof typeof acts],
  after: object,
): Promise<void> {
  const key = { request_id: requestId };
  return noteChange(change, {
    ...{ accountId, action, subject: 'fapiao_requests', key, before: null, after },
  });
}
