import { randomUUID } from 'node:crypto';
import type { Tools } from '../providers/vendor.ts';
import type { Names, Values } from './template.ts';

interface StandingSettings {
  account?: string;
  secret?: string;
  zoneHours: number;
}

interface Facts {
  settings: StandingSettings;
  tools: Pick<Tools, 'clock' | 'callbackUrl'>;
  now: Date;
}

/** The placeholders that every request can use. */
const makers = new Map<string, (facts: Facts) => string>([
  ['account', ({ settings }) => settings.account ?? ''],
  ['secret', ({ settings }) => settings.secret ?? ''],
  [
    'basic',
    ({ settings: { account = '', secret = '' } }) =>
      Buffer.from(`${account}:${secret}`).toString('base64'),
  ],
  ['nonce', () => randomUUID().replaceAll('-', '')],
  ['seconds', ({ now }) => String(Math.floor(now.getTime() / 1_000))],
  ['milliseconds', ({ now }) => String(now.getTime())],
  ['time', ({ now }) => now.toISOString()],
  ['localTime', ({ now, settings }) => localDigits(now, settings.zoneHours)],
  ['day', ({ now, settings }) => localDigits(now, settings.zoneHours).slice(0, 8)],
  ['callbackUrl', ({ tools }) => tools.callbackUrl()],
]);

export const standingNames: readonly string[] = [...makers.keys()];

/** The values of those placeholders that a request names; the others take as long again. */
export function standingValues(
  settings: StandingSettings,
  tools: Facts['tools'],
  { names }: Names,
): Values {
  const facts = { settings, tools, now: tools.clock.now() };
  const values: Record<string, string> = {};
  for (const name of names) {
    const make = makers.get(name);
    if (make) values[name] = make(facts);
  }
  return values;
}

/** `yyyyMMddHHmmss` in the vendor's zone. */
export function localDigits(at: Date, zoneHours: number): string {
  const moved = new Date(at.getTime() + zoneHours * 3_600_000);
  return moved.toISOString().replaceAll(/\D/g, '').slice(0, 14);
}
