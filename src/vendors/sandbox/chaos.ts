import type { SmsScript } from './sandbox-scripts.ts';

/** The faults that the sandbox injects into an account's test calls. */
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
 * The switches. Each is a percentage of messages, except the delay; the first switch that hits decides. The
 * docs are generated from this table, as they are from the magic numbers.
 */
export const chaosSwitches: Readonly<Record<ChaosName, { en: string; zh: string }>> = {
  delayMs: {
    en: 'delay of the sandbox in milliseconds; beyond the provider timeout, the call times out',
    zh: '沙箱的响应延迟（毫秒）；超过服务商超时时间即为超时',
  },
  fail: { en: '502 provider_unavailable; not charged', zh: '502 provider_unavailable；不计费' },
  timeOut: {
    en: '504 outcome_unknown; the message was sent; settled when the platform queries the provider',
    zh: '504 outcome_unknown；实际已发送；向服务商查询后结算',
  },
  lose: {
    en: '201; no receipt; unknown after 72 hours',
    zh: '201；没有回执；72 小时后变为 unknown',
  },
  duplicate: { en: '201; the same receipt arrives three times', zh: '201；同一回执到达三次' },
  reorder: {
    en: '201; the receipt arrives after 5 seconds, later than those of newer messages',
    zh: '201；回执 5 秒后到达，晚于后发短信的回执',
  },
};

export const chaosNames = Object.keys(chaosSwitches) as ChaosName[];

export const noFaults: Chaos = {
  delayMs: 0,
  fail: 0,
  timeOut: 0,
  lose: 0,
  duplicate: 0,
  reorder: 0,
};

/** The maximum value of a switch. */
export const maximumOf = (name: ChaosName) => (name === 'delayMs' ? longestDelayMs : 100);

/**
 * What happens to one message: the script of a magic number, and the receipt's delay if it is not the default.
 */
export interface ChaosEffect {
  script: SmsScript;
  receiptAfterMs?: number;
}

const effects: readonly [Exclude<ChaosName, 'delayMs'>, ChaosEffect][] = [
  ['fail', { script: 'down' }],
  ['timeOut', { script: 'timeout_sent' }],
  ['lose', { script: 'silent' }],
  ['duplicate', { script: 'twice' }],
  ['reorder', { script: 'delivered', receiptAfterMs: 5_000 }],
];

/** Draws a random number from 0 to 100 for each switch, in order. */
export function drawEffect(chaos: Chaos, dice: () => number = throwDice): ChaosEffect | undefined {
  return effects.find(([name]) => chaos[name] > 0 && dice() < chaos[name])?.[1];
}

const throwDice = () => Math.random() * 100;
