import { describe, expect, test } from 'vitest';
import { official } from '../../../test/reference-clients/smpp.ts';
import { gsmBasic, gsmEscaped } from '../../foundation/contract/text/gsm-alphabet.ts';
import { countParts } from '../../products/messages/count-parts.ts';
import { decodeText } from '../simulators/smpp-wire.ts';
import { encodeGsm7 } from './gsm7.ts';
import { PartReferences, splitText } from './split-text.ts';

const alphabet = gsmBasic + Object.keys(gsmEscaped).join('');

describe('a text', () => {
  test('of the GSM alphabet is encoded like the official package does, every character', () => {
    expect([...alphabet].length).toBe(127 + 10);
    for (const char of alphabet) {
      const octets = Buffer.from((encodeGsm7(char) ?? []).flat());
      expect(octets, char).toEqual(official.encodings.ASCII.encode(char));
    }
    expect(encodeGsm7('ç')).toBeUndefined();
    expect(encodeGsm7('\u001b')).toBeUndefined();
  });

  test('with any other character is UCS-2', () => {
    const { dataCoding, parts } = splitText('你好 ç 😀', 'gsm');
    expect(dataCoding).toBe(8);
    expect(parts).toEqual([official.encodings.UCS2.encode('你好 ç 😀')]);
  });

  test.each([
    ['160 septets', 'a'.repeat(160), 0, [160]],
    ['161 septets', 'a'.repeat(161), 0, [153, 8]],
    ['306 septets', 'a'.repeat(306), 0, [153, 153]],
    ['an escape at the edge', `${'a'.repeat(152)}€${'b'.repeat(20)}`, 0, [152, 22]],
    ['70 units', '你'.repeat(70), 8, [140]],
    ['71 units', '你'.repeat(71), 8, [134, 8]],
    ['a pair at the edge', `${'你'.repeat(66)}😀${'你'.repeat(10)}`, 8, [132, 24]],
  ])('of %s is split where it may be', (_, text, coding, lengths) => {
    const { dataCoding, parts } = splitText(text, 'gsm');
    expect(dataCoding).toBe(coding);
    expect(parts.map((part) => part.length)).toEqual(lengths);
    expect(parts.map((part) => decodeText(coding, part)).join('')).toBe(text);
    expect(countParts(text)).toBe(parts.length);
  });
});

describe('where data_coding 0 is not GSM, a text', () => {
  test.each([
    ['latin1', 'Grüße @ [£5]', 0],
    ['latin1', 'Δ', 8],
    ['latin1', '5 €', 8],
    // Latin-1 has it, but the phone would not get it in seven bits.
    ['latin1', 'ç', 8],
    ['ia5', 'Code 1234 @ [x]', 0],
    ['ia5', '£5', 8],
    ['ia5', '`', 8],
  ] as const)('in %s: "%s" has the data coding %i', (alphabet, text, coding) => {
    const { dataCoding, parts } = splitText(text, alphabet);
    expect(dataCoding).toBe(coding);
    expect(parts.map((part) => decoded(coding, part)).join('')).toBe(text);
  });

  test.each(['latin1', 'ia5'] as const)('in %s has the parts that the caller pays for', (given) => {
    for (const text of ['a'.repeat(160), '['.repeat(80), '['.repeat(81), 'a@'.repeat(200)]) {
      const { parts } = splitText(text, given);
      expect(parts.length).toBe(countParts(text));
      expect(parts.map((part) => part.toString('latin1')).join('')).toBe(text);
    }
  });

  function decoded(coding: number, part: Buffer): string | undefined {
    return coding === 0 ? part.toString('latin1') : decodeText(8, part);
  }
});

describe('references of long messages', () => {
  test('are different for all that are under way to one number', () => {
    const references = new PartReferences(250);
    const taken = Array.from({ length: 256 }, () => references.take('1'));
    expect(new Set(taken).size).toBe(256);
    expect(references.take('1')).toBeUndefined();
    expect(references.take('2')).toBeTypeOf('number');
    references.giveBack('1', 17);
    expect(references.take('1')).toBe(17);
  });
});
