import { type ErrorRow, onEvery, onNone, onPaid } from './error-row.ts';

/** Errors that lie in the request itself: its form, its body, its headers. */
export const requestErrors = {
  body_missing: {
    code: 40001,
    status: 400,
    message: { en: 'The request has no body.', zh: '请求缺少正文。' },
    cause: {
      en: 'The body is empty or holds only white space.',
      zh: '请求正文为空，或只含空白字符。',
    },
    fix: {
      en: 'Send a JSON object. For an operation without fields, such as balance, send `{}`.',
      zh: '请发送一个 JSON 对象。没有字段的接口（例如 balance）请发送 `{}`。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onEvery,
  },
  body_malformed: {
    code: 40002,
    status: 400,
    message: { en: 'The request body is not valid JSON.', zh: '请求正文不是有效的 JSON。' },
    cause: {
      en:
        'The body could not be read as JSON in UTF-8, or it nests objects and lists more than ' +
        '32 deep.',
      zh: '请求正文无法按 UTF-8 编码的 JSON 读取，或对象与列表的嵌套超过 32 层。',
    },
    fix: {
      en:
        'Build the body with a JSON library rather than by joining text, and send it as UTF-8. ' +
        '`details` names the line and the column from which it cannot be read.',
      zh: '请用 JSON 库生成正文，不要拼接字符串，并以 UTF-8 编码发送。`details` 会指出从第几行第几列开始无法读取。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onEvery,
  },
  body_not_object: {
    code: 40003,
    status: 400,
    message: { en: 'The request body must be a JSON object.', zh: '请求正文必须是 JSON 对象。' },
    cause: {
      en: 'The body is valid JSON, but a list, a string, a number, a boolean or null.',
      zh: '请求正文是有效的 JSON，但它是列表、字符串、数字、布尔值或 null。',
    },
    fix: {
      en: 'Put the fields into one object: `{ "mobile": "13800000000", "code": "482913" }`.',
      zh: '请将各字段放入一个对象：`{ "mobile": "13800000000", "code": "482913" }`。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onEvery,
  },
  duplicate_field: {
    code: 40004,
    status: 400,
    message: {
      en: 'A field appears more than once in the request body.',
      zh: '请求正文中有重复的字段。',
    },
    cause: {
      en:
        'The same name stands twice in one object. Programs disagree about which value counts, so ' +
        'none is taken.',
      zh: '同一个对象中出现了两个同名字段。不同程序会取不同的值，因此一个也不采用。',
    },
    fix: {
      en: 'Send each field once. `details` names the field.',
      zh: '每个字段只发送一次。`details` 会给出字段名。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onEvery,
  },
  invalid_request: {
    code: 40005,
    status: 400,
    message: { en: 'Some fields of the request are not valid.', zh: '请求中的某些字段无效。' },
    cause: {
      en: 'A required field is missing, or a value is outside its bounds.',
      zh: '缺少必填字段，或某个值超出允许的范围。',
    },
    fix: {
      en:
        'Correct the fields that `details` lists. It names every fault at once, one per field, and ' +
        'where a field is missing, the one that looks as if it was meant.',
      zh: '请改正 `details` 列出的字段。其中一次列出全部问题，每个字段一条；缺少字段时，还会指出疑似写错名称的字段。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onEvery,
  },
  missing_variable: {
    code: 40006,
    status: 400,
    message: { en: 'The template needs a variable that is missing.', zh: '缺少模板所需的变量。' },
    cause: {
      en: 'The template of this product has a placeholder that no field of the body fills.',
      zh: '此产品的模板中有一个占位符，而正文中没有对应的字段。',
    },
    fix: {
      en: 'Send a field of the name given in `details`, with a string or a number as its value.',
      zh: '请按 `details` 给出的名称发送该字段，值为字符串或数字。',
    },
    charged: 'no',
    retry: 'change_request',
    on: ['sms_code', 'sms_notice'],
  },
  provider_rejected: {
    code: 40007,
    status: 400,
    message: { en: 'The provider refused the data.', zh: '服务商拒绝了提交的数据。' },
    cause: {
      en:
        'The provider read the request and refused it for good: the number does not exist, the ' +
        'name ' +
        'and ID number cannot be checked, or the text breaks a rule of the carrier.',
      zh: '服务商读取了请求并明确拒绝：号码不存在、姓名与身份证号无法核验，或内容违反运营商规则。',
    },
    fix: {
      en: 'Check the values with the person they belong to. The amount set aside was given back.',
      zh: '请与信息所属的本人核对。冻结的金额已退回。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onPaid,
  },
  invalid_idempotency_key: {
    code: 40008,
    status: 400,
    message: { en: 'The Idempotency-Key header is not valid.', zh: 'Idempotency-Key 请求头无效。' },
    cause: {
      en: 'The header is empty, longer than 255 characters, or has characters outside plain ASCII.',
      zh: '该请求头为空、超过 255 个字符，或含有 ASCII 可见字符以外的字符。',
    },
    fix: {
      en: 'Use a fresh UUID for each call, and the same one for each repetition of that call.',
      zh: '每次调用使用一个新的 UUID；重复同一次调用时使用同一个值。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onEvery,
  },
  http_malformed: {
    code: 40009,
    status: 400,
    message: { en: 'The request is not valid HTTP.', zh: '请求不符合 HTTP 规范。' },
    cause: {
      en: 'The request line, a header or the path could not be read.',
      zh: '无法读取请求行、某个请求头或路径。',
    },
    fix: {
      en: 'Use an HTTP library, and percent-encode the path.',
      zh: '请使用 HTTP 库，并对路径做百分号编码。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onNone,
  },
  route_not_found: {
    code: 40401,
    status: 404,
    message: { en: 'There is nothing at this path.', zh: '该路径不存在。' },
    cause: {
      en: 'The path is misspelt, or lacks the prefix `/api/v1`.',
      zh: '路径拼写有误，或缺少前缀 `/api/v1`。',
    },
    fix: {
      en: 'Compare the path with the API reference at `/docs/reference`.',
      zh: '请对照 `/docs/reference` 的 API 参考检查路径。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onNone,
  },
  method_not_allowed: {
    code: 40501,
    status: 405,
    message: { en: 'This path does not take this method.', zh: '该路径不支持此请求方法。' },
    cause: {
      en: 'The path exists, but under another method. The header `Allow` names it.',
      zh: '路径存在，但需使用其他方法。响应头 `Allow` 会给出允许的方法。',
    },
    fix: {
      en:
        'Send every operation of the API with POST. Watch for redirects that turn a POST into a ' +
        'GET.',
      zh: 'API 的全部接口都使用 POST。请留意会把 POST 变成 GET 的重定向。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onNone,
  },
  request_timeout: {
    code: 40801,
    status: 408,
    message: { en: 'The request did not arrive in time.', zh: '请求未能及时送达。' },
    cause: {
      en: 'The headers or the body stopped coming before they were complete.',
      zh: '请求头或正文在传完之前中断了。',
    },
    fix: {
      en: 'Send the request again. If it keeps happening, look at the network between you and us.',
      zh: '请重新发送。如果反复出现，请检查双方之间的网络。',
    },
    charged: 'no',
    retry: 'same_key',
    on: onNone,
  },
  body_too_large: {
    code: 41301,
    status: 413,
    message: { en: 'The request body is larger than 16 kB.', zh: '请求正文超过 16 kB。' },
    cause: {
      en: 'A body may have at most 16 384 bytes.',
      zh: '请求正文最多 16 384 字节。',
    },
    fix: {
      en: 'Send only the fields that the operation knows.',
      zh: '只发送接口认识的字段。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onEvery,
  },
  callback_too_large: {
    code: 41302,
    status: 413,
    message: { en: 'The callback is larger than 1 MB.', zh: '回调正文超过 1 MB。' },
    cause: {
      en: 'What a vendor posts to its callback address may have at most 1 048 576 bytes.',
      zh: '厂商向回调地址发送的内容最多 1 048 576 字节。',
    },
    fix: {
      en: 'Have the vendor put fewer receipts into one request.',
      zh: '请让厂商减少每次请求中的回执数量。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onNone,
  },
  content_type: {
    code: 41501,
    status: 415,
    message: {
      en: 'The Content-Type must be application/json.',
      zh: 'Content-Type 必须为 application/json。',
    },
    cause: {
      en: 'The Content-Type header is missing or names another format.',
      zh: '缺少 Content-Type 请求头，或其值为其他格式。',
    },
    fix: {
      en: 'Send `Content-Type: application/json`. A charset of utf-8 may follow.',
      zh: '请发送 `Content-Type: application/json`，其后可带 utf-8 字符集。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onEvery,
  },
  headers_too_large: {
    code: 43101,
    status: 431,
    message: { en: 'The request headers are too large.', zh: '请求头过大。' },
    cause: {
      en: 'All headers together may have at most 16 kB.',
      zh: '全部请求头合计最多 16 kB。',
    },
    fix: {
      en: 'Remove headers that the operation does not need, such as cookies.',
      zh: '请去掉接口不需要的请求头，例如 Cookie。',
    },
    charged: 'no',
    retry: 'change_request',
    on: onNone,
  },
} as const satisfies Record<string, ErrorRow>;
