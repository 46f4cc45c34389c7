const spaces = /[ \t\n\r]*/y;
const scalar = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
// Matches the control characters that JSON requires to be escaped.
// biome-ignore lint/suspicious/noControlCharactersInRegex: see above
const stringBody = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;

/**
 * Finds where a text stops being JSON: the index of the first invalid character, or the text's length if it
 * ends too early; undefined for valid JSON. JSON.parse reports the position only sometimes, and its message
 * quotes the caller's text. The text must not nest so deep that it exhausts the stack.
 */
export function findJsonFault(text: string): number | undefined {
  const after = afterValue(text, 0);
  const end = after < 0 ? ~after : skipSpaces(text, after);
  return after >= 0 && end === text.length ? undefined : end;
}

/** Converts an index to the line and column that an editor shows. */
export function lineAndColumn(text: string, index: number): { line: number; column: number } {
  const lines = text.slice(0, index).split(/\r\n|[\r\n]/);
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 };
}

/** Each reader returns the index after what it read, or the bitwise complement of the fault's index. */
type After = (text: string, start: number) => number;

const afterValue: After = (text, start) => {
  const at = skipSpaces(text, start);
  switch (text.charAt(at)) {
    case '{':
      return afterItems(text, at + 1, '}', afterMember);
    case '[':
      return afterItems(text, at + 1, ']', afterValue);
    case '"':
      return afterString(text, at);
    default: {
      const length = lengthAt(scalar, text, at);
      return length > 0 ? at + length : ~at;
    }
  }
};

const afterMember: After = (text, start) => {
  const at = skipSpaces(text, start);
  const name = text.charAt(at) === '"' ? afterString(text, at) : ~at;
  if (name < 0) return name;
  const colon = skipSpaces(text, name);
  return text.charAt(colon) === ':' ? afterValue(text, colon + 1) : ~colon;
};

const afterString: After = (text, start) => {
  const at = start + lengthAt(stringBody, text, start);
  return text.charAt(at) === '"' ? at + 1 : ~at;
};

function afterItems(text: string, start: number, close: string, afterItem: After): number {
  let at = skipSpaces(text, start);
  if (text.charAt(at) === close) return at + 1;
  for (;;) {
    at = afterItem(text, at);
    if (at < 0) return at;
    at = skipSpaces(text, at);
    if (text.charAt(at) === close) return at + 1;
    if (text.charAt(at) !== ',') return ~at;
    at++;
  }
}

function skipSpaces(text: string, at: number): number {
  return at + lengthAt(spaces, text, at);
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
