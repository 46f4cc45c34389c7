import type { Person, SessionResult } from './provider.ts';
import { UnexpectedResponse } from './read-answer.ts';

/** Throws for a pass that does not say who passed: it is no result, and the provider is queried again. */
export function requireCompared(result: SessionResult): SessionResult {
  if (result.state !== 'passed' || result.compared === 'given') return result;
  const { name, cardNo } = result.compared ?? {};
  if (!name && !cardNo) throw new UnexpectedResponse('passed, without saying who');
  return result;
}

/** Fails a pass of somebody else than the person of the call. */
export function confirmPerson(result: SessionResult, person: Person): SessionResult {
  if (result.state !== 'passed' || result.compared === 'given') return result;
  const { compared, ...facts } = result;
  if (isPerson(compared, person)) return result;
  const detail = 'somebody else passed';
  return { ...facts, state: 'failed', reason: 'identity_mismatch', detail };
}

function isPerson({ name, cardNo }: Partial<Person>, person: Person): boolean {
  if (!name && !cardNo) return false;
  return (!cardNo || isNumber(cardNo, person.cardNo)) && (!name || hasName(name, person.name));
}

function isNumber(shown: string, called: string): boolean {
  const plain = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase();
  return plain(shown) === plain(called);
}

/**
 * A document may have more names than the call, such as a middle name, but not fewer. A word counts as often as it
 * occurs: Wei Zhang is not Wei Wei.
 */
function hasName(shown: string, called: string): boolean {
  const wanted = nameWords(called);
  const found = nameWords(shown);
  const countOf = (word: string, words: readonly string[]) =>
    words.filter((each) => each === word).length;
  return wanted.length > 0 && wanted.every((word) => countOf(word, found) >= countOf(word, wanted));
}

/** The accents of Latin, Greek and Cyrillic letters. The marks of other scripts are vowels, and tell names apart. */
const accents = /[\u0300-\u036f]/g;

/** The words of a name, without accents and capital letters. */
export function nameWords(name: string): string[] {
  const plain = name.normalize('NFKD').replaceAll(accents, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
}
