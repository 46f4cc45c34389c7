import type { Reason } from '../contract/errors.ts';

/**
 * What the sandbox does for its magic mobiles and ID numbers. The table is the documentation: the
 * page `docs/sandbox.md` is generated from it, and every row has a test.
 */
export type SmsScript =
  | 'delivered'
  | 'invalid'
  | 'rejected'
  | 'late'
  | 'silent'
  | 'twice'
  | 'early'
  | 'timeout_sent'
  | 'timeout_lost'
  | 'blocked'
  | 'down';

export interface MagicMobile {
  mobile: string;
  script: SmsScript;
  outcome: string;
}

export const magicMobiles: readonly MagicMobile[] = [
  {
    mobile: '13800000000',
    script: 'delivered',
    outcome: '201; delivered after a second, as any other number',
  },
  {
    mobile: '13800000001',
    script: 'invalid',
    outcome: '400 provider_rejected: no such number; not charged',
  },
  {
    mobile: '13800000002',
    script: 'rejected',
    outcome: '400 provider_rejected: content refused; not charged',
  },
  {
    mobile: '13800000003',
    script: 'late',
    outcome: '201; delivered, with the receipt 30 seconds late',
  },
  {
    mobile: '13800000004',
    script: 'silent',
    outcome: '201; no receipt ever; unknown after 72 hours',
  },
  { mobile: '13800000005', script: 'twice', outcome: '201; the same receipt three times' },
  { mobile: '13800000006', script: 'early', outcome: '201; the receipt comes before the reply' },
  {
    mobile: '13800000007',
    script: 'timeout_sent',
    outcome: '504 outcome_unknown; was sent; settled when the provider is asked',
  },
  {
    mobile: '13800000008',
    script: 'timeout_lost',
    outcome: '504 outcome_unknown; was never sent; released when the provider is asked',
  },
  {
    mobile: '13800000009',
    script: 'blocked',
    outcome: '201; the receipt says undelivered, the person blocks the sender',
  },
  { mobile: '13800000010', script: 'down', outcome: '502 provider_unavailable; not charged' },
];

/** Mobiles for which a test call is refused as a live one can be, before any provider is asked. */
export const rehearsedRefusals: readonly {
  mobile: string;
  reason: Reason;
  retryAfterMs: number | null;
}[] = [
  { mobile: '13800000011', reason: 'rate_limited_number', retryAfterMs: 60_000 },
  { mobile: '13800000012', reason: 'duplicate_code', retryAfterMs: 30_000 },
  { mobile: '13800000013', reason: 'prefix_closed', retryAfterMs: 3_600_000 },
  { mobile: '13800000014', reason: 'region_not_allowed', retryAfterMs: null },
  { mobile: '13800000015', reason: 'balance_too_low', retryAfterMs: null },
  { mobile: '13800000016', reason: 'account_spend_cap', retryAfterMs: null },
  { mobile: '13800000017', reason: 'key_spend_cap', retryAfterMs: null },
];

const refusals = new Map(rehearsedRefusals.map((row) => [`+86${row.mobile}`, row]));

export function rehearsedRefusalOf(mobile: string) {
  return refusals.get(mobile);
}

const smsScripts = new Map(magicMobiles.map(({ mobile, script }) => [`+86${mobile}`, script]));

/** Whether it is one of the tables' numbers, written as there. */
export function isMagicMobile(mobile: string): boolean {
  return smsScripts.has(`+86${mobile}`) || refusals.has(`+86${mobile}`);
}

/** What happens to a message to this number (E.164). */
export function smsScriptOf(mobile: string): SmsScript {
  return smsScripts.get(mobile) ?? 'delivered';
}

export type FaceScript =
  | 'choice'
  | 'pass'
  | 'fail'
  | 'abandoned'
  | 'expired'
  | 'down'
  | 'unavailable'
  | 'refused';

export interface MagicPerson {
  cardNo: string;
  script: FaceScript;
  outcome: string;
}

/** Numbers of the reserved region 999999, valid by their checksum. */
export const magicPersons: readonly MagicPerson[] = [
  { cardNo: '999999199001010016', script: 'pass', outcome: 'passes without a question' },
  { cardNo: '999999199001010024', script: 'fail', outcome: 'fails without a question' },
  {
    cardNo: '999999199001010032',
    script: 'abandoned',
    outcome: 'the session stays open; pending until the link expires',
  },
  {
    cardNo: '999999199001010040',
    script: 'expired',
    outcome: 'every session expires at once and can be replaced',
  },
  {
    cardNo: '999999199001010059',
    script: 'down',
    outcome: '201, but no session can be started: provider down on the page',
  },
  {
    cardNo: '999999199001010067',
    script: 'refused',
    outcome: '400 provider_rejected at the call; not charged',
  },
  {
    cardNo: '999999199001010075',
    script: 'unavailable',
    outcome: '502 provider_unavailable at the call; not charged',
  },
];

const faceScripts = new Map(magicPersons.map(({ cardNo, script }) => [cardNo, script]));

/** What happens to a check of this ID number: anyone else is asked on the sandbox's page. */
export function faceScriptOf(cardNo: string): FaceScript {
  return faceScripts.get(cardNo.toUpperCase()) ?? 'choice';
}

/**
 * A magic ID number has one end, and whoever is left to choose has all; cancelling is always one.
 */
export function isPlayable(script: string, outcome: unknown): outcome is string {
  if (script === 'abandoned') return false;
  if (outcome === 'cancelled') return true;
  if (outcome === 'passed') return script !== 'fail';
  return outcome === 'failed' && script !== 'pass';
}
