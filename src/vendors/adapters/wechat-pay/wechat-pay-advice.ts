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
      en: 'Native payment, or JSAPI payment for payers inside WeChat, is not activated for this merchant.',
      zh: '该商户号未开通 Native 支付；微信内支付还需开通 JSAPI 支付。',
    },
    PARAM_ERROR: {
      en: 'Inside WeChat: the app ID is not that of the official account whose AppSecret is set, so the payer’s openid does not match it.',
      zh: '微信内支付：AppID 与所填 AppSecret 不属于同一公众号，导致付款人的 openid 不匹配。',
    },
    '40125': {
      en: 'The AppSecret is wrong, or was reset at mp.weixin.qq.com.',
      zh: 'AppSecret 错误，或已在公众平台重置。',
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
      id: 'other-payer',
      question: {
        en: 'What does a JSAPI order answer that another WeChat account opened before?',
        zh: '同一订单号已由另一个微信账号以 JSAPI 下单，再次下单返回什么？',
      },
      meaning: {
        en: 'It should be `OUT_TRADE_NO_USED`; the payer is told to begin another payment. With any other refusal the page says that WeChat Pay did not answer as expected.',
        zh: '应为 OUT_TRADE_NO_USED，页面会提示付款人重新发起支付；其他错误码时页面提示微信支付响应异常。',
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
