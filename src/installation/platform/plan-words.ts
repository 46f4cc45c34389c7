import { pluralize } from '../../foundation/contract/text/pluralize.ts';
import { formatMoney, type Money } from '../../foundation/money.ts';
import type { FieldChange } from './diff-entries.ts';
import type { Payers } from './effect-queries.ts';
import { isHidden } from './setting-references.ts';

/** Who pays a list price, and by how much it rises or falls for them. */
export function payersText({ accounts, calls, largest }: Payers, rise?: Money): string {
  const change =
    rise === undefined
      ? ''
      : ` ${rise > 0n ? '+' : '-'}${formatMoney(rise > 0n ? rise : -rise)} a call:`;
  const named = largest.map(({ accountId, name, calls: own }) => `${name} (${accountId}): ${own}`);
  const most = named.length > 0 ? `; most by ${named.join(', ')}` : '';
  return (
    `List price,${change} ${pluralize(accounts, 'account')}, ` +
    `${pluralize(calls, 'live call')} in the last 30 days${most}.`
  );
}

/** One field of a change, in the words of the file. */
export function fieldText({ path, before, after }: FieldChange): string {
  if (isHidden(before) || isHidden(after)) {
    if (before === undefined) return `${path} set (secret)`;
    return after === undefined ? `${path} removed (secret)` : `${path}: secret changed`;
  }
  if (before === undefined) return `${path} ${valueText(after)}`;
  if (after === undefined) return `${path} ${valueText(before)} removed`;
  return `${path} ${valueText(before)} -> ${valueText(after)}`;
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
