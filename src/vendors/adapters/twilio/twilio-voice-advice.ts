import type { MessageVendor } from '../../providers/vendor.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const twilioVoiceAdvice: Pick<MessageVendor, 'hints' | 'questions'> = {
  // twilio.com/docs/api/errors/21210 (2026-11-18), 20003 (2026-11-17)
  hints: {
    '20003': {
      en: 'Account SID and Auth Token do not belong together. Test credentials have an SID of their own.',
      zh: 'Account SID 与 Auth Token 不匹配；测试凭证有单独的 SID。',
    },
    '21210': {
      en: 'The caller is neither a Twilio number of this account nor a number that you verified in the console.',
      zh: '主叫号码既不是该账号的 Twilio 号码，也不是控制台中已验证的号码。',
    },
    no_receipt: {
      en: 'Every call carries the callback URL. A receipt whose signature does not match is rejected: PUBLIC_URL must be exactly the address that Twilio calls.',
      zh: '回调地址随每次呼叫发送。签名不符的回执会被拒收：PUBLIC_URL 必须与 Twilio 访问的地址完全一致。',
    },
  },
  questions: [
    {
      id: 'voicemail',
      question: {
        en: 'Is a call that a voicemail answered completed?',
        zh: '由语音信箱接听的呼叫是否为 completed？',
      },
      meaning: {
        en: 'Every completed call counts as delivered.',
        zh: '平台将所有 completed 的呼叫视为已送达。',
      },
    },
  ],
};
