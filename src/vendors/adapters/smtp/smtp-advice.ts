import type { MessageVendor } from '../../providers/vendor.ts';

/** What the operator of a new mail account meets, and what only an account can show. */
export const smtpAdvice: Pick<MessageVendor, 'hints' | 'questions'> = {
  // RFC 5321, section 4.2.2 (2026-11-18); nodemailer.com/errors (2026-11-18)
  hints: {
    'AUTH:535': {
      en: 'The server does not accept the user name and password. Many providers want a password made for SMTP alone.',
      zh: '服务器不接受该用户名和密码；不少服务商要求使用 SMTP 专用密码。',
    },
    'CONNECT:554': {
      en: 'The server accepts no mail from this address. Use the provider’s submission server, not its inbound one.',
      zh: '服务器不接受来自本机地址的连接，请使用服务商的发信服务器，而不是收信服务器。',
    },
    'MAIL:550': {
      en: 'The account may not send from this sender address.',
      zh: '该账号无权使用此发件地址。',
    },
    'RCPT:550': {
      en: 'The mailbox does not exist, or the server does not relay to it without a login.',
      zh: '邮箱不存在，或未登录时服务器不转发到该邮箱。',
    },
    no_receipt: {
      en: 'Mail has no receipts. Look into the mailbox, and into its spam folder.',
      zh: '邮件没有回执，请查看收件箱和垃圾邮件箱。',
    },
  },
  questions: [
    {
      id: 'inbox',
      question: {
        en: 'Does the mail arrive in the inbox, or in the spam folder?',
        zh: '邮件进入收件箱，还是垃圾邮件箱？',
      },
      meaning: {
        en: 'A mail that the server accepted counts as sent. If it lands in spam, set up SPF, DKIM and DMARC for the sender’s domain.',
        zh: '服务器接受即视为已发送。若进入垃圾邮件箱，请为发件域名配置 SPF、DKIM 和 DMARC。',
      },
    },
  ],
};
