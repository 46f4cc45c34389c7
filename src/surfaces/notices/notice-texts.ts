import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';

/** What the operator is notified of, and the section of the runbook that says what to do. */
export const noticeTexts = {
  provider_balance: {
    en: 'The balance at {provider} is used up: the vendor refuses messages. Top up there.',
    zh: '{provider} 的账户余额不足，厂商拒绝发送短信。请在厂商侧充值。',
  },
  provider_failing: {
    en: '{provider} failed for {failed} of {asked} calls in the last {minutes} minutes.',
    zh: '{provider} 在最近 {minutes} 分钟的 {asked} 次调用中失败 {failed} 次。',
  },
  review_waiting: {
    en: 'Calls that wait for your decision: {count}. Their money stays held until you decide.',
    zh: '有 {count} 笔调用等待您处理，处理前资金保持冻结。',
  },
  top_up_asked: {
    en: '{account} asks for a top-up. Its balance is {available}.',
    zh: '{account} 申请充值，当前余额 {available}。',
  },
  payment_mismatched: {
    en: 'A payment of {account} waits for your decision: {detail}.',
    zh: '{account} 的一笔支付等待您处理：{detail}。',
  },
  payment_disputed: {
    en: 'The payer’s bank disputes {amount} of a payment of {account}. Answer it in the vendor’s console.',
    zh: '付款人银行对 {account} 的一笔支付发起拒付，金额 {amount}。请到厂商后台处理。',
  },
  payment_books: {
    en: 'Payments for which the books of vendor and ledger differ: {count}.',
    zh: '有 {count} 处支付的厂商账目与账本不符。',
  },
  payment_card_kept: {
    en: '{provider} has not removed a saved card of {account} for {hours} hours: {detail}.',
    zh: '{provider} 已 {hours} 小时未移除 {account} 的一张已保存银行卡：{detail}。',
  },
  invoice_failing: {
    en: 'No invoice or credit note could be issued for a payment of {account}: {detail}',
    zh: '未能为 {account} 的一笔支付开具账单或贷记单：{detail}',
  },
  ledger_wrong: {
    en: 'Wallets that do not equal their transfers: {wallets}. Run ledger audit.',
    zh: '有 {wallets} 个钱包与流水不符，请执行 ledger audit。',
  },
  backup_old: {
    en: 'The last proved backup is {hours} hours old.',
    zh: '上一次已验证的备份已是 {hours} 小时前。',
  },
  backup_failed: {
    en: 'The last backup failed: {failure}',
    zh: '上一次备份失败：{failure}',
  },
  audit_broken: {
    en: 'The audit log is broken: {fault}',
    zh: '审计日志异常：{fault}',
  },
} as const satisfies Record<string, Bilingual>;

export type NoticeKind = keyof typeof noticeTexts;

/** The section of the runbook that explains a notice. */
export const runbookSections: Readonly<Record<NoticeKind, string>> = {
  provider_balance: 'countersignproviderbalance',
  provider_failing: 'countersignproviderfailing',
  review_waiting: 'countersignreviewwaiting',
  top_up_asked: 'top-up-asked',
  payment_mismatched: 'payment-mismatched',
  payment_disputed: 'payment-disputed',
  payment_books: 'payment-books',
  payment_card_kept: 'payment-card-kept',
  invoice_failing: 'invoice-failing',
  backup_old: 'countersignbackupold',
  ledger_wrong: 'ledger-wrong',
  audit_broken: 'audit-broken',
  backup_failed: 'countersignbackupold',
};

/** The page of the console on which a notice is dealt with, where there is one. */
export const consolePages: Partial<Record<NoticeKind, (subject: string) => string>> = {
  payment_mismatched: (paymentId) => `platform/payments/${paymentId}`,
  payment_disputed: (paymentId) => `platform/payments/${paymentId}`,
  payment_card_kept: (paymentId) => `platform/payments/${paymentId}`,
  payment_books: () => 'platform/payment-books',
  invoice_failing: () => 'platform/invoices',
};
