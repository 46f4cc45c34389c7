import type { AuditEntry } from './entry-queries.ts';

/** Undefined where the row did not exist. */
interface ChangedField {
  name: string;
  before: unknown;
  after: unknown;
}

export function changedFields({
  before,
  after,
}: Pick<AuditEntry, 'before' | 'after'>): ChangedField[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .sort()
    .map((name) => ({ name, before: before?.[name], after: after?.[name] }))
    .filter(({ before, after }) => before !== after && !(isNothing(before) && isNothing(after)));
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '';

/** Secrets are logged as the start of their hash, which tells two of them apart. */
export function fingerprintOf(value: unknown): string | undefined {
  return typeof value === 'string' ? /^hidden ([0-9a-f]{12})$/.exec(value)?.[1] : undefined;
}

/** Amounts are stored in ten-thousandths, exchange rates in ten-billionths. */
export function valueText(name: string, value: unknown): string | undefined {
  if (isNothing(value)) return undefined;
  if (isMoney(name) && typeof value === 'number') return (value / 10_000).toFixed(4);
  if (name === 'rate' && typeof value === 'number') {
    return (value / 10_000_000_000).toFixed(10).replace(/\.?0+$/, '');
  }
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(itemText).join(', ');
  return JSON.stringify(value);
}

function itemText(item: unknown): string {
  if (typeof item !== 'object' || item === null || !('code' in item)) {
    return typeof item === 'string' ? item : JSON.stringify(item);
  }
  const { code, weight } = item as { code: unknown; weight?: unknown };
  return weight === undefined ? String(code) : `${code}:${weight}`;
}

const moneyColumns = /^(unit_price|amount|credit_limit|low_balance|spend_cap|spend_cap_day)$/;

export const isMoney = (name: string) => moneyColumns.test(name);

export function keyText(key: AuditEntry['key']): string {
  return Object.entries(key)
    .filter(([, value]) => value !== null && value !== true)
    .map(([, value]) => String(value))
    .join(' · ');
}
