import { type ErrorRow, onEvery, onNone, onPaid } from './error-row.ts';

/** Errors that lie in the request itself: its form, its body, its headers. */
export const requestErrors = {
  body_missing: {
    code: 40001,
    status: 400,
    message: { en: 'The request has no body.', zh: '请求缺少正文。' },
    cause: 'The body is empty or holds only white space.',
    fix: 'Send a JSON object. For an operation without fields, such as balance, send `{}`.',
    charged: 'no',
    retry: 'change_request',
    on: onEvery,
  },
  body_malformed: {
    code: 40002,
    status: 400,
    message: { en: 'The request body is not valid JSON.', zh: '请求正文不是有效的 JSON。' },
    cause:
      'The body could not be read as JSON in UTF-8, or it nests objects and lists more than ' +
      '32 deep.',
    fix:
      'Build the body with a JSON library rather than by joining text, and send it as UTF-8. ' +
      '`details` names the line and the column from which it cannot be read.',
    charged: 'no',
    retry: 'change_request',
    on: onEvery,
  },
  body_not_object: {
    code: 40003,
    status: 400,
    message: { en: 'The request body must be a JSON object.', zh: '请求正文必须是 JSON 对象。' },
    cause: 'The body is valid JSON, but a list, a string, a number, a boolean or null.',
    fix: 'Put the fields into one object: `{ "mobile": "13800000000", "code": "482913" }`.',
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
    cause:
      'The same name stands twice in one object. Programs disagree about which value counts, so ' +
      'none is taken.',
    fix: 'Send each field once. `details` names the field.',
    charged: 'no',
    retry: 'change_request',
    on: onEvery,
  },
  invalid_request: {
    code: 40005,
    status: 400,
    message: { en: 'Some fields of the request are not valid.', zh: '请求中的某些字段无效。' },
    cause: 'A required field is missing, or a value is outside its bounds.',
    fix:
      'Correct the fields that `details` lists. It names every fault at once, one per field, and ' +
      'where a field is missing, the one that looks as if it was meant.',
    charged: 'no',
    retry: 'change_request',
    on: onEvery,
  },
  missing_variable: {
    code: 40006,
    status: 400,
    message: { en: 'The template needs a variable that is missing.', zh: '缺少模板所需的变量。' },
    cause: 'The template of this product has a placeholder that no field of the body fills.',
    fix: 'Send a field of the name given in `details`, with a string or a number as its value.',
    charged: 'no',
    retry: 'change_request',
    on: ['sms_code', 'sms_notice'],
  },
  provider_rejected: {
    code: 40007,
    status: 400,
    message: { en: 'The provider refused the data.', zh: '服务商拒绝了提交的数据。' },
    cause:
      'The provider read the request and refused it for good: the number does not exist, the ' +
      'name ' +
      'and ID number cannot be checked, or the text breaks a rule of the carrier.',
    fix: 'Check the values with the person they belong to. The amount set aside was given back.',
    charged: 'no',
    retry: 'change_request',
    on: onPaid,
  },
  invalid_idempotency_key: {
    code: 40008,
    status: 400,
    message: { en: 'The Idempotency-Key header is not valid.', zh: 'Idempotency-Key 请求头无效。' },
    cause:
      'The header is empty, longer than 255 characters, or has characters outside plain ASCII.',
    fix: 'Use a fresh UUID for each call, and the same one for each repetition of that call.',
    charged: 'no',
    retry: 'change_request',
    on: onEvery,
  },
  http_malformed: {
    code: 40009,
    status: 400,
    message: { en: 'The request is not valid HTTP.', zh: '请求不符合 HTTP 规范。' },
    cause: 'The request line, a header or the path could not be read.',
    fix: 'Use an HTTP library, and percent-encode the path.',
    charged: 'no',
    retry: 'change_request',
    on: onNone,
  },
  route_not_found: {
    code: 40401,
    status: 404,
    message: { en: 'There is nothing at this path.', zh: '该路径不存在。' },
    cause: 'The path is misspelt, or lacks the prefix `/api/v1`.',
    fix: 'Compare the path with the API reference at `/docs`.',
    charged: 'no',
    retry: 'change_request',
    on: onNone,
  },
  method_not_allowed: {
    code: 40501,
    status: 405,
    message: { en: 'This path does not take this method.', zh: '该路径不支持此请求方法。' },
    cause: 'The path exists, but under another method. The header `Allow` names it.',
    fix:
      'Send every operation of the API with POST. Watch for redirects that turn a POST into a ' +
      'GET.',
    charged: 'no',
    retry: 'change_request',
    on: onNone,
  },
  request_timeout: {
    code: 40801,
    status: 408,
    message: { en: 'The request did not arrive in time.', zh: '请求未能及时送达。' },
    cause: 'The headers or the body stopped coming before they were complete.',
    fix: 'Send the request again. If it keeps happening, look at the network between you and us.',
    charged: 'no',
    retry: 'same_key',
    on: onNone,
  },
  body_too_large: {
    code: 41301,
    status: 413,
    message: { en: 'The request body is larger than 16 kB.', zh: '请求正文超过 16 kB。' },
    cause: 'A body may have at most 16 384 bytes.',
    fix: 'Send only the fields that the operation knows.',
    charged: 'no',
    retry: 'change_request',
    on: onEvery,
  },
  callback_too_large: {
    code: 41302,
    status: 413,
    message: { en: 'The callback is larger than 1 MB.', zh: '回调正文超过 1 MB。' },
    cause: 'What a vendor posts to its callback address may have at most 1 048 576 bytes.',
    fix: 'Have the vendor put fewer receipts into one request.',
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
    cause: 'The Content-Type header is missing or names another format.',
    fix: 'Send `Content-Type: application/json`. A charset of utf-8 may follow.',
    charged: 'no',
    retry: 'change_request',
    on: onEvery,
  },
  headers_too_large: {
    code: 43101,
    status: 431,
    message: { en: 'The request headers are too large.', zh: '请求头过大。' },
    cause: 'All headers together may have at most 16 kB.',
    fix: 'Remove headers that the operation does not need, such as cookies.',
    charged: 'no',
    retry: 'change_request',
    on: onNone,
  },
} as const satisfies Record<string, ErrorRow>;
