import { fail } from '../../../foundation/contract/errors/errors.ts';
import { Refused } from '../../../foundation/contract/refusals/refused.ts';
import { NoSlot } from '../../../foundation/slots.ts';

const outdated: readonly string[] = ['changed_since', 'changed_since_unknown'];

/** Turns a refusal, which the command line prints, into an error of the console's API. */
export function asApiError(fault: unknown): never {
  if (fault instanceof NoSlot)
    fail('overloaded', { headers: { 'retry-after': '2' }, cause: fault });
  if (!(fault instanceof Refused)) throw fault;
  const isOutdated = outdated.includes(fault.code);
  return fail(isOutdated ? 'outdated' : 'refused', {
    details: [{ field: fault.field ?? '', problem: fault.text }],
    cause: fault,
  });
}
