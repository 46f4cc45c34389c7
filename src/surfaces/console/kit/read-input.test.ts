import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { readJson, readQuery } from './read-input.ts';

const schema = Type.Object({
  text: Type.Optional(Type.String()),
  number: Type.Optional(Type.Integer({ minimum: 1 })),
  codesOrNone: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  at: Type.Optional(Type.String({ format: 'date-time' })),
  day: Type.Optional(Type.String({ format: 'date' })),
  settings: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  words: Type.Optional(Type.Array(Type.String())),
});

const json = { 'content-type': 'application/json' };
const read = (body: object) => readJson(schema, Buffer.from(JSON.stringify(body)), json);
const wrong = (field: string) =>
  expect.objectContaining({
    reason: 'invalid_request',
    details: [expect.objectContaining({ field })],
  });

function faultOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (fault) {
    return fault;
  }
}

describe('values that the database can neither search nor store are refused by field', () => {
  test.each([
    ['text', { text: 'a\0b' }],
    ['text', { text: 'a\ud800' }],
    ['number', { number: 2 ** 31 }],
    ['codesOrNone', { codesOrNone: 2 ** 31 }],
    ['at', { at: '2026-12-31T23:59:60Z' }],
    ['day', { day: '0000-01-01' }],
    ['day', { day: '2026-02-31' }],
    ['settings', { settings: { deep: ['a\0'] } }],
    ['settings', { settings: { 'a\0': 1 } }],
    ['words', { words: ['fine', '\0'] }],
  ])('%s of %j', (field, body) => {
    expect(faultOf(() => read(body))).toEqual(wrong(field));
  });

  test('in a URL as well', () => {
    expect(faultOf(() => readQuery(schema, { number: '99999999999' }))).toEqual(wrong('number'));
    expect(faultOf(() => readQuery(schema, { words: 'a,\0' }))).toEqual(wrong('words'));
  });
});

test('values that it can store are accepted unchanged', () => {
  const body = {
    text: '林 😀\n',
    number: 2 ** 31 - 1,
    at: '2026-12-31T23:59:59Z',
    settings: { appId: 2 ** 40, list: [null, 1.5, true] },
  };
  expect(read(body)).toEqual(body);
});

test('a parameter without a value is an unset filter, and a list may have commas', () => {
  expect(readQuery(schema, { text: '', number: '7', words: 'a,b', stranger: 'x' })).toEqual({
    number: 7,
    words: ['a', 'b'],
  });
});

// @mutant src/surfaces/console/kit/read-input.ts
// - if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) fail('content_type');
test('a body must declare that it is JSON', () => {
  const body = Buffer.from('{}');
  for (const type of ['text/plain', 'application/jsonp', undefined]) {
    const headers = type === undefined ? {} : { 'content-type': type };
    expect(faultOf(() => readJson(schema, body, headers))).toMatchObject({
      reason: 'content_type',
    });
  }
  expect(readJson(schema, body, { 'content-type': 'application/json; charset=utf-8' })).toEqual({});
});
