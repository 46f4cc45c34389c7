import type { ProblemName } from './problems.ts';

/**
 * What leaves no ink: spaces, controls, and the marks that only tell how others are drawn. The blank
 * of Braille counts as a symbol, and is one of them.
 */
const unseen = '\\s\\p{Z}\\p{Cc}\\p{Cf}\\p{Cs}\\p{DI}\\u2800';

/**
 * Which characters a text may have. The patterns are read in Unicode mode, where half a surrogate
 * pair counts as `\p{Cs}`: such a text has no UTF-8 form, and could be neither stored nor sent.
 */
export const characters = {
  wellFormed: {
    pattern: '^[^\\p{Cs}]*$',
    problem: 'ill_formed',
  },
  noControl: {
    pattern: '^[^\\p{Cc}\\p{Cs}]*$',
    problem: 'control',
  },
  /** Scripts need marks that cannot be seen between their letters; alone they are no name. */
  name: {
    pattern: `^(?=.*[^${unseen}]|$)[^\\p{Cc}\\p{Cs}]*$`,
    problem: 'unseen_name',
  },
  /**
   * Letters, marks, digits, punctuation, symbols and the plain space: what leaves ink, or a gap
   * between.
   */
  printable: {
    pattern: '^(?! +$)(?:(?![\\p{DI}\\u2800])[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} ])*$',
    problem: 'unprintable',
  },
  visible: {
    // Nor what is no character, has no meaning of its own, or stands for one that was lost.
    pattern: `^[^${unseen}\\p{Cn}\\p{Co}\\uFFFC\\uFFFD]*$`,
    problem: 'invisible',
  },
  /** Line breaks and tabs are part of a text; no other control character can be sent by SMS. */
  lines: {
    pattern: '^(?:[^\\p{Cc}\\p{Cs}]|[\\t\\n\\r])*$',
    problem: 'control_in_text',
  },
} as const satisfies Record<string, { pattern: string; problem: ProblemName }>;

/**
 * The form in which two texts that a person reads as the same are the same: full-width and other
 * shapes of a character become the plain one, and what cannot be seen is gone.
 */
export function canonicalText(value: string): string {
  return value.normalize('NFKC').replace(everythingUnseen, '');
}

const everythingUnseen = new RegExp(`[${unseen}]`, 'gu');
