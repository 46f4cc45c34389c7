import { randomUUID } from 'node:crypto';
import type { Tools } from '../providers/vendor.ts';
import type { Values } from './template.ts';

/** The placeholders that every request can use. */
export const standingNames: readonly string[] = [
  'account',
  'secret',
  'basic',
  'nonce',
  'seconds',
  'milliseconds',
  'time',
  'localTime',
  'day',
  'callbackUrl',
];

interface StandingSettings {
  account?: string;
  secret?: string;
  zoneHours: number;
}

export function standingValues(
  { account = '', secret = '', zoneHours }: StandingSettings,
  { clock, callbackUrl }: Pick<Tools, 'clock' | 'callbackUrl'>,
): Values {
  const now = clock.now();
  const local = localDigits(now, zoneHours);
  return {
    account,
    secret,
    basic: Buffer.from(`${account}:${secret}`).toString('base64'),
    nonce: randomUUID().replaceAll('-', ''),
    seconds: String(Math.floor(now.getTime() / 1_000)),
    milliseconds: String(now.getTime()),
    time: now.toISOString(),
    localTime: local,
    day: local.slice(0, 8),
    callbackUrl: callbackUrl(),
  };
}

/** `yyyyMMddHHmmss` in the vendor's zone. */
export function localDigits(at: Date, zoneHours: number): string {
  const moved = new Date(at.getTime() + zoneHours * 3_600_000);
  return moved.toISOString().replaceAll(/\D/g, '').slice(0, 14);
}
