import type { ErrorRow } from './error-row.ts';

/** Errors for a call that its key, its account or its balance does not allow. */
export const accessErrors = {
  key_missing: {
    code: 40301,
    status: 403,
    message: { en: 'The x-api-key header is missing.', zh: '缺少 x-api-key 请求头。' },
    cause: {
      en: 'The request carries no API key.',
      zh: '请求中没有 API 密钥。',
    },
    fix: {
      en:
        'Send your API key in the `x-api-key` header. A key in `Authorization` is ignored; ' +
        '`details` points it out if you sent one.',
      zh: '请通过 `x-api-key` 请求头传递 API 密钥。平台不读取 `Authorization` 中的密钥；如果您这样发送，`details` 会提示。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'every',
  },
  key_invalid: {
    code: 40302,
    status: 403,
    message: { en: 'The API key is not valid.', zh: 'API 密钥无效。' },
    cause: {
      en:
        'The key is malformed, unknown, revoked or expired. All four get the same response, so ' +
        'that guessing reveals nothing.',
      zh: '密钥格式错误、不存在、已吊销或已过期。为防止试探，四种情况的响应相同。',
    },
    fix: {
      en:
        'Make sure you copied the whole key. In the console, Keys shows whether it was revoked ' +
        'or has expired, and lets you create a new one.',
      zh: '请确认复制了完整的密钥。控制台“密钥”页会显示它是否已吊销或已过期，也可在该页新建密钥。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: 'every',
  },
  product_not_in_scope: {
    code: 40303,
    status: 403,
    message: { en: 'This API key cannot use this product.', zh: '该 API 密钥无权使用此产品。' },
    cause: {
      en:
        'The scope of the key does not include this product. The webhook operations need the ' +
        'scope `webhooks`.',
      zh: '该密钥的权限范围不包含此产品。事件推送接口需要 `webhooks` 权限。',
    },
    fix: {
      en:
        'Use a key whose scope includes the product, or create one in the console under Keys. ' +
        'The scope of an existing key cannot be changed.',
      zh: '请使用权限范围包含此产品的密钥，或在控制台“密钥”页新建一个。密钥的权限范围创建后不可修改。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: 'every',
  },
  address_not_allowed: {
    code: 40304,
    status: 403,
    message: {
      en: 'This API key cannot be used from this IP address.',
      zh: '该 API 密钥不允许从此 IP 地址使用。',
    },
    cause: {
      en: 'The key has an IP allowlist, and the request came from an address outside it.',
      zh: '该密钥设有 IP 白名单，而请求来自白名单之外的地址。',
    },
    fix: {
      en:
        'Call from an allowed address, or create a key that allows yours in the console under ' +
        'Keys. The allowlist of an existing key cannot be changed.',
      zh: '请从白名单中的地址调用，或在控制台“密钥”页新建密钥并加入您的地址。白名单创建后不可修改。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: 'every',
  },
  account_suspended: {
    code: 40305,
    status: 403,
    message: { en: 'The account is suspended.', zh: '账户已停用。' },
    cause: {
      en: 'The operator suspended the account. Its balance is unaffected.',
      zh: '运营方停用了该账户，账户余额不受影响。',
    },
    fix: {
      en: 'Ask the operator for the reason.',
      zh: '请联系运营方了解原因。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: 'every',
  },
  product_off: {
    code: 40306,
    status: 403,
    message: { en: 'This product is turned off.', zh: '此产品已关闭。' },
    cause: {
      en: 'The operator turned the product off for this account or for all accounts.',
      zh: '运营方对该账户或所有账户关闭了此产品。',
    },
    fix: {
      en: 'Ask the operator to turn it on.',
      zh: '请联系运营方开启此产品。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: 'paid',
  },
  product_not_available: {
    code: 40314,
    status: 403,
    message: { en: 'This product is not available yet.', zh: '此产品暂不可用。' },
    cause: {
      en:
        'No provider serves live calls of this product for this account or for the region of the ' +
        "number. For a face check, the operator's legal details may be missing, which people " +
        'must see before they consent. Test keys work.',
      zh: '该账户或号码所在地区没有服务商承接此产品的正式调用。人脸核验还可能是因为运营方的主体信息尚未填写，而用户授权前必须看到这些信息。测试密钥不受影响。',
    },
    fix: {
      en:
        'Ask the operator to add a provider to the route of the product. The `doctor` command ' +
        'shows them what is missing.',
      zh: '请联系运营方为此产品的路由添加服务商。`doctor` 命令会列出缺少的配置。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: 'paid',
  },
  balance_too_low: {
    code: 40307,
    status: 403,
    message: { en: 'The balance is too low for this call.', zh: '余额不足，请先充值。' },
    cause: {
      en:
        'The available balance of the wallet in this mode, plus any credit limit, is below the ' +
        'unit price. Money held for open calls is not available.',
      zh: '钱包在此模式下的可用余额加上信用额度（如有）低于单价。未完结调用冻结的金额不计入可用余额。',
    },
    fix: {
      en: 'Top up the wallet. The `balance` operation shows the available and the held amount.',
      zh: '请先充值。可通过 `balance` 接口查询可用余额与冻结金额。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: 'paid',
  },
  wallet_negative: {
    code: 40323,
    status: 403,
    message: {
      en: 'Calls are stopped because the balance is below zero.',
      zh: '余额为负，调用已暂停，请先充值。',
    },
    cause: {
      en:
        'A payment into this wallet was paid back or disputed after its money was spent. So the ' +
        'balance is below zero, and below the credit limit if there is one.',
      zh: '充值到该钱包的一笔支付在款项花掉之后被退回或发生拒付，余额因此低于零；如有信用额度，则已超出该额度。',
    },
    fix: {
      en:
        'Top up at least what is missing; the `balance` operation shows it. If a dispute is a ' +
        'mistake, withdraw it at the bank: the money then returns to the wallet.',
      zh: '请至少补足欠款，可通过 `balance` 接口查询。如属误操作的拒付，请向银行撤销，款项会退回钱包。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: 'paid',
  },
  key_spend_cap: {
    code: 40308,
    status: 403,
    message: {
      en: 'This API key has reached its daily spending limit.',
      zh: '该 API 密钥已达到每日消费上限。',
    },
    cause: {
      en: "This call would take today's spending with this key above its limit.",
      zh: '此次调用会使该密钥当日消费超过上限。',
    },
    fix: {
      en:
        'Wait until tomorrow, or create a key with a higher limit in the console under Keys. The ' +
        'limit of an existing key cannot be changed.',
      zh: '请等到次日，或在控制台“密钥”页新建上限更高的密钥。密钥的上限创建后不可修改。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: 'paid',
  },
  account_spend_cap: {
    code: 40309,
    status: 403,
    message: {
      en: 'The account has reached its daily spending limit.',
      zh: '账户已达到每日消费上限。',
    },
    cause: {
      en: "This call would take today's spending of the account above its limit.",
      zh: '此次调用会使该账户当日消费超过上限。',
    },
    fix: {
      en: 'Wait until tomorrow, or ask the operator to raise the limit.',
      zh: '请等到次日，或联系运营方提高上限。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: 'paid',
  },
  region_not_allowed: {
    code: 40310,
    status: 403,
    message: {
      en: 'Messages to this region are not allowed.',
      zh: '不允许向该号码所在地区发送短信。',
    },
    cause: {
      en: 'The number belongs to a country or region that the account does not allow.',
      zh: '号码所属的国家或地区不在该账户的允许列表中。',
    },
    fix: {
      en: 'Check the country code. If it is correct, ask the operator to allow the region.',
      zh: '请检查国家代码。如果无误，请联系运营方允许该地区。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: 'sms',
  },
  auth_token_unknown: {
    code: 40311,
    status: 403,
    message: { en: 'Unknown authToken.', zh: 'authToken 不存在。' },
    cause: {
      en:
        'No check of this account and mode has this token, or its result is past its retention. ' +
        'A token of another account gets the same response.',
      zh: '该账户在此模式下没有此令牌对应的核验，或核验结果已过保存期。其他账户的令牌响应相同。',
    },
    fix: {
      en:
        'Send the `authToken` exactly as you received it with the link, using a key of the same ' +
        'account and mode.',
      zh: '请原样发送获取链接时返回的 `authToken`，并使用同一账户、同一模式的密钥。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'named',
  },
  redirect_not_allowed: {
    code: 40312,
    status: 403,
    message: {
      en: 'This redirectUrl is not allowed for the account.',
      zh: 'redirectUrl 不在账户的允许列表中。',
    },
    cause: {
      en: 'The account has a list of allowed origins for `redirectUrl`, and this one is not on it.',
      zh: '该账户设有 `redirectUrl` 来源白名单，而此地址的来源不在其中。',
    },
    fix: {
      en: 'Use a URL of an allowed origin, or ask the operator to add this one.',
      zh: '请使用白名单内来源的地址，或联系运营方添加此来源。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: 'named',
  },
  request_unknown: {
    code: 40313,
    status: 403,
    message: { en: 'Unknown requestId.', zh: 'requestId 不存在。' },
    cause: {
      en:
        'No message of this account and mode has this requestId. A requestId of another account, ' +
        'or of a product outside the scope of the key, gets the same response.',
      zh: '该账户在此模式下没有此 requestId 对应的短信。其他账户的 requestId，或密钥权限范围之外的产品，响应相同。',
    },
    fix: {
      en:
        'Send the `requestId` from the sms_code or sms_notice response, using a key of the same ' +
        'mode.',
      zh: '请使用 sms_code 或 sms_notice 返回的 `requestId`，以及同一模式的密钥。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'named',
  },
  verification_unknown: {
    code: 40404,
    status: 404,
    message: { en: 'Unknown verificationId.', zh: 'verificationId 不存在。' },
    cause: {
      en: 'No verification of this account and mode has this ID.',
      zh: '该账户在此模式下没有此 ID 对应的验证。',
    },
    fix: {
      en: 'Send the `verificationId` from the verify_start response, using a key of the same mode.',
      zh: '请使用 verify_start 返回的 `verificationId`，以及同一模式的密钥。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'named',
  },
  template_not_assigned: {
    code: 40402,
    status: 404,
    message: {
      en: 'No template is assigned to this product.',
      zh: '此产品尚未分配短信模板。',
    },
    cause: {
      en: 'The operator has not assigned a template to this product and account.',
      zh: '运营方尚未为此产品和账户分配模板。',
    },
    fix: {
      en: 'Ask the operator to assign a template.',
      zh: '请联系运营方分配模板。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: 'sms',
  },
} as const satisfies Record<string, ErrorRow>;
