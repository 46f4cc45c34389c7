import { fillText } from '../../foundation/contract/text/bilingual.ts';
import { faultAt } from './collect-faults.ts';
import { descriptionFaults } from './description-faults.ts';

/** A text of the operator's with places for values: `{{mobile}}`, or `{{mobileDigits|number}}`. */
export interface Template {
  readonly parts: readonly (string | Place)[];
}

export interface Place {
  name: string;
  /** In JSON, alone in its string, it becomes a number. */
  asNumber: boolean;
}

/** What may stand in a place. */
export interface Names {
  readonly names: readonly string[];
  /** `value.` allows every name that begins with it. */
  readonly prefixes?: readonly string[];
}

/** A text, or what JSON can hold. */
export type Values = Readonly<Record<string, string | object>>;

/** Digits alone, and few enough for a number that loses none of them. */
const numeric = ['seconds', 'milliseconds', 'mobileDigits', 'mobileNational', 'mobileCountry'];

const notClosed = fillText(descriptionFaults.placeholder_not_closed, {
  braces: '{{',
  closing: '}}',
});

const place = /\{\{([^{}]*)\}\}/y;

/** Reads a template strictly: whatever opens a place must be one, with a name that is known there. */
export function parseTemplate(text: string, known: Names): Template {
  const parts: (string | Place)[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf('{{', from);
    if (start < 0) break;
    place.lastIndex = start;
    const [whole, inner] = place.exec(text) ?? [];
    if (whole === undefined || inner === undefined) {
      throw faultAt(text, start, notClosed);
    }
    const [name = '', filter, ...rest] = inner.trim().split('|');
    if (!isKnown(name, known)) {
      const unknown = { placeholder: `{{${name}}}`, names: listOf(known) };
      throw faultAt(text, start, fillText(descriptionFaults.placeholder_unknown, unknown));
    }
    const asNumber = filter === 'number';
    if (rest.length > 0 || (filter !== undefined && !(asNumber && numeric.includes(name)))) {
      const placeholder = `{{${inner}}}`;
      throw faultAt(
        text,
        start,
        fillText(descriptionFaults.placeholder_not_number, { placeholder }),
      );
    }
    if (start > from) parts.push(text.slice(from, start));
    parts.push({ name, asNumber });
    from = start + whole.length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return { parts };
}

function isKnown(name: string, { names, prefixes = [] }: Names): boolean {
  return names.includes(name) || prefixes.some((prefix) => isPrefixed(name, prefix));
}

function isPrefixed(name: string, prefix: string): boolean {
  return name.startsWith(prefix) && /^[\w-]+$/.test(name.slice(prefix.length));
}

function listOf({ names, prefixes = [] }: Names): string[] {
  return [...names, ...prefixes.map((prefix) => `${prefix}…`)];
}

/** The names that a template asks for. */
export function namesIn({ parts }: Template): string[] {
  return parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
}

/** The text with every value escaped for where it stands; a value that is not there is empty. */
export function fillTemplate(
  { parts }: Template,
  values: Values,
  escaped: (value: string) => string,
): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : escaped(textOfValue(values, part.name))))
    .join('');
}

export function textOfValue(values: Values, name: string): string {
  const value = Object.hasOwn(values, name) ? (values[name] ?? '') : '';
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();
}

export const asIs = (value: string): string => value;

/** For the path or the query of an address, and for a form. */
export const forUrl = (value: string): string => encodeURIComponent(value);

/** What a header cannot hold is written as in an address. */
export const forHeader = (value: string): string =>
  value.replaceAll(/[^\x20-\x7e]+/gu, encodeURIComponent);
