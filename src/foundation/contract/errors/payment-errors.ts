import type { ErrorRow } from './error-row.ts';

/** Errors of the operations on payments. */
export const paymentErrors = {
  payment_unknown: {
    code: 40322,
    status: 403,
    message: { en: 'Unknown payment.', zh: '支付不存在。' },
    cause: {
      en:
        'No payment of this account and mode has this ID. A payment of another account gets the same ' +
        'response.',
      zh: '该账户在此模式下没有此支付。其他账户的支付响应相同。',
    },
    fix: {
      en: 'Send a `paymentId` from topup_create, using a key of the same mode.',
      zh: '请使用 topup_create 返回的 `paymentId`，并使用相同模式的密钥。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'named',
  },
  payment_method_unavailable: {
    code: 42205,
    status: 422,
    message: {
      en: 'This way to pay is not available.',
      zh: '暂不支持此支付方式。',
    },
    cause: {
      en:
        'The platform has no provider of payments for its currency that is turned on, or none with ' +
        'this `provider` and `method`. Test wallets are topped up through the sandbox alone.',
      zh: '平台没有已开启且支持其币种的支付服务商，或没有符合 `provider` 与 `method` 的服务商。测试钱包只能通过沙箱充值。',
    },
    fix: {
      en: 'Send a `provider` and `method` that topup_methods lists. If it lists none, ask the operator.',
      zh: '请使用 topup_methods 返回的 `provider` 与 `method`；如列表为空，请联系运营方。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: 'named',
  },
  too_many_payments: {
    code: 42910,
    status: 429,
    message: {
      en: 'Too many payments are waiting to be paid.',
      zh: '等待付款的支付过多。',
    },
    cause: {
      en: 'The wallet has 100 payments that can still be paid.',
      zh: '该钱包已有 100 笔仍可付款的支付。',
    },
    fix: {
      en: 'Wait the number of seconds in `Retry-After`, or let a payer use a payment that has begun.',
      zh: '请等待 `Retry-After` 指定的秒数，或让付款人使用已发起的支付。',
    },
    charged: 'no',
    retry: 'wait',
    on: 'named',
  },
  payment_not_started: {
    code: 50203,
    status: 502,
    message: {
      en: 'The payment could not be started.',
      zh: '支付未能发起。',
    },
    cause: {
      en: 'The provider of the payment refused the order, or did not answer. Nobody can pay it.',
      zh: '支付服务商拒绝了订单或没有应答，该订单无法支付。',
    },
    fix: {
      en: 'Repeat the request with the same Idempotency-Key, or choose another method.',
      zh: '请使用相同的 Idempotency-Key 重试，或选择其他支付方式。',
    },
    charged: 'no',
    retry: 'same_key',
    on: 'named',
  },
} as const satisfies Record<string, ErrorRow>;
