import { errorTable } from '../../../foundation/contract/errors/errors.ts';
import { operations, rowOf } from '../../../foundation/contract/operations/operations.ts';
import type { Language } from '../../../foundation/contract/text/languages.ts';
import { problems } from '../../../foundation/contract/text/problems.ts';
import type { Reference } from './read-reference.ts';
import chinese from './reference-chinese.json' with { type: 'json' };

/** The Chinese of the OpenAPI document's texts, by the English. */
const catalogue: Readonly<Record<string, string>> = chinese;

/** The Chinese of what replies say for people, by the English. */
const replied = new Map(
  [
    ...operations.map((name) => rowOf(name).message),
    ...[errorTable.invalid_request.message, problems.required],
  ].map(({ en, zh }) => [en, zh]),
);

/** The reference in a language, with the replies that a request for that language gets. The OpenAPI document is in English. */
export function referenceIn(language: Language, reference: Reference): Reference {
  const inReply = (english: string) => (language === 'zh' && replied.get(english)) || english;
  return mapTexts(reference, (english) => translate(english, language), inReply);
}

export function translate(english: string, language: Language): string {
  return language === 'zh' ? (catalogue[english] ?? english) : english;
}

type MapText = (text: string) => string;

/** Replaces every text of the reference that is written for people, and the texts of its example replies. */
export function mapTexts(
  reference: Reference,
  map: MapText,
  mapReply: MapText = (text) => text,
): Reference {
  const groups = reference.groups.map((group) => ({ ...group, name: map(group.name) }));
  return mapValue({ ...reference, groups }, map, mapReply);
}

const textNames = new Set(['about', 'summary', 'description']);
const exampleNames = new Set(['example', 'requestExample']);
const replyNames = new Set(['replyExample', 'examples']);

function mapValue<Value>(value: Value, map: MapText, mapReply: MapText): Value {
  return mapped(value) as Value;

  function mapped(one: unknown): unknown {
    if (Array.isArray(one)) return one.map(mapped);
    if (one instanceof Map) return new Map([...one].map(([name, of]) => [name, mapped(of)]));
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, of]) => [name, entry(name, of)]));
  }

  function entry(name: string, of: unknown): unknown {
    if (exampleNames.has(name)) return of;
    if (replyNames.has(name)) return mapStrings(of, mapReply);
    return textNames.has(name) && typeof of === 'string' ? map(of) : mapped(of);
  }
}

function mapStrings(value: unknown, map: MapText): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((one) => mapStrings(one, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, mapStrings(of, map)]));
}
