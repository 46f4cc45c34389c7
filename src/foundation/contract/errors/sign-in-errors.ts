import { type ErrorRow, onNone } from './error-row.ts';

/** Errors that say why somebody does not get into the console. 401 is left to sessions that have ended. */
export const signInErrors = {
  sign_in_failed: {
    code: 40332,
    status: 403,
    message: { en: 'E-mail or password is not right.', zh: '邮箱或密码不正确。' },
    cause: {
      en:
        'Nobody who may use the console has this e-mail and this password. The reply is the same ' +
        'whichever of them is wrong, so that a guess learns nothing.',
      zh: '没有可使用控制台的人员同时匹配此邮箱与密码。无论哪一项错误，答复都相同，使猜测者一无所获。',
    },
    fix: {
      en: 'Check both. Whoever runs the platform can send a new link with `person invite`.',
      zh: '请检查两者。平台的运营方可用 `person invite` 发送新的链接。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onNone,
  },
  code_wrong: {
    code: 40333,
    status: 403,
    message: { en: 'The second factor is not right.', zh: '两步验证未通过。' },
    cause: {
      en:
        'The code is not the one of this moment, was used before, or the passkey is not one of this ' +
        'person. Each code is good once.',
      zh: '验证码不是当前有效的、已经用过，或通行密钥不属于此人。每个验证码只能使用一次。',
    },
    fix: {
      en:
        'Wait for the next code of the app, and check that the clock of the phone is right. Without ' +
        'the phone, use a recovery code.',
      zh: '请等待应用显示下一个验证码，并检查手机时间是否准确。没有手机时，请使用恢复码。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onNone,
  },
  oidc_failed: {
    code: 40334,
    status: 403,
    message: {
      en: 'The sign-in with the identity provider did not succeed.',
      zh: '通过身份提供方登录未成功。',
    },
    cause: {
      en:
        'The identity provider refused, its answer did not belong to this browser, or it did not ' +
        'vouch for the e-mail.',
      zh: '身份提供方拒绝了登录、其答复不属于此浏览器，或它没有确认该邮箱。',
    },
    fix: {
      en: 'Begin again from the sign-in page.',
      zh: '请从登录页重新开始。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onNone,
  },
  oidc_unknown: {
    code: 40330,
    status: 403,
    message: {
      en: 'Nobody of this e-mail is known here or invited.',
      zh: '此邮箱尚未受邀，也未在此登记。',
    },
    cause: {
      en:
        'The identity provider says who signs in, and the platform knows nobody by this e-mail; or ' +
        'the person gave the e-mail themselves, and has not connected the provider yet.',
      zh: '身份提供方说明了登录者是谁，但平台上没有使用该邮箱的人员；或者邮箱是本人自行填写的，尚未与身份提供方关联。',
    },
    fix: {
      en:
        'Ask whoever runs the platform for an invitation to this e-mail. Whoever has a password here ' +
        'signs in with it, and begins the sign-in with the provider from there once.',
      zh: '请向平台的运营方申请发给该邮箱的邀请。已有密码的人员请先用密码登录，再从控制台内发起一次身份提供方登录。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: onNone,
  },
  console_needs_https: {
    code: 40331,
    status: 403,
    message: {
      en: 'The console is used over https, or on the machine itself.',
      zh: '控制台须通过 https 访问，或在本机访问。',
    },
    cause: {
      en:
        'The page was opened over plain http from another machine. A password would be read by ' +
        'everybody on the way, and browsers keep no session there.',
      zh: '页面是从其他机器通过未加密的 http 打开的。途中任何人都能读到密码，浏览器也不会在此保存会话。',
    },
    fix: {
      en:
        'Put a reverse proxy with a certificate before the platform and set PUBLIC_URL, or open ' +
        'http://localhost on the machine itself, through a tunnel if need be.',
      zh: '请在平台前设置带证书的反向代理并设置 PUBLIC_URL，或在本机打开 http://localhost，必要时通过隧道。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: onNone,
  },
  passkey_needs_name: {
    code: 40010,
    status: 400,
    message: {
      en: 'Passkeys need a host name, not an IP address.',
      zh: '通行密钥需要主机名，不能使用 IP 地址。',
    },
    cause: {
      en: 'Browsers tie a passkey to a name, and the console was opened by an IP address.',
      zh: '浏览器将通行密钥与主机名绑定，而控制台是通过 IP 地址打开的。',
    },
    fix: {
      en: 'Open the console by its name, such as http://localhost:8080, or use an app for codes.',
      zh: '请通过主机名打开控制台，例如 http://localhost:8080，或使用验证码应用。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onNone,
  },
  invitation_gone: {
    code: 40403,
    status: 404,
    message: { en: 'This link is not good any more.', zh: '此链接已失效。' },
    cause: {
      en: 'The link was used, withdrawn, or is older than 7 days; or it was not copied whole.',
      zh: '链接已使用、已撤回或超过 7 天，或者没有完整复制。',
    },
    fix: {
      en: 'Ask whoever sent it for a new one.',
      zh: '请向发送者索取新的链接。',
    },
    charged: 'no',
    retry: 'ask_operator',
    on: onNone,
  },
  too_many_tries: {
    code: 42907,
    status: 429,
    message: { en: 'Too many tries. Wait a moment.', zh: '尝试次数过多，请稍候再试。' },
    cause: {
      en:
        'There were many tries that were not right from this network. Nobody is locked out by it: a ' +
        'browser that has signed in before, and other networks, go on.',
      zh: '来自该网络的错误尝试过多。没有人会因此被锁定：曾经登录过的浏览器以及其他网络不受影响。',
    },
    fix: {
      en: 'Wait for the seconds of `Retry-After`, or use a browser that has signed in before.',
      zh: '请等待 `Retry-After` 给出的秒数，或使用曾经登录过的浏览器。',
    },
    charged: 'no',
    retry: 'wait',
    on: onNone,
  },
} as const satisfies Record<string, ErrorRow>;
