import type { ProblemName } from './problems.ts';

/**
 * Invisible characters: spaces, controls and formatting marks. The Braille blank is classed as a symbol, but is
 * invisible too.
 */
const unseen = '\\s\\p{Z}\\p{Cc}\\p{Cf}\\p{Cs}\\p{DI}\\u2800';

const control = '\\u0000-\\u001F\\u007F-\\u009F';
const controlInText = '\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F';

/**
 * A pattern for a text without these characters and without a lone surrogate: such a text has no UTF-8 form, so
 * it could be neither stored nor sent. The pattern means the same with and without Unicode mode: with it a pair
 * is one character, without it two of the second kind.
 */
function without(refused: string, lookahead = ''): string {
  return `^${lookahead}(?:[^${refused}\\uD800-\\uDFFF]|[\\uD800-\\uDBFF][\\uDC00-\\uDFFF])*$`;
}

export interface Characters {
  /** A pattern that works in every regex engine, for readers of the OpenAPI document. */
  readonly pattern: string;
  /** The exact rule, where it needs Unicode's own tables. It never accepts more than `pattern`. */
  readonly exactly?: RegExp;
  readonly problem: ProblemName;
}

/** The characters that a text may contain. */
export const characters = {
  wellFormed: {
    pattern: without(''),
    problem: 'ill_formed',
  },
  noControl: {
    pattern: without(control),
    problem: 'control',
  },
  /** Some scripts need invisible marks between letters; a name of such marks alone is not valid. */
  name: {
    pattern: without(control, '(?=.*\\S|$)'),
    exactly: new RegExp(`^(?=.*[^${unseen}]|$)[^\\p{Cc}\\p{Cs}]*$`, 'u'),
    problem: 'unseen_name',
  },
  /**
   * Letters, marks, digits, punctuation, symbols and the plain space: visible characters, and a gap between
   * them.
   */
  printable: {
    pattern: without(control, '(?! +$)'),
    exactly: /^(?! +$)(?:(?![\p{DI}\u2800])[\p{L}\p{M}\p{N}\p{P}\p{S} ])*$/u,
    problem: 'unprintable',
  },
  visible: {
    pattern: without(`\\s${control}`),
    // Also excludes unassigned and private-use characters, and the object and replacement characters.
    exactly: new RegExp(`^[^${unseen}\\p{Cn}\\p{Co}\\uFFFC\\uFFFD]*$`, 'u'),
    problem: 'invisible',
  },
  /** A text may contain line breaks and tabs; SMS cannot carry other control characters. */
  lines: {
    pattern: without(controlInText),
    problem: 'control_in_text',
  },
} as const satisfies Record<string, Characters>;

/**
 * The form in which texts that look the same to a person are equal: full-width and other variants become the
 * plain character, and invisible characters are removed.
 */
export function canonicalText(value: string): string {
  return value.normalize('NFKC').replace(everythingUnseen, '');
}

const everythingUnseen = new RegExp(`[${unseen}]`, 'gu');
