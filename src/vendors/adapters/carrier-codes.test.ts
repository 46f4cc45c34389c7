import { describe, expect, test } from 'vitest';
import { receiptByCode } from '../providers/read-answer.ts';
import { carrierCodes } from './carrier-codes.ts';

describe('a carrier code', () => {
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
