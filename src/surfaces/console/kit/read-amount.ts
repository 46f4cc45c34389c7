import { fail } from '../../../foundation/contract/errors/errors.ts';
import { problems } from '../../../foundation/contract/text/problems.ts';
import { type Money, parseRate, parseTypedMoney, type Rate } from '../../../foundation/money.ts';

/** Parses a typed amount; fails with the name of the field. */
export function readAmount(field: string, text: string): Money {
  return (
    parseTypedMoney(text.trim()) ??
    fail('invalid_request', { details: [{ field, problem: problems.not_typed_amount }] })
  );
}

/** The same for an exchange rate. */
export function readRate(field: string, text: string): Rate {
  return (
    parseRate(text.trim()) ??
    fail('invalid_request', { details: [{ field, problem: problems.not_typed_rate }] })
  );
}
