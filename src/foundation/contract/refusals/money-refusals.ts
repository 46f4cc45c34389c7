import type { RefusalRow } from './refusal-row.ts';

/** Wallets, prices, statements, and their calls. */
export const moneyRefusals = {
  amount_not_positive: {
    field: 'amount',
    en: 'Amount must be greater than 0.',
    zh: '金额必须大于 0。',
  },
  amount_zero: { field: 'amount', en: 'Amount must not be 0.', zh: '金额不能为 0。' },
  adjustment_reason_missing: {
    field: 'reason',
    en: 'Enter a reason for the adjustment.',
    zh: '请填写调整原因。',
  },
  reference_invalid: {
    field: 'reference',
    en: 'Reference must have 1 to 200 characters and no control characters.',
    zh: '参考号须为 1 至 200 个字符，且不能包含控制字符。',
  },
  reference_reserved: {
    field: 'reference',
    en: 'References that begin with "{prefix}" are reserved. Use another one.',
    zh: '以“{prefix}”开头的参考号由系统保留，请换一个。',
  },
  reference_used: {
    field: 'reference',
    en: 'Reference {reference} was already used for another movement. Use a new one.',
    zh: '参考号 {reference} 已用于另一笔变动，请换一个。',
  },
  bank_file_invalid: {
    en: 'The file of the bank cannot be read, at {at}: {why}. Nothing was imported.',
    zh: '无法读取银行文件（{at}）：{why}。未导入任何内容。',
  },
  bank_file_encoding: {
    en: 'The file is not in {encoding}. Name its encoding with --encoding, such as gb18030 or latin1.',
    zh: '文件编码不是 {encoding}，请用 --encoding 指定，例如 gb18030 或 latin1。',
  },
  bank_columns_missing: {
    en: 'The file is neither camt.053 nor MT940. For CSV, name its columns with --day-column and --amount-column.',
    zh: '文件既不是 camt.053 也不是 MT940。如为 CSV，请用 --day-column 和 --amount-column 指定列名。',
  },
  bank_file_too_long: {
    en: 'The file has {count} lines; at most {limit} are imported here. Use bank import on the server.',
    zh: '文件有 {count} 行，此处最多导入 {limit} 行。请在服务器上使用 bank import。',
  },
  bank_payee_invalid: {
    en: 'Bank details must have 1 to {longest} characters, and no control or direction characters but line breaks.',
    zh: '收款账户信息须为 1 至 {longest} 个字符，且除换行外不能包含控制字符或改变文字方向的字符。',
  },
  bank_payee_or: {
    en: 'Use either --set or --remove, not both.',
    zh: '--set 与 --remove 只能使用其一。',
  },
  bank_line_not_found: { en: 'Bank line {line} not found.', zh: '银行流水 {line} 不存在。' },
  bank_line_ended: {
    en: 'Bank line {line} is already {state}.',
    zh: '银行流水 {line} 的状态已是 {state}。',
  },
  bank_line_not_credited: {
    en: 'Bank line {line} is not credited. Name a credited one.',
    zh: '银行流水 {line} 未入账，请选择已入账的流水。',
  },
  bank_line_takes_other: {
    en: 'At most {left} {currency} of bank line {line} can be taken back, by a negative line. Name another line.',
    zh: '银行流水 {line} 最多可收回 {left} {currency}，且须为负数流水，请选择其他流水。',
  },
  bank_line_currency: {
    en: 'Bank line {line} is in {currency}. Convert it, top up the wallet, and ignore the line.',
    zh: '银行流水 {line} 的币种为 {currency}。请换算后手动充值，并忽略该流水。',
  },
  bank_cleared_half: {
    en: 'Give --cleared with --cleared-currency, or neither.',
    zh: '--cleared 与 --cleared-currency 须同时指定，或都不指定。',
  },
  auto_topup_not_set: {
    en: 'Account {account} has not set up automatic top-up.',
    zh: '账户 {account} 尚未设置自动充值。',
  },
  saved_method_not_kept: {
    en: 'Payment {payment} saved no card that waits to be removed. List them with payment saved-cards.',
    zh: '支付 {payment} 没有待移除的已保存银行卡。可用 payment saved-cards 查看。',
  },
  payment_not_found: { en: 'Payment {payment} not found.', zh: '支付 {payment} 不存在。' },
  payment_not_paid: {
    en: 'Payment {payment} was not credited, so nothing can be paid back.',
    zh: '支付 {payment} 尚未入账，无法退款。',
  },
  payment_total_changed: {
    en: 'The terms have changed: you would now pay {total} {currency}. Check it, then pay again.',
    zh: '支付条款已变更，现应付 {total} {currency}，请确认后重新支付。',
  },
  payment_without_receipt: {
    en: 'Payment {payment} is {state}; only a paid one has a receipt.',
    zh: '支付 {payment} 的状态为 {state}，仅已支付的款项有收据。',
  },
  payment_refund_too_large: {
    field: 'amount',
    en: 'At most {left} of this payment is left to refund.',
    zh: '该支付最多还可退 {left}。',
  },
  payment_refund_too_small: {
    field: 'amount',
    en: 'This is worth less than {unit} {currency}, the least that the provider can pay back. Refund a larger amount.',
    zh: '折合不足 {unit} {currency}，低于服务商可退的最小金额，请提高退款金额。',
  },
  payment_paid_in_other_currency: {
    en: 'Payment {payment} was paid in {currency}, not in the currency of its order. Refund it in the provider’s console.',
    zh: '支付 {payment} 实际以 {currency} 支付，与订单币种不同，请在服务商后台退款。',
  },
  amount_too_fine: {
    field: 'amount',
    en: 'Amount must be a multiple of {unit}, the smallest unit of the currency.',
    zh: '金额须为该币种最小单位 {unit} 的整数倍。',
  },
  payment_credit_or_ignore: {
    en: 'Give --credit with an amount, or --ignore, and not both.',
    zh: '请指定 --credit 金额或 --ignore，二者选一。',
  },
  payment_not_mismatched: {
    en: 'Payment {payment} is {state}. Only a mismatched payment can be settled.',
    zh: '支付 {payment} 的状态为 {state}，只有不符的支付才能处理。',
  },
  payment_not_disputed: {
    en: 'Payment {payment} has no open dispute.',
    zh: '支付 {payment} 没有待处理的拒付。',
  },
  payment_ref_used: {
    en: 'The vendor’s payment {ref} was already credited by another payment. Ignore this one.',
    zh: '服务商支付 {ref} 已在另一笔支付中入账，请忽略本笔。',
  },
  provider_not_of_payments: {
    en: '{provider} is no provider of payments.',
    zh: '{provider} 不是支付服务商。',
  },
  payment_method_unknown: {
    en: '{provider} has no method "{method}". Its methods: {methods}.',
    zh: '{provider} 没有支付方式“{method}”。可用：{methods}。',
  },
  payment_not_unknown: {
    en: 'No payment {ref} of a vendor waits to be explained.',
    zh: '没有待说明的厂商支付 {ref}。',
  },
  payment_terms_not_set: {
    en: 'No such terms were set.',
    zh: '没有设置过该条款。',
  },
  payment_currency_not_taken: {
    en: '{method} of {provider} does not take {currency}, so it is not offered. It can only be switched off.',
    zh: '{provider} 的 {method} 不支持 {currency}，不会向客户提供，只能关闭。',
  },
  payment_conversion_same: {
    field: 'chargedCurrency',
    en: 'The platform’s currency is {currency}. Name another one, or none.',
    zh: '{currency} 就是平台币种。请填写其他币种，或留空。',
  },
  payment_conversion_unknown: {
    field: 'chargedCurrency',
    en: 'No currency has the code "{currency}". Use one of ISO 4217, such as USD.',
    zh: '不存在代码为“{currency}”的币种，请使用 ISO 4217 代码，例如 USD。',
  },
  payment_conversion_half: {
    field: 'rate',
    en: 'A charged currency and its rate belong together: give both, or neither.',
    zh: '扣款币种与汇率须同时填写，或同时留空。',
  },
  payment_rate_range: {
    field: 'rate',
    en: 'The rate must be greater than 0 and at most 1000000.',
    zh: '汇率须大于 0 且不超过 1000000。',
  },
  payment_terms_without_amount: {
    field: 'maximum',
    en: 'No amount would be left: minimum {minimum}, maximum {maximum}, for account: {account}.',
    zh: '没有可支付的金额：最低 {minimum}，最高 {maximum}（账户：{account}）。',
  },
  payment_fee_percent_range: {
    field: 'feePercent',
    en: 'The percentage must be between 0 and 100.',
    zh: '费率须在 0 至 100 之间。',
  },
  payment_fee_fixed_range: {
    field: 'feeFixed',
    en: 'The fixed fee must be at least 0 and less than {limit}.',
    zh: '固定手续费须不小于 0 且小于 {limit}。',
  },
  payment_minimum_range: {
    field: 'minimum',
    en: 'The minimum must be greater than 0 and less than {limit}.',
    zh: '最低金额须大于 0 且小于 {limit}。',
  },
  payment_maximum_range: {
    field: 'maximum',
    en: 'The maximum must be at least the minimum and less than {limit}.',
    zh: '最高金额须不低于最低金额且小于 {limit}。',
  },
  wallet_full: {
    field: 'amount',
    en: 'The wallet would exceed its maximum balance.',
    zh: '钱包余额将超出上限。',
  },
  wallet_insufficient: {
    field: 'amount',
    en: 'Balance and credit limit do not cover this amount.',
    zh: '余额与信用额度之和不足。',
  },
  credit_limit_out_of_range: {
    field: 'amount',
    en: 'Credit limit must be between 0 and {limit}.',
    zh: '信用额度须在 0 至 {limit} 之间。',
  },
  credit_in_use: {
    field: 'amount',
    en: 'More credit than this is in use. Top up the wallet first.',
    zh: '已使用的信用额度超过该值，请先充值。',
  },
  threshold_negative: {
    field: 'amount',
    en: 'Threshold must be 0 or more.',
    zh: '阈值不能为负数。',
  },

  price_out_of_range: {
    field: 'amount',
    en: 'Price must be between 0 and {limit}.',
    zh: '价格须在 0 至 {limit} 之间。',
  },
  own_price_not_found: {
    en: 'Account {account} has no price of its own for {product}.',
    zh: '账户 {account} 没有 {product} 的专属价格。',
  },
  default_price_required: {
    field: 'amount',
    en: 'The list price cannot have an end date.',
    zh: '统一价不能设置结束时间。',
  },
  planned_price_past: {
    field: 'from',
    en: 'A scheduled price must start in the future. To change it now, give no time.',
    zh: '定时价格的生效时间须晚于现在；不填时间则立即生效。',
  },
  planned_price_taken: {
    field: 'from',
    en: 'Another price is scheduled for that time. Delete it first.',
    zh: '该时间已有定时价格，请先删除。',
  },
  planned_price_not_found: {
    en: 'Scheduled price {plan} not found.',
    zh: '定时价格 {plan} 不存在。',
  },
  per_part_unavailable: {
    en: 'Only SMS products can be charged per segment.',
    zh: '只有短信可以按拆分条数计费。',
  },

  month_invalid: {
    en: 'Use the form YYYY-MM, for example 2026-10.',
    zh: '月份格式应为 YYYY-MM，例如 2026-10。',
  },
  month_not_started: { en: '{month} has not started yet.', zh: '{month} 尚未开始。' },

  call_not_found: {
    field: 'requestId',
    en: 'Call {call} not found. A request that is refused before money is held leaves no call.',
    zh: '调用 {call} 不存在。冻结金额之前遭拒绝的请求不会产生调用。',
  },
  call_not_of_account: {
    field: 'requestId',
    en: 'Account {account} has no call {call}.',
    zh: '账户 {account} 没有调用 {call}。',
  },
  call_in_progress: {
    en: 'Call {call} is still in progress, or its provider is being queried.',
    zh: '调用 {call} 仍在进行，或正在向服务商查询结果。',
  },
  call_ended: {
    en: 'Call {call} has already ended: {state}.',
    zh: '调用 {call} 已结束：{state}。',
  },
  call_not_charged: {
    field: 'requestId',
    en: 'Call {call} was not charged. There is nothing to refund.',
    zh: '调用 {call} 未计费，无需退款。',
  },
  call_already_refunded: {
    field: 'requestId',
    en: 'Call {call} was already refunded.',
    zh: '调用 {call} 已退款。',
  },
  evidence_missing: {
    field: 'reason',
    en: 'Enter the evidence for this decision.',
    zh: '请填写作出判定的依据。',
  },
  check_closed: {
    en: 'Check {check} can no longer be changed.',
    zh: '核验 {check} 已不能修改。',
  },
} as const satisfies Record<string, RefusalRow>;
