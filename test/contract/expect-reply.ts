import { expect } from 'vitest';
import { errorTable, type Reason } from '../../src/foundation/contract/errors/errors.ts';
import type { CallReply } from '../kit/fixture.ts';

export const uuidv7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const successFields = ['code', 'message', 'requestId', 'priceSource', 'unitPrice', 'data'];
const errorFields = ['code', 'message', 'requestId', 'reason', 'docUrl'];

/** Expects a success with exactly the envelope's fields, this price and this data. */
export function expectSuccess(
  reply: CallReply,
  price: { priceSource: string; unitPrice: string },
  dataFields: readonly string[],
): void {
  expect(reply.status, reply.text).toBe(201);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(Object.keys(reply.body)).toEqual(successFields);
  expect(reply.body).toMatchObject({ code: 0, ...price });
  expect(reply.body.requestId).toMatch(uuidv7);
  expect(reply.body.message).not.toBe('');
  expect(Object.keys(reply.body.data).sort()).toEqual([...dataFields].sort());
}

/** Expects this error of the table, with exactly the envelope's fields. */
export function expectError(reply: CallReply, reason: Reason): void {
  const { code, status } = errorTable[reason];
  expect(reply.body.reason, reply.text).toBe(reason);
  expect(reply.status).toBe(status);
  expectErrorEnvelope(reply);
  expect(reply.body.code).toBe(code);
}

/** Expects some error, with exactly the envelope's fields, that reveals no internals. */
export function expectErrorEnvelope(reply: CallReply): void {
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(Object.keys(reply.body).filter((field) => field !== 'details')).toEqual(errorFields);
  expect(Math.floor(reply.body.code / 100)).toBe(reply.status);
  expect(reply.body.requestId).toMatch(uuidv7);
  expect(reply.body.docUrl).toMatch(new RegExp(`^http://.*/docs/errors/${reply.body.code}$`));
  // A caller that is told to retry is told when.
  if (reply.status === 429) expect(reply.headers.ratelimit).toMatch(/^"[a-z-]+";r=0;t=[1-9]/);
  if ([409, 429, 503].includes(reply.status)) {
    expect(String(reply.headers['retry-after'])).toMatch(/^[1-9][0-9]*$/);
  }
  for (const detail of reply.body.details ?? []) {
    // Only a provider's refusal has an additional reason.
    const isRefusal = reply.body.reason === 'provider_rejected';
    expect(Object.keys(detail)).toEqual(['field', 'problem', ...(isRefusal ? ['reason'] : [])]);
  }
  expect(reply.text).not.toMatch(/ {4}at |node_modules|\.ts:|<html|select |FST_/i);
}

/** The body without what differs between any two replies. */
export function withoutId({ text, body }: CallReply): string {
  return text.replaceAll(body.requestId, 'id');
}
