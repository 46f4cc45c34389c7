import Type from 'typebox';
import { characters } from './characters.ts';

/**
 * A text of bounded length, counted in Unicode code points, with only the characters it may have.
 */
export function text(kind: keyof typeof characters, options: Type.TStringOptions = {}) {
  return Type.String({ ...options, pattern: characters[kind].pattern });
}
