import { expect, test } from 'vitest';
import { detailText } from './detail-text.ts';

test.each([
  ['the account is closed', '账户已关闭'],
  ["the vendor's payment pay_1 paid for another order", '厂商支付 pay_1 已用于另一笔订单'],
  ['it cannot be credited: x', '无法入账：x'],
  ['its vendor never said how it ended: no answer', '厂商始终未给出结果：no answer'],
  ['no such order', '厂商查无此订单'],
  ['the payer has not come yet', '付款人尚未打开支付页面'],
  ['the payer did not come', '付款人未打开支付页面'],
  ['card_declined', 'card_declined'],
])('%s is told in the language of the reader, and in English as it is', (detail, chinese) => {
  expect([detailText(detail, 'zh'), detailText(detail, 'en')]).toEqual([chinese, detail]);
});

test.each([
  ['asked for 50.0000 CNY, paid 49.0000 CNY', '应付 50.00 CNY，实付 49.00 CNY'],
  ['asked for 300.0000 JPY, paid 49.0050 CNY', '应付 300 JPY，实付 49.0050 CNY'],
])('%s has the decimals of its currencies', (detail, chinese) => {
  expect(detailText(detail, 'zh')).toBe(chinese);
});
