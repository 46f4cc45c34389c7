import { type ErrorRow, onNone } from './error-row.ts';

/** Errors that say why somebody does not get into the console. 401 is left to sessions that have ended. */
export const signInErrors = {
  sign_in_failed: {
    code: 40332,
    status: 403,
    message: { en: 'E-mail or password is not right.', zh: '邮箱或密码不正确。' },
    cause:
      'Nobody who may use the console has this e-mail and this password. The reply is the same ' +
      'whichever of them is wrong, so that a guess learns nothing.',
    fix: 'Check both. Whoever runs the platform can send a new link with `person invite`.',
    charged: 'no',
    retry: 'change_request',
    on: onNone,
  },
  code_wrong: {
    code: 40333,
    status: 403,
    message: { en: 'The second factor is not right.', zh: '两步验证未通过。' },
    cause:
      'The code is not the one of this moment, was used before, or the passkey is not one of this ' +
      'person. Each code is good once.',
    fix:
      'Wait for the next code of the app, and check that the clock of the phone is right. Without ' +
      'the phone, use a recovery code.',
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
    cause:
      'The identity provider refused, its answer did not belong to this browser, or it did not ' +
      'vouch for the e-mail.',
    fix: 'Begin again from the sign-in page.',
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
    cause:
      'The identity provider says who signs in, and the platform knows nobody by this e-mail; or ' +
      'the person gave the e-mail themselves, and has not connected the provider yet.',
    fix:
      'Ask whoever runs the platform for an invitation to this e-mail. Whoever has a password here ' +
      'signs in with it, and begins the sign-in with the provider from there once.',
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
    cause:
      'The page was opened over plain http from another machine. A password would be read by ' +
      'everybody on the way, and browsers keep no session there.',
    fix:
      'Put a reverse proxy with a certificate before the platform and set PUBLIC_URL, or open ' +
      'http://localhost on the machine itself, through a tunnel if need be.',
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
    cause: 'Browsers tie a passkey to a name, and the console was opened by an IP address.',
    fix: 'Open the console by its name, such as http://localhost:8080, or use an app for codes.',
    charged: 'no',
    retry: 'change_request',
    on: onNone,
  },
  invitation_gone: {
    code: 40403,
    status: 404,
    message: { en: 'This link is not good any more.', zh: '此链接已失效。' },
    cause: 'The link was used, withdrawn, or is older than 7 days; or it was not copied whole.',
    fix: 'Ask whoever sent it for a new one.',
    charged: 'no',
    retry: 'ask_operator',
    on: onNone,
  },
  too_many_tries: {
    code: 42907,
    status: 429,
    message: { en: 'Too many tries. Wait a moment.', zh: '尝试次数过多，请稍候再试。' },
    cause:
      'There were many tries that were not right from this network. Nobody is locked out by it: a ' +
      'browser that has signed in before, and other networks, go on.',
    fix: 'Wait for the seconds of `Retry-After`, or use a browser that has signed in before.',
    charged: 'no',
    retry: 'wait',
    on: onNone,
  },
} as const satisfies Record<string, ErrorRow>;
