import type { HttpAnswer } from '../../foundation/outbound/http-client.ts';
import { fieldOf, readJson, textOf } from '../providers/read-answer.ts';
import type { BoundedPattern } from './bounded-pattern.ts';
import { faultAt } from './collect-faults.ts';
import { descriptionFaults } from './description-faults.ts';
import type { Meaning, MeaningTable } from './meaning-table.ts';

/** The path of a field in a vendor's response: `data.0.id`. */
export type Path = readonly string[];

export function parsePath(text: string): Path {
  const fault = /\s|^\.|\.\.|\.$/.exec(text);
  if (fault) throw faultAt(text, fault.index, descriptionFaults.not_path);
  return text.split('.');
}

/** Empty if the field is missing or the operator gave no path. */
export function textAt(value: unknown, path: Path | undefined): string {
  return path ? textOf(value, ...path) : '';
}

/** The items of a list, or a single item in its place. */
export function itemsAt(value: unknown, path: Path | undefined): unknown[] {
  const found = fromText(path ? fieldOf(value, ...path) : value);
  if (Array.isArray(found)) return found;
  return typeof found === 'object' && found !== null ? [found] : [];
}

export function isEmptyList(value: unknown, path: Path | undefined): boolean {
  const found = path ? fieldOf(value, ...path) : value;
  return Array.isArray(found) && found.length === 0;
}

/** Some vendors put JSON into a form field. */
function fromText(found: unknown): unknown {
  if (typeof found !== 'string') return found;
  try {
    return readJson({ status: 200, headers: {}, text: found });
  } catch {
    return undefined;
  }
}

/** The content of a response: its JSON, or the groups of a pattern. */
export function readDescribed(answer: HttpAnswer, pattern: BoundedPattern | undefined): unknown {
  try {
    return pattern ? pattern.read(answer.text) : readJson(answer);
  } catch (error) {
    // An error may be an HTML page; its status is enough if the table has a row for it.
    if (!isSuccess(answer)) return undefined;
    throw error;
  }
}

export function isSuccess({ status }: HttpAnswer): boolean {
  return status >= 200 && status < 300;
}

/** The meaning of a response by its code, or else by its status: `HTTP 429`. */
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

/** A state with an error code uses its own row, `UNDELIV 5 = …`, or else the state's row. */
export function meaningOfState<State extends string>(
  table: MeaningTable<State>,
  state: string,
  code: string,
): Meaning<State> | undefined {
  return table.get(`${state} ${code}`) ?? table.get(state);
}
