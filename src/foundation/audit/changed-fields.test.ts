import { expect, test } from 'vitest';
import { changedFields, fingerprintOf, keyText, valueText } from './changed-fields.ts';

const entry = {
  ...{
    entryId: 1,
    madeAt: '2026-11-16T00:00:00Z',
    actor: { kind: 'person', name: 'Lin' } as const,
  },
  ...{ accountId: 12, action: 'price.set', subject: 'account_prices' },
  key: { account_id: 12, product: 'sms_code', language: null },
};

test('unchanged fields are omitted, and all forms of empty are equal', () => {
  const fields = changedFields({
    ...entry,
    before: { unit_price: 500, name: 'A', colour: null },
    after: { unit_price: 450, name: 'A', colour: '' },
  });
  expect(fields).toEqual([{ name: 'unit_price', before: 500, after: 450 }]);
});

test('money is shown with four decimals, a key without its unset fields', () => {
  for (const name of [
    'unit_price',
    'amount',
    'credit_limit',
    'low_balance',
    'spend_cap',
    'spend_cap_day',
  ]) {
    expect([name, valueText(name, 450)]).toEqual([name, '0.0450']);
  }
  expect(valueText('code_per_day', 450)).toBe('450');
  expect(valueText('rate', 1_621_000_000_000)).toBe('162.1');
  expect(valueText('name', null)).toBeUndefined();
  expect(valueText('providers', [{ code: 'a', weight: 70 }, { code: 'b' }])).toBe('a:70, b');
  expect(valueText('regions', ['CN', 'HK'])).toBe('CN, HK');
  expect(keyText(entry.key)).toBe('12 · sms_code');
});

test('a secret is recognized by its mark, and not by a word that starts alike', () => {
  expect(fingerprintOf('hidden 0123456789ab')).toBe('0123456789ab');
  expect(fingerprintOf('hidden 0123456789ab and more')).toBeUndefined();
  expect(fingerprintOf('hidden')).toBeUndefined();
  expect(fingerprintOf(null)).toBeUndefined();
});
