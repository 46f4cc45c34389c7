import { describe, expect, test } from 'vitest';
import { isRegionAllowed, type LimitSettings, limitsInForce, numberLimitsOf } from './limits.ts';

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

  test('are limited in test mode if the account enabled it, and not in live mode if it is off', () => {
    const on = { ...unset, perNumber: true, codePerHour: 7 };
    expect(numberLimitsOf(on, 'test', 'sms_code')).toEqual({
      perMinute: 1,
      perHour: 7,
      perDay: 10,
    });
    expect(numberLimitsOf({ ...on, perNumber: false }, 'live', 'sms_code')).toBeNull();
  });
});

test('each limit is the operator’s value, or else the default', () => {
  const set = { codePerMinute: 2, codePerHour: 6, codePerDay: 11, noticePerDay: 51 };
  const all = { ...unset, ...set };
  const wanted = { perMinute: 2, perHour: 6, perDay: 11 };
  expect(numberLimitsOf(all, 'live', 'sms_code')).toEqual(wanted);
  expect(numberLimitsOf(all, 'live', 'sms_notice')).toEqual({
    perMinute: null,
    perHour: null,
    perDay: 51,
  });
  const defaults = { perMinute: 1, perHour: 5, perDay: 10 };
  for (const [name, field] of [
    ['codePerMinute', 'perMinute'],
    ['codePerHour', 'perHour'],
    ['codePerDay', 'perDay'],
  ] as const) {
    const one = { ...unset, [name]: set[name] };
    expect(numberLimitsOf(one, 'live', 'sms_code')).toEqual({
      ...defaults,
      [field]: wanted[field],
    });
  }
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

  test('stay the platform’s for live messages when the limits per number are lifted', () => {
    const lifted = { ...unset, perNumber: false };
    expect(isRegionAllowed(lifted, 'live', 'US', 'CN')).toBe(false);
    expect(isRegionAllowed(lifted, 'live', 'CN', 'CN')).toBe(true);
    expect(isRegionAllowed({ ...lifted, regions: ['*'] }, 'live', 'US', 'CN')).toBe(true);
    expect(isRegionAllowed({ ...unset, perNumber: true }, 'test', 'US', 'CN')).toBe(false);
  });
});

test('the limits in force are the set values, or else the defaults', () => {
  const codes = { codePerMinute: 1, codePerHour: 5, codePerDay: 10 };
  expect(limitsInForce(null, 'live', 'SG')).toEqual({
    ...codes,
    ...{ perNumber: true, noticePerDay: 50, regions: ['SG'], spendCapDay: null },
  });
  const set = { ...unset, codePerHour: 7, noticePerDay: 8, regions: ['*'], spendCapDay: 9n };
  expect(limitsInForce(set, 'live', 'SG')).toEqual({
    ...set,
    ...codes,
    codePerHour: 7,
    perNumber: true,
  });
  const none = { codePerMinute: null, codePerHour: null, codePerDay: null, noticePerDay: null };
  expect(limitsInForce({ ...set, perNumber: false }, 'live', 'SG')).toEqual({
    ...set,
    ...none,
    perNumber: false,
  });
});
