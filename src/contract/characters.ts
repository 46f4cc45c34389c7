import Type from 'typebox';

/**
 * Which characters a text may have. The patterns are read in Unicode mode, where half a surrogate
 * pair counts as `\p{Cs}`: such a text has no UTF-8 form, and could be neither stored nor sent.
 */
export const characters = {
  wellFormed: {
    pattern: '^[^\\p{Cs}]*$',
    problem: 'must be well-formed Unicode',
  },
  noControl: {
    pattern: '^[^\\p{Cc}\\p{Cs}]*$',
    problem: 'must not contain control characters or half a surrogate pair',
  },
  /**
   * Letters, marks, digits, punctuation, symbols and the plain space: what leaves ink, or a gap.
   */
  printable: {
    pattern: '^[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} ]*$',
    problem: 'must contain only printable characters',
  },
  noSpace: {
    pattern: '^[^\\s\\p{Z}\\p{Cc}\\p{Cs}]*$',
    problem: 'must not contain white space, control characters or half a surrogate pair',
  },
  /** Line breaks and tabs are part of a text; no other control character can be sent by SMS. */
  lines: {
    pattern: '^(?:[^\\p{Cc}\\p{Cs}]|[\\t\\n\\r])*$',
    problem: 'must not contain control characters other than tabs and line breaks',
  },
} as const;

/**
 * A text of bounded length, counted in Unicode code points, with only the characters it may have.
 */
export function text(kind: keyof typeof characters, options: Type.TStringOptions = {}) {
  return Type.String({ ...options, pattern: characters[kind].pattern });
}
