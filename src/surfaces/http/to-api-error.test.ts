import { errorCodes } from 'fastify';
import { expect, test } from 'vitest';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import { toApiError, toBrokenError } from './to-api-error.ts';

/** Only our own code can cause these, whatever their status says. */
const ours = ['FST_ERR_INVALID_URL', 'FST_ERR_CTP_INSTANCE_ALREADY_STARTED'];

const ofTheRequest = Object.values(errorCodes)
  .map((Fault) => new Fault('one', 'two', 'three'))
  .filter(({ code, statusCode }) => statusCode && statusCode < 500 && !ours.includes(code));

test('the framework has errors that lie in the request', () => {
  expect(ofTheRequest.length).toBeGreaterThan(8);
});

test.each(ofTheRequest.map((fault) => [fault.code, fault] as const))(
  '%s lies in the request, and is no fault of ours',
  (_, fault) => {
    expect(toApiError(fault).row.status).toBeLessThan(500);
  },
);

test('whatever the parser finds is no fault of ours, also if nobody has heard of it', () => {
  for (const code of ['HPE_INVALID_METHOD', 'HPE_PAUSED_H2_UPGRADE', 'ERR_NEW', undefined]) {
    const fault = Object.assign(new Error('broken'), code && { code });
    expect(toBrokenError(fault).reason).toBe('http_malformed');
  }
});

test('whoever finds the database away is told when to come back', () => {
  for (const code of ['ECONNREFUSED', '57P03', '25006', '53300']) {
    expect(toApiError(Object.assign(new Error('away'), { code }))).toMatchObject({
      reason: 'database_unavailable',
      headers: { 'retry-after': '1' },
    });
  }
});

test('an error of ours stays what it is', () => {
  const error = new ApiError('key_missing');
  expect(toApiError(error)).toBe(error);
});

test('a fault that nobody knows is ours', () => {
  expect(toApiError(new Error('broken')).reason).toBe('internal');
});
