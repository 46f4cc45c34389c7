import type { ErrorRow } from './error-row.ts';

/** Errors of signing in to the console. 401 is reserved for ended sessions. */
export const signInErrors = {
  sign_in_failed: {
    code: 40332,
    status: 403,
    message: { en: 'Wrong email or password.', zh: '邮箱或密码错误。' },
    cause: {
      en:
        'No active member has this email and password. The response is the same whichever is ' +
        'wrong, so that guessing reveals nothing.',
      zh: '没有成员与此邮箱和密码匹配。为防止试探，无论哪一项错误，响应都相同。',
    },
    fix: {
      en: 'Check both. The operator can send a new link with `team invite`.',
      zh: '请检查邮箱和密码。运营方可用 `team invite` 发送新的链接。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'outside',
  },
  code_wrong: {
    code: 40333,
    status: 403,
    message: { en: 'The second factor is wrong.', zh: '两步验证未通过。' },
    cause: {
      en:
        'The code is wrong, expired or already used, or the passkey belongs to someone else. ' +
        'Each code works once.',
      zh: '验证码错误、已过期或已使用，或通行密钥不属于您。每个验证码只能使用一次。',
    },
    fix: {
      en:
        "Wait for the next code in your app, and check that the phone's clock is correct. If you " +
        'do not have the phone, use a recovery code.',
      zh: '请等待应用显示下一个验证码，并检查手机时间是否准确。如果手机不在身边，请使用恢复码。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'outside',
  },
  cell_entry_failed: {
    code: 40335,
    status: 403,
    message: { en: 'Switching to this cell failed.', zh: '切换到此单元失败。' },
    cause: {
      en:
        'The switch took too long, was used already, was started in another browser, or was not ' +
        'signed for this cell.',
      zh: '切换超时、已使用过、由其他浏览器发起，或签名不是给本单元的。',
    },
    fix: {
      en: 'Open the cell again from the list of cells.',
      zh: '请从单元列表重新打开该单元。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'outside',
  },
  oidc_failed: {
    code: 40334,
    status: 403,
    message: {
      en: 'Sign-in with the identity provider failed.',
      zh: '通过身份提供方登录失败。',
    },
    cause: {
      en:
        'The identity provider rejected the sign-in, its response did not belong to this ' +
        'browser, or it did not confirm the email.',
      zh: '身份提供方拒绝了登录，其响应不属于此浏览器，或它没有确认该邮箱。',
    },
    fix: {
      en: 'Start again from the sign-in page.',
      zh: '请从登录页重新开始。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'outside',
  },
  oidc_unknown: {
    code: 40330,
    status: 403,
    message: {
      en: 'This email is neither registered nor invited.',
      zh: '此邮箱未注册，也未受邀。',
    },
    cause: {
      en:
        'The identity provider confirmed the sign-in, but no member has this email; or the ' +
        'member signs in with a password and has not linked the identity provider yet.',
      zh: '身份提供方已确认登录，但平台上没有使用该邮箱的成员；或者该成员使用密码登录，尚未关联身份提供方。',
    },
    fix: {
      en:
        'Ask the operator to invite this email. If you have a password here, sign in with it ' +
        "first, then start the identity provider's sign-in once from the console.",
      zh: '请联系运营方邀请该邮箱。如果您已有密码，请先用密码登录，再从控制台内发起一次身份提供方登录。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: 'outside',
  },
  console_needs_https: {
    code: 40331,
    status: 403,
    message: {
      en: 'The console requires https, except on the machine itself.',
      zh: '请通过 https 访问控制台，或在本机访问。',
    },
    cause: {
      en:
        'The page was opened over plain http from another machine. The network could read your ' +
        'password, and browsers keep no session there.',
      zh: '页面是从其他机器通过未加密的 http 打开的。密码可能在传输途中泄露，浏览器也不会在此保存会话。',
    },
    fix: {
      en:
        'Put a reverse proxy with a certificate in front of the platform and set PUBLIC_URL, or ' +
        'open http://localhost on the machine itself, for example through an SSH tunnel.',
      zh: '请在平台前部署带证书的反向代理并设置 PUBLIC_URL，或在本机（例如通过 SSH 隧道）打开 http://localhost。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: 'outside',
  },
  passkey_needs_name: {
    code: 40010,
    status: 400,
    message: {
      en: 'Passkeys need a host name, not an IP address.',
      zh: '通行密钥只能在主机名下使用，不支持 IP 地址。',
    },
    cause: {
      en: 'Browsers bind a passkey to a host name, and the console was opened by IP address.',
      zh: '浏览器将通行密钥与主机名绑定，而控制台是通过 IP 地址打开的。',
    },
    fix: {
      en:
        'Open the console by its host name, such as http://localhost:8080, or use an ' +
        'authenticator app.',
      zh: '请通过主机名打开控制台，例如 http://localhost:8080，或使用身份验证器应用。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'outside',
  },
  invitation_gone: {
    code: 40403,
    status: 404,
    message: { en: 'This link was already used or has expired.', zh: '此链接已使用或已失效。' },
    cause: {
      en: 'The link was used, withdrawn or is older than 7 days, or it was not copied completely.',
      zh: '链接已使用、已撤回或超过 7 天，或没有完整复制。',
    },
    fix: {
      en: 'Ask the sender for a new link.',
      zh: '请联系发送者获取新的链接。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: 'outside',
  },
  too_many_tries: {
    code: 42907,
    status: 429,
    message: {
      en: 'Too many attempts. Wait a moment and try again.',
      zh: '尝试次数过多，请稍后再试。',
    },
    cause: {
      en:
        'There were many failed attempts from this network. No member is locked out: browsers ' +
        'that have signed in before, and other networks, still work.',
      zh: '该网络的失败尝试过多。账号不会因此锁定：曾登录过的浏览器和其他网络不受影响。',
    },
    fix: {
      en: 'Wait the number of seconds in `Retry-After`, or use a browser that has signed in before.',
      zh: '请等待 `Retry-After` 指定的秒数，或使用曾登录过的浏览器。',
    },
    charged: 'no',
    retry: 'wait',
    on: 'outside',
  },
} as const satisfies Record<string, ErrorRow>;
