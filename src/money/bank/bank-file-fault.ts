import { refuse } from '../../foundation/contract/refusals/refused.ts';

/** Refuses a file of a bank. Nothing of it is imported: a part of a day looks like a whole one. */
export function refuseBankFile(at: string, why: string): never {
  return refuse('bank_file_invalid', { at, why });
}
