import { type Bilingual, fillRow } from '../../foundation/contract/text/bilingual.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { inDecimals } from '../../foundation/money.ts';

/** What the platform itself writes into the detail of a payment, where it is always in English. */
const texts: readonly (readonly [RegExp, Bilingual])[] = [
  [
    /^asked for (?<asked>\S+ \S+), paid (?<paid>\S+ \S+)$/,
    { en: 'asked for {asked}, paid {paid}', zh: '应付 {asked}，实付 {paid}' },
  ],
  [/^the account is closed$/, { en: 'the account is closed', zh: '账户已关闭' }],
  [
    /^the vendor's payment (?<ref>.+) paid for another order$/,
    {
      en: "the vendor's payment {ref} paid for another order",
      zh: '厂商支付 {ref} 已用于另一笔订单',
    },
  ],
  [
    /^it cannot be credited: (?<why>.+)$/,
    { en: 'it cannot be credited: {why}', zh: '无法入账：{why}' },
  ],
  [
    /^its vendor never said how it ended: (?<said>.*)$/,
    {
      en: 'its vendor never said how it ended: {said}',
      zh: '厂商始终未给出结果：{said}',
    },
  ],
  [/^the provider is removed$/, { en: 'the provider is removed', zh: '该服务商已删除' }],
  [
    /^the provider saves none$/,
    { en: 'the provider saves no cards', zh: '该服务商不支持保存银行卡' },
  ],
  [
    /^the payer has not come yet$/,
    { en: 'the payer has not come yet', zh: '付款人尚未打开支付页面' },
  ],
  [/^the payer did not come$/, { en: 'the payer did not come', zh: '付款人未打开支付页面' }],
  [/^no such order$/, { en: 'no such order', zh: '厂商查无此订单' }],
];

/** Amounts are stored with all four decimals. */
function inTheirDecimals(groups: Record<string, string> = {}): Record<string, string> {
  const shown = ([name, text]: [string, string]) => {
    const [, amount, currency] = /^(\d+\.\d{4}) ([A-Z]{3})$/.exec(text) ?? [];
    return [name, amount && currency ? `${inDecimals(amount, currency)} ${currency}` : text];
  };
  return Object.fromEntries(Object.entries(groups).map(shown));
}

/** A detail as operators read it: the platform's own in their language, a vendor's words as they are. */
export function detailText(detail: string, language: Language): string {
  for (const [pattern, text] of texts) {
    const found = pattern.exec(detail);
    if (found) return fillRow(text, inTheirDecimals(found.groups))[language];
  }
  return detail;
}
