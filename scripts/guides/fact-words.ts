import type { PriceSource } from '../../src/foundation/contract/products.ts';
import type { Language } from '../../src/foundation/contract/text/languages.ts';
import type { MessageState } from '../../src/foundation/contract/wire/sms.ts';

type Words = Readonly<Record<Language, string>>;

/** What each state of a message means to its sender. */
export const messageStateWords: Readonly<Record<MessageState, Words>> = {
  accepted: {
    en: 'The amount is held; no provider has the message yet.',
    zh: '金额已冻结，尚未提交给服务商。',
  },
  sent: { en: 'A provider accepted it; no receipt yet.', zh: '服务商已受理，尚无回执。' },
  delivered: { en: 'It reached the phone. Final.', zh: '已送达手机。最终状态。' },
  undelivered: {
    en: 'It did not reach the phone; `reason` says why. Final.',
    zh: '未送达，原因见 `reason`。最终状态。',
  },
  expired: {
    en: 'It expired before it could be delivered. Final.',
    zh: '在有效期内未能送达。最终状态。',
  },
  rejected: {
    en: 'The provider or the carrier rejected it. Final.',
    zh: '服务商或运营商拒绝发送。最终状态。',
  },
  unknown: { en: 'No receipt arrived in time. Final.', zh: '在期限内未收到回执。最终状态。' },
};

/** Why a call costs what it costs. */
export const priceSourceWords: Readonly<Record<PriceSource, Words>> = {
  default: { en: 'The list price.', zh: '目录价。' },
  recheck_free: {
    en: 'Querying the result of a check is free.',
    zh: '查询核验结果，免费。',
  },
  account: {
    en: 'The price agreed for your account, instead of the list price.',
    zh: '您的账户的协议价，代替目录价。',
  },
  free: { en: 'The operation is free.', zh: '免费接口。' },
};

/** The platform settings that affect callers, with their defaults read from the schema. */
export const callerSettings: readonly { name: string; what: Words; unit: Words }[] = [
  {
    name: 'LINK_LIFE_MINUTES',
    what: { en: 'How long a person can open the link of a check', zh: '核验链接的有效期' },
    unit: { en: 'minutes', zh: '分钟' },
  },
  {
    name: 'RESULT_DAYS',
    what: { en: 'How long the result of a check can be queried', zh: '核验结果的可查询期限' },
    unit: { en: 'days', zh: '天' },
  },
  {
    name: 'MESSAGE_UNKNOWN_HOURS',
    what: {
      en: 'Time without a receipt after which a message becomes `unknown`',
      zh: '短信无回执多久后变为 `unknown`',
    },
    unit: { en: 'hours', zh: '小时' },
  },
  {
    name: 'IDEMPOTENCY_DAYS',
    what: {
      en: 'How long an `Idempotency-Key` is remembered',
      zh: '`Idempotency-Key` 的保存期限',
    },
    unit: { en: 'days', zh: '天' },
  },
  {
    name: 'PROVIDER_TIMEOUT_MS',
    what: { en: 'Timeout for one provider', zh: '单个服务商的超时时间' },
    unit: { en: 'ms', zh: '毫秒' },
  },
  {
    name: 'CALL_DEADLINE_MS',
    what: { en: 'Timeout for a whole call', zh: '整次调用的超时时间' },
    unit: { en: 'ms', zh: '毫秒' },
  },
];
