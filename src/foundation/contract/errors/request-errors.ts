import type { ErrorRow } from './error-row.ts';

/** Errors in the request itself: its form, body or headers. */
export const requestErrors = {
  body_missing: {
    code: 40001,
    status: 400,
    message: { en: 'The request has no body.', zh: '缺少请求体。' },
    cause: {
      en: 'The body is empty or contains only white space.',
      zh: '请求体为空，或只含空白字符。',
    },
    fix: {
      en: 'Send a JSON object. For an operation without fields, such as balance, send `{}`.',
      zh: '请发送一个 JSON 对象。没有字段的接口（例如 balance）请发送 `{}`。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'every',
  },
  body_malformed: {
    code: 40002,
    status: 400,
    message: { en: 'The request body is not valid JSON.', zh: '请求体不是有效的 JSON。' },
    cause: {
      en:
        'The body is not JSON in UTF-8, or its objects and arrays are nested more than 32 levels ' +
        'deep.',
      zh: '请求体不是 UTF-8 编码的 JSON，或对象与数组的嵌套超过 32 层。',
    },
    fix: {
      en:
        'Build the body with a JSON library instead of joining strings, and send it as UTF-8. ' +
        '`details` gives the line and column of the error.',
      zh: '请用 JSON 库生成请求体，不要拼接字符串，并以 UTF-8 编码发送。`details` 会给出出错的行号与列号。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'every',
  },
  body_not_object: {
    code: 40003,
    status: 400,
    message: { en: 'The request body must be a JSON object.', zh: '请求体必须是 JSON 对象。' },
    cause: {
      en: 'The body is valid JSON, but it is an array, a string, a number, a boolean or null.',
      zh: '请求体是有效的 JSON，但类型是数组、字符串、数字、布尔值或 null。',
    },
    fix: {
      en: 'Put the fields in an object: `{ "mobile": "13800000000", "code": "482913" }`.',
      zh: '请将各字段放入一个对象：`{ "mobile": "13800000000", "code": "482913" }`。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'every',
  },
  duplicate_field: {
    code: 40004,
    status: 400,
    message: {
      en: 'A field appears more than once in the request body.',
      zh: '请求体中有重复的字段。',
    },
    cause: {
      en:
        'An object contains the same field twice. JSON parsers disagree about which value to ' +
        'use, so the request is rejected.',
      zh: '同一个对象中出现了同名字段。不同的 JSON 解析器取值不同，因此平台拒绝该请求。',
    },
    fix: {
      en: 'Send each field once. `details` names the field.',
      zh: '每个字段只发送一次。`details` 会给出重复的字段名。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'every',
  },
  invalid_request: {
    code: 40005,
    status: 400,
    message: { en: 'Some fields are invalid.', zh: '部分字段无效。' },
    cause: {
      en: 'A required field is missing, or a value is out of range.',
      zh: '缺少必填字段，或字段值超出允许范围。',
    },
    fix: {
      en:
        'Correct the fields in `details`. It lists every invalid field, and suggests the field ' +
        'you may have misspelled when one is missing.',
      zh: '请改正 `details` 列出的字段。其中会一次列出所有无效字段；缺少字段时，还会提示您可能写错的字段名。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'every',
  },
  missing_variable: {
    code: 40006,
    status: 400,
    message: { en: 'A template variable is missing.', zh: '缺少模板所需的变量。' },
    cause: {
      en: 'The template of this product has a placeholder, and the body has no field for it.',
      zh: '此产品的模板中有一个占位符，而请求体中没有对应的字段。',
    },
    fix: {
      en: 'Send the field named in `details`, with a string or a number as its value.',
      zh: '请发送 `details` 指出的字段，值为字符串或数字。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'sms',
  },
  provider_rejected: {
    code: 40007,
    status: 400,
    message: { en: 'The provider rejected the data.', zh: '服务商拒绝了提交的数据。' },
    cause: {
      en:
        'The provider rejected the request for good: the number does not exist, the name and ID ' +
        'number cannot be verified, or the text breaks a carrier rule.',
      zh: '服务商明确拒绝了该请求：号码不存在、姓名与身份证号无法核验，或内容违反运营商规则。',
    },
    fix: {
      en: 'Check the data with the person it belongs to. The held amount was released.',
      zh: '请与本人核对信息。冻结的金额已退回。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'paid',
  },
  invalid_idempotency_key: {
    code: 40008,
    status: 400,
    message: { en: 'The Idempotency-Key header is invalid.', zh: 'Idempotency-Key 请求头无效。' },
    cause: {
      en:
        'The header is empty, longer than 255 characters, or contains characters other than ' +
        'printable ASCII.',
      zh: '该请求头为空、超过 255 个字符，或含有可打印 ASCII 以外的字符。',
    },
    fix: {
      en: 'Use a new UUID for each call, and the same UUID for every retry of that call.',
      zh: '每次调用使用新的 UUID，重试同一次调用时使用相同的 UUID。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'every',
  },
  http_malformed: {
    code: 40009,
    status: 400,
    message: { en: 'The request is not valid HTTP.', zh: '请求不符合 HTTP 规范。' },
    cause: {
      en: 'The server could not parse the request line, a header or the path.',
      zh: '服务器无法解析请求行、请求头或路径。',
    },
    fix: {
      en: 'Use an HTTP client library, and percent-encode the path.',
      zh: '请使用 HTTP 客户端库，并对路径做百分号编码。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'none',
  },
  route_not_found: {
    code: 40401,
    status: 404,
    message: { en: 'This path does not exist.', zh: '该路径不存在。' },
    cause: {
      en: 'The path is misspelled, or the prefix `/api/v1` is missing.',
      zh: '路径拼写有误，或缺少前缀 `/api/v1`。',
    },
    fix: {
      en: 'Check the path against the API reference at `/docs/reference`.',
      zh: '请对照 API 参考（`/docs/reference`）检查路径。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'none',
  },
  method_not_allowed: {
    code: 40501,
    status: 405,
    message: { en: 'This path does not support this method.', zh: '该路径不支持此请求方法。' },
    cause: {
      en: 'The path exists, but for another method. The `Allow` header names it.',
      zh: '路径存在，但须使用其他请求方法，见响应头 `Allow`。',
    },
    fix: {
      en: 'Send every API operation with POST. Watch for redirects that turn a POST into a GET.',
      zh: '所有 API 接口都使用 POST。请留意把 POST 变成 GET 的重定向。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'none',
  },
  request_timeout: {
    code: 40801,
    status: 408,
    message: { en: 'The request timed out before it was complete.', zh: '请求超时，未完整到达。' },
    cause: {
      en: 'The headers or the body stopped arriving before they were complete.',
      zh: '请求头或请求体在传完之前中断。',
    },
    fix: {
      en:
        'Retry the request. If it happens repeatedly, check the network between you and the ' +
        'platform.',
      zh: '请重试。如果反复出现，请检查您与平台之间的网络。',
    },
    charged: 'no',
    retry: 'same_key',
    on: 'none',
  },
  body_too_large: {
    code: 41301,
    status: 413,
    message: { en: 'The request body is larger than 16 kB.', zh: '请求体超过 16 kB。' },
    cause: {
      en: 'The body limit is 16 384 bytes.',
      zh: '请求体最大为 16 384 字节。',
    },
    fix: {
      en: 'Send only the fields that the operation uses.',
      zh: '请只发送接口需要的字段。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'every',
  },
  callback_too_large: {
    code: 41302,
    status: 413,
    message: { en: 'The callback is larger than 1 MB.', zh: '回调内容超过 1 MB。' },
    cause: {
      en: 'The limit for a vendor callback is 1 048 576 bytes.',
      zh: '厂商回调的内容最大为 1 048 576 字节。',
    },
    fix: {
      en: 'Configure the vendor to send fewer receipts per request.',
      zh: '请让厂商减少每次推送的回执数量。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'outside',
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
      en: 'Send `Content-Type: application/json`, optionally with charset=utf-8.',
      zh: '请发送 `Content-Type: application/json`，可附带 charset=utf-8。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'every',
  },
  wrong_cell: {
    code: 42101,
    status: 421,
    message: {
      en: 'This request belongs to another installation.',
      zh: '该请求属于另一个实例。',
    },
    cause: {
      en:
        'The platform consists of several installations. The number in a key, a token or a link says ' +
        'which one made it. The request reached another one, which did nothing.',
      zh: '平台由多个实例组成，密钥、令牌和链接中的编号表示它们来自哪个实例。请求到达了其他实例，未作任何处理。',
    },
    fix: {
      en:
        'Send requests to the public address of the API, and a token with a key of the account that ' +
        'created it. `details` has the address of the right installation if it is known.',
      zh: '请将请求发送到 API 的公开地址，令牌须与创建它的账户的密钥一起使用。如果已知正确实例的地址，`details` 会给出。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'every',
  },
  headers_too_large: {
    code: 43101,
    status: 431,
    message: { en: 'The request headers are too large.', zh: '请求头过大。' },
    cause: {
      en: 'The limit for all headers together is 16 kB.',
      zh: '请求头总大小最大为 16 kB。',
    },
    fix: {
      en: 'Remove headers that the operation does not need, such as cookies.',
      zh: '请去掉接口不需要的请求头，例如 Cookie。',
    },
    charged: 'no',
    retry: 'change_request',
    on: 'none',
  },
} as const satisfies Record<string, ErrorRow>;
