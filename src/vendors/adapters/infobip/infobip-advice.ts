import type { MessageVendor } from '../../providers/vendor.ts';
import { receiptsPerSegment, recordsDelay } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const infobipAdvice: Pick<MessageVendor, 'hints' | 'questions'> = {
  // https://www.infobip.com/docs/developer-resources/quickstart on trials; on repeated receipts the official OpenAPI document and
  // client: `1min + (1min * retryNumber * retryNumber)` (2026-11-17)
  hints: {
    REJECTED_DESTINATION_NOT_REGISTERED: {
      en: 'The account is a trial: it sends only to numbers that you verified at Infobip.',
      zh: '账号处于试用状态，只能发送到已在 Infobip 验证的号码。',
    },
    no_receipt: {
      en: 'Every message carries the callback URL. Infobip repeats a receipt that failed after 1, 2, 5 and 10 minutes.',
      zh: '回调地址随每条短信发送；失败的回执会在 1、2、5、10 分钟后重推。',
    },
  },
  questions: [
    recordsDelay(
      {
        en: 'If a message is not in the logs after two hours, the platform concludes that Infobip never accepted it.',
        zh: '两小时后日志中仍查不到，平台才认定未受理。',
      },
      { withoutId: true },
    ),
    receiptsPerSegment({
      en: 'The platform expects one receipt for the whole message, with `messageCount`.',
      zh: '平台预期整条短信只有一个回执，由 messageCount 给出拆分条数。',
    }),
    {
      id: 'id-memory',
      question: {
        en: 'How long does Infobip remember the ID of a message?',
        zh: 'Infobip 会记住短信 ID 多久？',
      },
      meaning: {
        en: 'It refuses a second message with the same ID. The platform never uses one twice.',
        zh: '重复的 ID 会被拒绝；平台不会重复使用 ID。',
      },
    },
    {
      id: 'blocked-charged',
      question: {
        en: 'Is a message that the fraud filter stopped (SIGNALS_BLOCKED) charged?',
        zh: '被反欺诈拦截（SIGNALS_BLOCKED）的短信是否收费？',
      },
      meaning: {
        en: 'Infobip says yes for an expired one and no for a rejected one. The platform stores the price of the logs.',
        zh: 'Infobip 称过期的收费、拒绝的不收费；平台按日志中的价格记录。',
      },
    },
    {
      id: 'server-errors-sent',
      question: {
        en: 'Does Infobip send a message for which it returns HTTP 500 or above?',
        zh: '返回 5xx 的短信是否已经发出？',
      },
      meaning: {
        en: 'It is unknown, and the money stays held until the logs decide.',
        zh: '平台视为结果未知，款项保持冻结，直到日志给出结论。',
      },
    },
  ],
};
