import type { MessageVendor } from '../../providers/vendor.ts';
import { describe, receiptsPerSegment } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const awsSmsAdvice: Pick<MessageVendor, 'hints' | 'questions'> = {
  // @aws-sdk/client-pinpoint-sms-voice-v2@3.1138.0, ConflictExceptionReason and others;
  // https://docs.aws.amazon.com/sms-voice/latest/userguide/sandbox.html;
  // https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html (2026-11-17)
  hints: {
    ConflictException: {
      en: 'If the reason is DESTINATION_PHONE_NUMBER_NOT_VERIFIED, the account is in the SMS sandbox: request production access, or verify the number.',
      zh: '若原因为 DESTINATION_PHONE_NUMBER_NOT_VERIFIED，说明账户仍在短信沙盒中：请申请移出沙盒，或先验证该号码。',
    },
    ResourceNotFoundException: {
      en: 'The origination identity or the configuration set does not exist in this region. A shared one needs its full ARN.',
      zh: '该区域中没有此发送身份或配置集；共享的资源须填写完整 ARN。',
    },
    'ServiceQuotaExceededException.MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT': {
      en: 'In the sandbox the monthly spend limit is 1 USD. Request production access and a higher quota from AWS Support.',
      zh: '沙盒账户每月消费上限为 1 美元：请向 AWS Support 申请移出沙盒并提高配额。',
    },
    no_receipt: {
      en: 'Events need a configuration set whose event destination sends TEXT_ALL to the topic, the topic’s SignatureVersion 2, a confirmed subscription of the callback URL, and raw message delivery off.',
      zh: '回执须满足：配置集的事件目标将 TEXT_ALL 发往该主题；主题的 SignatureVersion 为 2；回调地址的订阅已确认；未开启原始消息传送。',
    },
  },
  questions: [
    receiptsPerSegment({
      en: 'The platform expects events for the whole message, with `totalMessageParts`.',
      zh: '平台预期事件针对整条短信，由 totalMessageParts 给出拆分条数。',
    }),
    {
      id: 'invalid-number',
      question: {
        en: 'Does AWS refuse a number that cannot exist at once, or report it in an event?',
        zh: '对不可能存在的号码，AWS 是立即拒绝，还是通过事件回报？',
      },
      meaning: {
        en: 'After a ValidationException the next provider is tried; TEXT_INVALID ends the message as undelivered.',
        zh: '返回 ValidationException 时改用下一服务商；收到 TEXT_INVALID 则记为未送达。',
      },
      ask: {
        costs: 1,
        seconds: 130,
        async run(asking) {
          const { outcome, query } = await asking.send({ to: '+19995550100' });
          if (outcome.kind !== 'done') return [describe(outcome)];
          await asking.wait(120_000);
          const receipts = await asking.receiptsOf(query);
          return ['accepted', ...receipts.map(({ vendorCode }) => vendorCode)];
        },
      },
    },
    {
      id: 'early-price',
      question: {
        en: 'Is the price of an early event, such as TEXT_QUEUED, the final one?',
        zh: '早期事件（如 TEXT_QUEUED）中的价格是否为最终价格？',
      },
      meaning: {
        en: 'The platform stores the price of each event, and the last one counts.',
        zh: '平台记录每个事件中的价格，以最后一个为准。',
      },
    },
    {
      id: 'server-errors-sent',
      question: {
        en: 'Does AWS send a message for which it returns HTTP 500 or above?',
        zh: '返回 5xx 的短信是否已经发出？',
      },
      meaning: {
        en: 'It is unknown, and the money stays held until an event arrives or the operator decides.',
        zh: '平台视为结果未知，款项保持冻结，直到收到事件或由运营方裁定。',
      },
    },
  ],
};
