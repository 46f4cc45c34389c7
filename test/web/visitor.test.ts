import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';

/** It is typed for browsers, so it is imported by its path. */
const script = join(import.meta.dirname, '../../web/check/visitor.ts');
const { findVisitor } = (await import(script)) as { findVisitor(link: string): string };

afterEach(() => vi.unstubAllGlobals());

/** A browser that has opened a URL with this query, and its storage. */
function browse(search: string, kept = new Map<string, string>()): Map<string, string> {
  vi.stubGlobal('location', { search });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  return kept;
}

test('a browser has one name per check', () => {
  browse('');
  const name = findVisitor('link-one');
  expect(findVisitor('link-one')).toBe(name);
  expect(findVisitor('link-two')).not.toBe(name);
});

test('a returning browser is the one that left, whatever name it had before', () => {
  const kept = browse('');
  const own = findVisitor('link-one');
  browse('?by=left-by-this-name', kept);
  expect(findVisitor('link-one')).toBe('left-by-this-name');
  browse('', kept);
  expect(findVisitor('link-one')).toBe('left-by-this-name');
  expect(own).not.toBe('left-by-this-name');
});
