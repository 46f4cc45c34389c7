import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRequestLog } from './request-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function fixture() {
  const lines: [level: string, fields: object, message: string][] = [];
  const to = (level: string) => (fields: object, message: string) =>
    void lines.push([level, fields, message]);
  const log = { debug: to('debug'), info: to('info'), warn: to('warn'), error: to('error') };
  return { requests: createRequestLog(log), lines };
}

const seen = { method: 'POST', path: '/api/v1/balance', status: 201 };
const request = { ...seen, id: 'r', headers: {}, ms: 1.26 };
const line = { ...seen, requestId: 'r', ms: 1.3 };

test('logs a request once, with more weight if it failed and less if monitoring made it', () => {
  const { requests, lines } = fixture();
  requests.answered(request);
  requests.answered({ ...request, status: 504, reason: 'outcome_unknown' });
  requests.answered({ ...request, path: '/readyz', status: 200 });
  expect(lines).toEqual([
    ['info', line, 'request'],
    ['warn', { ...line, status: 504, reason: 'outcome_unknown' }, 'request'],
    ['debug', { ...line, path: '/readyz', status: 200 }, 'request'],
  ]);
});

// @mutant src/surfaces/http/request-log.ts
// - if (status === 503)
// + if (status === 599)
test('counts refused requests, and writes the counts at most once a second', () => {
  const { requests, lines } = fixture();
  const refused = { ...request, status: 503, reason: 'database_unavailable' };
  for (let at = 0; at < 3_000; at++) {
    requests.answered(refused);
    if (at % 10 === 0) requests.refused('overloaded');
    vi.advanceTimersByTime(1);
  }
  requests.stop();
  expect(lines).toHaveLength(3);
  for (const [level, fields] of lines) {
    expect([level, fields]).toEqual([
      'warn',
      { status: 503, count: 1_100, reasons: { database_unavailable: 1_000, overloaded: 100 } },
    ]);
  }
});

test('writes the last counts when the server stops, and nothing if there are none', () => {
  const { requests, lines } = fixture();
  requests.stop();
  requests.refused('overloaded');
  requests.stop();
  vi.advanceTimersByTime(5_000);
  expect(lines).toHaveLength(1);
});
