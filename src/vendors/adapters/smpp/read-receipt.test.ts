import { describe, expect, test } from 'vitest';
import type { Deliver } from '../../smpp/units.ts';
import { codes, receiptCodes, statusCode } from './codes.ts';
import { isReceipt, readReceipt, readSmppTime } from './read-receipt.ts';

const now = new Date('2026-11-15T20:30:00Z');
const rules = { idForm: 'asIs', utcOffsetMinutes: 0 } as const;

function deliverSm(text: string, options: [number, Buffer][] = [], esmClass = 4): Deliver {
  return { esmClass, octets: Buffer.from(text, 'latin1'), options: new Map(options) };
}

const text = (stat: string, id = '77A') =>
  `id:${id} sub:001 dlvrd:001 submit date:2611152000 done date:2611152025 stat:${stat} err:013 text:Hi`;

describe('a receipt', () => {
  test.each(Object.entries(receiptCodes))(
    'that says %s is mapped to our state',
    (stat, meaning) => {
      const receipt = readReceipt(deliverSm(text(stat)), rules, now);
      const [state, reason] = meaning;
      expect(receipt).toEqual({
        ...{ providerRef: '77a', state, vendorCode: stat, detail: `${stat} err:013` },
        ...(reason ? { reason } : {}),
        at: new Date('2026-11-15T20:25:00Z'),
      });
    },
  );

  test('is read from its parameters before its text', () => {
    const options: [number, Buffer][] = [
      [0x1e, Buffer.from('9\0')],
      [0x427, Buffer.of(5)],
      [0x423, Buffer.of(3, 0, 13)],
    ];
    expect(readReceipt(deliverSm(text('DELIVRD'), options), rules, now)).toMatchObject({
      ...{ providerRef: '9', state: 'undelivered', vendorCode: 'UNDELIV' },
      detail: 'UNDELIV err:03000d',
    });
  });

  test.each([2, 3, 4, 5, 6, 7, 8])('has the same state for the number %i as for its name', (no) => {
    const words = ['DELIVRD', 'EXPIRED', 'DELETED', 'UNDELIV', 'ACCEPTD', 'UNKNOWN', 'REJECTD'];
    const receipt = readReceipt(
      deliverSm('', [
        [0x1e, Buffer.from('9')],
        [0x427, Buffer.of(no)],
      ]),
      rules,
      now,
    );
    expect(receipt?.vendorCode).toBe(words[no - 2]);
    expect(receipt?.at).toEqual(now);
  });

  test.each(['utf16le', 'utf16be'])('in UCS-2 (%s) is read like one in ASCII', (order) => {
    const octets = Buffer.from(`${text('DELIVRD')}你好`, 'utf16le');
    if (order === 'utf16be') octets.swap16();
    const receipt = readReceipt({ esmClass: 4, octets, options: new Map() }, rules, now);
    expect(receipt).toMatchObject({ providerRef: '77a', state: 'delivered' });
    expect(receipt?.at).toEqual(new Date('2026-11-15T20:25:00Z'));
  });

  test('with a state number that the protocol does not have is read from its text', () => {
    const receipt = readReceipt(deliverSm(text('DELIVRD'), [[0x427, Buffer.of(99)]]), rules, now);
    expect(receipt?.state).toBe('delivered');
  });

  test.each([
    ['2611160425', 480, '2026-11-15T20:25:00Z'],
    ['261116042507', 480, '2026-11-15T20:25:07Z'],
    ['20261116042507', 480, '2026-11-15T20:25:07Z'],
    ['2611151525', -300, '2026-11-15T20:25:00Z'],
    ['nonsense', 480, '2026-11-15T20:30:00Z'],
  ])('done at %s, %i minutes east, has that time', (date, utcOffsetMinutes, at) => {
    const words = `id:1 done date:${date} stat:DELIVRD`;
    const receipt = readReceipt(deliverSm(words), { ...rules, utcOffsetMinutes }, now);
    expect(receipt?.at).toEqual(new Date(at));
  });

  test.each(['', 'hello', 'id:1', 'stat:DELIVRD', 'id:1 stat:WHATEVER', 'id:1 stat:constructor'])(
    'with the text "%s" says nothing',
    (words) => {
      expect(readReceipt(deliverSm(words), rules, now)).toBeUndefined();
    },
  );

  test('is only what the vendor marked as one', () => {
    expect(isReceipt(deliverSm(text('DELIVRD'), [], 0x04))).toBe(true);
    expect(isReceipt(deliverSm(text('ENROUTE'), [], 0x20))).toBe(true);
    expect(isReceipt(deliverSm('', [[0x1e, Buffer.from('1')]], 0))).toBe(true);
    expect(isReceipt(deliverSm(text('DELIVRD'), [], 0))).toBe(false);
    expect(isReceipt(deliverSm(text('DELIVRD'), [], 0x40))).toBe(false);
  });
});

test('a protocol time has its zone', () => {
  expect(readSmppTime('261116042507032+')).toEqual(new Date('2026-11-15T20:25:07Z'));
  expect(readSmppTime('261115152500020-')).toEqual(new Date('2026-11-15T20:25:00Z'));
  expect(readSmppTime('000001000000000R')).toBeUndefined();
  expect(readSmppTime('')).toBeUndefined();
});

test('statuses are printed as in the table', () => {
  expect(statusCode(0x58)).toBe('0x58');
  expect(statusCode(0x101)).toBe('0x101');
  for (const code of Object.keys(codes)) expect(statusCode(Number(code))).toBe(code);
});
