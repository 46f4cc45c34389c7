import { describe, expect, test } from 'vitest';
import { problems } from '../text/problems.ts';
import { ApiError, errorTable, fail, reasons } from './errors.ts';

const rows = reasons.map((reason) => ({ reason, ...errorTable[reason] }));

const codeIn = (text: string) => [...text.matchAll(/`[^`]+`/g)].map(([code]) => code).sort();

describe('the error table', () => {
  test('gives every error a code of its own', () => {
    expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length);
  });

  test.each(rows)('$code $reason belongs to its HTTP status', ({ code, status }) => {
    expect(Math.floor(code / 100)).toBe(status);
    expect(code % 100).toBeGreaterThan(0);
    expect(status).toBeGreaterThanOrEqual(400);
  });

  test.each(rows)('$code $reason is explained in English and Chinese', (row) => {
    expect(row.message.en).toMatch(/^[\x20-\x7e]+\.$/);
    expect(row.message.zh).toMatch(/\p{Script=Han}.*。$/u);
    for (const text of [row.cause, row.fix]) {
      expect(text.en).toMatch(/^[\x20-\x7e]+[.`]$/);
      expect(text.zh).toMatch(/\p{Script=Han}.*。$/u);
      // Code spans are the same in both languages.
      expect(codeIn(text.zh)).toEqual(codeIn(text.en));
    }
  });

  test('never renumbers: callers rely on these codes', () => {
    const codes = Object.fromEntries(rows.map(({ reason, code }) => [reason, code]));
    expect(codes).toEqual({
      cell_not_connected: 40321,
      cell_entry_failed: 40335,
      cell_differs: 50202,
      cell_unreachable: 50308,
      endpoint_unknown: 40315,
      delivery_unknown: 40316,
      listen_test_only: 40317,
      endpoint_off: 42202,
      too_many_endpoints: 42203,
      too_many_listeners: 42204,
      rate_limited_trials: 42908,
      body_missing: 40001,
      body_malformed: 40002,
      body_not_object: 40003,
      duplicate_field: 40004,
      invalid_request: 40005,
      missing_variable: 40006,
      provider_rejected: 40007,
      invalid_idempotency_key: 40008,
      http_malformed: 40009,
      key_missing: 40301,
      key_invalid: 40302,
      product_not_in_scope: 40303,
      address_not_allowed: 40304,
      account_suspended: 40305,
      product_off: 40306,
      balance_too_low: 40307,
      key_spend_cap: 40308,
      account_spend_cap: 40309,
      region_not_allowed: 40310,
      auth_token_unknown: 40311,
      redirect_not_allowed: 40312,
      request_unknown: 40313,
      product_not_available: 40314,
      route_not_found: 40401,
      template_not_assigned: 40402,
      method_not_allowed: 40501,
      request_timeout: 40801,
      idempotency_in_flight: 40901,
      outdated: 40902,
      body_too_large: 41301,
      callback_too_large: 41302,
      content_type: 41501,
      idempotency_body_differs: 42201,
      wrong_cell: 42101,
      rate_limited_key: 42901,
      rate_limited_number: 42902,
      duplicate_code: 42904,
      payment_unknown: 40322,
      wallet_negative: 40323,
      payment_method_unavailable: 42205,
      too_many_payments: 42910,
      payment_not_started: 50203,
      prefix_closed: 42905,
      rate_limited_address: 42906,
      headers_too_large: 43101,
      internal: 50001,
      provider_unavailable: 50201,
      database_unavailable: 50301,
      database_disk_full: 50304,
      database_read_only: 50305,
      cell_fenced: 50306,
      cell_arriving: 50307,
      service_unreachable: 50309,
      shutting_down: 50302,
      overloaded: 50303,
      outcome_unknown: 50401,
      sign_in_required: 40101,
      sign_in_failed: 40332,
      code_wrong: 40333,
      oidc_failed: 40334,
      oidc_unknown: 40330,
      console_needs_https: 40331,
      passkey_needs_name: 40010,
      invitation_gone: 40403,
      too_many_tries: 42907,
      verification_too_soon: 42909,
      verification_unknown: 40404,
      factor_required: 40102,
      right_missing: 40320,
      nothing_there: 40410,
      refused: 42210,
    });
  });

  test('keeps money on hold only where the outcome can be unknown', () => {
    const open = rows.filter(({ charged }) => charged !== 'no').map(({ reason }) => reason);
    expect(open).toEqual(['internal', 'service_unreachable', 'outcome_unknown']);
  });
});

describe('fail', () => {
  test('throws an error with its reason, status, details and headers', () => {
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
