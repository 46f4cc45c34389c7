import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The codes that a vendor publishes, all of them, and what each means: `codes/<vendor>.txt` is written from the
 * vendor's list, never from the adapter, and names the list's address and the day on which it was read. `rejected`
 * ends a call, and after `unavailable` the next provider sends it, so a code in the wrong group loses a message or
 * sends it twice. `unknown` holds the caller's money, so a comment above the group says why nothing better is
 * known. `unmapped` are published codes that the adapter does not know, which makes them unknown as well.
 */
export type Meanings = Record<string, readonly [outcome: string, reason: string | null]>;
export type Tables = Record<string, Meanings>;

const folder = join(import.meta.dirname, 'codes');

export const documents = readdirSync(folder).map((file) => file.replace(/\.txt$/, ''));

export function linesOf(name: string): string[] {
  const lines = readFileSync(join(folder, `${name}.txt`), 'utf8').split('\n');
  return lines.filter((each) => each.trim() !== '');
}

export const isComment = (line: string | undefined) => /^\s*#/.test(line ?? '');

/** Sections are not indented, outcomes by two columns and codes by four. */
export function readDocument(name: string): Tables {
  const tables: Tables = {};
  let table: Meanings = {};
  let meaning: Meanings[string] = ['', null];
  for (const line of linesOf(name).filter((each) => !isComment(each))) {
    const [first = '', second = null, ...more] = line.trim().split(/\s+/);
    if (first === 'include') {
      for (const [section, codes] of Object.entries(readDocument(second ?? ''))) {
        tables[section] = { ...tables[section], ...codes };
      }
    } else if (/^\S/.test(line)) {
      table = tables[first] ??= {};
    } else if (/^ {2}\S/.test(line)) {
      meaning = [first, second];
    } else {
      for (const code of [first, ...(second ? [second] : []), ...more]) {
        if (Object.hasOwn(table, code)) throw new Error(`${name}: ${code} is listed twice`);
        table[code] = meaning;
      }
    }
  }
  return tables;
}
