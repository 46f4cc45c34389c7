import { describe, expect, test } from 'vitest';
import { ApiError, errorTable, fail, reasons } from './errors.ts';
import { problems } from './problems.ts';

const rows = reasons.map((reason) => ({ reason, ...errorTable[reason] }));

describe('the error table', () => {
  test('gives every error a code of its own', () => {
    expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length);
  });

  test.each(rows)('$code $reason belongs to its HTTP status', ({ code, status }) => {
    expect(Math.floor(code / 100)).toBe(status);
    expect(code % 100).toBeGreaterThan(0);
    expect(status).toBeGreaterThanOrEqual(400);
  });

  test.each(rows)('$code $reason speaks English and Chinese, and explains itself', (row) => {
    expect(row.message.en).toMatch(/^[\x20-\x7e]+\.$/);
    expect(row.message.zh).toMatch(/\p{Script=Han}.*。$/u);
    expect(row.cause).toMatch(/\.$/);
    expect(row.fix).toMatch(/[.`]$/);
  });

  test('never renumbers: these codes are what callers have written into their programs', () => {
    const codes = Object.fromEntries(rows.map(({ reason, code }) => [reason, code]));
    expect(codes).toMatchObject({
      invalid_request: 40005,
      key_missing: 40301,
      key_invalid: 40302,
      balance_too_low: 40307,
      auth_token_unknown: 40311,
      template_not_assigned: 40402,
      rate_limited_number: 42902,
      outcome_unknown: 50401,
    });
  });

  test('sets money aside only where the outcome can be open', () => {
    const open = rows.filter(({ charged }) => charged !== 'no').map(({ reason }) => reason);
    expect(open).toEqual(['internal', 'outcome_unknown']);
  });
});

describe('fail', () => {
  test('throws an error that knows its reason, status, details and headers', () => {
    const details = [{ field: 'mobile', problem: problems.required }];
    const options = { details, headers: { 'retry-after': '3' }, requestId: 'r', cause: 'why' };
    try {
      fail('rate_limited_key', options);
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ reason: 'rate_limited_key', statusCode: 429, ...options });
      return;
    }
    expect.unreachable();
  });
});
