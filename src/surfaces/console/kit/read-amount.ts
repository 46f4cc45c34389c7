import { fail } from '../../../foundation/contract/errors/errors.ts';
import { problems } from '../../../foundation/contract/text/problems.ts';
import { type Money, parseMoney } from '../../../foundation/money.ts';

/** Parses a typed amount, with or without thousands separators; fails with the name of the field. */
export function readAmount(field: string, text: string): Money {
  return (
    parseMoney(text.trim().replaceAll(',', '')) ??
    fail('invalid_request', { details: [{ field, problem: problems.wrong_form }] })
  );
}
