/** One block of a page. Its texts may contain inline Markdown. */
export type Block =
  | { kind: 'heading'; level: number; text: string; id: string }
  | { kind: 'paragraph' | 'quote'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'code'; language: string; text: string };

const fence = /^```([a-z]*)$/;
const heading = /^(#{1,6}) (.+)$/;
const item = /^(?:[-*]|\d+\.) (.*)$/;
const comment = /^<!--.*-->$/;

/** Whether a line begins a new block, and so ends a paragraph. */
const beginsBlock = (line: string) =>
  line === '' ||
  [fence, heading, item, comment].some((mark) => mark.test(line)) ||
  /^[|>]/.test(line);

/**
 * Parses the subset of Markdown that our pages use: headings, paragraphs, quotes, flat lists, tables and
 * fenced code. Comments are dropped; everything else is text.
 */
export function parseMarkdown(markdown: string): Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  const ids = new Map<string, number>();
  let at = 0;
  const takeWhile = (isPart: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && isPart(lines[at] as string)) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] as string;
    const found = heading.exec(line);
    if (line === '' || comment.test(line)) at += 1;
    else if (found) {
      const [, marks = '', text = ''] = found;
      blocks.push({ kind: 'heading', level: marks.length, text, id: idFor(text, ids) });
      at += 1;
    } else if (fence.test(line)) {
      at += 1;
      const text = takeWhile((one) => one !== '```').join('\n');
      at += 1;
      blocks.push({ kind: 'code', language: fence.exec(line)?.[1] ?? '', text });
    } else if (line.startsWith('|')) {
      blocks.push(tableOf(takeWhile((one) => one.startsWith('|'))));
    } else if (line.startsWith('>')) {
      const quoted = takeWhile((one) => one.startsWith('>'));
      blocks.push({ kind: 'quote', text: joined(quoted.map((one) => one.slice(1).trim())) });
    } else if (item.test(line)) {
      blocks.push(listOf(takeWhile((one) => item.test(one) || /^ {2,}\S/.test(one))));
    } else {
      at += 1;
      const rest = takeWhile((one) => !beginsBlock(one));
      blocks.push({ kind: 'paragraph', text: joined([line, ...rest]) });
    }
  }
  return blocks;
}

/** Joins lines with a space, except between two Chinese characters or punctuation marks. */
function joined(lines: readonly string[]): string {
  const wide = '\\p{Script=Han}，。：；！？（）“”、《》';
  return lines
    .join('\n')
    .replaceAll(new RegExp(`(?<=[${wide}])\\n(?=[${wide}])`, 'gu'), '')
    .replaceAll('\n', ' ');
}

function listOf(lines: readonly string[]): Block {
  const items: string[][] = [];
  for (const line of lines) {
    const text = item.exec(line)?.[1];
    if (text === undefined) items.at(-1)?.push(line.trim());
    else items.push([text]);
  }
  return { kind: 'list', isOrdered: /^\d/.test(lines[0] ?? ''), items: items.map(joined) };
}

function tableOf(lines: readonly string[]): Block {
  const rows = lines.map((line) =>
    line
      .replace(/^\||\|\s*$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
  const [head = [], , ...rest] = rows;
  return { kind: 'table', head, rows: rest };
}

/** A readable anchor, unique on the page. */
function idFor(text: string, taken: Map<string, number>): string {
  const id = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  const times = (taken.get(id) ?? 0) + 1;
  taken.set(id, times);
  return times === 1 ? id : `${id}-${times}`;
}
