import { type ErrorRow, onEvery, onPaid, onSms } from './error-row.ts';

/** Errors that say that the key, the account or its money does not allow the call. */
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
        'Send your API key in the header `x-api-key`, by itself. A key in `Authorization` is not ' +
        'read; `details` says so where there is one.',
      zh: '请将 API 密钥单独放在请求头 `x-api-key` 中。`Authorization` 中的密钥不会被读取；如有此情况，`details` 会说明。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onEvery,
  },
  key_invalid: {
    code: 40302,
    status: 403,
    message: { en: 'The API key is not valid.', zh: 'API 密钥无效。' },
    cause: {
      en:
        'The key is malformed, unknown, revoked or expired. The reply is the same for all four, so ' +
        'that a guess learns nothing.',
      zh: '密钥格式错误、不存在、已吊销或已过期。四种情况的答复相同，使猜测者一无所获。',
    },
    fix: {
      en:
        'Check that the whole key was copied. The console shows under Keys whether it was revoked or ' +
        'has ended, and makes another.',
      zh: '请确认复制了完整的密钥。控制台的“密钥”页会显示它是否已吊销或已到期，也可在那里新建密钥。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: onEvery,
  },
  product_not_in_scope: {
    code: 40303,
    status: 403,
    message: { en: 'This API key may not use this product.', zh: '该 API 密钥无权使用此产品。' },
    cause: {
      en:
        'The key is limited to some products, and this one is not among them. The webhook ' +
        'operations need the scope `webhooks`.',
      zh: '该密钥只限用于部分产品，此产品不在其中。事件推送的接口需要 `webhooks` 范围。',
    },
    fix: {
      en:
        'Use a key that has the product in its scope, or make one in the console under Keys: what a ' +
        'key may do stays as it was made.',
      zh: '请使用范围内包含此产品的密钥，或在控制台的“密钥”页新建一个：密钥的范围创建后不能更改。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: onEvery,
  },
  address_not_allowed: {
    code: 40304,
    status: 403,
    message: {
      en: 'This API key may not be used from this address.',
      zh: '该 API 密钥不允许从此地址使用。',
    },
    cause: {
      en: 'The key has a list of network addresses, and the request came from another.',
      zh: '该密钥设有网络地址名单，而请求来自名单之外的地址。',
    },
    fix: {
      en:
        'Call from a listed address, or make a key with yours in the console under Keys: the list of ' +
        'a key stays as it was made.',
      zh: '请从名单中的地址调用，或在控制台的“密钥”页新建包含您的地址的密钥：名单创建后不能更改。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: onEvery,
  },
  account_suspended: {
    code: 40305,
    status: 403,
    message: { en: 'The account is suspended.', zh: '账户已被停用。' },
    cause: {
      en: 'The operator suspended the account. Its money stays where it is.',
      zh: '运营方停用了该账户。账户中的资金不受影响。',
    },
    fix: {
      en: 'Ask the operator for the reason.',
      zh: '请向运营方询问原因。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: onEvery,
  },
  product_off: {
    code: 40306,
    status: 403,
    message: { en: 'This product is switched off.', zh: '此产品已关闭。' },
    cause: {
      en: 'The operator switched the product off, for this account or for all.',
      zh: '运营方对该账户或全部账户关闭了此产品。',
    },
    fix: {
      en: 'Ask the operator to switch it on.',
      zh: '请让运营方开启此产品。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: onPaid,
  },
  product_not_available: {
    code: 40314,
    status: 403,
    message: { en: 'This product is not available yet.', zh: '此产品暂不可用。' },
    cause: {
      en:
        'No provider serves live calls of this product for this account, or to the region of the ' +
        'number; or, for a face verification, the persons could not be told who runs the platform ' +
        'and who checks them. A key of the test mode works.',
      zh: '对于该账户或号码所在地区，没有服务商承接此产品的正式调用；或对于人脸核验，尚无法向用户说明平台的运营方与核验方。测试模式的密钥可以使用。',
    },
    fix: {
      en:
        'Ask the operator to put a provider on the route of the product; `doctor` tells them what ' +
        'is missing.',
      zh: '请让运营方为此产品的路由配置服务商；`doctor` 命令会告诉他们缺少什么。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: onPaid,
  },
  balance_too_low: {
    code: 40307,
    status: 403,
    message: { en: 'The balance is too low for this call.', zh: '余额不足，无法完成此次调用。' },
    cause: {
      en:
        'The money available in the wallet of this mode, with the credit limit if there is one, is ' +
        'less than the unit price. Money that is held for open calls is not available.',
      zh: '此模式的钱包中，可用余额加上信用额度（如有）低于单价。为未完结的调用冻结的金额不可用。',
    },
    fix: {
      en: 'Top up the wallet. The operation `balance` shows what is available and what is held.',
      zh: '请充值。接口 `balance` 会显示可用余额与冻结金额。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: onPaid,
  },
  key_spend_cap: {
    code: 40308,
    status: 403,
    message: {
      en: 'The daily spend cap of this API key is reached.',
      zh: '该 API 密钥已达到每日消费上限。',
    },
    cause: {
      en: 'This call would take the spending of the key for today above its cap.',
      zh: '此次调用会使该密钥当日的消费超过上限。',
    },
    fix: {
      en:
        'Wait for the next day, or make a key with another cap in the console under Keys: the cap of ' +
        'a key stays as it was made.',
      zh: '请等到次日，或在控制台的“密钥”页新建上限不同的密钥：密钥的上限创建后不能更改。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: onPaid,
  },
  account_spend_cap: {
    code: 40309,
    status: 403,
    message: {
      en: 'The daily spend cap of the account is reached.',
      zh: '账户已达到每日消费上限。',
    },
    cause: {
      en: 'This call would take the spending of the account for today above its cap.',
      zh: '此次调用会使该账户当日的消费超过上限。',
    },
    fix: {
      en: 'Wait for the next day, or ask the operator to raise the cap.',
      zh: '请等到次日，或请运营方提高上限。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: onPaid,
  },
  region_not_allowed: {
    code: 40310,
    status: 403,
    message: {
      en: 'Messages to the region of this number are not allowed.',
      zh: '不允许向该号码所在地区发送短信。',
    },
    cause: {
      en: 'The number belongs to a country or region that is not on the list of the account.',
      zh: '号码所属的国家或地区不在该账户的允许列表中。',
    },
    fix: {
      en: 'Check the country code. If the region is meant, ask the operator to allow it.',
      zh: '请检查国家代码。如果确需发往该地区，请让运营方允许。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: onSms,
  },
  auth_token_unknown: {
    code: 40311,
    status: 403,
    message: { en: 'The authToken is not known.', zh: 'authToken 不存在。' },
    cause: {
      en:
        'No check of this account and mode has this token, or its result is no longer kept. A ' +
        'token ' +
        'of another account gets the same reply.',
      zh: '该账户与模式下没有此令牌对应的核验，或其结果已不再保存。其他账户的令牌也得到同样的答复。',
    },
    fix: {
      en:
        'Send the `authToken` of the link reply unchanged, with a key of the same account and ' +
        'mode.',
      zh: '请原样发送生成链接时返回的 `authToken`，并使用同一账户、同一模式的密钥。',
    },
    charged: 'no',
    retry: 'change_request',
    on: ['face_recheck'],
  },
  redirect_not_allowed: {
    code: 40312,
    status: 403,
    message: {
      en: 'The redirectUrl is not on the list of the account.',
      zh: 'redirectUrl 不在账户的允许列表中。',
    },
    cause: {
      en: 'The account has a list of origins to which people may be sent back.',
      zh: '该账户设有允许返回的来源列表。',
    },
    fix: {
      en: 'Use an address of a listed origin, or ask the operator to add this one.',
      zh: '请使用列表中来源的地址，或请运营方加入此来源。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: ['face_verify'],
  },
  request_unknown: {
    code: 40313,
    status: 403,
    message: { en: 'The requestId is not known.', zh: 'requestId 不存在。' },
    cause: {
      en:
        'No message of this account and mode was sent under this requestId. A requestId of another ' +
        'account, or of a product that is not in the scope of the key, gets the same reply.',
      zh: '该账户与模式下没有以此 requestId 发送的短信。其他账户的 requestId，或不在密钥范围内的产品，也得到同样的答复。',
    },
    fix: {
      en: 'Send the `requestId` of the sms_code or sms_notice reply, with a key of the same mode.',
      zh: '请发送 sms_code 或 sms_notice 返回的 `requestId`，并使用同一模式的密钥。',
    },
    charged: 'no',
    retry: 'change_request',
    on: ['sms_status'],
  },
  template_not_assigned: {
    code: 40402,
    status: 404,
    message: {
      en: 'No template is assigned to this product.',
      zh: '此产品尚未分配短信模板。',
    },
    cause: {
      en: 'Templates belong to the platform, and none is assigned to this product and account.',
      zh: '模板属于平台，而此产品与账户尚未分配模板。',
    },
    fix: {
      en: 'Ask the operator to assign a template.',
      zh: '请让运营方分配模板。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: onSms,
  },
} as const satisfies Record<string, ErrorRow>;
