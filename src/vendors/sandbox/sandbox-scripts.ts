import type { Reason } from '../../foundation/contract/errors/errors.ts';
import type {
  FailureReason,
  MessageReason,
} from '../../foundation/contract/errors/failure-reasons.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { type PlayedReason, reasonMobiles } from './reason-mobiles.ts';

/**
 * The sandbox's behaviour for magic mobiles and ID numbers. The sandbox guide is generated from these tables,
 * and every row has a test.
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
  | 'down'
  | PlayedReason;

interface MagicMobile<Script = SmsScript> {
  mobile: string;
  script: Script;
  outcome: Readonly<Record<Language, string>>;
  /** Why the message fails, if it does. */
  reason?: MessageReason;
  verification?: PlayedVerification;
}

/** What is special about a verification of a number. */
export interface PlayedVerification {
  /** Each digit of its code is 0. */
  hasZeros?: true;
  ttlSeconds?: number;
}

/** The mobiles that play more than a reason: receipts and responses that are late, lost or repeated. */
export const scriptedMobiles: readonly MagicMobile<Exclude<SmsScript, PlayedReason>>[] = [
  {
    mobile: '13800000000',
    script: 'delivered',
    outcome: {
      en: '201; delivered after one second, like any other number',
      zh: '201；一秒后送达，与其他号码相同',
    },
  },
  {
    mobile: '13800000001',
    script: 'invalid',
    reason: 'number_invalid',
    outcome: {
      en: '400 provider_rejected: the number does not exist; not charged',
      zh: '400 provider_rejected：号码不存在；不计费',
    },
  },
  {
    mobile: '13800000002',
    script: 'rejected',
    reason: 'content_refused',
    outcome: {
      en: '400 provider_rejected: the content is rejected; not charged',
      zh: '400 provider_rejected：内容未通过审核；不计费',
    },
  },
  {
    mobile: '13800000003',
    script: 'late',
    outcome: {
      en: '201; delivered, but the receipt is 30 seconds late',
      zh: '201；已送达，但回执晚到 30 秒',
    },
  },
  {
    mobile: '13800000004',
    script: 'silent',
    outcome: {
      en: '201; no receipt; unknown after 72 hours',
      zh: '201；没有回执；72 小时后状态变为 unknown',
    },
  },
  {
    mobile: '13800000005',
    script: 'twice',
    outcome: { en: '201; the same receipt arrives three times', zh: '201；同一回执到达三次' },
  },
  {
    mobile: '13800000006',
    script: 'early',
    outcome: { en: '201; the receipt arrives before the response', zh: '201；回执先于响应到达' },
  },
  {
    mobile: '13800000007',
    script: 'timeout_sent',
    reason: 'no_answer',
    outcome: {
      en: '504 outcome_unknown; the message was sent; settled when the platform queries the provider',
      zh: '504 outcome_unknown；实际已发送；向服务商查询后结算',
    },
  },
  {
    mobile: '13800000008',
    script: 'timeout_lost',
    reason: 'no_answer',
    outcome: {
      en:
        '504 outcome_unknown; the message was not sent; released when the platform queries the ' +
        'provider',
      zh: '504 outcome_unknown；实际未发送；向服务商查询后退回',
    },
  },
  {
    mobile: '13800000009',
    script: 'blocked',
    reason: 'blocked_by_person',
    outcome: {
      en: '201; the receipt says undelivered: the person blocked the sender',
      zh: '201；回执为未送达：收件人拦截了发送方',
    },
  },
  {
    mobile: '13800000010',
    script: 'down',
    reason: 'provider_fault',
    outcome: {
      en: '502 provider_unavailable; not charged',
      zh: '502 provider_unavailable；不计费',
    },
  },
  {
    mobile: '13800000032',
    script: 'delivered',
    verification: { hasZeros: true },
    outcome: {
      en: '201; delivered; the code of verify_start is 000000, for tests without the inbox',
      zh: '201；已送达；verify_start 的验证码固定为 000000，测试时无需查看收件箱',
    },
  },
  {
    mobile: '13800000033',
    script: 'delivered',
    verification: { ttlSeconds: 1 },
    outcome: {
      en: '201; delivered; the code of verify_start expires after one second',
      zh: '201；已送达；verify_start 的验证码一秒后过期',
    },
  },
];

export const magicMobiles: readonly MagicMobile[] = [...scriptedMobiles, ...reasonMobiles];

/** Mobiles for which a test call is refused before any provider is asked, as a live call can be. */
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

