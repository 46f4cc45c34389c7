import { isolate } from '../../foundation/contract/text/isolate.ts';
import { formatMoney, type Money } from '../../foundation/money.ts';

/** A table with column titles, for people. */
export function table(titles: readonly string[], rows: readonly (readonly unknown[])[]): string {
  if (rows.length === 0) return 'There is none.';
  const lines = [titles, ...rows.map((row) => row.map(cell))];
  const widths = titles.map((_, at) => Math.max(...lines.map((line) => widthOf(line[at] ?? ''))));
  return lines
    .map((line) =>
      line
        .map((text, at) => isolate(text) + ' '.repeat((widths[at] ?? 0) - widthOf(text)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A page of a list, and the option that shows the next one. */
export function withNext(listed: string, option: string, next: number | string | null): string {
  return next === null ? listed : `${listed}\n\nThere are more: ${option} ${next}`;
}

/** Names and values, one pair per line. */
export function pairs(values: Readonly<Record<string, unknown>>): string {
  const width = Math.max(...Object.keys(values).map((name) => name.length));
  return Object.entries(values)
    .map(([name, value]) => `${name.padEnd(width)}  ${isolate(cell(value))}`)
    .join('\n');
}

/** Untrusted text, line by line; keeps its line breaks and replaces tabs by spaces. */
export function lines(texts: readonly string[]): string {
  return texts
    .flatMap((text) => text.split('\n'))
    .map((line) =>
      line === '' ? '' : isolate(cell(line.replace(/\r$/, '').replaceAll('\t', '  '))),
    )
    .join('\n');
}

/** A terminal shows Chinese, Japanese and Korean characters two columns wide. */
function widthOf(text: string): number {
  const wide =
    /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/gu;
  return [...text].length + (text.match(wide)?.length ?? 0);
}

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Escapes invisible characters, so that untrusted text cannot control the terminal, start a row of its own or
 * hide in one.
 */
function cell(value: unknown): string {
  return words(value).replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (char) => shortEscapes[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

function words(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'bigint') return formatMoney(value);
  if (value instanceof Date) return `${value.toISOString().slice(0, 19).replace('T', ' ')}Z`;
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.join(',');
  return String(value);
}

/** The same for programs: money as text with four decimals, everything else unchanged. */
export function plain<Value extends object>(value: Value): object {
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      typeof item === 'bigint' ? formatMoney(item as Money) : item,
    ]),
  );
}
