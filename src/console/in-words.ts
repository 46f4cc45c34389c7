import { fail } from '../contract/errors.ts';
import { problem } from '../contract/problems.ts';
import { Refused } from '../db/refused.ts';

/** What an operator's command line says in a sentence, the console says in the shape of its errors. */
export function inWords(fault: unknown): never {
  if (!(fault instanceof Refused)) throw fault;
  return fail('refused', {
    details: [{ field: '', problem: problem('in_words', { words: fault.message }) }],
    cause: fault,
  });
}
