import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileBody } from './body-template.ts';
import { collectFaults } from './collect-faults.ts';
import { compileRequest } from './described-request.ts';
import { compileEnvelope } from './envelope.ts';
import { fillTemplate, forHeader, parseTemplate } from './template.ts';

const known = { names: ['a', 'b'] };
const anything = fc.string({ unit: 'binary' });

describe('for any values', () => {
  test('JSON holds them as strings, and no other fields', () => {
    const { fill } = compileBody('json', '{"a":"{{a}}","both":["<{{a}}|{{b}}>"]}', known);
    fc.assert(
      fc.property(anything, anything, (a, b) => {
        const [one, other] = [a.toWellFormed(), b.toWellFormed()];
        expect(JSON.parse(fill({ a, b }))).toEqual({ a: one, both: [`<${one}|${other}>`] });
      }),
    );
  });

  test('a form holds them as fields, and no others', () => {
    const { fill } = compileBody('form', 'a={{a}}&b=x{{b}}', known);
    fc.assert(
      fc.property(anything, anything, (a, b) => {
        expect([...new URLSearchParams(fill({ a, b }))]).toEqual([
          ['a', a.toWellFormed()],
          ['b', `x${b.toWellFormed()}`],
        ]);
      }),
    );
  });

  test('a URL keeps its host and path segment, or is refused', () => {
    const collector = collectFaults();
    const envelope = compileEnvelope(collector, { algorithm: 'hmac-sha256', encoding: 'hex' });
    const url = 'https://sms.example.com/v1/{{a}}/send?b={{b}}';
    const described = { url, method: 'GET', format: 'none' } as const;
    const { build } = compileRequest(collector, 'send', described, envelope, known);
    const hostile = fc.constantFrom('..', '.', '/', '?', '#', '@', '\\', '%2e%2e', '//x.example');
    fc.assert(
      fc.property(fc.oneof(anything, hostile), fc.oneof(anything, hostile), (a, b) => {
        if (a === '.' || a === '..') return void expect(() => build({ a, b })).toThrow('path');
        const { host, pathname, searchParams, hash } = new URL(build({ a, b }).url);
        expect([host, hash]).toEqual(['sms.example.com', '']);
        expect(pathname).toMatch(/^\/v1\/[^/]*\/send$/);
        expect([...searchParams]).toEqual([['b', b.toWellFormed()]]);
      }),
    );
  });

  test('a header holds none that ends it', () => {
    const template = parseTemplate('<{{a}}>', known);
    fc.assert(
      fc.property(anything, (a) => {
        expect(fillTemplate(template, { a }, forHeader)).toMatch(/^<[\x20-\x7e]*>$/);
      }),
    );
  });

  test('a value that looks like a placeholder is not one', () => {
    const template = parseTemplate('{{a}}', known);
    expect(fillTemplate(template, { a: '{{b}}', b: 'secret' }, (value) => value)).toBe('{{b}}');
  });
});
