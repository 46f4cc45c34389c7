import { fail } from '../../../foundation/contract/errors/errors.ts';
import { Refused } from '../../../foundation/contract/refusals/refused.ts';

/** What the command line prints of a refusal, the console says in the shape of its errors. */
export function inWords(fault: unknown): never {
  if (!(fault instanceof Refused)) throw fault;
  return fail('refused', { details: [{ field: '', problem: fault.text }], cause: fault });
}
