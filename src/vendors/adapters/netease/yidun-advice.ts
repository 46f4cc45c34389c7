import type { MessageVendor } from '../../providers/vendor.ts';
import { describe } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const yidunAdvice: Pick<MessageVendor, 'hints' | 'questions'> = {
  // The codes of the gateway that Yidun's services share, as published for other services: support.dun.163.com (2026-11-16).
  // The SMS service has no public list.
  hints: {
    '401': {
      en: 'The business ID is wrong or has expired.',
      zh: 'businessId 无效或已过期。',
    },
    '410': {
      en: 'The signature is wrong: check the secret key.',
      zh: '签名校验失败，请核对 secretKey。',
    },
    '420': {
      en: 'The clock of this server is off.',
      zh: '本服务器时间不准，请校准时钟。',
    },
  },
  questions: [
    {
      id: 'refusal-codes',
      question: {
        en: 'Which code and data.result does the vendor answer for a template that does not exist?',
        zh: '模板不存在时，返回的 code 和 data.result 是什么？',
      },
      meaning: {
        en: 'The codes of /v2/sendsms are not published. A code that is not listed keeps the money held, so every one that means "not sent" should be listed.',
        zh: '/v2/sendsms 的错误码没有公开。未列出的码会使款项保持冻结，因此应补齐所有表示“未发送”的码。',
      },
      ask: {
        costs: 0,
        seconds: 10,
        async run(asking) {
          const { outcome } = await asking.send({ form: { code: '1' } });
          return [`template 1: ${describe(outcome)}`];
        },
      },
    },
    {
      id: 'receipts',
      question: {
        en: 'Does the account’s console offer receipts, a status query or an export of sent messages?',
        zh: '控制台是否提供回执推送、状态查询或发送明细导出？',
      },
      meaning: {
        en: 'The public API has none, so a message stays sent, and the operator resolves lost answers.',
        zh: '公开接口没有这些功能，短信停留在“已发送”，丢失的应答由运营方处理。',
      },
    },
  ],
};
