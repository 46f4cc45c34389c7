import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';

/** The mails to customers: a subject, and paragraphs. */
export const mailTexts = {
  balance_low: {
    subject: { en: 'Low balance: {account}', zh: '余额不足提醒：{account}' },
    paragraphs: [
      {
        en: 'The live wallet of {account} has {available} {currency} available, less than your alert threshold of {threshold} {currency}.',
        zh: '{account} 的正式钱包可用余额为 {available} {currency}，已低于您设置的预警值 {threshold} {currency}。',
      },
      {
        en: 'Calls are refused once the balance no longer covers their price. Top up in time.',
        zh: '余额不足以支付时，调用会失败。请及时充值。',
      },
    ],
  },
  balance_empty: {
    subject: { en: 'Balance used up: {account}', zh: '余额已用尽：{account}' },
    paragraphs: [
      {
        en: 'The live wallet of {account} has {available} {currency} available, which no longer covers a call.',
        zh: '{account} 的正式钱包可用余额为 {available} {currency}，已不足以支付任何调用。',
      },
      {
        en: 'Live calls are refused until you top up.',
        zh: '充值之前，正式调用会因余额不足而失败。',
      },
    ],
  },
  topup_stopped: {
    subject: { en: 'Automatic top-up stopped: {account}', zh: '自动充值已停止：{account}' },
    paragraphs: [
      {
        en: 'The automatic top-up of {account} is off, because a payment was declined, paid back, disputed or needs a look. Nothing more is charged to the saved card.',
        zh: '{account} 的自动充值已关闭：有一笔付款被拒、被退回、发生争议或需要核实。系统不会再向已保存的卡扣款。',
      },
      {
        en: 'The live wallet has {available} {currency} available. Look at the payment, then pay yourself or switch the automatic top-up on again.',
        zh: '正式钱包可用余额为 {available} {currency}。请查看该笔付款，再手动充值或重新开启自动充值。',
      },
    ],
  },
  invoice: {
    subject: { en: '{title} {number}: {account}', zh: '{title} {number}：{account}' },
    paragraphs: [
      {
        en: '{title} {number} of {account} over {amount} {currency} is attached as a PDF.',
        zh: '随信附上 {account} 的{title} {number}（PDF），金额 {amount} {currency}。',
      },
      {
        en: 'All invoices and credit notes are in the console: {link}',
        zh: '全部账单与贷记单可在控制台查看：{link}',
      },
    ],
  },
  fapiao_issued: {
    subject: { en: 'Fapiao issued: {account}', zh: '发票已开具：{account}' },
    paragraphs: [
      {
        en: 'Fapiao {number} for {account} over {amount} {currency} was issued on {day}.',
        zh: '{account} 申请的发票已于 {day} 开具，发票号码 {number}，金额 {amount} {currency}。',
      },
      { en: 'See it in the console: {link}', zh: '请在控制台查看：{link}' },
    ],
  },
  fapiao_refused: {
    subject: { en: 'Fapiao refused: {account}', zh: '发票申请未通过：{account}' },
    paragraphs: [
      {
        en: 'The fapiao that {account} requested over {amount} {currency} was refused: {reason}',
        zh: '{account} 申请的 {amount} {currency} 发票未通过：{reason}',
      },
      {
        en: 'You can request it again in the console: {link}',
        zh: '可在控制台重新申请：{link}',
      },
    ],
  },
  statement: {
    subject: { en: 'Statement {month}: {account}', zh: '{month} 对账单：{account}' },
    paragraphs: [
      {
        en: 'The statement {number} of {account} for {month} is attached as a PDF. All days of the month are closed.',
        zh: '随信附上 {account} {month} 的对账单（编号 {number}，PDF）。该月各日均已结账。',
      },
      {
        en: 'Opening balance {opening} {currency}, closing balance {closing} {currency}.',
        zh: '期初余额 {opening} {currency}，期末余额 {closing} {currency}。',
      },
    ],
  },
} as const satisfies Record<string, { subject: Bilingual; paragraphs: readonly Bilingual[] }>;

/** In the mails about balances, if the platform offers a way to pay. */
export const addFunds = {
  en: 'Add funds: {fundsLink}',
  zh: '立即充值：{fundsLink}',
} as const satisfies Bilingual;

/** The end of each of these mails. */
export const footer = {
  en: 'You get this mail as an owner or finance member of {account}. You can turn it off there: {link}',
  zh: '您是 {account} 的所有者或财务成员，因此收到此邮件。可在此关闭：{link}',
} as const satisfies Bilingual;

export const invitationTexts = {
  subject: { en: 'Invitation to {host}', zh: '{host} 邀请' },
  account: {
    en: '{inviter} invites you to join {account} on {host}.',
    zh: '{inviter}邀请您加入 {host} 上的账户“{account}”。',
  },
  platform: {
    en: '{inviter} invites you to help run {host}.',
    zh: '{inviter}邀请您参与运营 {host}。',
  },
  link: {
    en: 'Open this link to set up your access. It works once, until {until}: {link}',
    zh: '请打开以下链接完成注册。链接只能使用一次，有效期至 {until}：{link}',
  },
  ignore: {
    en: 'If you do not expect this invitation, ignore this mail: nothing happens.',
    zh: '如果您并未预期此邀请，请忽略本邮件，不会有任何影响。',
  },
  someone: { en: 'A member', zh: '一位成员' },
  anAccount: { en: 'an account', zh: '客户账户' },
} as const satisfies Record<string, Bilingual>;
