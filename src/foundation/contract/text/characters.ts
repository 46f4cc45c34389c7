import type { ProblemName } from './problems.ts';

/**
 * What leaves no ink: spaces, controls, and the marks that only tell how others are drawn. The blank
 * of Braille counts as a symbol, and is one of them.
 */
const unseen = '\\s\\p{Z}\\p{Cc}\\p{Cf}\\p{Cs}\\p{DI}\\u2800';

const control = '\\u0000-\\u001F\\u007F-\\u009F';
const controlInText = '\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F';

/**
 * A text of anything but these, and without half a surrogate pair: such a text has no UTF-8 form, and
 * could be neither stored nor sent. It means the same to readers that know Unicode mode and to those
 * that do not: for the first a pair is one character, for the others two of the second kind.
 */
function without(refused: string, lookahead = ''): string {
  return `^${lookahead}(?:[^${refused}\\uD800-\\uDFFF]|[\\uD800-\\uDBFF][\\uDC00-\\uDFFF])*$`;
}

export interface Characters {
  /** For everybody who reads the document, whichever engine they read patterns with. */
  readonly pattern: string;
  /** The rule to the letter, where only Unicode's own tables can tell. It is never wider. */
  readonly exactly?: RegExp;
  readonly problem: ProblemName;
}

/** Which characters a text may have. */
export const characters = {
  wellFormed: {
    pattern: without(''),
    problem: 'ill_formed',
  },
  noControl: {
    pattern: without(control),
    problem: 'control',
  },
  /** Scripts need marks that cannot be seen between their letters; alone they are no name. */
  name: {
    pattern: without(control, '(?=.*\\S|$)'),
    exactly: new RegExp(`^(?=.*[^${unseen}]|$)[^\\p{Cc}\\p{Cs}]*$`, 'u'),
    problem: 'unseen_name',
  },
  /**
   * Letters, marks, digits, punctuation, symbols and the plain space: what leaves ink, or a gap
   * between.
   */
  printable: {
    pattern: without(control, '(?! +$)'),
    exactly: /^(?! +$)(?:(?![\p{DI}\u2800])[\p{L}\p{M}\p{N}\p{P}\p{S} ])*$/u,
    problem: 'unprintable',
  },
  visible: {
    pattern: without(`\\s${control}`),
    // Nor what is no character, has no meaning of its own, or stands for one that was lost.
    exactly: new RegExp(`^[^${unseen}\\p{Cn}\\p{Co}\\uFFFC\\uFFFD]*$`, 'u'),
    problem: 'invisible',
  },
  /** Line breaks and tabs are part of a text; no other control character can be sent by SMS. */
  lines: {
    pattern: without(controlInText),
    problem: 'control_in_text',
  },
} as const satisfies Record<string, Characters>;

/**
 * The form in which two texts that a person reads as the same are the same: full-width and other
 * shapes of a character become the plain one, and what cannot be seen is gone.
 */
export function canonicalText(value: string): string {
  return value.normalize('NFKC').replace(everythingUnseen, '');
}

const everythingUnseen = new RegExp(`[${unseen}]`, 'gu');
