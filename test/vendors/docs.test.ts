import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { vendors } from '../../src/vendors/vendors.ts';

test('the documentation that a form links to is a source of the vendor’s page', () => {
  const linked = vendors.filter(({ docs }) => docs !== undefined);
  expect(linked.length).toBeGreaterThan(10);
  for (const { code, docs } of linked) {
    const page = readFileSync(`docs/providers/${code}.md`, 'utf8');
    expect({ code, isSource: page.includes(docs ?? '') }).toEqual({ code, isSource: true });
  }
});
