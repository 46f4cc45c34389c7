import type { Language } from '../../foundation/contract/text/languages.ts';
import { documentPdf } from './document-pdf.ts';
import type { PayOutNote } from './pay-out-note.ts';
import { paidOnPaper, paperTime } from './statement-tables.ts';

const en = {
  title: 'Pay-out note',
  number: 'Number',
  account: 'Account',
  closed: 'Closed',
  reason: 'Reason',
  drawnUp: 'Created',
  payOut: 'To be paid out: {amount}',
  owed: 'Owed by the customer: {amount}',
  nothing: 'Nothing to pay out or owed',
  howPaid: 'Pay this amount to the customer and use the number above as the reference.',
  howOwed: 'The customer owes this amount: calls used up more than was paid in.',
  none: 'None',
  page: 'Page {page} of {pages}',
};

const zh: typeof en = {
  title: '退款通知单',
  number: '编号',
  account: '账户',
  closed: '销户时间',
  reason: '原因',
  drawnUp: '生成时间',
  payOut: '应退余额：{amount}',
  owed: '客户欠款：{amount}',
  nothing: '无应退余额，也无欠款',
  howPaid: '请将上述金额退还客户，付款附言填写以上编号。',
  howOwed: '客户的调用费用超出已付金额，请向客户收取上述欠款。',
  none: '无',
  page: '第 {page} 页，共 {pages} 页',
};

const texts: Readonly<Record<Language, typeof en>> = { en, zh };

/** A pay-out note as a PDF. */
export function payOutPdf(note: PayOutNote): Promise<Buffer> {
  const say = texts[note.language];
  const { closedAt, reason, timeZone, drawnUpAt } = note;
  return documentPdf({
    language: note.language,
    title: say.title,
    name: note.number,
    senderName: note.operatorName,
    senderContact: note.operatorContact,
    drawnUpAt,
    head: [
      [say.number, note.number],
      [say.account, `${note.accountName} (${note.accountId})`],
      ...(closedAt ? [[say.closed, paperTime(closedAt, timeZone)] as [string, string]] : []),
      ...(reason ? [[say.reason, reason] as [string, string]] : []),
      [say.drawnUp, paperTime(drawnUpAt, timeZone)],
    ],
    notes: notesOf(note, say),
    parts: [],
    none: say.none,
    page: say.page,
  });
}

function notesOf({ balance, currency }: PayOutNote, say: typeof en): { text: string }[] {
  if (balance === 0n) return [{ text: say.nothing }];
  const isPaidOut = balance > 0n;
  const amount = `${paidOnPaper(isPaidOut ? balance : -balance, currency)} ${currency}`;
  return [
    { text: (isPaidOut ? say.payOut : say.owed).replace('{amount}', () => amount) },
    { text: isPaidOut ? say.howPaid : say.howOwed },
  ];
}
