import { fillPieces } from './fill-pieces.ts';
import type { Language } from './languages.ts';

/** A text in both languages. */
export type Bilingual = Readonly<Record<Language, string>>;

/** The value of a placeholder: a name or number, a text in both languages, or a list of either. */
type TextValue = string | number | Bilingual | readonly string[] | readonly Bilingual[];

/** The placeholder names of a text. */
type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** The values that a text needs: exactly one for each placeholder. */
export type ValuesOf<Text extends string> = string extends Text
  ? never
  : [Placeholder<Text>] extends [never]
    ? []
    : [values: { readonly [Name in Placeholder<Text>]: TextValue }];

type Values = Readonly<Record<string, TextValue>>;

/** Fills in the placeholders of a table row; the types require a value for each. */
export function fillText<En extends string>(
  row: { readonly en: En; readonly zh: string },
  ...values: ValuesOf<En>
): Bilingual {
  return fillRow(row, values[0]);
}

/** The same, for a row or values known only at run time. */
export function fillRow({ en, zh }: Bilingual, values: Values = {}): Bilingual {
  return { en: fill(en, values, 'en'), zh: fill(zh, values, 'zh') };
}

/** A problem, prefixed with its field's name. */
export function prefixField(field: string | Bilingual, problem: Bilingual): Bilingual {
  return fillText({ en: '{field} {problem}', zh: '{field}{problem}' }, { field, problem });
}

function fill(text: string, values: Values, language: Language): string {
  const plain = (piece: string) => ({ text: piece });
  const pieceOf = (name: string) => {
    const value = values[name];
    return value === undefined ? undefined : plain(print(value, language));
  };
  return fillPieces(text, pieceOf, plain)
    .map((piece) => piece.text)
    .join('');
}

const commas = { en: ', ', zh: '、' };
const semicolons = { en: '; ', zh: '；' };

function print(value: TextValue, language: Language): string {
  if (typeof value !== 'object') return String(value);
  if (!Array.isArray(value)) return (value as Bilingual)[language];
  const marks = typeof value[0] === 'string' ? commas : semicolons;
  return value.map((item: string | Bilingual) => print(item, language)).join(marks[language]);
}
