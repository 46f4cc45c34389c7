/** One small, realistic bug: a file with a few characters changed. */
export interface Mutant {
  file: string;
  /** The line on which the bug begins. */
  line: number;
  /** The lines that change, before and after. */
  before: string;
  after: string;
  /** The whole file with the bug in it. */
  text: string;
}

/** Replaces the text at one position of a file. */
export function plant(file: string, text: string, at: number, old: string, put: string): Mutant {
  const end = at + old.length;
  const firstLine = text.lastIndexOf('\n', at - 1) + 1;
  const lastLine = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end);
  return {
    file,
    line: text.slice(0, at).split('\n').length,
    before: text.slice(firstLine, lastLine),
    after: text.slice(firstLine, at) + put + text.slice(end, lastLine),
    text: text.slice(0, at) + put + text.slice(end),
  };
}
