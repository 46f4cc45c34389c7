import { characters } from './characters.ts';
import { type Problem, problem } from './problems.ts';

const directionControl = /\p{Bidi_Control}/u;

/**
 * Says what is wrong with a name that an operator gives, undefined when nothing is. People choose by
 * such names, so none may look like nothing, or change how the text around it is read.
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
