import type { AuditEntry, OwnEntry } from '../../../foundation/audit/entry-queries.ts';
import type { ActorName } from '../kit/actor-name.ts';

/** An entry without what identifies its actor elsewhere, except the key. */
export interface ShownEntry extends Omit<AuditEntry, 'actor'> {
  actor: ActorName & { keyId?: number };
}

type Values = AuditEntry['after'];

/** The columns that name who set a row. The actor says it too, so members miss nothing of their own. */
const authorColumns = ['set_by', 'invited_by', 'made_by', 'asked_by'];

/** An audit entry as the account's members see it: without the names and notes of the operator's staff. */
export function showOwnEntry({ isByOperator, ...entry }: OwnEntry): ShownEntry {
  const isNoted = isByOperator && entry.subject === 'calls';
  const hidden = isNoted ? [...authorColumns, 'reason'] : authorColumns;
  return {
    ...entry,
    actor: isByOperator ? { kind: entry.actor.kind, name: '' } : entry.actor,
    before: without(entry.before, hidden),
    after: without(entry.after, hidden),
  };
}

function without(values: Values, hidden: readonly string[]): Values {
  if (values === null) return null;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.includes(name)));
}
