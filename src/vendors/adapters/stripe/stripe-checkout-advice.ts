import type { PaymentVendor } from '../../providers/payment.ts';

/** What a new account of this vendor meets. */
export const stripeCheckoutAdvice: Pick<PaymentVendor, 'hints'> = {
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
};
