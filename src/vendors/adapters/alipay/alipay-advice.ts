import type { PaymentVendor } from '../../providers/payment.ts';

/** What a new application meets, and what only an account can show. Sources: docs/providers/alipay.md. */
export const alipayAdvice: Pick<PaymentVendor, 'hints' | 'questions'> = {
  hints: {
    'isv.invalid-app-id': {
      en: 'The application is not known at this gateway, or not online. A sandbox application works only with the sandbox gateway.',
      zh: '该网关上没有这个应用，或应用未上线。沙箱应用只能使用沙箱网关。',
    },
    'isv.invalid-signature': {
      en: 'The private key does not match the application’s public key at Alipay, or the key belongs to another environment.',
      zh: '应用私钥与开放平台上的应用公钥不匹配，或沙箱与正式环境的密钥混用。',
    },
    'isv.insufficient-isv-permissions': {
      en: 'The product is not signed, or the application is not bound to the merchant account.',
      zh: '产品未签约，或应用未绑定商家账号。',
    },
    'ACQ.ACCESS_FORBIDDEN': {
      en: 'The product is not signed. Check that the product for QR codes in the settings is the one of your contract.',
      zh: '产品未签约。请确认设置中的扫码产品码与签约产品一致。',
    },
  },
  questions: [
    {
      id: 'precreate-again',
      question: {
        en: 'What does `alipay.trade.precreate` answer if it is asked again for an order that has a code?',
        zh: '对已生成二维码的订单再次调用 alipay.trade.precreate，返回什么？',
      },
      meaning: {
        en: 'The list of codes has `ACQ.APPLY_PC_MERCHANT_CODE_ERROR` ("do not apply twice"). The order is unknown then, and the platform queries it.',
        zh: '错误码列表中有 ACQ.APPLY_PC_MERCHANT_CODE_ERROR（请勿重复申请）。此时结果未知，平台会查询订单。',
      },
    },
    {
      id: 'unopened-order',
      question: {
        en: 'What does a query answer before anybody opened the order?',
        zh: '付款人尚未打开订单时，查询返回什么？',
      },
      meaning: {
        en: 'Alipay’s support says `ACQ.TRADE_NOT_EXIST`; the page of the interface says nothing.',
        zh: '支付宝客服称返回 ACQ.TRADE_NOT_EXIST，接口文档未说明。',
      },
    },
    {
      id: 'paid-at',
      question: {
        en: 'Is `send_pay_date` always given for an order that was paid back in full?',
        zh: '全额退款的订单是否总会返回 send_pay_date？',
      },
      meaning: {
        en: 'The page says "in special cases". Without it, the platform takes such an order for one that was never paid.',
        zh: '文档称“特殊场景”下返回。没有该字段时，平台视为订单从未支付。',
      },
    },
    {
      id: 'refund-delay',
      question: {
        en: 'How soon does the query of a refund show one that was accepted?',
        zh: '退款受理后多久可以查询到？',
      },
      meaning: {
        en: 'The page says to wait ten seconds. A refund that does not show yet is pending if Alipay accepted it, and absent if its answer was lost.',
        zh: '文档建议等待十秒。尚未查到的退款：已受理的视为处理中，未收到应答的视为不存在。',
      },
    },
    {
      id: 'bill-amount',
      question: {
        en: 'Is the column 订单金额（元） of a payment in the business bill what the payer paid, also with a coupon?',
        zh: '付款人使用优惠时，业务账单中的“订单金额（元）”是否仍为订单总额？',
      },
      meaning: {
        en: 'It is shown for payments that are not ours, and decides nothing.',
        zh: '该金额仅用于展示非本平台的款项，不影响任何入账。',
      },
    },
  ],
};
