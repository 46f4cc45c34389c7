import { characters } from './characters.ts';
import { type Problem, problem } from './problems.ts';

const directionControl = /\p{Bidi_Control}/u;

/**
 * Validates a name that an operator gives; undefined when it is valid. People choose by these names, so none
 * may look empty or reorder the text around it.
 */
export function nameProblem(name: string, longest: number): Problem | undefined {
  const length = [...name].length;
  const isGood =
    length >= 1 &&
    length <= longest &&
    characters.name.exactly.test(name) &&
    !directionControl.test(name);
  return isGood ? undefined : problem('not_name', { limit: longest });
}
