import { describe, expect, test } from 'vitest';
import { receiptByCode } from '../providers/read-answer.ts';
import { carrierCodes } from './carrier-codes.ts';

describe('a carrier code', () => {
  test.each([
    ['DELIVRD', 'delivered', null],
    ['EXPIRED', 'expired', 'expired'],
    ['MK:0001', 'undelivered', 'number_invalid'],
    ['MK:0005', 'undelivered', 'number_off'],
    ['MBBLACK', 'rejected', 'blocked_by_carrier'],
    ['DB:0142', 'rejected', 'frequency'],
    ['KEYWORD', 'rejected', 'content_refused'],
    ['UNKNOWN', 'sent', null],
  ])('%s means %s, with the reason %s', (code, state, reason) => {
    expect(receiptByCode(carrierCodes, code)).toEqual([state, reason]);
  });

  test('means the same with a gateway’s detail behind it, and with spaces around it', () => {
    expect(receiptByCode(carrierCodes, 'UNDELIV_601')).toBe(carrierCodes.UNDELIV);
    expect(receiptByCode(carrierCodes, ' MK:0001 ')).toBe(carrierCodes['MK:0001']);
    expect(receiptByCode(carrierCodes, 'ERR_NUM_006')).toBe(carrierCodes.ERR_NUM);
  });

  test.each(['XA:0815', '', '__proto__', 'constructor', 'DELIVRD!'])(
    '%j, which is unknown, is undelivered by the vendor’s fault',
    (code) => {
      expect(receiptByCode(carrierCodes, code)).toEqual(['undelivered', 'provider_fault']);
    },
  );

  test('has a reason if it means undelivered', () => {
    const without = Object.entries(carrierCodes).filter(
      ([, [state, reason]]) => (state === 'delivered' || state === 'sent') !== (reason === null),
    );
    expect(without).toEqual([]);
  });
});
