import { errorCodes } from 'fastify';
import { expect, test } from 'vitest';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import { toApiError, toBrokenError } from './to-api-error.ts';

/** Only our own code can cause these, whatever their status says. */
const ours = ['FST_ERR_INVALID_URL', 'FST_ERR_CTP_INSTANCE_ALREADY_STARTED'];

const ofTheRequest = Object.values(errorCodes)
  .map((Fault) => new Fault('one', 'two', 'three'))
  .filter(({ code, statusCode }) => statusCode && statusCode < 500 && !ours.includes(code));

test('the framework’s request errors are listed', () => {
  expect(ofTheRequest.length).toBeGreaterThan(8);
});

test.each(ofTheRequest.map((fault) => [fault.code, fault] as const))(
  '%s is an error of the request, and not ours',
  (_, fault) => {
    expect(toApiError(fault).row.status).toBeLessThan(500);
  },
);

test('every parser error is the request’s fault, even an unknown one', () => {
  for (const code of ['HPE_INVALID_METHOD', 'HPE_PAUSED_H2_UPGRADE', 'ERR_NEW', undefined]) {
    const fault = Object.assign(new Error('broken'), code && { code });
    expect(toBrokenError(fault).reason).toBe('http_malformed');
  }
});

test('an unavailable database is 503 with Retry-After', () => {
  for (const code of ['ECONNREFUSED', '57P03', '25006', '53300']) {
    expect(toApiError(Object.assign(new Error('away'), { code }))).toMatchObject({
      reason: 'database_unavailable',
      headers: { 'retry-after': '1' },
    });
  }
});

test('our own errors stay unchanged', () => {
  const error = new ApiError('key_missing');
  expect(toApiError(error)).toBe(error);
});

test('an unknown error is a 500', () => {
  expect(toApiError(new Error('broken')).reason).toBe('internal');
});
