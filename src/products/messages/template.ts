import type { ProviderForm } from '../../vendors/providers/provider.ts';

/** The platform's text for an SMS product, with `{placeholders}`. */
export interface Template {
  templateId: string;
  text: string;
  /** The names between braces, each once. */
  variables: readonly string[];
  /** The text taken apart once: literal, name, literal, name … literal. */
  pieces: readonly string[];
  /** The template in each provider's own terms. */
  forms: Readonly<Record<string, ProviderForm>>;
}

const placeholder = /\{([A-Za-z][A-Za-z0-9_]{0,63})\}/y;

/** What begins like a placeholder: a brace, and as much of a name as there is. */
const begun = /\{(?:[A-Za-z][A-Za-z0-9_]{0,63})?/y;

interface ParsedText {
  pieces: string[];
  /** Why nobody may write this text, for its first fault; undefined when there is none. */
  problem: string | undefined;
}

/**
 * Takes a text apart: `{name}` is a placeholder, `{{` and `}}` are braces that are sent. Any other
 * brace is a slip that would be sent as it stands, to every recipient. It is told, so that a text
 * with one is not written; one that was written before is still read, with the brace as it stands.
 */
export function parseText(text: string): ParsedText {
  const pieces = [''];
  let problem: string | undefined;
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

function problemAt(text: string, at: number): string {
  if (text.charAt(at) === '}') {
    return `The brace at character ${numberOf(text, at)} closes nothing; write }} to send a brace.`;
  }
  const wrongAt = at + (matchAt(begun, text, at)?.[0].length ?? 1);
  if (wrongAt === text.length) {
    return `The brace at character ${numberOf(text, at)} is never closed; write {{ to send a brace.`;
  }
  return (
    `Character ${numberOf(text, wrongAt)} cannot stand there in a placeholder: its name is a letter ` +
    'from A to Z and up to 63 letters, digits and underscores; write {{ to send a brace.'
  );
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** As people count: from one, and a character outside the basic plane once. */
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

/** What the template needs and was not given. */
export function missingVariables(
  template: Template,
  given: Readonly<Record<string, string>>,
): string[] {
  return template.variables.filter((name) => !Object.hasOwn(given, name));
}

/** The text as the person will read it. A value is put in as it is: braces in it mean nothing. */
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
