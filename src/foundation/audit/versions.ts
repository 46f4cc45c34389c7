import type { AuditEntry } from './entry-queries.ts';

/** The state before the first entry. */
export const initialVersion = 0;

/** How many versions a list has; older ones are in the audit log. */
export const maxVersions = 30;

/** The columns of a row that its versions are about. */
export type Columns = Readonly<Record<string, unknown>>;

/** One change of a row, with its whole state before and after; null without a row. */
export interface Version extends Pick<AuditEntry, 'entryId' | 'madeAt' | 'actor' | 'action'> {
  before: Columns | null;
  after: Columns | null;
}

/**
 * The versions of a row, newest first, from its entries in the audit log. An entry of an update holds only the
 * columns that it changed, so each state is the one after it with those columns put back.
 */
export function versionsOf(entries: readonly AuditEntry[], current: Columns | null): Version[] {
  let state = current;
  return entries.map(({ entryId, madeAt, actor, action, before, after }) => {
    const isUpdate = before !== null && after !== null;
    const version = {
      ...{ entryId, madeAt, actor, action },
      before: isUpdate ? { ...state, ...before } : before,
      after: state,
    };
    state = version.before;
    return version;
  });
}
