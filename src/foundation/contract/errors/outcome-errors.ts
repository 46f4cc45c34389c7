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
    cause: {
      en: 'The first request with this key has no reply yet.',
      zh: '使用该 Idempotency-Key 的第一个请求尚未得到答复。',
    },
    fix: {
      en: 'Wait for the seconds in `Retry-After`, then send the same request with the same key.',
      zh: '请等待 `Retry-After` 给出的秒数，再以相同的键发送相同的请求。',
    },
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
    cause: {
      en: 'The key belongs to an earlier request with another path or body.',
      zh: '该键属于更早的请求，其路径或正文不同。',
    },
    fix: {
      en: 'Use a fresh key for each call, and repeat a call byte for byte.',
      zh: '每次调用使用新的键，重复调用时逐字节保持一致。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onEvery,
  },
  rate_limited_key: {
    code: 42901,
    status: 429,
    message: { en: 'Too many requests with this API key.', zh: '该 API 密钥的请求过于频繁。' },
    cause: {
      en: 'The key sent more requests in a short time than it may.',
      zh: '该密钥在短时间内发送的请求超过了限额。',
    },
    fix: {
      en: 'Wait for the seconds in `Retry-After`. The RateLimit headers show what is left.',
      zh: '请等待 `Retry-After` 给出的秒数。RateLimit 响应头会显示剩余额度。',
    },
    charged: 'no',
    retry: 'wait',
    on: onEvery,
  },
  rate_limited_number: {
    code: 42902,
    status: 429,
    message: { en: 'Too many messages to this number.', zh: '向该号码发送的短信过于频繁。' },
    cause: {
      en: 'The number got as many messages of this product as it may: in a minute, an hour or a day.',
      zh: '该号码在一分钟、一小时或一天内收到的此产品短信已达上限。',
    },
    fix: {
      en:
        'Wait for the seconds in `Retry-After`. Let the person ask for a new code only after a ' +
        'pause.',
      zh: '请等待 `Retry-After` 给出的秒数。请让用户间隔一段时间后再获取新的验证码。',
    },
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
    cause: {
      en:
        'The same code to the same number within 30 seconds is taken for a repetition of one call, ' +
        'which would be paid twice.',
      zh: '30 秒内向同一号码发送相同的验证码，会被视为同一次调用的重复，否则将付费两次。',
    },
    fix: {
      en:
        'Treat the first message as sent. Repeat a call with its Idempotency-Key to get its ' +
        'reply.',
      zh: '请视第一条短信为已发送。需要重复调用时，使用其 Idempotency-Key 以取得第一次的答复。',
    },
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
    cause: {
      en:
        'Many messages went to neighbouring numbers in a short time, which is the sign of SMS ' +
        'pumping.',
      zh: '短时间内有大量短信发往相邻号码，这是短信盗刷的迹象。',
    },
    fix: {
      en: 'Protect the form that asks for codes, and wait for the seconds in `Retry-After`.',
      zh: '请保护获取验证码的表单，并等待 `Retry-After` 给出的秒数。',
    },
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
    cause: {
      en:
        'Many keys that do not exist were tried from this network address. Until it has waited, keys ' +
        'that were not used lately are not looked up for it; whether this one exists is not said.',
      zh: '从该网络地址尝试了许多不存在的密钥。在等待结束之前，不再为其查询近期未使用过的密钥；此密钥是否存在不作说明。',
    },
    fix: {
      en:
        'Wait for the seconds in `Retry-After`. If you did not try other keys, ask the operator ' +
        'whether the service sees your own address or that of a proxy.',
      zh: '请等待 `Retry-After` 给出的秒数。如果您没有尝试其他密钥，请向运营方确认平台看到的是您的地址还是代理的地址。',
    },
    charged: 'no',
    retry: 'wait',
    on: onEvery,
  },
  internal: {
    code: 50001,
    status: 500,
    message: { en: 'Something went wrong on our side.', zh: '服务器内部错误。' },
    cause: {
      en: 'A fault in the service. It was logged under the requestId.',
      zh: '平台发生故障，已按 requestId 记入日志。',
    },
    fix: {
      en:
        'Repeat the call with the same Idempotency-Key. If it stays, give the operator the ' +
        'requestId.',
      zh: '请以相同的 Idempotency-Key 重复调用。如果仍未恢复，请将 requestId 告知运营方。',
    },
    charged: 'maybe_held',
    retry: 'same_key',
    on: onEvery,
  },
  provider_unavailable: {
    code: 50201,
    status: 502,
    message: { en: 'No provider is available.', zh: '服务商暂时不可用。' },
    cause: {
      en: 'Every provider of this product was unreachable or refused to work at the moment.',
      zh: '此产品的全部服务商当时都无法连接或拒绝工作。',
    },
    fix: {
      en: 'Try again later. The amount set aside was given back.',
      zh: '请稍后重试。冻结的金额已退回。',
    },
    charged: 'no',
    retry: 'wait',
    on: onPaid,
  },
  database_unavailable: {
    code: 50301,
    status: 503,
    message: { en: 'The service cannot reach its database.', zh: '服务暂时无法访问数据库。' },
    cause: {
      en: 'Without the database no money can be set aside, so no call is carried out.',
      zh: '没有数据库就无法冻结金额，因此不执行任何调用。',
    },
    fix: {
      en: 'Repeat the call with the same Idempotency-Key after the seconds in `Retry-After`.',
      zh: '请在 `Retry-After` 给出的秒数之后，以相同的 Idempotency-Key 重复调用。',
    },
    charged: 'no',
    retry: 'same_key',
    on: onEvery,
  },
  shutting_down: {
    code: 50302,
    status: 503,
    message: { en: 'The service is shutting down.', zh: '服务正在关闭。' },
    cause: {
      en: 'The process finishes the calls it has and takes no new ones.',
      zh: '进程正在完成已有的调用，不再接受新的调用。',
    },
    fix: {
      en: 'Repeat the call with the same Idempotency-Key after the seconds in `Retry-After`.',
      zh: '请在 `Retry-After` 给出的秒数之后，以相同的 Idempotency-Key 重复调用。',
    },
    charged: 'no',
    retry: 'same_key',
    on: onEvery,
  },
  overloaded: {
    code: 50303,
    status: 503,
    message: { en: 'The service has too much to do.', zh: '服务负载过高。' },
    cause: {
      en: 'More calls are waiting than can be answered in good time.',
      zh: '等待中的调用太多，无法及时答复。',
    },
    fix: {
      en: 'Repeat the call with the same Idempotency-Key after the seconds in `Retry-After`.',
      zh: '请在 `Retry-After` 给出的秒数之后，以相同的 Idempotency-Key 重复调用。',
    },
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
    cause: {
      en: 'The request reached the provider, but no answer came in time. It may have been carried out.',
      zh: '请求已到达服务商，但未在时限内得到答复。它可能已被执行。',
    },
    fix: {
      en:
        'Do not send it anew. The amount is held until the outcome is known, and is then ' +
        'charged or ' +
        'given back. For a message, ask `sms_status` with the requestId of this reply.',
      zh: '请勿重新发送。金额会保持冻结，直到结果明确，届时计费或退回。短信可凭此答复的 requestId 通过 `sms_status` 查询。',
    },
    charged: 'held',
    retry: 'same_key',
    on: onPaid,
  },
} as const satisfies Record<string, ErrorRow>;
