import { refuse } from '../contract/refusals/refused.ts';
import type { Queryable } from '../db/queryable.ts';
import type { Act } from './acts.ts';
import { type Change, noteChange } from './change-queries.ts';
import { changedFields, valueText } from './changed-fields.ts';
import { type AuditEntry, entryColumns } from './entry-queries.ts';
import { type Columns, initialVersion, type Version, versionsOf } from './versions.ts';

/** A row of settings, as the audit log names it: its table and its key columns. */
export interface Versioned {
  subject: 'routes' | 'templates' | 'limits';
  key: Readonly<Record<string, string | number | null>>;
}

/** The versions of a row, newest first. `current` is the row as it is now; null without a row. */
export async function listVersions(
  db: Queryable,
  { subject, key }: Versioned,
  current: Columns | null,
  { from = initialVersion, limit }: { from?: number; limit?: number } = {},
): Promise<Version[]> {
  const { rows } = await db.query<AuditEntry>(
    `select ${entryColumns}
     from audit_entries
     where subject = $1 and subject_key = $2 and entry_id >= $3
     order by entry_id desc
     limit $4`,
    [subject, JSON.stringify(key), from, limit ?? null],
  );
  return versionsOf(rows, current);
}

/** A version as it can be restored, and when it was made: null for the state before the first entry. */
export async function requireVersion(
  db: Queryable,
  row: Versioned,
  current: Columns | null,
  entryId: number,
): Promise<{ state: Columns | null; madeAt: Date | null }> {
  const oldest = (await listVersions(db, row, current, { from: entryId })).at(-1);
  if (entryId === initialVersion && oldest) return { state: oldest.before, madeAt: null };
  if (oldest?.entryId !== entryId) return refuse('version_not_found');
  return { state: oldest.after, madeAt: oldest.madeAt };
}

/** Notes in the audit log which version a change restores. */
export async function noteRestored(
  change: Change,
  { subject, key }: Versioned,
  action: Act,
  { entryId, madeAt }: { entryId: number; madeAt: Date | null },
): Promise<void> {
  await noteChange(change, {
    accountId: typeof key.account_id === 'number' ? key.account_id : null,
    action,
    subject: 'versions',
    key: { ...key, subject },
    before: null,
    after: { restored_entry: entryId, restored_at: madeAt?.toISOString() ?? null },
  });
}

/** Refuses a change that is based on an older state, and says who changed what since. */
export async function refuseOutdated(
  db: Queryable,
  row: Versioned,
  current: Columns | null,
): Promise<never> {
  const [newest] = await listVersions(db, row, current, { limit: 1 });
  if (!newest) return refuse('changed_since_unknown');
  const changes = changedFields(newest).map(({ name, before, after }) => {
    const [was, is] = [before, after].map((value) => shorten(valueText(name, value) ?? '–'));
    return `${name}: ${was} → ${is}`;
  });
  const time = `${newest.madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return refuse('changed_since', { person: newest.actor.name, time, changes: changes.join('; ') });
}

const maxShown = 120;

function shorten(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
