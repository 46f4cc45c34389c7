import type { Language } from '../../../foundation/contract/text/languages.ts';
import type { Reference } from './read-reference.ts';
import chinese from './reference-chinese.json' with { type: 'json' };

/** The Chinese of the OpenAPI document's texts, by the English. */
const catalogue: Readonly<Record<string, string>> = chinese;

/** The reference in a language. The OpenAPI document itself is in English. */
export function referenceIn(language: Language, reference: Reference): Reference {
  return mapTexts(reference, (english) => translate(english, language));
}

export function translate(english: string, language: Language): string {
  return language === 'zh' ? (catalogue[english] ?? english) : english;
}

/** Replaces every text of the reference that is written for people. */
export function mapTexts(reference: Reference, map: (text: string) => string): Reference {
  const groups = reference.groups.map((group) => ({ ...group, name: map(group.name) }));
  return mapValue({ ...reference, groups }, map);
}

const textNames = new Set(['about', 'summary', 'description']);
const exampleNames = new Set(['example', 'requestExample', 'replyExample', 'examples']);

function mapValue<Value>(value: Value, map: (text: string) => string): Value {
  return mapped(value) as Value;

  function mapped(one: unknown): unknown {
    if (Array.isArray(one)) return one.map(mapped);
    if (one instanceof Map) return new Map([...one].map(([name, of]) => [name, mapped(of)]));
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, of]) => [name, entry(name, of)]));
  }

  function entry(name: string, of: unknown): unknown {
    if (exampleNames.has(name)) return of;
    return textNames.has(name) && typeof of === 'string' ? map(of) : mapped(of);
  }
}
