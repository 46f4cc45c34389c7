import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import type { Change } from '../../foundation/audit/change-queries.ts';
import type { Mode, Owner, Product } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { withRefusals } from '../../foundation/db/refused.ts';
import { formatMoney, largestCreditLimit, type Money } from '../../foundation/money.ts';
import { bankPrefix, paymentPrefix, reservedPrefixes } from './own-references.ts';

export interface Balance {
  available: Money;
  held: Money;
  creditLimit: Money;
  /** The threshold below which the balance counts as low; null for never. */
  lowBalance: Money | null;
}

export async function readBalance(pool: Pool, accountId: number, mode: Mode): Promise<Balance> {
  const { rows } = await pool.query<Balance>({
    name: 'read_balance',
    text: `select available, held, credit_limit as "creditLimit", low_balance as "lowBalance"
           from wallets
           where account_id = $1 and mode = $2`,
    values: [accountId, mode],
  });
  if (!rows[0]) refuse('account_not_found', { account: accountId });
  return rows[0];
}

/** The wallets that another transaction has locked right now. */
export async function findLockedWallets(pool: Pool, owners: readonly Owner[]): Promise<Owner[]> {
  const { rows } = await pool.query<Owner>({
    name: 'find_locked_wallets',
    text: `
      with asked as (
        select distinct account_id, mode from unnest($1::integer[], $2::text[]) as o (account_id, mode)
      ), free as (
        select w.account_id, w.mode
        from asked a
        join wallets w on w.account_id = a.account_id and w.mode = a.mode
        for update of w skip locked
      )
      select account_id as "accountId", mode from asked
      except
      select account_id, mode from free`,
    values: [owners.map(({ accountId }) => accountId), owners.map(({ mode }) => mode)],
  });
  return rows;
}

export interface UsageDay {
  day: string;
  product: Product;
  calls: bigint;
  charged: Money;
  refused: bigint;
}

/** Both days are inclusive. */
export async function readUsageDays(
  pool: Pool,
  accountId: number,
  mode: Mode,
  from: string,
  to: string,
): Promise<UsageDay[]> {
  const { rows } = await pool.query<UsageDay>({
    name: 'read_usage_days',
    text: `select day, product, calls, charged, refused
           from usage_days
           where account_id = $1 and mode = $2 and day between $3::date and $4::date
           order by day, product`,
    values: [accountId, mode, from, to],
  });
  return rows;
}

/** What accounts were charged for the calls accepted since a day, minus refunds. */
export async function sumUsage(
  pool: Pool,
  accountIds: readonly number[],
  mode: Mode,
  from: string,
): Promise<Map<number, Money>> {
  const { rows } = await pool.query<{ accountId: number; charged: Money }>(
    `select account_id as "accountId", sum(charged)::bigint as charged
     from usage_days
     where account_id = any ($1) and mode = $2 and day >= $3::date
     group by account_id`,
    [accountIds, mode, from],
  );
  return new Map(rows.map(({ accountId, charged }) => [accountId, charged]));
}

/** The result of a manual movement. */
export interface Moved {
  transferId: string;
  /** The reference was already used for the same movement, so no money moved this time. */
  isRepeat: boolean;
  available: Money;
  held: Money;
}

interface TopUp {
  accountId: number;
  mode: Mode;
  amount: Money;
  reference: string;
  reason?: string | undefined;
}

/** Repeating a reference tops up once; with a different amount it is refused. */
export async function topUp(
  change: Change,
  { amount, reason = '', ...asked }: TopUp,
): Promise<Moved> {
  if (amount <= 0n) refuse('amount_not_positive');
  return moveByHand(change, { ...asked, kind: 'top_up', amount, reason });
}

/** Adds (positive) or removes (negative) money for a reason other than a call. */
export async function adjust(change: Change, asked: TopUp & { reason: string }): Promise<Moved> {
  if (asked.amount === 0n) refuse('amount_zero');
  if (asked.reason.trim() === '') refuse('adjustment_reason_missing');
  return moveByHand(change, { ...asked, kind: 'adjust' });
}

