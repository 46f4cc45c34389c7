import type { MessageVendor } from '../../providers/vendor.ts';
import { recordsDelay } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const twilioAdvice: Pick<MessageVendor, 'hints' | 'questions'> = {
  // twilio.com/docs/api/errors/21608, 21408, 21606, 21609, 30034, 20003 (2026-11-17)
  hints: {
    '20003': {
      en: 'Account SID and Auth Token do not belong together. Test credentials have an SID of their own.',
      zh: 'Account SID 与 Auth Token 不匹配；测试凭证有单独的 SID。',
    },
    '21608': {
      en: 'The account is a trial, or has no approved compliance profile: it reaches only numbers that you verified in the console.',
      zh: '账号处于试用状态，或主体资料未获批准，只能发送到控制台中已验证的号码。',
    },
    '21408': {
      en: 'This country is switched off. Turn it on at Messaging > Settings > Geo permissions.',
      zh: '未开启该国家或地区，请在 Messaging > Settings > Geo permissions 中开启。',
    },
    '21606': {
      en: 'The sender is not a number of this account that can send SMS.',
      zh: '发送方不是该账号下可发短信的号码。',
    },
    '21609': {
      en: 'Twilio cannot reach the callback URL. PUBLIC_URL must be a public address.',
      zh: 'Twilio 无法访问回调地址，PUBLIC_URL 必须是公网地址。',
    },
    '30034': {
      en: 'A US number must be registered for A2P 10DLC first.',
      zh: '美国号码须先完成 A2P 10DLC 注册。',
    },
    '30007': {
      en: 'The carrier filtered the message. Many do so until the sender is registered.',
      zh: '运营商过滤了该短信；发送方未注册时常见。',
    },
    no_receipt: {
      en: 'Every message carries the callback URL. A receipt whose signature does not match is rejected: PUBLIC_URL must be exactly the address that Twilio calls.',
      zh: '回调地址随每条短信发送。签名不符的回执会被拒收：PUBLIC_URL 必须与 Twilio 访问的地址完全一致。',
    },
  },
  questions: [
    recordsDelay(
      {
        en: 'A message that is not in the list counts as never sent 15 minutes after its validity ended.',
        zh: '有效期结束 15 分钟后仍不在列表中时，平台认定从未发送。',
      },
      { withoutId: true },
    ),
    {
      id: 'server-errors-sent',
      question: {
        en: 'Was a message that was answered with a status of 500 or more sent?',
        zh: '返回 5xx 的短信是否已经发出？',
      },
      meaning: {
        en: 'It is unknown, so the money stays held until a receipt or the list decides.',
        zh: '平台视为结果未知，款项保持冻结，直到回执或列表给出结论。',
      },
    },
  ],
};
