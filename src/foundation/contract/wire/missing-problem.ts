import type Type from 'typebox';
import { guessField } from '../text/guess-field.ts';
import { type Problem, problem, problems } from '../text/problems.ts';

/** The problem of a missing field; names the field that may have been meant. */
export function missingProblem(
  schema: Type.TObject,
  field: string,
  body: Record<string, unknown>,
): Problem {
  const found = guessField(field, body, Object.keys(schema.properties));
  return found === undefined ? problems.required : problem('misnamed', { found });
}
