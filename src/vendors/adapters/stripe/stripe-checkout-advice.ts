import type { PaymentVendor } from '../../providers/payment.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const stripeCheckoutAdvice: Pick<PaymentVendor, 'hints' | 'questions'> = {
  // stripe@23.1.0, Error.d.ts and Checkout/Sessions.d.ts; docs.stripe.com/api/errors, docs.stripe.com/error-codes,
  // docs.stripe.com/keys/restricted-api-keys (2026-11-18).
  hints: {
    '400': {
      en: 'Stripe refused the request: see its words. Usually the method is not activated in the dashboard or does not take this currency, the amount is below Stripe’s minimum, or the order lives shorter than 30 minutes or longer than 24 hours.',
      zh: 'Stripe 拒绝了请求，请查看其原文。常见原因：Dashboard 中未启用该支付方式，或该方式不支持此币种；金额低于 Stripe 的下限；订单有效期短于 30 分钟或长于 24 小时。',
    },
    '401': {
      en: 'The key is wrong or was rolled.',
      zh: '密钥有误或已轮换。',
    },
    '403': {
      en: 'The key lacks a permission: it must write Checkout Sessions and Charges and Refunds, and read PaymentIntents, Disputes and Balance transactions.',
      zh: '密钥缺少权限：需具备 Checkout Sessions、Charges and Refunds 的写权限，以及 PaymentIntents、Disputes、Balance transactions 的读权限。',
    },
    payment_method_unactivated: {
      en: 'Activate the method in the dashboard, under Settings, Payment methods.',
      zh: '请在 Dashboard 的“设置 > 支付方式”中启用该支付方式。',
    },
    idempotency_error: {
      en: 'This order number was used before with other content. The order exists: query it.',
      zh: '该订单号此前已用于不同内容的请求。订单已存在，请查询其状态。',
    },
  },
  questions: [
    {
      id: 'failed-refunds',
      question: {
        en: 'Does `amount_refunded` of a charge still count a refund that failed?',
        zh: '退款失败后，Charge 的 amount_refunded 是否仍包含该笔金额？',
      },
      meaning: {
        en: 'The platform does not rely on it: it sums the refunds.',
        zh: '平台不依赖该字段，而是逐笔累加退款。',
      },
    },
    {
      id: 'prevented-disputes',
      question: {
        en: 'Does a dispute that Visa or Mastercard resolved before it began (`prevented`) appear as a refund or as a withdrawal?',
        zh: '发卡组织在争议成立前已解决的争议（prevented），记为退款还是扣款？',
      },
      meaning: {
        en: 'The platform counts a dispute only by its withdrawals, so it is counted once either way, unless Stripe books both.',
        zh: '平台只按争议的扣款计算，因此无论哪种记法都只计一次，除非 Stripe 两者都记。',
      },
    },
    {
      id: 'dispute-currency',
      question: {
        en: 'In which currency is a dispute if your account settles in another one than the payer paid in?',
        zh: '账户结算币种与付款币种不同时，争议以哪种币种记账？',
      },
      meaning: {
        en: 'A dispute in another currency counts as the whole payment.',
        zh: '币种不同的争议按整笔付款计算。',
      },
    },
    {
      id: 'deleted-customers',
      question: {
        en: 'Does a payment still name its customer after the customer was deleted?',
        zh: 'Customer 删除后，其 PaymentIntent 是否仍返回 customer 的 ID？',
      },
      meaning: {
        en: 'The type of the field says so. If it did not, automatic payments by a removed card would appear in the books as not answered.',
        zh: '字段类型表明会返回。若不返回，用已移除的卡完成的自动充值会在账目中显示为未答复。',
      },
    },
    {
      id: 'refund-too-large',
      question: {
        en: 'Which error code has a refund of more than is left?',
        zh: '退款金额超过剩余可退金额时，返回什么错误码？',
      },
      meaning: {
        en: 'Without a listed code it is HTTP 400, which is a refusal.',
        zh: '没有列出的错误码时为 HTTP 400，平台视为拒绝。',
      },
    },
  ],
};
