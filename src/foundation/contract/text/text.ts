import Type from 'typebox';
import { type Characters, characters } from './characters.ts';

/**
 * A text of bounded length, counted in Unicode code points, with only the characters it may have.
 */
export function text(kind: keyof typeof characters, options: Type.TStringOptions = {}) {
  const { pattern, exactly, problem }: Characters = characters[kind];
  const schema = Type.String({ ...options, pattern });
  if (!exactly) return schema;
  return Type.Refine(
    schema,
    (value: string) => exactly.test(value),
    () => problem,
  );
}
