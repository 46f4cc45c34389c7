import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { openApiDocument } from './openapi.ts';
import { type JsonValue, openApiYaml, writeYaml } from './openapi-yaml.ts';

const read = (yaml: string) => parse(yaml, { maxAliasCount: 0 });

test('the document is the same in both forms', () => {
  const document = openApiDocument({ publicUrl: 'https://api.example.com/', version: '1.2.3' });
  expect(read(openApiYaml(document))).toEqual(JSON.parse(JSON.stringify(document)));
});

test('whatever JSON can say is read back as it was', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'\n \t#:-|>&*!%@`"\'{}[],?x0$/.~é中\u0085\u2028\ufeff') }),
    fc.constantFrom(
      'yes',
      'No',
      'null',
      '~',
      '1e3',
      '1.2.3',
      '.inf',
      '0x1F',
      '2026-01-01',
      '---',
      '- a',
      'a: b',
      '=',
      '<<',
    ),
  );
  const value = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => (one === 0 ? 0 : one)),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(
        text.filter((name) => name !== '__proto__'),
        tie('value'),
        { maxKeys: 4 },
      ),
    ),
  })).value;
  fc.assert(
    fc.property(value, (given) => {
      expect(read(writeYaml(given))).toEqual(given);
    }),
    { numRuns: 500 },
  );
});

test('lines stay lines, and words stay bare', () => {
  const yaml = writeYaml({
    summary: 'Sends',
    description: 'One.\n\n  Two: 2',
    list: [{ a: 1, b: [] }, {}],
  });
  expect(yaml).toBe(
    'summary: Sends\ndescription: |-\n  One.\n\n    Two: 2\nlist:\n  -\n    a: 1\n    b: []\n  - {}\n',
  );
});
