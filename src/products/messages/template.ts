import { type Bilingual, fillText } from '../../foundation/contract/text/bilingual.ts';
import type { ProviderForm } from '../../vendors/providers/provider.ts';

/** The platform's text for an SMS product, with `{placeholders}`. */
export interface Template {
  templateId: string;
  text: string;
  /** The names of the placeholders, without duplicates. */
  variables: readonly string[];
  /** The parsed text: literal, name, literal, name … literal. */
  pieces: readonly string[];
  /** The template's form at each provider. */
  forms: Readonly<Record<string, ProviderForm>>;
}

const placeholder = /\{([A-Za-z][A-Za-z0-9_]{0,63})\}/y;

/** The start of a placeholder: a brace and as much of a name as follows. */
const begun = /\{(?:[A-Za-z][A-Za-z0-9_]{0,63})?/y;

interface ParsedText {
  pieces: string[];
  /** The first problem of the text; undefined when it is valid. */
  problem: Bilingual | undefined;
}

/**
 * Parses a text: `{name}` is a placeholder, and `{{` and `}}` are literal braces. Any other brace is a typing
 * error that would reach every recipient, so it is reported and a new text with one is refused. A text stored
 * earlier still parses, with the brace taken literally.
 */
export function parseText(text: string): ParsedText {
  const pieces = [''];
  let problem: Bilingual | undefined;
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at);
    const name = char === '{' ? matchAt(placeholder, text, at)?.[1] : undefined;
    if (name !== undefined) {
      pieces.push(name, '');
      at += name.length + 2;
      continue;
    }
    const isBrace = char === '{' || char === '}';
    const isDoubled = isBrace && text.charAt(at + 1) === char;
    if (isBrace && !isDoubled) problem ??= problemAt(text, at);
    pieces[pieces.length - 1] += char;
    at += isDoubled ? 2 : 1;
  }
  return { pieces, problem };
}

/**
 * Kept here and not in the table of refusals: the console shows these while the author types, and
 * must not bundle the whole table.
 */
const braceProblems = {
  not_opened: {
    en: 'the brace at character {at} closes nothing; write {braces} to send a brace',
    zh: '第 {at} 个字符处的右花括号没有对应的左花括号；要发送花括号请写成 {braces}',
  },
  not_closed: {
    en: 'the brace at character {at} is never closed; write {braces} to send a brace',
    zh: '第 {at} 个字符处的左花括号没有闭合；要发送花括号请写成 {braces}',
  },
  not_name: {
    en: 'character {at} is not allowed in the name of a placeholder; write {braces} to send a brace',
    zh: '占位符名称中不能有第 {at} 个字符；要发送花括号请写成 {braces}',
  },
} as const satisfies Record<string, Bilingual>;

function problemAt(text: string, at: number): Bilingual {
  if (text.charAt(at) === '}') {
    return fillText(braceProblems.not_opened, { at: numberOf(text, at), braces: '}}' });
  }
  const wrongAt = at + (matchAt(begun, text, at)?.[0].length ?? 1);
  return wrongAt === text.length
    ? fillText(braceProblems.not_closed, { at: numberOf(text, at), braces: '{{' })
    : fillText(braceProblems.not_name, { at: numberOf(text, wrongAt), braces: '{{' });
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The position as people count it: from one, with a surrogate pair as one character. */
function numberOf(text: string, at: number): number {
  return [...text.slice(0, at)].length + 1;
}

export function readTemplate(row: {
  templateId: string;
  text: string;
  forms: Template['forms'];
}): Template {
  const { pieces } = parseText(row.text);
  const names = pieces.filter((_, i) => i % 2 === 1);
  return { ...row, pieces, variables: [...new Set(names)] };
}

/** The placeholders without a value. */
export function missingVariables(
  template: Template,
  given: Readonly<Record<string, string>>,
): string[] {
  return template.variables.filter((name) => !Object.hasOwn(given, name));
}

/** The text as the recipient reads it. Values are inserted literally; braces in them have no meaning. */
export function renderTemplate(
  template: Template,
  values: Readonly<Record<string, string>>,
): string {
  let text = '';
  for (let i = 0; i < template.pieces.length; i++) {
    const piece = template.pieces[i] as string;
    text += i % 2 === 0 ? piece : (values[piece] ?? '');
  }
  return text;
}