/** Credits a line of the bank, once: its reference is reserved, and no other movement has it. */
export async function topUpFromBank(
  change: Change,
  { accountId, amount, lineNo }: { accountId: number; amount: Money; lineNo: number },
): Promise<Moved> {
  const reference = `${bankPrefix}${lineNo}`;
  const asked = { accountId, mode: 'live', kind: 'top_up', amount, reference, reason: '' } as const;
  const moved = await move(change, asked);
  if (moved.isRepeat) refuse('reference_used', { reference });
  return moved;
}

/** Takes back what the bank took back, by the line that says so, once. */
export async function takeBackFromBank(
  change: Change,
  { accountId, amount, lineNo }: { accountId: number; amount: Money; lineNo: number },
): Promise<Moved> {
  const reference = `${bankPrefix}${lineNo}`;
  const asked = { accountId, mode: 'live', kind: 'adjust', amount: -amount, reference } as const;
  const moved = await move(change, { ...asked, reason: 'payment taken back', isForced: true });
  if (moved.isRepeat) refuse('reference_used', { reference });
  return moved;
}

/** A movement of an online payment, once: its reference names the payment and what of it this is. */
export async function moveForPayment(
  change: Change,
  { orderNo, what, ...asked }: PaymentMovement,
): Promise<Moved> {
  const reference = `${paymentPrefix}${orderNo}${what === '' ? '' : ` ${what}`}`;
  const moved = await move(change, { ...asked, reference });
  if (moved.isRepeat) refuse('reference_used', { reference });
  return moved;
}

interface PaymentMovement extends Omit<Movement, 'reference'> {
  orderNo: string;
  /** What of the payment it is; empty for the payment itself. */
  what: string;
}

interface Movement extends TopUp {
  kind: 'top_up' | 'adjust';
  reason: string;
  isForced?: boolean;
}

async function moveByHand(change: Change, asked: Movement): Promise<Moved> {
  requireReference(asked.reference);
  return move(change, asked);
}

async function move(change: Change, asked: Movement): Promise<Moved> {
  const { accountId, mode, kind, amount, reference, reason, isForced = false } = asked;
  const { rows } = await withRefusals(
    change.query<Moved>(
      `select transfer_id as "transferId", is_repeat as "isRepeat", available, held
       from ledger_move_by_hand($1, $2, $3, $4, $5, $6, $7, $8)`,
      [accountId, mode, kind, amount, reference, reason, randomUUIDv7(), isForced],
    ),
  );
  return rows[0] as Moved;
}

export function requireReference(reference: string): void {
  if (!/^[^\p{Cc}]{1,200}$/u.test(reference)) refuse('reference_invalid');
  const prefix = reservedPrefixes.find((each) => reference.startsWith(each));
  if (prefix !== undefined) refuse('reference_reserved', { prefix });
}

export interface Refunded {
  mode: Mode;
  amount: Money;
  available: Money;
  held: Money;
}

/** Refunds the price of a call: only if it was charged, and only once. */
export async function refund(
  change: Change,
  { accountId, callId, reason }: { accountId: number; callId: string; reason: string },
): Promise<Refunded> {
  const { rows } = await withRefusals(
    change.query<Refunded>('select mode, amount, available, held from ledger_refund($1, $2, $3)', [
      accountId,
      callId,
      reason,
    ]),
  );
  return rows[0] as Refunded;
}

/** Sets how far below zero the balance may go. */
export async function setCreditLimit(
  change: Change,
  { accountId, mode, limit }: Owner & { limit: Money },
): Promise<Omit<Balance, 'lowBalance'>> {
  if (limit < 0n || limit > largestCreditLimit) {
    refuse('credit_limit_out_of_range', { limit: formatMoney(largestCreditLimit) });
  }
  const { rows } = await withRefusals(
    change.query<Omit<Balance, 'lowBalance'>>(
      `select available, held, credit_limit as "creditLimit"
       from ledger_set_credit_limit($1, $2, $3)`,
      [accountId, mode, limit],
    ),
  );
  return rows[0] as Balance;
}

/** Sets the threshold below which the balance counts as low; null for never. */
export async function setLowBalance(
  change: Change,
  { accountId, mode, amount }: Owner & { amount: Money | null },
): Promise<void> {
  if (amount !== null && amount < 0n) refuse('threshold_negative');
  await withRefusals(
    change.query('select ledger_set_low_balance($1, $2, $3)', [accountId, mode, amount]),
  );
}
