import type { AuditEntry } from '../../../../src/surfaces/console/audit/audit-contract.ts';

/** One column that changed; undefined where there was or is no row. */
export interface ChangedField {
  name: string;
  before: unknown;
  after: unknown;
}

/** What changed, field by field, in the order of the alphabet. */
export function changedFields({ before, after }: AuditEntry): ChangedField[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .sort()
    .map((name) => ({ name, before: before?.[name], after: after?.[name] }))
    .filter(({ before, after }) => before !== after && !(isNothing(before) && isNothing(after)));
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '';

/** What stands for a secret in an entry: the beginning of its hash, by which one is told from another. */
export function fingerprintOf(value: unknown): string | undefined {
  return typeof value === 'string' ? /^hidden ([0-9a-f]{12})$/.exec(value)?.[1] : undefined;
}

/** A value in a few words: columns of money count ten-thousandths, which nobody reads. */
export function valueText(name: string, value: unknown): string | undefined {
  if (isNothing(value)) return undefined;
  if (typeof value === 'number' && moneyColumns.test(name)) return (value / 10_000).toFixed(4);
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(itemText).join(', ');
  return JSON.stringify(value);
}

/** The stops of a route are named by their providers. */
function itemText(item: unknown): string {
  if (typeof item !== 'object' || item === null || !('code' in item)) {
    return typeof item === 'string' ? item : JSON.stringify(item);
  }
  const { code, weight } = item as { code: unknown; weight?: unknown };
  return weight === undefined ? String(code) : `${code}:${weight}`;
}

const moneyColumns = /^(unit_price|amount|credit_limit|low_balance|spend_cap|spend_cap_day)$/;

/** Its key in words: `account_id 12, mode live`. */
export function keyText(key: AuditEntry['key']): string {
  return Object.entries(key)
    .filter(([, value]) => value !== null && value !== true)
    .map(([, value]) => String(value))
    .join(' · ');
}
