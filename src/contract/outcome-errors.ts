import { type ErrorRow, onEvery, onPaid, onSms } from './error-row.ts';

/** Errors of the moment: repetition, limits, and faults on our side or at a provider. */
export const outcomeErrors = {
  idempotency_in_flight: {
    code: 40901,
    status: 409,
    message: {
      en: 'A request with this Idempotency-Key is still being worked on.',
      zh: '使用该 Idempotency-Key 的请求仍在处理中。',
    },
    cause: 'The first request with this key has no reply yet.',
    fix: 'Wait for the seconds in `Retry-After`, then send the same request with the same key.',
    charged: 'no',
    retry: 'same_key',
    on: onEvery,
  },
  idempotency_body_differs: {
    code: 42201,
    status: 422,
    message: {
      en: 'This Idempotency-Key was used with another request.',
      zh: '该 Idempotency-Key 已用于不同的请求。',
    },
    cause: 'The key belongs to an earlier request with another path or body.',
    fix: 'Use a fresh key for each call, and repeat a call byte for byte.',
    charged: 'no',
    retry: 'change_request',
    on: onEvery,
  },
  rate_limited_key: {
    code: 42901,
    status: 429,
    message: { en: 'Too many requests with this API key.', zh: '该 API 密钥的请求过于频繁。' },
    cause: 'The key sent more requests in a short time than it may.',
    fix: 'Wait for the seconds in `Retry-After`. The RateLimit headers show what is left.',
    charged: 'no',
    retry: 'wait',
    on: onEvery,
  },
  rate_limited_number: {
    code: 42902,
    status: 429,
    message: { en: 'Too many messages to this number.', zh: '向该号码发送的短信过于频繁。' },
    cause:
      'The number got as many messages of this product as it may: in a minute, an hour or a day.',
    fix:
      'Wait for the seconds in `Retry-After`. Let the person ask for a new code only after a ' +
      'pause.',
    charged: 'no',
    retry: 'wait',
    on: onSms,
  },
  duplicate_code: {
    code: 42904,
    status: 429,
    message: {
      en: 'The same code was just sent to this number.',
      zh: '刚刚已向该号码发送过相同的验证码。',
    },
    cause:
      'The same code to the same number within 30 seconds is taken for a repetition of one call, ' +
      'which would be paid twice.',
    fix:
      'Treat the first message as sent. Repeat a call with its Idempotency-Key to get its ' +
      'reply.',
    charged: 'no',
    retry: 'wait',
    on: ['sms_code'],
  },
  prefix_closed: {
    code: 42905,
    status: 429,
    message: {
      en: 'Messages to this range of numbers are stopped for now.',
      zh: '暂停向该号段发送短信。',
    },
    cause:
      'Many messages went to neighbouring numbers in a short time, which is the sign of SMS ' +
      'pumping.',
    fix: 'Protect the form that asks for codes, and wait for the seconds in `Retry-After`.',
    charged: 'no',
    retry: 'wait',
    on: onSms,
  },
  rate_limited_address: {
    code: 42906,
    status: 429,
    message: {
      en: 'Too many unknown API keys from this address.',
      zh: '该地址使用未知 API 密钥的请求过于频繁。',
    },
    cause:
      'Many keys that do not exist were tried from this network address. Until it has waited, keys ' +
      'that were not used lately are not looked up for it; whether this one exists is not said.',
    fix:
      'Wait for the seconds in `Retry-After`. If you did not try other keys, ask the operator ' +
      'whether the service sees your own address or that of a proxy.',
    charged: 'no',
    retry: 'wait',
    on: onEvery,
  },
  internal: {
    code: 50001,
    status: 500,
    message: { en: 'Something went wrong on our side.', zh: '服务器内部错误。' },
    cause: 'A fault in the service. It was logged under the requestId.',
    fix:
      'Repeat the call with the same Idempotency-Key. If it stays, give the operator the ' +
      'requestId.',
    charged: 'maybe_held',
    retry: 'same_key',
    on: onEvery,
  },
  provider_unavailable: {
    code: 50201,
    status: 502,
    message: { en: 'No provider is available.', zh: '服务商暂时不可用。' },
    cause: 'Every provider of this product was unreachable or refused to work at the moment.',
    fix: 'Try again later. The amount set aside was given back.',
    charged: 'no',
    retry: 'wait',
    on: onPaid,
  },
  database_unavailable: {
    code: 50301,
    status: 503,
    message: { en: 'The service cannot reach its database.', zh: '服务暂时无法访问数据库。' },
    cause: 'Without the database no money can be set aside, so no call is carried out.',
    fix: 'Repeat the call with the same Idempotency-Key after the seconds in `Retry-After`.',
    charged: 'no',
    retry: 'same_key',
    on: onEvery,
  },
  shutting_down: {
    code: 50302,
    status: 503,
    message: { en: 'The service is shutting down.', zh: '服务正在关闭。' },
    cause: 'The process finishes the calls it has and takes no new ones.',
    fix: 'Repeat the call with the same Idempotency-Key after the seconds in `Retry-After`.',
    charged: 'no',
    retry: 'same_key',
    on: onEvery,
  },
  overloaded: {
    code: 50303,
    status: 503,
    message: { en: 'The service has too much to do.', zh: '服务负载过高。' },
    cause: 'More calls are waiting than can be answered in good time.',
    fix: 'Repeat the call with the same Idempotency-Key after the seconds in `Retry-After`.',
    charged: 'no',
    retry: 'same_key',
    on: onEvery,
  },
  outcome_unknown: {
    code: 50401,
    status: 504,
    message: {
      en: 'The provider did not say whether it carried out the call.',
      zh: '服务商未返回处理结果，结果未知。',
    },
    cause:
      'The request reached the provider, but no answer came in time. It may have been carried out.',
    fix:
      'Do not send it anew. The amount is held until the outcome is known, and is then ' +
      'charged or ' +
      'given back. For a message, ask `sms_status` with the requestId of this reply.',
    charged: 'held',
    retry: 'same_key',
    on: onPaid,
  },
} as const satisfies Record<string, ErrorRow>;
