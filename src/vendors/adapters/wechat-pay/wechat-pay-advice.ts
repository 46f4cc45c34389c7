import type { PaymentVendor } from '../../providers/payment.ts';

/** What a new merchant meets, and what only an account can show. Sources: docs/providers/wechat-pay.md. */
export const wechatPayAdvice: Pick<PaymentVendor, 'hints' | 'questions'> = {
  hints: {
    SIGN_ERROR: {
      en: 'The private key does not belong to the merchant’s API certificate, the certificate was replaced, or this server’s clock is off by more than 5 minutes.',
      zh: '私钥与商户 API 证书不匹配、证书已更换，或本机时间相差超过 5 分钟。',
    },
    APPID_MCHID_NOT_MATCH: {
      en: 'The app ID is not bound to the merchant. Bind it in the merchant console.',
      zh: 'AppID 未与商户号绑定，请在商户平台绑定。',
    },
    NO_AUTH: {
      en: 'Native payment is not activated for this merchant.',
      zh: '该商户号未开通 Native 支付。',
    },
  },
  questions: [
    {
      id: 'signed-refusals',
      question: {
        en: 'Are refusals of rightly signed requests signed, such as 404 for an order that does not exist?',
        zh: '签名正确的请求被拒绝时（例如订单不存在返回 404），应答是否带签名？',
      },
      meaning: {
        en: 'One page says that all answers are; answers to requests with a wrong signature are not. The platform takes both.',
        zh: '文档称所有应答都带签名，但签名错误的请求除外。平台两种都接受。',
      },
    },
    {
      id: 'close-paid',
      question: {
        en: 'What does closing a paid order answer?',
        zh: '关闭已支付的订单返回什么？',
      },
      meaning: {
        en: 'The list of codes has none for it. The platform queries the order then.',
        zh: '错误码列表未列出。平台随后会查询订单。',
      },
    },
    {
      id: 'refunded-state',
      question: {
        en: 'Is an order that was paid back in full always `REFUND`?',
        zh: '全额退款的订单是否总是 REFUND 状态？',
      },
      meaning: {
        en: 'A `CLOSED` order with a payment is no result for the platform.',
        zh: '带有支付信息的 CLOSED 订单，平台不视为结果。',
      },
    },
  ],
};
