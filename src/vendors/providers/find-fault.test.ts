import { expect, test } from 'vitest';
import { findFault } from './find-fault.ts';
import type { TemplateSend } from './provider.ts';

const send: TemplateSend = {
  callId: '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47',
  reference: '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47.1',
  product: 'sms_code',
  mode: 'live',
  to: '+8613912345678',
  region: 'CN',
  templateId: 'T',
  text: 'Code 1234',
  variables: { code: '1234' },
  form: { code: 'X' },
  parts: 1,
};
const vendor = {
  regions: 'all',
  longMessages: true,
  template: { form: 'named', needsCode: true, needsSignature: false },
} as const;

test('a number outside the vendor’s regions is a fault, and so is one without a country', () => {
  const mainland = { ...vendor, regions: ['CN'] };
  expect(findFault(mainland, {}, send)).toBeUndefined();
  for (const region of ['US', null]) {
    expect(findFault(mainland, {}, { ...send, region })?.field).toBe('mobile');
    expect(findFault(vendor, {}, { ...send, region })).toBeUndefined();
  }
});

test('a second part is a fault for a single-message vendor, reported with the variables that fill the text', () => {
  const single = { ...vendor, longMessages: false };
  expect(findFault(single, {}, send)).toBeUndefined();
  expect(findFault(single, {}, { ...send, parts: 2 })?.field).toBe('code');
  expect(findFault(vendor, {}, { ...send, parts: 2 })).toBeUndefined();
});

test('template rules are applied before other faults', () => {
  const picky = { ...vendor, findFault: () => ({ field: 'own', problem: { en: '-', zh: '-' } }) };
  expect(findFault(picky, {}, { ...send, form: {} })?.field).toBe('templateId');
  expect(findFault(picky, {}, send)?.field).toBe('own');
});

test('a form that needs a missing value is the operator’s fault', () => {
  const inOrder = (order: string[]) =>
    findFault(vendor, {}, { ...send, form: { code: 'X', order } });
  expect(inOrder(['code'])).toBeUndefined();
  for (const name of ['name', 'toString']) {
    expect(inOrder(['code', name])).toMatchObject({ field: 'templateId', isOperators: true });
  }
});

test('a value’s length is counted in characters of any plane', () => {
  const short = { ...vendor, template: { ...vendor.template, longestValue: 4 } };
  const withCode = (code: string) => findFault(short, {}, { ...send, variables: { code } })?.field;
  expect(['1234', '张三李四', '😀😀😀😀'].map(withCode)).toEqual([undefined, undefined, undefined]);
  expect(['12345', '😀😀😀😀😀'].map(withCode)).toEqual(['code', 'code']);
});
