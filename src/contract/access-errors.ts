import { type ErrorRow, onEvery, onPaid, onSms } from './error-row.ts';

/** Errors that say that the key, the account or its money does not allow the call. */
export const accessErrors = {
  key_missing: {
    code: 40301,
    status: 403,
    message: { en: 'The x-api-key header is missing.', zh: '缺少 x-api-key 请求头。' },
    cause: 'The request carries no API key.',
    fix:
      'Send your API key in the header `x-api-key`, by itself. A key in `Authorization` is not ' +
      'read; `details` says so where there is one.',
    charged: 'no',
    retry: 'change_request',
    on: onEvery,
  },
  key_invalid: {
    code: 40302,
    status: 403,
    message: { en: 'The API key is not valid.', zh: 'API 密钥无效。' },
    cause:
      'The key is malformed, unknown, revoked or expired. The reply is the same for all four, so ' +
      'that a guess learns nothing.',
    fix: 'Check that the whole key was copied, and that it was not revoked. Ask for a new one.',
    charged: 'no',
    retry: 'ask_operator',
    on: onEvery,
  },
  product_not_in_scope: {
    code: 40303,
    status: 403,
    message: { en: 'This API key may not use this product.', zh: '该 API 密钥无权使用此产品。' },
    cause: 'The key is limited to some products, and this one is not among them.',
    fix: 'Use another key, or ask the operator to add the product to the scope of this one.',
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
    cause: 'The key has a list of network addresses, and the request came from another.',
    fix: 'Call from a listed address, or ask the operator to add yours.',
    charged: 'no',
    retry: 'ask_operator',
    on: onEvery,
  },
  account_suspended: {
    code: 40305,
    status: 403,
    message: { en: 'The account is suspended.', zh: '账户已被停用。' },
    cause: 'The operator suspended the account. Its money stays where it is.',
    fix: 'Ask the operator for the reason.',
    charged: 'no',
    retry: 'ask_operator',
    on: onEvery,
  },
  product_off: {
    code: 40306,
    status: 403,
    message: { en: 'This product is switched off.', zh: '此产品已关闭。' },
    cause: 'The operator switched the product off, for this account or for all.',
    fix: 'Ask the operator to switch it on.',
    charged: 'no',
    retry: 'ask_operator',
    on: onPaid,
  },
  product_not_available: {
    code: 40314,
    status: 403,
    message: { en: 'This product is not available yet.', zh: '此产品暂不可用。' },
    cause:
      'No provider serves live calls of this product for this account, or to the region of the ' +
      'number; or, for a face verification, the persons could not be told who runs the platform ' +
      'and who checks them. A key of the test mode works.',
    fix:
      'Ask the operator to put a provider on the route of the product; `doctor` tells them what ' +
      'is missing.',
    charged: 'no',
    retry: 'ask_operator',
    on: onPaid,
  },
  balance_too_low: {
    code: 40307,
    status: 403,
    message: { en: 'The balance is too low for this call.', zh: '余额不足，无法完成此次调用。' },
    cause:
      'The money available in the wallet of this mode, with the credit limit if there is one, is ' +
      'less than the unit price. Money that is held for open calls is not available.',
    fix: 'Top up the wallet. The operation `balance` shows what is available and what is held.',
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
    cause: 'This call would take the spending of the key for today above its cap.',
    fix: 'Wait for the next day, or ask the operator to raise the cap.',
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
    cause: 'This call would take the spending of the account for today above its cap.',
    fix: 'Wait for the next day, or ask the operator to raise the cap.',
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
    cause: 'The number belongs to a country or region that is not on the list of the account.',
    fix: 'Check the country code. If the region is meant, ask the operator to allow it.',
    charged: 'no',
    retry: 'ask_operator',
    on: onSms,
  },
  auth_token_unknown: {
    code: 40311,
    status: 403,
    message: { en: 'The authToken is not known.', zh: 'authToken 不存在。' },
    cause:
      'No check of this account and mode has this token, or its result is no longer kept. A ' +
      'token ' +
      'of another account gets the same reply.',
    fix:
      'Send the `authToken` of the link reply unchanged, with a key of the same account and ' +
      'mode.',
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
    cause: 'The account has a list of origins to which people may be sent back.',
    fix: 'Use an address of a listed origin, or ask the operator to add this one.',
    charged: 'no',
    retry: 'ask_operator',
    on: ['face_verify'],
  },
  request_unknown: {
    code: 40313,
    status: 403,
    message: { en: 'The requestId is not known.', zh: 'requestId 不存在。' },
    cause:
      'No message of this account and mode was sent under this requestId. A requestId of another ' +
      'account, or of a product that is not in the scope of the key, gets the same reply.',
    fix: 'Send the `requestId` of the sms_code or sms_notice reply, with a key of the same mode.',
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
    cause: 'Templates belong to the platform, and none is assigned to this product and account.',
    fix: 'Ask the operator to assign a template.',
    charged: 'no',
    retry: 'ask_operator',
    on: onSms,
  },
} as const satisfies Record<string, ErrorRow>;
