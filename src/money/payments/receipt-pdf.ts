import type { Pool } from 'pg';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { readOperator } from '../../people/accounts/operator-queries.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import { documentPdf } from '../statements/document-pdf.ts';
import type { PaperDocument } from '../statements/draw-document.ts';
import { languageOf, type Platform } from '../statements/statement-paper.ts';
import { paidOnPaper, paperTime } from '../statements/statement-tables.ts';
import { chargeText } from './charge-text.ts';
import { orderNoOf, type Payment } from './payment.ts';
import { findPaid } from './report-queries.ts';

const en = {
  title: 'Payment receipt',
  number: 'Number',
  account: 'Account',
  paidAt: 'Paid',
  paidBy: 'Method',
  charged: 'Charged',
  vendorRef: 'Provider’s ID',
  reference: 'Your reference',
  modeName: 'Mode',
  mode: { live: 'live', test: 'test, no real money' },
  drawnUp: 'Created',
  isReceipt: 'The payment was received. This receipt is not a tax invoice.',
  refunded: '{amount} of it was paid back or taken back later.',
  amounts: 'Amounts',
  amount: 'Amount',
  toWallet: 'Added to the wallet',
  fee: 'Payment fee',
  total: 'Paid',
  none: 'None',
  page: 'Page {page} of {pages}',
};

const zh: typeof en = {
  title: '付款收据',
  number: '编号',
  account: '账户',
  paidAt: '付款时间',
  paidBy: '支付方式',
  charged: '实际扣款',
  vendorRef: '服务商交易号',
  reference: '您的参考号',
  modeName: '模式',
  mode: { live: '正式', test: '测试，非真实资金' },
  drawnUp: '生成时间',
  isReceipt: '款项已收到。本收据不是发票。',
  refunded: '其中 {amount} 其后已退回或被收回。',
  amounts: '金额',
  amount: '金额',
  toWallet: '计入钱包',
  fee: '支付手续费',
  total: '实付',
  none: '无',
  page: '第 {page} 页，共 {pages} 页',
};

const texts: Readonly<Record<Language, typeof en>> = { en, zh };

export interface ReceiptRequest {
  /** The account's language, unless another one is requested. */
  language?: Language | undefined;
  /** The name of the method; undefined if its provider was removed. */
  method: Bilingual | undefined;
  now: Date;
}

/** The receipt of a paid payment. */
export async function receiptPdf(
  pool: Pool,
  payment: Payment,
  request: ReceiptRequest,
  platform: Platform,
): Promise<{ fileName: string; pdf: Buffer }> {
  const { paymentId, accountId, paidAt, credited } = payment;
  if (payment.state !== 'paid' || !paidAt || credited === null) {
    return refuse('payment_without_receipt', { payment: paymentId, state: payment.state });
  }
  const account = await requireAccount(pool, accountId);
  const operator = await readOperator(pool);
  const language = languageOf(account, request.language, platform);
  const say = texts[language];
  const number = orderNoOf(paymentId);
  const pdf = await documentPdf({
    ...{ language, title: say.title, name: number, drawnUpAt: request.now },
    senderName: operator?.legalName[language] ?? '',
    senderContact: operator?.contact ?? '',
    head: [
      [say.number, number],
      [say.account, `${account.name} (${accountId})`],
      [say.paidAt, `${paperTime(paidAt, platform.timeZone)} (${platform.timeZone})`],
      [say.paidBy, request.method?.[language] ?? `${payment.providerCode} ${payment.method}`],
      ...rowOf(say.charged, chargeText(payment, await findPaid(pool, payment)) ?? null),
      ...rowOf(say.vendorRef, payment.paymentRef),
      ...rowOf(say.reference, payment.reference),
      [say.modeName, say.mode[payment.mode]],
      [say.drawnUp, paperTime(request.now, platform.timeZone)],
    ],
    notes: notesOf(payment, say),
    parts: [amountsOf(payment, credited, say)],
    ...{ none: say.none, page: say.page },
  });
  return { fileName: `receipt-${number}.pdf`, pdf };
}

function rowOf(name: string, value: string | null): [string, string][] {
  return value ? [[name, value]] : [];
}

function notesOf({ refunded, takenBack, currency }: Payment, say: typeof en): { text: string }[] {
  const back = refunded + takenBack;
  if (back === 0n) return [{ text: say.isReceipt }];
  const amount = `${paidOnPaper(back, currency)} ${currency}`;
  return [{ text: say.isReceipt }, { text: say.refunded.replace('{amount}', () => amount) }];
}

function amountsOf(
  { fee, currency }: Payment,
  credited: bigint,
  say: typeof en,
): PaperDocument['parts'][number] {
  const rows = [[say.toWallet, paidOnPaper(credited - fee, currency)]];
  if (fee > 0n) rows.push([say.fee, paidOnPaper(fee, currency)]);
  return {
    title: say.amounts,
    table: {
      columns: [
        { title: '', width: 340 },
        { title: `${say.amount} (${currency})`, width: 159, isNumber: true },
      ],
      rows,
      total: [say.total, paidOnPaper(credited, currency)],
    },
  };
}
