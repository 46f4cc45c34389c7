import { type ErrorRow, onNone } from './error-row.ts';

/** Errors of the console, which people see and callers never do. */
export const consoleErrors = {
  sign_in_required: {
    code: 40101,
    status: 401,
    message: { en: 'Please sign in.', zh: '请先登录。' },
    cause: {
      en: 'There is no session, or it has ended.',
      zh: '没有会话，或会话已结束。',
    },
    fix: {
      en: 'Sign in to the console.',
      zh: '请登录控制台。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onNone,
  },
  factor_required: {
    code: 40102,
    status: 401,
    message: { en: 'Please confirm with your second factor.', zh: '请完成两步验证。' },
    cause: {
      en: 'Money, keys, secrets and people ask for the second factor again after 10 minutes.',
      zh: '涉及资金、密钥、机密与人员的操作，在 10 分钟后需再次完成两步验证。',
    },
    fix: {
      en: 'Confirm with your passkey or a code, then try again.',
      zh: '请用通行密钥或验证码确认后重试。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onNone,
  },
  right_missing: {
    code: 40320,
    status: 403,
    message: { en: 'Your role does not allow this.', zh: '当前角色无权执行此操作。' },
    cause: {
      en: 'The role in this account, or on the platform, does not have the right.',
      zh: '在该账户或平台中的角色没有此权限。',
    },
    fix: {
      en: 'Ask an owner for another role.',
      zh: '请向所有者申请其他角色。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: onNone,
  },
  nothing_there: {
    code: 40410,
    status: 404,
    message: { en: 'There is nothing here.', zh: '内容不存在。' },
    cause: {
      en: 'What was asked for does not exist, or is not yours to see.',
      zh: '所查询的内容不存在，或无权查看。',
    },
    fix: {
      en: 'Check the address.',
      zh: '请检查地址。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onNone,
  },
  refused: {
    code: 42210,
    status: 422,
    message: { en: 'This was refused, and nothing was changed.', zh: '操作被拒绝，未作任何更改。' },
    cause: {
      en: 'What was asked for cannot be, for the reason in `details`.',
      zh: '由于 `details` 中的原因，所请求的操作无法进行。',
    },
    fix: {
      en: 'Change what `details` names.',
      zh: '请更改 `details` 指出的内容。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onNone,
  },
} as const satisfies Record<string, ErrorRow>;
