import { isDeepStrictEqual } from 'node:util';
import type { Entries, Entry } from './section.ts';
import { isHidden, unread } from './setting-references.ts';

export interface FieldChange {
  /** The field's place in its entry: `settings.apikey`. */
  path: string;
  /** Undefined where the field is not set. */
  before: unknown;
  after: unknown;
}

export interface EntryChange {
  key: string;
  kind: 'add' | 'change' | 'remove';
  before: Entry | undefined;
  after: Entry | undefined;
  fields: FieldChange[];
}

/** How the database differs from the file. Entries that the file does not name are removed only if `mayRemove`. */
export function diffEntries(stored: Entries, wanted: Entries, mayRemove: boolean): EntryChange[] {
  const changes = [...wanted].flatMap(([key, after]): EntryChange[] => {
    const before = stored.get(key);
    const fields = diffFields(before ?? {}, after);
    if (before && fields.length === 0) return [];
    return [{ key, kind: before ? 'change' : 'add', before, after, fields }];
  });
  if (!mayRemove) return changes;
  const removed = [...stored].flatMap(([key, before]): EntryChange[] =>
    wanted.has(key) ? [] : [{ key, kind: 'remove', before, after: undefined, fields: [] }],
  );
  return [...changes, ...removed];
}

function diffFields(before: unknown, after: unknown, path = ''): FieldChange[] {
  if (isSame(before, after)) return [];
  if (!isMap(before) || !isMap(after)) return [{ path, before, after }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) =>
    diffFields(before[name], after[name], path === '' ? name : `${path}.${name}`),
  );
}

function isSame(before: unknown, after: unknown): boolean {
  if (isHidden(before) && isHidden(after)) {
    return before.hidden === after.hidden || after.hidden === unread;
  }
  return isDeepStrictEqual(before, after);
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isHidden(value);
}
