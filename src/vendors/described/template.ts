import { fillText } from '../../foundation/contract/text/bilingual.ts';
import { faultAt } from './collect-faults.ts';
import { descriptionFaults } from './description-faults.ts';

/** An operator's text with placeholders: `{{mobile}}` or `{{mobileDigits|number}}`. */
export interface Template {
  readonly parts: readonly (string | Place)[];
}

interface Place {
  name: string;
  /** In JSON, if the placeholder is the whole string, its value becomes a number. */
  asNumber: boolean;
}

/** The placeholders that are allowed. */
export interface Names {
  readonly names: readonly string[];
  /** `value.` allows every name that starts with it. */
  readonly prefixes?: readonly string[];
}

/** A string, or any JSON value. */
export type Values = Readonly<Record<string, string | object>>;

/** Values of digits only, short enough for an exact number. */
const numeric = ['seconds', 'milliseconds', 'mobileDigits', 'mobileNational', 'mobileCountry'];

const notClosed = fillText(descriptionFaults.placeholder_not_closed, {
  braces: '{{',
  closing: '}}',
});

const placeholder = /\{\{([^{}]*)\}\}/y;

/** Parses strictly: every `{{` must open a valid placeholder with a known name. */
export function parseTemplate(text: string, known: Names): Template {
  const parts: (string | Place)[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf('{{', from);
    if (start < 0) break;
    placeholder.lastIndex = start;
    const [whole, inner] = placeholder.exec(text) ?? [];
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

/** The names of a template's placeholders. */
export function namesIn({ parts }: Template): string[] {
  return parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
}

/** Fills in the values, each escaped for its context; a missing value becomes empty. */
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

/** For the path or query of a URL, and for a form. */
export const forUrl = (value: string): string => encodeURIComponent(value);

/** Percent-encodes the characters that a header cannot contain. */
export const forHeader = (value: string): string =>
  value.replaceAll(/[^\x20-\x7e]+/gu, encodeURIComponent);
