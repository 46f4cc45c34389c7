import { describe, expect, test } from 'vitest';
import { vendors } from './vendors.ts';

/**
 * The codes after which the outcome is unknown. Treating one of them as unavailable would send a
 * message twice, so none may leave this list unnoticed.
 */
const uncertain: Readonly<Record<string, readonly string[]>> = {
  'alibaba-face': ['500', 'InternalError', 'ServiceUnavailable'],
  'alibaba-sms': ['InternalError', 'ServiceUnavailable', 'isp.GATEWAY_ERROR', 'isp.SYSTEM_ERROR'],
  'http-face': [],
  'http-sms': [],
  huawei: ['E000000', 'E200041'],
  smpp: ['0x08', '0xFF'],
  'stripe-face': ['500', '502', '503', '504'],
  'tencent-face': [
    'FailedOperation',
    'FailedOperation.CompareSystemError',
    'FailedOperation.DbError',
    'FailedOperation.UnKnown',
    'InternalError',
    'InternalError.EncryptSystemError',
    'InternalError.UnKnown',
  ],
  'tencent-sms': [
    'FailedOperation',
    'InternalError',
    'InternalError.JsonParseFail',
    'InternalError.OtherError',
    'InternalError.ParseBackendResponseFail',
    'InternalError.SendAndRecvFail',
    'InternalError.Timeout',
    'InternalError.UnknownError',
  ],
  twilio: [],
  yidun: ['430', '503'],
  yunpian: ['-50', '-51', '-53', '28'],
  yunxin: ['431', '500', '503', '514'],
};

describe.each(vendors.map((vendor) => [vendor.code, vendor] as const))('%s', (code, vendor) => {
  test('promises for none of these codes that nothing was done', () => {
    const unknown = Object.entries(vendor.codes).filter(([, [kind]]) => kind === 'unknown');
    expect(unknown.map(([name]) => name).sort()).toEqual(uncertain[code]);
  });

  test('has a reason for every code that is not a success', () => {
    const bare = Object.entries(vendor.codes).filter(
      ([, [kind, reason]]) => (kind === 'done') !== (reason === null),
    );
    expect(bare).toEqual([]);
  });
});