/** Of e-mail, the same outcomes: `13800000001@sandbox.example`. */
export const magicDomain = 'sandbox.example';

/** The recipients that a row of the tables is about: the number for SMS and voice, and an address. */
const recipientsOf = (mobile: string) => [`+86${mobile}`, `${mobile}@${magicDomain}`];

const refusals = new Map(
  rehearsedRefusals.flatMap((row) => recipientsOf(row.mobile).map((to) => [to, row] as const)),
);

const scripts = new Map(
  magicMobiles.flatMap(({ mobile, script }) =>
    recipientsOf(mobile).map((to) => [to, script] as const),
  ),
);

const verifications = new Map(
  magicMobiles.flatMap(({ mobile, verification }) =>
    recipientsOf(mobile).map((to) => [to, verification] as const),
  ),
);

const tabled = new Set([...magicMobiles, ...rehearsedRefusals].map(({ mobile }) => mobile));

/** Whether this is a magic number, written as in the tables. */
export function isMagicMobile(mobile: string): boolean {
  return tabled.has(mobile);
}

/** Magic numbers are Chinese, and are recognised as documented whatever the caller's region is. */
export const rehearsals = {
  regionOf: (asSent: string) => (isMagicMobile(asSent) ? 'CN' : undefined),
  refusalOf: (to: string) => refusals.get(to),
  verificationOf: (to: string) => verifications.get(to),
};

/** The script for a message to this number (E.164) or address. */
export function messageScriptOf(to: string): SmsScript {
  return scripts.get(to) ?? 'delivered';
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

interface MagicPerson {
  cardNo: string;
  script: FaceScript;
  outcome: Readonly<Record<Language, string>>;
}

/** ID numbers of the reserved region 999999 with valid checksums. */
export const magicPersons: readonly MagicPerson[] = [
  {
    cardNo: '999999199001010016',
    script: 'pass',
    outcome: { en: 'passes at once', zh: '直接通过' },
  },
  {
    cardNo: '999999199001010024',
    script: 'fail',
    outcome: { en: 'fails at once', zh: '直接不通过' },
  },
  {
    cardNo: '999999199001010032',
    script: 'abandoned',
    outcome: {
      en: 'the session never finishes; pending until the link expires',
      zh: '会话一直未完成；状态保持进行中，直到链接过期',
    },
  },
  {
    cardNo: '999999199001010040',
    script: 'expired',
    outcome: {
      en: 'every session expires immediately; the person can start a new one',
      zh: '每个会话立即过期，可以重新开始',
    },
  },
  {
    cardNo: '999999199001010059',
    script: 'down',
    outcome: {
      en: '201, but the page cannot start a session and shows that the provider is down',
      zh: '201，但页面无法开始会话，显示服务商不可用',
    },
  },
  {
    cardNo: '999999199001010067',
    script: 'refused',
    outcome: {
      en: '400 provider_rejected on the call; not charged',
      zh: '调用时 400 provider_rejected；不计费',
    },
  },
  {
    cardNo: '999999199001010075',
    script: 'unavailable',
    outcome: {
      en: '502 provider_unavailable on the call; not charged',
      zh: '调用时 502 provider_unavailable；不计费',
    },
  },
];

const faceScripts = new Map(magicPersons.map(({ cardNo, script }) => [cardNo, script]));

/** The script for a check of this ID number. For any other number, the tester chooses on the sandbox's page. */
export function faceScriptOf(cardNo: string): FaceScript {
  return faceScripts.get(cardNo.toUpperCase()) ?? 'choice';
}

/** Why a check can fail on the sandbox's page. */
export const faceReasons = [
  ...(['face_mismatch', 'liveness', 'picture_quality', 'identity_mismatch'] as const),
  ...(['identity_not_found', 'document_refused', 'device_refused', 'under_age'] as const),
] satisfies readonly FailureReason[];

export type FaceReason = (typeof faceReasons)[number];

export function isFaceReason(reason: unknown): reason is FaceReason {
  return (faceReasons as readonly unknown[]).includes(reason);
}

/**
 * Whether a session with this script can end so. A magic ID number has one outcome, and other numbers have all;
 * cancelling is always possible, except for an abandoned session.
 */
export function canEndAs(script: string, outcome: unknown): outcome is string {
  if (script === 'abandoned') return false;
  if (outcome === 'cancelled') return true;
  if (outcome === 'passed') return script !== 'fail';
  return outcome === 'failed' && script !== 'pass';
}
