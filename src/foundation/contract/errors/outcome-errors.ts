import type { ErrorRow } from './error-row.ts';

/** Errors of the moment: repeats, rate limits, and faults on our side or at a provider. */
export const outcomeErrors = {
  idempotency_in_flight: {
    code: 40901,
    status: 409,
    message: {
      en: 'A request with this Idempotency-Key is still in progress.',
      zh: '使用该 Idempotency-Key 的请求仍在处理中。',
    },
    cause: {
      en: 'The first request with this key has not been answered yet.',
      zh: '使用该 Idempotency-Key 的首个请求尚未返回。',
    },
    fix: {
      en:
        'Wait the number of seconds in `Retry-After`, then send the same request with the same ' +
        'key.',
      zh: '请等待 `Retry-After` 指定的秒数，再用相同的键发送相同的请求。',
    },
    charged: 'no',
    retry: 'same_key',
    on: 'every',
  },
  idempotency_body_differs: {
    code: 42201,
    status: 422,
    message: {
      en: 'This Idempotency-Key was already used for a different request.',
      zh: '该 Idempotency-Key 已用于不同的请求。',
    },
    cause: {
      en: 'An earlier request used this key with another path or body.',
      zh: '之前已有请求使用该键，但路径或请求体不同。',
    },
    fix: {
      en: 'Use a new key for each call. When you retry a call, send exactly the same bytes.',
      zh: '每次调用使用新的键；重试时请求内容须逐字节相同。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'every',
  },
  rate_limited_key: {
    code: 42901,
    status: 429,
    message: { en: 'Too many requests with this API key.', zh: '该 API 密钥的请求过于频繁。' },
    cause: {
      en: 'The key exceeded its rate limit.',
      zh: '该密钥超过了请求频率限制。',
    },
    fix: {
      en: 'Wait the number of seconds in `Retry-After`. The RateLimit headers show what is left.',
      zh: '请等待 `Retry-After` 指定的秒数。RateLimit 响应头会显示剩余额度。',
    },
    charged: 'no',
    retry: 'wait',
    on: 'every',
  },
  rate_limited_number: {
    code: 42902,
    status: 429,
    message: { en: 'Too many messages to this number.', zh: '向该号码发送的短信过于频繁。' },
    cause: {
      en: 'The number reached the limit for messages of this product per minute, hour or day.',
      zh: '该号码收到的此产品短信已达到每分钟、每小时或每日上限。',
    },
    fix: {
      en:
        'Wait the number of seconds in `Retry-After`. Add a cooldown before people can request ' +
        'another code.',
      zh: '请等待 `Retry-After` 指定的秒数，并在页面上限制用户重新获取验证码的间隔。',
    },
    charged: 'no',
    retry: 'wait',
    on: 'sms',
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
        'The same code to the same number within 30 seconds is treated as an accidental repeat, ' +
        'so that you do not pay twice.',
      zh: '30 秒内向同一号码发送相同的验证码，平台视为重复提交并拒绝，避免您付费两次。',
    },
    fix: {
      en:
        'Treat the first message as sent. To get its response again, retry the call with its ' +
        'Idempotency-Key.',
      zh: '请视为第一条短信已发送。如需再次取得首次响应，请使用原来的 Idempotency-Key 重试。',
    },
    charged: 'no',
    retry: 'wait',
    on: 'named',
  },
  verification_too_soon: {
    code: 42909,
    status: 429,
    message: {
      en: 'A code was just sent to this number.',
      zh: '刚刚已向该号码发送过验证码。',
    },
    cause: {
      en:
        'A new code for the same number and purpose can be sent after 30 seconds, then 60, 120 and ' +
        '240, and at most 5 in 15 minutes.',
      zh: '同一号码、同一用途再次发送验证码须间隔 30 秒，之后依次为 60、120、240 秒；15 分钟内最多 5 条。',
    },
    fix: {
      en: 'Wait for the time in Retry-After. The code that was sent last is still valid.',
      zh: '请等待 Retry-After 指定的时间。最近发送的验证码仍然有效。',
    },
    charged: 'no',
    retry: 'wait',
    on: 'named',
  },
  prefix_closed: {
    code: 42905,
    status: 429,
    message: {
      en: 'Messages to this number range are temporarily blocked.',
      zh: '暂停向该号段发送短信。',
    },
    cause: {
      en:
        'Many messages went to neighboring numbers in a short time, which is a sign of SMS ' +
        'pumping.',
      zh: '短时间内有大量短信发往相邻号码，疑似短信盗刷。',
    },
    fix: {
      en:
        'Protect the form that requests codes against bots, and wait the number of seconds in ' +
        '`Retry-After`.',
      zh: '请为获取验证码的表单增加防刷措施，并等待 `Retry-After` 指定的秒数。',
    },
    charged: 'no',
    retry: 'wait',
    on: 'sms',
  },
  rate_limited_address: {
    code: 42906,
    status: 429,
    message: {
      en: 'Too many unknown API keys from this IP address.',
      zh: '该 IP 地址使用未知 API 密钥的请求过于频繁。',
    },
    cause: {
      en:
        'Many requests from this IP address used keys that do not exist. Until the wait is over, ' +
        'the server looks up no key for this address that was not used recently. The response ' +
        'does not reveal whether this key exists.',
      zh: '该 IP 地址多次使用不存在的密钥。等待结束之前，平台不会为该地址查询近期未使用过的密钥，响应也不会透露此密钥是否存在。',
    },
    fix: {
      en:
        'Wait the number of seconds in `Retry-After`. If you did not try other keys, ask the ' +
        'operator whether the service sees your IP address or that of a proxy.',
      zh: '请等待 `Retry-After` 指定的秒数。如果您没有尝试其他密钥，请联系运营方确认平台看到的是您的 IP 地址还是代理的地址。',
    },
    charged: 'no',
    retry: 'wait',
    on: 'every',
  },
  internal: {
    code: 50001,
    status: 500,
    message: { en: 'Something went wrong on our side.', zh: '服务器内部错误。' },
    cause: {
      en: 'The service failed. The error was logged with the requestId.',
      zh: '平台发生故障，错误已按 requestId 记录到日志。',
    },
    fix: {
      en:
        'Retry the call with the same Idempotency-Key. If it keeps failing, send the operator ' +
        'the requestId.',
      zh: '请使用相同的 Idempotency-Key 重试。如果仍然失败，请将 requestId 提供给运营方。',
    },
    charged: 'maybe_held',
    retry: 'same_key',
    on: 'every',
  },
  provider_unavailable: {
    code: 50201,
    status: 502,
    message: { en: 'No provider is available.', zh: '暂无可用的服务商。' },
    cause: {
      en: 'Every provider of this product was unreachable or refused to accept work.',
      zh: '此产品的所有服务商均无法连接或暂停受理。',
    },
    fix: {
      en: 'Try again later. The held amount was released.',
      zh: '请稍后重试。冻结的金额已退回。',
    },
    charged: 'no',
    retry: 'wait',
    on: 'paid',
  },
  database_unavailable: {
    code: 50301,
    status: 503,
    message: { en: 'The service cannot reach its database.', zh: '服务暂时无法访问数据库。' },
    cause: {
      en: 'Without the database the platform cannot hold the amount, so it carries out no calls.',
      zh: '数据库不可用时无法冻结金额，因此平台不执行任何调用。',
    },
    fix: {
      en:
        'Retry the call with the same Idempotency-Key after the number of seconds in ' +
        '`Retry-After`.',
      zh: '请等待 `Retry-After` 指定的秒数，再使用相同的 Idempotency-Key 重试。',
    },
    charged: 'no',
    retry: 'same_key',
    on: 'every',
  },
  shutting_down: {
    code: 50302,
    status: 503,
    message: { en: 'The service is shutting down.', zh: '服务正在关闭。' },
    cause: {
      en: 'The server is finishing the calls in flight and accepts no new ones.',
      zh: '服务器正在完成进行中的调用，不再接受新的调用。',
    },
    fix: {
      en:
        'Retry the call with the same Idempotency-Key after the number of seconds in ' +
        '`Retry-After`.',
      zh: '请等待 `Retry-After` 指定的秒数，再使用相同的 Idempotency-Key 重试。',
    },
    charged: 'no',
    retry: 'same_key',
    on: 'every',
  },
  overloaded: {
    code: 50303,
    status: 503,
    message: { en: 'The service is overloaded.', zh: '服务负载过高。' },
    cause: {
      en: 'More calls are queued than the service can answer in time.',
      zh: '排队的调用过多，无法及时响应。',
    },
    fix: {
      en:
        'Retry the call with the same Idempotency-Key after the number of seconds in ' +
        '`Retry-After`.',
      zh: '请等待 `Retry-After` 指定的秒数，再使用相同的 Idempotency-Key 重试。',
    },
    charged: 'no',
    retry: 'same_key',
    on: 'every',
  },
  database_disk_full: {
    code: 50304,
    status: 503,
    message: { en: "The database's disk is full.", zh: '数据库磁盘已满。' },
    cause: {
      en: '`/readyz` could not write to the database, because its disk has no free space.',
      zh: '数据库所在磁盘没有可用空间，`/readyz` 写入失败。',
    },
    fix: {
      en: 'Free space on the disk, or enlarge it. The server is ready again by itself.',
      zh: '请清理或扩容磁盘，服务器随后会自动恢复就绪。',
    },
    charged: 'no',
    retry: 'wait',
    on: 'outside',
  },
  database_read_only: {
    code: 50305,
    status: 503,
    message: { en: 'The database is read-only.', zh: '数据库处于只读状态。' },
    cause: {
      en:
        '`/readyz` could not write to the database: it is a standby, or its ' +
        '`default_transaction_read_only` is on.',
      zh: '`/readyz` 无法写入数据库：它是备库，或者已开启 `default_transaction_read_only`。',
    },
    fix: {
      en:
        'Name the primary in `DATABASE_URL`, or switch the setting off. The server is ready again ' +
        'by itself.',
      zh: '请在 `DATABASE_URL` 中指定主库，或关闭该设置，服务器随后会自动恢复就绪。',
    },
    charged: 'no',
    retry: 'wait',
    on: 'outside',
  },
  cell_fenced: {
    code: 50306,
    status: 503,
    message: {
      en: 'The database does not admit this server.',
      zh: '数据库不允许此服务器登录。',
    },
    cause: {
      en:
        '`/readyz` could not log in to the database. That is so on the old server of a cell that is being moved ' +
        'or was moved to another database.',
      zh: '`/readyz` 无法登录数据库。单元正在迁移或已迁移到其他数据库时，旧服务器会出现此情况。',
    },
    fix: {
      en:
        'Send requests to the new server and stop this one. If no cell was moved, allow the role in `DATABASE_URL` ' +
        'to log in.',
      zh: '请将请求发往新服务器，并停止此服务器。如未迁移单元，请允许 `DATABASE_URL` 中的角色登录。',
    },
    charged: 'no',
    retry: 'wait',
    on: 'outside',
  },
  cell_arriving: {
    code: 50307,
    status: 503,
    message: {
      en: 'The service is being moved to this server.',
      zh: '服务正在迁移到此服务器。',
    },
    cause: {
      en: 'The data of this cell is being moved here, and its old server still serves it or has just stopped.',
      zh: '该单元的数据正在迁移到此处，仍由旧服务器提供服务，或旧服务器刚刚停止。',
    },
    fix: {
      en:
        'Retry the call with the same Idempotency-Key after the number of seconds in ' +
        '`Retry-After`.',
      zh: '请等待 `Retry-After` 指定的秒数，再使用相同的 Idempotency-Key 重试。',
    },
    charged: 'no',
    retry: 'same_key',
    on: 'every',
  },
  service_unreachable: {
    code: 50309,
    status: 503,
    message: {
      en: 'The service does not answer at the moment.',
      zh: '服务暂时没有响应。',
    },
    cause: {
      en:
        'The proxy in front of the service got no reply: no server is running, or one stopped ' +
        'while it had the call.',
      zh: '服务前面的代理没有收到响应：没有正在运行的服务器，或服务器在处理调用时停止。',
    },
    fix: {
      en:
        'Retry the call with the same Idempotency-Key after the number of seconds in ' +
        '`Retry-After`. If the call was carried out, that returns its result.',
      zh:
        '请等待 `Retry-After` 指定的秒数，再使用相同的 Idempotency-Key 重试。' +
        '如果调用已经执行，将返回其结果。',
    },
    charged: 'maybe_held',
    retry: 'same_key',
    on: 'every',
  },
  outcome_unknown: {
    code: 50401,
    status: 504,
    message: {
      en: 'The provider did not confirm whether it carried out the call.',
      zh: '服务商未返回处理结果。',
    },
    cause: {
      en:
        'The request reached the provider, but the response timed out. The provider may have ' +
        'carried it out.',
      zh: '请求已到达服务商，但未在时限内收到响应，服务商可能已经执行。',
    },
    fix: {
      en:
        'Do not send a new call. The amount stays held until the outcome is known; then it is ' +
        'charged or released. For a message, query `sms_status` with the requestId of this ' +
        'response.',
      zh: '请勿发起新的调用。金额保持冻结，结果明确后计费或退回。短信可用本次响应的 requestId 通过 `sms_status` 查询。',
    },
    charged: 'held',
    retry: 'same_key',
    on: 'paid',
  },
} as const satisfies Record<string, ErrorRow>;
