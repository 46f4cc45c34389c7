import type { AuditEntry, OwnEntry } from '../../../foundation/audit/entry-queries.ts';

type Values = AuditEntry['after'];

/** An audit entry as the account's members see it: without the names and notes of the operator's staff. */
export function showOwnEntry({ isByOperator, ...entry }: OwnEntry): AuditEntry {
  if (!isByOperator) return entry;
  const hidden = entry.subject === 'calls' ? ['reason'] : ['set_by'];
  return {
    ...entry,
    actor: { kind: 'platform', name: '' },
    before: without(entry.before, hidden),
    after: without(entry.after, hidden),
  };
}

function without(values: Values, hidden: readonly string[]): Values {
  if (values === null) return null;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.includes(name)));
}
