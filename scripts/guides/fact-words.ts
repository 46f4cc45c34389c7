import type { PriceSource } from '../../src/foundation/contract/products.ts';
import type { Language } from '../../src/foundation/contract/text/languages.ts';
import type { MessageState } from '../../src/foundation/contract/wire/sms.ts';

type Words = Readonly<Record<Language, string>>;

/** What each state of a message means to whoever sent it. */
export const messageStateWords: Readonly<Record<MessageState, Words>> = {
  accepted: { en: 'Held and noted; no provider has it yet.', zh: '已受理；尚未交给服务商。' },
  sent: { en: 'A provider took it; no receipt yet.', zh: '服务商已接收；尚无回执。' },
  delivered: { en: 'The phone has it. Final.', zh: '已到达手机。最终状态。' },
  undelivered: {
    en: 'It did not arrive; `reason` says why. Final.',
    zh: '未能到达；原因见 `reason`。最终状态。',
  },
  expired: {
    en: 'It could not be delivered in time. Final.',
    zh: '在有效期内未能送达。最终状态。',
  },
  rejected: {
    en: 'The provider or the carrier refused it. Final.',
    zh: '被服务商或运营商拒绝。最终状态。',
  },
  unknown: { en: 'No receipt came in time. Final.', zh: '在期限内没有收到回执。最终状态。' },
};

/** Why a call costs what it costs. */
export const priceSourceWords: Readonly<Record<PriceSource, Words>> = {
  default: { en: 'The price that holds for every account.', zh: '适用于所有账户的价格。' },
  recheck_free: {
    en: 'Asking for the result of a check costs nothing.',
    zh: '查询核验结果不收费。',
  },
  account: { en: 'The price agreed for your account.', zh: '您的账户的协议价。' },
  free: { en: 'The operation costs nothing.', zh: '此接口不收费。' },
};

/** The settings of the platform that callers feel, with their defaults read from the schema. */
export const callerSettings: readonly { name: string; what: Words; unit: Words }[] = [
  {
    name: 'LINK_LIFE_MINUTES',
    what: { en: 'How long the person can open the link of a check', zh: '核验链接的有效时间' },
    unit: { en: 'minutes', zh: '分钟' },
  },
  {
    name: 'RESULT_DAYS',
    what: { en: 'How long the result of a check can be read', zh: '核验结果可查询的时间' },
    unit: { en: 'days', zh: '天' },
  },
  {
    name: 'MESSAGE_UNKNOWN_HOURS',
    what: {
      en: 'After how long without a receipt a message is `unknown`',
      zh: '短信无回执多久后状态为 `unknown`',
    },
    unit: { en: 'hours', zh: '小时' },
  },
  {
    name: 'IDEMPOTENCY_DAYS',
    what: {
      en: 'How long an `Idempotency-Key` is remembered',
      zh: '`Idempotency-Key` 的保留时间',
    },
    unit: { en: 'days', zh: '天' },
  },
  {
    name: 'PROVIDER_TIMEOUT_MS',
    what: { en: 'How long one provider may take', zh: '单个服务商的答复时限' },
    unit: { en: 'ms', zh: '毫秒' },
  },
  {
    name: 'CALL_DEADLINE_MS',
    what: { en: 'How long a call may take in all', zh: '一次调用的总时限' },
    unit: { en: 'ms', zh: '毫秒' },
  },
];
