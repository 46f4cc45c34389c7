import { type Bilingual, fillRow } from '../../foundation/contract/text/bilingual.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';

export const bankPrefix = 'bank line ';
export const paymentPrefix = 'online payment ';
/** A manual movement with such a reference would block a refund, or the credit of a bank line or a payment. */
export const reservedPrefixes = ['refund ', bankPrefix, paymentPrefix];

/** References and reasons that the platform itself writes into the books, where they are always in English. */
const texts: readonly (readonly [RegExp, Bilingual])[] = [
  [/^opening balance$/, { en: 'Initial balance', zh: '开户余额' }],
  [/^refund (?<id>[\da-f-]{36})$/, { en: 'Refund of call {id}', zh: '调用 {id} 的退款' }],
  [/^bank line (?<id>\d+)$/, { en: 'Bank line {id}', zh: '银行流水 {id}' }],
  [/^online payment (?<id>\S+)$/, { en: 'Online payment {id}', zh: '在线支付 {id}' }],
  [
    /^online payment (?<id>\S+) fee$/,
    { en: 'Online payment {id}, fee', zh: '在线支付 {id}，手续费' },
  ],
  [
    /^online payment (?<id>\S+) taken back \d+$/,
    { en: 'Online payment {id}, taken back', zh: '在线支付 {id}，已被收回' },
  ],
  [
    /^online payment (?<id>\S+) refund (?<refund>\S+)$/,
    { en: 'Online payment {id}, refund {refund}', zh: '在线支付 {id}，退款 {refund}' },
  ],
  [
    /^online payment (?<id>\S+) refund (?<refund>\S+) returned$/,
    {
      en: 'Online payment {id}, refund {refund} returned',
      zh: '在线支付 {id}，退款 {refund} 失败退回',
    },
  ],
  [/^payment fee$/, { en: 'Payment fee', zh: '支付手续费' }],
  [/^payment taken back$/, { en: 'Payment taken back', zh: '付款被收回' }],
  [/^refund failed$/, { en: 'Refund failed', zh: '退款失败' }],
];

/** A reference or reason as people read it: the platform's own in their language, any other as it was entered. */
export function movementText(stored: string, language: Language): string {
  for (const [pattern, text] of texts) {
    const found = pattern.exec(stored);
    if (found) return fillRow(text, found.groups)[language];
  }
  return stored;
}

/** What of an online payment a movement is. */
export const paymentParts = ['paid', 'fee', 'refund', 'returned', 'taken_back'] as const;
export type PaymentPart = (typeof paymentParts)[number];

/** The order number of the payment that a reference names, and what of it the movement is; undefined for any other. */
export function paymentPartOf(
  reference: string,
): { orderNo: string; part: PaymentPart } | undefined {
  if (!reference.startsWith(paymentPrefix)) return undefined;
  const [orderNo = '', what, ...more] = reference.slice(paymentPrefix.length).split(' ');
  if (what === undefined) return { orderNo, part: 'paid' };
  if (what === 'fee') return { orderNo, part: 'fee' };
  if (what === 'taken') return { orderNo, part: 'taken_back' };
  return { orderNo, part: more.at(-1) === 'returned' ? 'returned' : 'refund' };
}
