import { fail } from '../errors/errors.ts';
import { findJsonFault, lineAndColumn } from '../text/find-json-fault.ts';
import { type Problem, problem, problems } from '../text/problems.ts';

/** Deeper than any body of the contract, and far too shallow to exhaust the stack. */
const deepest = 32;

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/**
 * Parses a request body. It rejects duplicate names: JSON does not define which one counts, and a value that
 * one program validates while another uses its twin bypasses validation.
 */
export function parseJsonObject(text: string): Record<string, unknown> {
  const members = countMembers(text);
  if (members < 0) failMalformed(problem('json_deep', { limit: deepest }));
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail('body_not_object');
  // JSON.parse keeps one of two duplicate names, so the object has fewer members than the text.
  if (countKeys(value) !== members) {
    const field = findDuplicate(text);
    fail('duplicate_field', { details: [{ field, problem: problems.twice }] });
  }
  // JSON.parse makes `__proto__` an ordinary field, but copying it by assignment would change a prototype.
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  return value as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (text.trim() === '') fail('body_missing');
    const at = findJsonFault(text) ?? text.length;
    failMalformed(
      problem(at === text.length ? 'json_cut' : 'json_wrong', { ...lineAndColumn(text, at) }),
    );
  }
}

/** The parser's own error quotes the body, so it is dropped. */
function failMalformed(found: Problem): never {
  fail('body_malformed', { details: [{ field: 'body', problem: found }] });
}

/** Counts the colons outside strings, one per object member; -1 if the text nests too deep. */
function countMembers(text: string): number {
  let members = 0;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === quote) i = endOfString(text, i);
    else if (char === colon) members++;
    // `[` and `{`, and `]` and `}`, differ in one bit only.
    else if ((char | 0x20) === 0x7b) {
      if (++depth > deepest) return -1;
    } else if ((char | 0x20) === 0x7d) depth--;
  }
  return members;
}

/** The index of the closing quote of the string that begins at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === quote) return i;
    if (char === backslash) i++;
  }
  return text.length;
}

function countKeys(value: object): number {
  let keys = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object' && item) keys += countKeys(item);
    return keys;
  }
  for (const item of Object.values(value)) {
    keys++;
    if (typeof item === 'object' && item !== null) keys += countKeys(item);
  }
  return keys;
}

/** Finds the first duplicate name in an object, in a text that is known to be valid JSON. */
function findDuplicate(text: string): string {
  const open: Set<string>[] = [];
  let name = '';
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === quote) {
      const end = endOfString(text, i);
      name = text.slice(i, end + 1);
      i = end;
    } else if (char === colon) {
      const key = JSON.parse(name) as string;
      const names = open.at(-1);
      if (names?.has(key)) return key;
      names?.add(key);
    } else if ((char | 0x20) === 0x7b) open.push(new Set());
    else if ((char | 0x20) === 0x7d) open.pop();
  }
  return name;
}
