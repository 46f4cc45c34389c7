import type { Entries, Entry } from './section.ts';

/** The inner name of an entry that is for everything without an entry of its own. */
export const defaultName = 'default';

/** Entries of a map of maps, each under `outer/inner`. */
export function entriesOfNested<Inner>(
  given: Readonly<Record<string, Readonly<Record<string, Inner>> | undefined>>,
  entryOf: (inner: Inner) => Entry,
): Entries {
  return new Map(
    Object.entries(given).flatMap(([outer, inners = {}]) =>
      Object.entries(inners).map(([name, inner]) => [`${outer}/${name}`, entryOf(inner)] as const),
    ),
  );
}

export function nestEntries(entries: Entries, innerOf: (entry: Entry) => unknown): object {
  const nested: Record<string, Record<string, unknown>> = {};
  for (const [key, entry] of entries) {
    const [outer, inner] = splitKey(key);
    nested[outer] ??= {};
    nested[outer][inner] = innerOf(entry);
  }
  return nested;
}

export function splitKey(key: string): [outer: string, inner: string] {
  const at = key.indexOf('/');
  return [key.slice(0, at), key.slice(at + 1)];
}

/** The inner name as the database has it: null for the default. */
export function innerOf(key: string): string | null {
  const [, inner] = splitKey(key);
  return inner === defaultName ? null : inner;
}
