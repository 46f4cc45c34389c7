import { describe, expect, test } from 'vitest';
import { isRegionAllowed, type LimitSettings, numberLimitsOf } from './limits.ts';

const unset: LimitSettings = {
  perNumber: null,
  codePerMinute: null,
  codePerHour: null,
  codePerDay: null,
  noticePerDay: null,
  regions: null,
  spendCapDay: null,
};

describe('numbers', () => {
  test('are limited by default for live messages only', () => {
    expect(numberLimitsOf(null, 'live', 'sms_code')).toEqual({
      perMinute: 1,
      perHour: 5,
      perDay: 10,
    });
    expect(numberLimitsOf(null, 'live', 'sms_notice')).toEqual({
      perMinute: null,
      perHour: null,
      perDay: 50,
    });
    expect(numberLimitsOf(null, 'live', 'face_verify')).toBeNull();
    expect(numberLimitsOf(null, 'test', 'sms_code')).toBeNull();
    expect(numberLimitsOf(unset, 'live', 'sms_code')).toEqual(
      numberLimitsOf(null, 'live', 'sms_code'),
    );
  });

  test('are limited in test mode when it is switched on, and not in live mode when it is off', () => {
    const on = { ...unset, perNumber: true, codePerHour: 7 };
    expect(numberLimitsOf(on, 'test', 'sms_code')).toEqual({
      perMinute: 1,
      perHour: 7,
      perDay: 10,
    });
    expect(numberLimitsOf({ ...on, perNumber: false }, 'live', 'sms_code')).toBeNull();
  });
});

describe('regions', () => {
  test.each([
    ['live', null, 'CN', true],
    ['live', null, 'US', false],
    ['live', null, undefined, false],
    ['live', ['US'], 'US', true],
    ['live', ['US'], 'CN', false],
    ['live', ['*'], undefined, true],
    ['test', null, 'US', true],
    ['test', ['CN'], 'US', false],
  ] as const)('of a %s message with %j allowed: %s is %s', (mode, regions, region, isAllowed) => {
    const settings = { ...unset, regions: regions && [...regions] };
    expect(isRegionAllowed(settings, mode, region, 'CN')).toBe(isAllowed);
  });
});
