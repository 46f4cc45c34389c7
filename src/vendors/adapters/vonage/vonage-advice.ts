import type { MessageVendor } from '../../providers/vendor.ts';
import { recordsDelay } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const vonageAdvice: Pick<MessageVendor, 'hints' | 'questions'> = {
  // https://developer.vonage.com/en/api-errors/sms (2026-11-17)
  hints: {
    '29': {
      en: 'The account is in demo mode: it sends only to numbers that you listed in the dashboard.',
      zh: '账号处于演示模式，只能发送到控制台中登记的号码。',
    },
    '23': {
      en: 'The callback URL has more than 100 characters: use a shorter PUBLIC_URL.',
      zh: '回调地址超过 100 个字符，请使用更短的 PUBLIC_URL。',
    },
    no_receipt: {
      en: 'Every message carries the callback URL. With signatureSecret set, receipts without a valid signature are rejected: are signed webhooks enabled, with the same method?',
      zh: '回调地址随每条短信发送。填写了 signatureSecret 时，签名不符的回执会被拒收：请确认已开通签名回调，且算法一致。',
    },
  },
  questions: [
    recordsDelay(
      {
        en: 'If a message is in no report after two hours, the platform concludes that Vonage never accepted it. Each query is charged.',
        zh: '两小时后报表中仍查不到，平台才认定未受理。每次查询都会收费。',
      },
      { withoutId: true },
    ),
    {
      id: 'report-filter',
      question: {
        en: 'Does a synchronous report honour the filter by number (`to`)?',
        zh: '同步报表是否支持按号码（to）过滤？',
      },
      meaning: {
        en: 'If not, a query reads, and costs, all messages of about an hour; the platform still finds its own by the reference.',
        zh: '若不支持，一次查询会读取约一小时内的全部短信并计费；平台仍能按业务标识找到自己的。',
      },
    },
    {
      id: 'report-fields',
      question: {
        en: 'Do the fields of a report have the names of the published example (client_ref, error_code, total_price)?',
        zh: '报表字段名是否与文档示例一致（client_ref、error_code、total_price）？',
      },
      meaning: {
        en: 'With other names the platform does not find the message: records-delay then stays unknown.',
        zh: '若不一致，平台找不到短信，records-delay 会一直为未知。',
      },
    },
    {
      id: 'internal-errors-sent',
      question: {
        en: 'Does Vonage send a message for which it returns code 5, or HTTP 500 or above?',
        zh: '返回代码 5 或 HTTP 5xx 的短信是否已经发出？',
      },
      meaning: {
        en: 'It is unknown, and the money stays held until a report decides.',
        zh: '平台视为结果未知，款项保持冻结，直到报表给出结论。',
      },
    },
  ],
};
