import { fail } from '../../../foundation/contract/errors/errors.ts';
import { Refused } from '../../../foundation/db/refused.ts';
import { refusalInChinese } from './refusals-in-chinese.ts';

/** What an operator's command line says in a sentence, the console says in the shape of its errors. */
export function inWords(fault: unknown): never {
  if (!(fault instanceof Refused)) throw fault;
  const { message: en } = fault;
  return fail('refused', {
    details: [{ field: '', problem: { en, zh: refusalInChinese(en) ?? en } }],
    cause: fault,
  });
}
