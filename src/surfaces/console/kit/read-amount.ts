import { fail } from '../../../foundation/contract/errors/errors.ts';
import { problems } from '../../../foundation/contract/text/problems.ts';
import { type Money, parseMoney } from '../../../foundation/money.ts';

/** An amount as it was typed, with commas at the thousands or without, or the field that has none. */
export function readAmount(field: string, text: string): Money {
  return (
    parseMoney(text.trim().replaceAll(',', '')) ??
    fail('invalid_request', { details: [{ field, problem: problems.wrong_form }] })
  );
}
