import Type from 'typebox';
import { type Characters, characters } from './characters.ts';

/** A text with a length limit, counted in Unicode code points, and only the allowed characters. */
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
