import type { Pool } from 'pg';
import { plainArray, textArray } from '../../foundation/db/array-literal.ts';
import { sanitize } from '../../foundation/redact.ts';
import type { Receipt } from '../../vendors/providers/provider.ts';
import { isTrialReference, readReference } from '../../vendors/providers/reference.ts';

/** A receipt and its source. */
export interface SaidReceipt extends Receipt {
  providerCode: string;
  /** Whether only the provider can have sent it. */
  isTrusted: boolean;
}

export interface TouchedCall {
  accountId: number;
  callId: string;
}

/** Stores receipts and updates their messages; see take-receipts.sql. */
export async function takeReceipts(
  pool: Pool,
  receipts: readonly SaidReceipt[],
): Promise<TouchedCall[]> {
  const calls = receipts.map(({ reference = '' }) => readReference(reference));
  const parts = receipts.map(partOf);
  const { rows } = await pool.query<TouchedCall>({
    name: 'take_receipts',
    text: `
      select account_id as "accountId", call_id as "callId"
      from messages_take_receipts($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    values: [
      textArray(receipts.map(({ providerCode }) => providerCode)),
      plainArray(calls.map((call) => call?.accountId ?? null)),
      plainArray(calls.map((call) => call?.callId ?? null)),
      textArray(receipts.map(refOf)),
      plainArray(parts.map((part) => part?.no ?? null)),
      plainArray(parts.map((part) => part?.of ?? null)),
      plainArray(receipts.map(({ state }) => state)),
      plainArray(receipts.map(({ reason }) => reason ?? null)),
      textArray(receipts.map(({ vendorCode }) => sanitize(vendorCode))),
      textArray(receipts.map(({ detail }) => sanitize(withoutNumbers(detail)))),
      plainArray(receipts.map(({ at }) => timeOf(at))),
      plainArray(receipts.map(({ cost }) => cost ?? null)),
      plainArray(receipts.map(({ isTrusted }) => String(isTrusted))),
    ],
  });
  return rows;
}

/**
 * The id that a receipt is stored under. A test message has no call: its receipt waits under our reference,
 * where the test finds it, and is deleted like every receipt whose message stays unknown.
 */
function refOf({ reference = '', providerRef }: Receipt): string | null {
  if (isTrialReference(reference)) return reference;
  return providerRef ? sanitize(providerRef) : null;
}

/** A receipt of a message that belongs to no call. */
export interface TrialReceipt extends Pick<Receipt, 'state' | 'reason' | 'vendorCode' | 'detail'> {
  isSigned: boolean;
  receivedAt: Date;
}

/** The receipts of a test message, oldest first: by our reference, or by the vendor's ids. */
export async function findTrialReceipts(
  pool: Pool,
  providerCode: string,
  refs: readonly string[],
): Promise<TrialReceipt[]> {
  const { rows } = await pool.query<TrialReceipt>(
    `select receipt ->> 'state' as state, receipt ->> 'reason' as reason,
       receipt ->> 'vendor_code' as "vendorCode", receipt ->> 'words' as detail,
       (receipt ->> 'is_trusted')::boolean as "isSigned", received_at as "receivedAt"
     from early_receipts
     where provider_code = $1 and provider_ref = any($2) and call_id is null
     order by early_id`,
    [providerCode, refs.map((ref) => sanitize(ref))],
  );
  return rows;
}

/** The protocol limit on the parts of a message. */
const maxParts = 255;

/** A receipt with an impossible part number counts for the whole message. */
function partOf({ part }: Receipt): Receipt['part'] {
  if (!part || ![part.no, part.of].every(Number.isInteger)) return undefined;
  return part.no >= 1 && part.no <= part.of && part.of <= maxParts ? part : undefined;
}

/**
 * Masks every run of digits that could be a phone number, because vendors repeat numbers in their texts. The
 * recipient cannot be masked by value: the receipt's message is not known yet.
 */
function withoutNumbers(words: string): string {
  return String(words).replaceAll(/\+?\d{7,}/g, '***');
}

const oldest = Date.UTC(2020);
const furthestMs = 3 * 24 * 3_600_000;

/**
 * Replaces an invalid or implausible vendor time with now. The database does not support every year that a Date
 * can hold, and would reject the whole batch.
 */
function timeOf(at: Date): number {
  const [ms, nowMs] = [at.getTime(), Date.now()];
  return ms >= oldest && ms - nowMs <= furthestMs ? ms : nowMs;
}

/** Applies receipts that arrived before their message was recorded; see take-receipts.sql. */
export async function takeEarlyReceipts(pool: Pool): Promise<TouchedCall[]> {
  const { rows } = await pool.query<TouchedCall>(
    'select account_id as "accountId", call_id as "callId" from messages_take_early()',
  );
  return rows;
}

/**
 * Updates messages from plain success receipts and stores nothing else of them. A reference
 * that is not ours changes nothing.
 */
export async function applyReceipts(pool: Pool, receipts: readonly Receipt[]): Promise<void> {
  const calls = receipts.map(({ reference = '' }) => readReference(reference));
  await pool.query({
    name: 'apply_receipts',
    text: 'select messages_apply_receipts($1, $2, $3, $4)',
    values: [
      plainArray(calls.map((call) => call?.accountId ?? null)),
      plainArray(calls.map((call) => call?.callId ?? null)),
      plainArray(receipts.map(({ state }) => state)),
      plainArray(receipts.map(({ at }) => at.getTime())),
    ],
  });
}

/** Ends the wait for missing receipts and returns how many; see end-silent.sql. */
export async function endSilentMessages(
  pool: Pool,
  now: Date | null,
  hours: number,
  signal?: AbortSignal,
): Promise<number> {
  let ended = 0;
  for (let isBehind = true; isBehind && !signal?.aborted; ) {
    const { rows } = await pool.query<{ ended: number; isBehind: boolean }>(
      `select ended, is_behind as "isBehind" from messages_end_silent($1, make_interval(hours => $2))`,
      [now, hours],
    );
    ended += rows[0]?.ended ?? 0;
    isBehind = rows[0]?.isBehind ?? false;
  }
  return ended;
}
