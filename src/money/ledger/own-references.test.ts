import { expect, test } from 'vitest';
import { movementText, paymentPartOf, paymentPrefix, reservedPrefixes } from './own-references.ts';

test.each([
  ['opening balance', 'Initial balance', '开户余额'],
  ['bank line 12', 'Bank line 12', '银行流水 12'],
  [`${paymentPrefix}P7 fee`, 'Online payment P7, fee', '在线支付 P7，手续费'],
  [`${paymentPrefix}P7 refund R1 returned`, 'Online payment P7, refund R1 returned', undefined],
  ['payment fee', 'Payment fee', '支付手续费'],
])('%s is shown in the reader’s language', (stored, en, zh) => {
  expect(movementText(stored, 'en')).toBe(en);
  if (zh) expect(movementText(stored, 'zh')).toBe(zh);
});

test('what a person entered is shown as it was entered', () => {
  for (const entered of ['INV-1', 'opening balance of October', '银行转账', '{id}', '']) {
    expect(movementText(entered, 'zh')).toBe(entered);
  }
});

test('has words for each reserved beginning', () => {
  const id = '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47';
  for (const prefix of reservedPrefixes) {
    const stored = `${prefix}${prefix.startsWith('bank') ? 7 : id}`;
    expect(movementText(stored, 'zh')).not.toBe(stored);
  }
});

test.each([
  ['', 'paid'],
  [' fee', 'fee'],
  [' refund R1', 'refund'],
  [' refund R1 returned', 'returned'],
  [' taken back 2', 'taken_back'],
])('the reference of a payment with "%s" is its part %s', (rest, part) => {
  expect(paymentPartOf(`${paymentPrefix}P7${rest}`)).toEqual({ orderNo: 'P7', part });
  expect(paymentPartOf(`bank line 7${rest}`)).toBeUndefined();
});
