import type { ErrorRow } from './error-row.ts';

/** Errors of the console. API callers never get them. */
export const consoleErrors = {
  sign_in_required: {
    code: 40101,
    status: 401,
    message: { en: 'Please sign in.', zh: '请先登录。' },
    cause: {
      en: 'There is no session, or it has expired.',
      zh: '尚未登录，或登录已过期。',
    },
    fix: {
      en: 'Sign in to the console.',
      zh: '请登录控制台。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'none',
  },
  factor_required: {
    code: 40102,
    status: 401,
    message: { en: 'Please confirm with your second factor.', zh: '请完成两步验证。' },
    cause: {
      en:
        'Actions on money, keys, secrets and people require the second factor again after 10 ' +
        'minutes.',
      zh: '涉及资金、密钥、机密与人员的操作，超过 10 分钟须重新完成两步验证。',
    },
    fix: {
      en: 'Confirm with your passkey or a code, then try again.',
      zh: '请用通行密钥或验证码确认后重试。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'none',
  },
  right_missing: {
    code: 40320,
    status: 403,
    message: { en: 'Your role does not allow this.', zh: '当前角色无权执行此操作。' },
    cause: {
      en: 'Your role in this account, or on the platform, lacks the permission.',
      zh: '您在该账户或平台中的角色没有此权限。',
    },
    fix: {
      en: 'Ask an owner for another role.',
      zh: '请向所有者申请其他角色。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: 'none',
  },
  nothing_there: {
    code: 40410,
    status: 404,
    message: { en: 'Not found.', zh: '内容不存在。' },
    cause: {
      en: 'It does not exist, or you are not allowed to see it.',
      zh: '内容不存在，或您无权查看。',
    },
    fix: {
      en: 'Check the URL.',
      zh: '请检查地址。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'none',
  },
  refused: {
    code: 42210,
    status: 422,
    message: {
      en: 'The request was rejected. Nothing was changed.',
      zh: '操作未执行，未作任何更改。',
    },
    cause: {
      en: 'The action is not possible, for the reason in `details`.',
      zh: '由于 `details` 中的原因，无法执行此操作。',
    },
    fix: {
      en: 'Correct what `details` names.',
      zh: '请根据 `details` 的提示修改。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'none',
  },
} as const satisfies Record<string, ErrorRow>;
