import { isolate } from '../../foundation/contract/text/isolate-text.ts';
import { inZone, localTime } from '../../foundation/contract/text/local-time.ts';
import { formatMoney, type Money } from '../../foundation/money.ts';

/** A text whose times are written in a time zone: that of the platform, once it is known. */
export type Text = string | ((timeZone: string) => string);

export function render(text: Text, timeZone: string): string {
  return typeof text === 'string' ? text : text(timeZone);
}

/** A table with column titles, for people; an empty one is a sentence that says what is not there. */
export function table(
  titles: readonly string[],
  rows: readonly (readonly unknown[])[],
  empty: string,
): Text {
  if (rows.length === 0) return empty;
  return (timeZone) => {
    const lines = [titles.map(label), ...rows.map((row) => row.map((one) => cell(one, timeZone)))];
    const widths = titles.map((_, at) => Math.max(...lines.map((line) => widthOf(line[at] ?? ''))));
    return lines
      .map((line) =>
        line
          .map((text, at) => isolate(text) + ' '.repeat((widths[at] ?? 0) - widthOf(text)))
          .join('  ')
          .trimEnd(),
      )
      .join('\n');
  };
}

/** A page of a list, and the option that shows the next one. */
export function withNext(listed: Text, option: string, next: number | string | null): Text {
  return joinTexts(listed, next === null ? '' : `There are more: ${option} ${next}`);
}

/** Names and values, one pair per line. */
export function pairs(values: Readonly<Record<string, unknown>>): Text {
  const labels = Object.keys(values).map(label);
  const width = Math.max(...labels.map((name) => name.length));
  return (timeZone) =>
    Object.values(values)
      .map((value, at) => `${labels[at]?.padEnd(width)}  ${isolate(cell(value, timeZone))}`)
      .join('\n');
}

/** Several texts, a blank line between them; empty ones are left out. */
export function joinTexts(...parts: readonly Text[]): Text {
  return (timeZone) =>
    parts
      .map((part) => render(part, timeZone))
      .filter((part) => part !== '')
      .join('\n\n');
}

/** A text under a heading. */
export function withTitle(title: string, text: Text): Text {
  return (timeZone) => `${title}\n${render(text, timeZone)}`;
}

/** A name as people read it: `expiresAt` is "Expires at". */
function label(name: string): string {
  const words = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const known = words.replace(/\b(id|url)\b/gi, (word) => word.toUpperCase());
  return known.charAt(0).toUpperCase() + known.slice(1);
}

/** A beginning as an operator types it: a day, when it is the midnight at which that day begins. */
export function dayOrTime(at: Date): (timeZone: string) => string {
  return (timeZone) => {
    const zoned = inZone(at, timeZone);
    return zoned.equals(zoned.startOfDay()) ? String(zoned.toPlainDate()) : localTime(at, timeZone);
  };
}

/** Untrusted text, line by line; keeps its line breaks and replaces tabs by spaces. */
export function lines(texts: readonly string[]): string {
  return texts
    .flatMap((text) => text.split('\n'))
    .map((line) =>
      line === '' ? '' : isolate(visible(line.replace(/\r$/, '').replaceAll('\t', '  '))),
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

/** A value in a table or a pair. A function takes the time zone. */
function cell(value: unknown, timeZone: string): string {
  if (value instanceof Date) return localTime(value, timeZone);
  return visible(typeof value === 'function' ? value(timeZone) : words(value));
}

/**
 * Escapes invisible characters, so that untrusted text cannot control the terminal, start a row of its own or
 * hide in one.
 */
function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (char) => shortEscapes[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

function words(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'bigint') return formatMoney(value);
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.join(', ');
  return String(value);
}

/** Callers know a call's id as `requestId`. */
export function withRequestId<Row extends { callId?: string | null }>({ callId, ...row }: Row) {
  return { requestId: callId, ...row };
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
