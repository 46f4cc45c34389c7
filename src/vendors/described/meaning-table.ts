import {
  type FailureReason,
  failureReasons,
} from '../../foundation/contract/errors/failure-reasons.ts';
import { fillText } from '../../foundation/contract/text/bilingual.ts';
import { faultAt } from './collect-faults.ts';
import { descriptionFaults } from './description-faults.ts';

/** Maps the vendor's codes to ours: `1001 = rejected number_invalid`, one per line. */
export type MeaningTable<State extends string> = ReadonlyMap<string, Meaning<State>>;

export interface Meaning<State extends string> {
  state: State;
  reason?: FailureReason;
}

/** `states` lists the valid states, and whether each requires a reason. */
export function parseTable<State extends string>(
  text: string,
  states: Readonly<Record<State, 'reason' | 'plain'>>,
): MeaningTable<State> {
  const table = new Map<string, Meaning<State>>();
  let start = 0;
  for (const line of text.split('\n')) {
    const row = line.trim();
    if (row !== '') {
      const equals = row.lastIndexOf('=');
      const key = row.slice(0, Math.max(equals, 0)).trim();
      if (key === '') throw faultAt(text, start, descriptionFaults.meaning_malformed);
      if (table.has(key)) {
        throw faultAt(text, start, fillText(descriptionFaults.meaning_repeated, { key }));
      }
      table.set(key, parseMeaning(text, start, row.slice(equals + 1), states));
    }
    start += line.length + 1;
  }
  return table;
}

function parseMeaning<State extends string>(
  text: string,
  start: number,
  words: string,
  states: Readonly<Record<State, 'reason' | 'plain'>>,
): Meaning<State> {
  const [state = '', reason, ...more] = words.trim().split(/\s+/);
  if (!Object.hasOwn(states, state)) {
    const known = { meaning: state, meanings: Object.keys(states) };
    throw faultAt(text, start, fillText(descriptionFaults.meaning_unknown, known));
  }
  if (more.length > 0 || (reason !== undefined && !Object.hasOwn(failureReasons, reason))) {
    const reasons = Object.keys(failureReasons);
    throw faultAt(text, start, fillText(descriptionFaults.reason_unknown, { reasons }));
  }
  if (reason === undefined && states[state as State] === 'reason') {
    throw faultAt(text, start, fillText(descriptionFaults.reason_missing, { meaning: state }));
  }
  return { state: state as State, ...(reason ? { reason: reason as FailureReason } : {}) };
}
