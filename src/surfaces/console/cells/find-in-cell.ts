import { countCalls } from '../../../line/search/search-queries.ts';
import type { ConsoleContext } from '../kit/console-route.ts';
import { findText } from '../search-box/find-text.ts';
import type { CellsFound } from './cells-contract.ts';

const mostCalls = 1_000;

/** What this cell finds by a text that was typed in the console of any cell. */
export async function findInCell(context: ConsoleContext, text: string): Promise<CellsFound> {
  const { found, filter } = await findText(context, text);
  const keys = isKeyElsewhere(context, text) ? [] : found.keys;
  if (!found.person || !filter) return { ...found, keys, person: null };
  const { pool, scope } = context;
  const calls = await countCalls(pool, scope, 'live', { person: filter }, mostCalls + 1);
  const person = { calls: Math.min(calls, mostCalls), more: calls > mostCalls };
  return { ...found, keys, person: { ...found.person, ...person } };
}

/** Another cell's key can end like one of ours; its number tells them apart. */
function isKeyElsewhere({ cells: { cell } }: ConsoleContext, text: string): boolean {
  const [, number] = /^cs_(?:test|live)_([1-9][0-9]{0,3})_/.exec(text.trim()) ?? [];
  return number !== undefined && Number(number) !== cell;
}

/** A whole API key never goes to another cell: its number and its end find it there. */
export function shortenKeys(text: string): string {
  const key = /(cs_(?:test|live)_(?:[1-9][0-9]{0,3}_)?)[0-9A-Za-z]*([0-9A-Za-z]{4})(?!\w)/g;
  return text.replaceAll(key, '$1…$2');
}
