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
    on: 'outside',
  },
  factor_required: {
    code: 40102,
    status: 401,
    message: { en: 'Please confirm with your second factor.', zh: '请完成两步验证。' },
    cause: {
      en:
        'Actions on money, keys, secrets and people require the second factor again after 10 ' +
        'minutes.',
      zh: '涉及资金、密钥、机密与成员的操作，超过 10 分钟须重新完成两步验证。',
    },
    fix: {
      en: 'Confirm with your passkey or a code, then try again.',
      zh: '请用通行密钥或验证码确认后重试。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'outside',
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
    on: 'outside',
  },
  cell_not_connected: {
    code: 40321,
    status: 403,
    message: {
      en: 'The other cell does not know you.',
      zh: '您尚未关联该单元的账号。',
    },
    cause: {
      en: 'No operator of that cell is connected with you, or the operator was disabled or removed.',
      zh: '该单元中没有与您关联的运营人员，或其已停用、已移除。',
    },
    fix: {
      en: 'Open that cell from the list of cells, sign in there, and connect the two.',
      zh: '请从单元列表打开该单元并登录，然后完成关联。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'outside',
  },
  cell_differs: {
    code: 50202,
    status: 502,
    message: {
      en: 'The other cell gave an unexpected response.',
      zh: '该单元返回了无法识别的响应。',
    },
    cause: {
      en: 'It runs another version, its list of cells differs, or its clock is more than 30 seconds off.',
      zh: '该单元的版本或单元列表与本单元不同，或时钟相差超过 30 秒。',
    },
    fix: {
      en: 'Compare the version, `CELLS_FILE` and clock of both cells.',
      zh: '请对照两个单元的版本、`CELLS_FILE` 和时钟。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: 'outside',
  },
  cell_unreachable: {
    code: 50308,
    status: 503,
    message: { en: 'The other cell does not respond.', zh: '该单元没有响应。' },
    cause: {
      en:
        'It is down or overloaded, or one of the two cells cannot reach the address that ' +
        '`CELLS_FILE` has for the other. The limit is 3 seconds.',
      zh: '该单元已停止或过载，或两个单元之间无法通过 `CELLS_FILE` 中的地址互相访问（限时 3 秒）。',
    },
    fix: {
      en: 'Try again. If it goes on, open the console of that cell.',
      zh: '请重试。如果仍然失败，请打开该单元的控制台查看。',
    },
    charged: 'no',
    retry: 'wait',
    on: 'outside',
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
    on: 'outside',
  },
  outdated: {
    code: 40902,
    status: 409,
    message: {
      en: 'Somebody else changed this meanwhile. Nothing was saved.',
      zh: '他人已修改此项，您的修改未保存。',
    },
    cause: {
      en: 'The request names a state that is no longer the current one; `details` says who changed it.',
      zh: '请求所依据的状态已不是当前状态；`details` 说明了由谁修改。',
    },
    fix: {
      en: 'Read the current state, compare it with the change, then send the change again.',
      zh: '请读取当前状态，对比后重新提交修改。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'outside',
  },
  refused: {
    code: 42210,
    status: 422,
    message: {
      en: 'The request was rejected. Nothing was changed.',
      zh: '操作未执行，未作任何修改。',
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
    on: 'outside',
  },
} as const satisfies Record<string, ErrorRow>;
