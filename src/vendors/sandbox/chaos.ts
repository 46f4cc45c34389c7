import type { SmsScript } from './sandbox-scripts.ts';

/** What the sandbox does wrong on purpose for the test calls of an account. */
export interface Chaos {
  delayMs: number;
  fail: number;
  timeOut: number;
  lose: number;
  duplicate: number;
  reorder: number;
}

export type ChaosName = keyof Chaos;

export const longestDelayMs = 60_000;

/**
 * The switches: of a hundred messages so many go wrong in this way, and the first one that falls is played.
 * The table is the documentation, as that of the magic numbers is.
 */
export const chaosSwitches: Readonly<Record<ChaosName, { en: string; zh: string }>> = {
  delayMs: {
    en: 'milliseconds until the sandbox answers; beyond the time-out of providers it is as silent as one',
    zh: '沙箱应答前的毫秒数；超过服务商的时限即视为无应答',
  },
  fail: { en: '502 provider_unavailable; not charged', zh: '502 provider_unavailable；不计费' },
  timeOut: {
    en: '504 outcome_unknown; was sent; settled when the provider is asked',
    zh: '504 outcome_unknown；实际已发送；向服务商查询后结算',
  },
  lose: {
    en: '201; no receipt ever; unknown after 72 hours',
    zh: '201；始终没有回执；72 小时后为 unknown',
  },
  duplicate: { en: '201; the same receipt three times', zh: '201；同一回执收到三次' },
  reorder: {
    en: '201; the receipt comes after 5 seconds, behind those of later messages',
    zh: '201；回执 5 秒后才到，晚于之后短信的回执',
  },
};

export const chaosNames = Object.keys(chaosSwitches) as ChaosName[];

export const calm: Chaos = { delayMs: 0, fail: 0, timeOut: 0, lose: 0, duplicate: 0, reorder: 0 };

/** The most that a switch can be set to. */
export const mostOf = (name: ChaosName) => (name === 'delayMs' ? longestDelayMs : 100);

/** What happens to one message: the script of a magic number, and when its receipt comes if not as usual. */
export interface Misfortune {
  script: SmsScript;
  receiptAfterMs?: number;
}

const misfortunes: readonly [Exclude<ChaosName, 'delayMs'>, Misfortune][] = [
  ['fail', { script: 'down' }],
  ['timeOut', { script: 'timeout_sent' }],
  ['lose', { script: 'silent' }],
  ['duplicate', { script: 'twice' }],
  ['reorder', { script: 'delivered', receiptAfterMs: 5_000 }],
];

/** Throws the dice, of a hundred sides each, in the order of the switches. */
export function misfortuneOf(chaos: Chaos, dice: () => number = throwDice): Misfortune | undefined {
  return misfortunes.find(([name]) => chaos[name] > 0 && dice() < chaos[name])?.[1];
}

const throwDice = () => Math.random() * 100;
