import { describe, expect, test } from 'vitest';
import { type Refusal, refusalOf } from './hold-verdict.ts';

const limits = { perMinute: 1, perHour: 5, perDay: 10 };

describe('a refused hold', () => {
  test.each<[Refusal, string, number]>([
    ['balance_too_low', 'balance_too_low', 403],
    ['wallet_negative', 'wallet_negative', 403],
    ['key_spend_cap', 'key_spend_cap', 403],
    ['account_spend_cap', 'account_spend_cap', 403],
    ['duplicate_code', 'duplicate_code', 429],
    ['prefix_closed', 'prefix_closed', 429],
    ['number_per_minute', 'rate_limited_number', 429],
    ['number_per_hour', 'rate_limited_number', 429],
    ['number_per_day', 'rate_limited_number', 429],
  ])('%s is reported as %s, with %d', (verdict, reason, status) => {
    const error = refusalOf(verdict, null, limits);
    expect([error.reason, error.row.status]).toEqual([reason, status]);
    expect(error.headers ?? {}).toEqual({});
  });

  test.each<[Refusal, number, string, string]>([
    ['number_per_minute', 60_000, '"number-minute";q=1;w=60', '60'],
    ['number_per_hour', 1_001, '"number-hour";q=5;w=3600', '2'],
    ['number_per_day', 1_000, '"number-day";q=10;w=86400', '1'],
    ['number_per_day', 0, '"number-day";q=10;w=86400', '1'],
    ['duplicate_code', 29_001, '"duplicate-code";q=1;w=30', '30'],
    ['prefix_closed', 3_600_000, '"prefix-closed";q=1;w=3600', '3600'],
  ])('%s for %d ms names its policy and when it ends', (verdict, ms, policy, seconds) => {
    const { headers } = refusalOf(verdict, ms, limits);
    expect(headers).toEqual({
      'retry-after': seconds,
      'ratelimit-policy': policy,
      ratelimit: `${policy.split(';')[0]};r=0;t=${seconds}`,
    });
  });
});
