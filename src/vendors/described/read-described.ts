import type { HttpAnswer } from '../../foundation/outbound/http-client.ts';
import { fieldOf, readJson, textOf } from '../providers/read-answer.ts';
import type { BoundedPattern } from './bounded-pattern.ts';
import { faultAt } from './collect-faults.ts';
import { descriptionFaults } from './description-faults.ts';
import type { Meaning, MeaningTable } from './meaning-table.ts';

/** Where something is in what a vendor says: `data.0.id`. */
export type Path = readonly string[];

export function parsePath(text: string): Path {
  const odd = /\s|^\.|\.\.|\.$/.exec(text);
  if (odd) throw faultAt(text, odd.index, descriptionFaults.not_path);
  return text.split('.');
}

/** Empty where there is nothing, and for a path that the operator did not give. */
export function textAt(value: unknown, path: Path | undefined): string {
  return path ? textOf(value, ...path) : '';
}

/** The items of a list, or the one thing that stands in its place. */
export function itemsAt(value: unknown, path: Path | undefined): unknown[] {
  const found = fromText(path ? fieldOf(value, ...path) : value);
  if (Array.isArray(found)) return found;
  return typeof found === 'object' && found !== null ? [found] : [];
}

export function isEmptyList(value: unknown, path: Path | undefined): boolean {
  const found = path ? fieldOf(value, ...path) : value;
  return Array.isArray(found) && found.length === 0;
}

/** Some vendors put JSON into a field of a form. */
function fromText(found: unknown): unknown {
  if (typeof found !== 'string') return found;
  try {
    return readJson({ status: 200, headers: {}, text: found });
  } catch {
    return undefined;
  }
}

/** What an answer says: its JSON, or what a pattern finds in its text. */
export function readDescribed(answer: HttpAnswer, pattern: BoundedPattern | undefined): unknown {
  try {
    return pattern ? pattern.read(answer.text) : readJson(answer);
  } catch (odd) {
    // An error may come as a page; its status says enough, if the operator has a row for it.
    if (!isSuccess(answer)) return undefined;
    throw odd;
  }
}

export function isSuccess({ status }: HttpAnswer): boolean {
  return status >= 200 && status < 300;
}

/** What the answer as a whole means, by its code or else by its status: `HTTP 429`. */
export function meaningOf<State extends string>(
  table: MeaningTable<State>,
  answer: HttpAnswer,
  code: string,
): { code: string; meaning: Meaning<State> | undefined } {
  const status = `HTTP ${answer.status}`;
  const byCode = code === '' ? undefined : table.get(code);
  if (byCode) return { code, meaning: byCode };
  if (code !== '' && isSuccess(answer)) return { code, meaning: undefined };
  return { code: code || status, meaning: table.get(status) };
}

/** A state with a code has a row of its own, `UNDELIV 5 = …`, or that of the state alone. */
export function meaningOfState<State extends string>(
  table: MeaningTable<State>,
  state: string,
  code: string,
): Meaning<State> | undefined {
  return table.get(`${state} ${code}`) ?? table.get(state);
}
