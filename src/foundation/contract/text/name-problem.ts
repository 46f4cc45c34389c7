import { characters } from './characters.ts';

const directionControl = /\p{Bidi_Control}/u;

/**
 * Says what is wrong with a name that an operator gives, undefined when nothing is. People choose by
 * such names, so none may look like nothing, or change how the text around it is read.
 */
export function nameProblem(what: string, name: string, longest: number): string | undefined {
  const length = [...name].length;
  const isGood =
    length >= 1 &&
    length <= longest &&
    characters.name.exactly.test(name) &&
    !directionControl.test(name);
  if (isGood) return undefined;
  return (
    `${what} has 1 to ${longest} characters, at least one that can be seen, and none that ` +
    'controls a terminal or the direction of a text.'
  );
}
