import { expect, test } from 'vitest';
import type { Vendor } from '../../../vendors/providers/any-vendor.ts';
import { vendors } from '../../../vendors/vendors.ts';
import { vendorRow } from './vendor-rows.ts';

const title = { en: 'Title', zh: '标题' };

test('a form is built from the vendor’s settings schema', () => {
  const properties = {
    key: { type: 'string', title, secret: true, examples: ['AK'] },
    mode: { type: 'string', title, enum: ['a', 'b'], default: 'a' },
    port: { type: 'integer', title, help: title, minimum: 1, maximum: 9 },
    rate: { type: 'number', title },
    isTls: { type: 'boolean', title, default: false },
    headers: { type: 'object', title },
    text: { type: 'string', multiline: true },
  };
  const required = ['key', 'mode', 'port'];
  const vendor = { code: 'x', kind: 'face', title, devices: ['mobile'] };
  const row = vendorRow({ ...vendor, config: { properties, required } } as unknown as Vendor);
  expect(row).toMatchObject({ code: 'x', kind: 'face', title, devices: ['mobile'] });
  const usual = {
    ...{ title, help: null, isSecret: false, isMultiline: false, isRequired: false },
    ...{ default: null, choices: [], minimum: null, maximum: null, example: null },
  };
  expect(row.settings).toEqual([
    { ...usual, name: 'key', type: 'text', isSecret: true, isRequired: true, example: 'AK' },
    { ...usual, name: 'mode', type: 'choice', choices: ['a', 'b'], default: 'a' },
    {
      ...{ ...usual, name: 'port', type: 'integer', help: title, isRequired: true },
      ...{ minimum: 1, maximum: 9 },
    },
    { ...usual, name: 'rate', type: 'number' },
    { ...usual, name: 'isTls', type: 'flag', default: false },
    { ...usual, name: 'headers', type: 'json' },
    { ...usual, name: 'text', type: 'text', isMultiline: true, title: { en: 'text', zh: 'text' } },
  ]);
});

test('only a face vendor has devices', () => {
  for (const vendor of vendors) {
    expect(vendorRow(vendor).devices.length > 0, vendor.code).toBe(vendor.kind === 'face');
  }
});
