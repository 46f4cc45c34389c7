import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/kit/property-runs.ts';
import { comparableId, type IdForm, receiptRef } from './receipt-id.ts';

const inText = (text: string) => ({ text, option: '' });
const inOption = (option: string) => ({ text: '', option });

describe('the id of a receipt', () => {
  test.each<[IdForm, string, string, string]>([
    ['asIs', 'as it is', '5f3b-X', '5f3b-X'],
    ['asIs', 'in another case', '1101C1', '1101c1'],
    ['asIs', 'without its zeros', '0406258', '406258'],
    [
      'asIs',
      'as a UUID without its zero',
      '04062581-9abc-4def-8123-ABCDEF012345',
      '4062581-9ABC-4def-8123-abcdef012345',
    ],
    ['hexToDecimal', 'in hexadecimal', '0000001914', '77A'],
    ['decimalToHex', 'in decimal', '0000077A', '1914'],
    ['decimalToHex', 'in padded decimal', '77a', '0000001914'],
    ['hexToDecimal', 'with 64 bits', '1311768467463790319', '123456789ABCDEEF'],
    ['decimalToHex', 'that is no number', 'not-a-number', 'not-a-number'],
  ])('(%s) %s matches the response', (idForm, _, answered, receipted) => {
    expect(receiptRef(inText(receipted), idForm)).toBe(comparableId(answered));
  });

  test.each<[IdForm, string, string]>([
    ['decimalToHex', '001A2B01', '1a2b01'],
    ['decimalToHex', '1914', '1914'],
    ['hexToDecimal', '1914', '01914'],
  ])('(%s) in receipted_message_id is that of the response: %s', (idForm, answered, option) => {
    expect(receiptRef(inOption(option), idForm)).toBe(comparableId(answered));
    expect(receiptRef({ text: '77001', option }, idForm)).toBe(comparableId(answered));
  });

  test('that text and parameter write alike is in the form of receipts', () => {
    expect(receiptRef({ text: '1914', option: '01914' }, 'decimalToHex')).toBe('77a');
  });

  // @mutant src/vendors/adapters/smpp/receipt-id.ts
  // - numberLike.test(id) ?
  // + id !== '' ?
  test.each([
    ['aZ1', 'Az1'],
    ['0x', 'x'],
    ['1', '2'],
    ['10', '1'],
    ['0', '00a'],
  ])('never makes one message of two: %s and %s', (one, other) => {
    expect(comparableId(one)).not.toBe(comparableId(other));
  });

  test('names the message of the same number, in every way to write it, and no other', () => {
    const number = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n });
    const style = fc.record({ zeros: fc.nat(12), isUpper: fc.boolean() });
    const write = (
      n: bigint,
      base: 10 | 16,
      { zeros, isUpper }: { zeros: number; isUpper: boolean },
    ) => {
      const digits = `${'0'.repeat(zeros)}${n.toString(base)}`;
      return isUpper ? digits.toUpperCase() : digits;
    };
    const bases = { asIs: [16, 16], hexToDecimal: [10, 16], decimalToHex: [16, 10] } as const;
    const form = fc.constantFrom<IdForm>('asIs', 'hexToDecimal', 'decimalToHex');
    fc.assert(
      fc.property(form, number, number, style, style, style, (idForm, mine, theirs, ...styles) => {
        const [answerBase, receiptBase] = bases[idForm];
        const answered = comparableId(write(mine, answerBase, styles[0]));
        const text = write(mine, receiptBase, styles[1]);
        const option = write(mine, answerBase, styles[2]);
        expect(receiptRef(inText(text), idForm)).toBe(answered);
        expect(receiptRef(inOption(option), idForm)).toBe(answered);
        if (mine === theirs) return;
        const other = inText(write(theirs, receiptBase, styles[1]));
        expect(receiptRef(other, idForm)).not.toBe(answered);
      }),
      { numRuns: propertyRuns(500, 20_000) },
    );
  });
});
