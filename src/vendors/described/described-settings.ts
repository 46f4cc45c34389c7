import Type from 'typebox';
import { choice, secret, text, whole } from '../providers/vendor-setting.ts';
import { callbackFormats } from './described-callback.ts';
import { algorithms, encodings } from './signature.ts';

/** The settings that all described vendors share, apart from their requests. */
export const envelopeSettings = {
  account: Type.Optional(
    text({
      title: { en: 'Account', zh: '账号' },
      help: {
        en: 'Your account name at the vendor; {{account}} in templates.',
        zh: '服务商分配的账号，模板中写作 {{account}}。',
      },
      pattern: '^[\\x21-\\x7e]+$',
      maxLength: 256,
    }),
  ),
  secret: Type.Optional(
    secret({
      title: { en: 'Secret', zh: '密钥' },
      help: {
        en: 'Signs requests. Use {{secret}} in templates, so that no template contains it.',
        zh: '用于请求签名；模板中写作 {{secret}}，模板本身不含密钥。',
      },
    }),
  ),
  headers: Type.Optional(
    text({
      title: { en: 'Headers', zh: '请求头' },
      help: {
        en: 'One “Name: value” per line; {{signature}} and {{basic}} are allowed.',
        zh: '每行一个“名称: 值”；可使用 {{signature}} 与 {{basic}}。',
      },
      examples: ['X-Sign: {{signature}}'],
      multiline: true,
    }),
  ),
  signed: Type.Optional(
    text({
      title: { en: 'Signed content', zh: '签名内容' },
      help: {
        en:
          'A template with {{method}}, {{path}}, {{query}}, {{url}}, {{body}}, {{bodySha256}}, ' +
          '{{params}} (sorted) and the times.',
        zh: '模板：{{method}}、{{path}}、{{query}}、{{url}}、{{body}}、{{bodySha256}}、{{params}}（按名称排序）以及时间。',
      },
      multiline: true,
    }),
  ),
  algorithm: choice(algorithms, {
    title: { en: 'Signature algorithm', zh: '签名算法' },
    default: 'hmac-sha256',
  }),
  encoding: choice(encodings, {
    title: { en: 'Signature encoding', zh: '签名编码' },
    default: 'hex',
  }),
  zoneHours: whole({
    title: { en: 'Vendor’s time zone (hours from UTC)', zh: '服务商时区（与 UTC 相差小时）' },
    help: {
      en: 'For times without a zone, and for {{localTime}} and {{day}}.',
      zh: '用于不带时区的时间、{{localTime}} 与 {{day}}。',
    },
    minimum: -12,
    maximum: 14,
    default: 8,
  }),
};

/** The settings for the vendor's callbacks and how they are verified. */
export const callbackSettings = {
  callbackFormat: choice(callbackFormats, {
    title: { en: 'Callback format', zh: '回调格式' },
    default: 'json',
  }),
  callbackSigned: Type.Optional(
    text({
      title: { en: 'Signed content of a callback', zh: '回调签名内容' },
      help: {
        en:
          'A template with {{body}}, {{url}}, {{params}}, {{header.X-Time}}, {{query.time}}, ' +
          '{{field.time}} and {{secret}}.',
        zh: '模板：{{body}}、{{url}}、{{params}}、{{header.X-Time}}、{{query.time}}、{{field.time}}、{{secret}}。',
      },
      multiline: true,
    }),
  ),
  callbackSignatureAt: Type.Optional(
    text({
      title: { en: 'Position of the callback signature', zh: '回调签名位置' },
      examples: ['header X-Signature', 'query sign', 'field sign'],
      maxLength: 256,
    }),
  ),
  callbackSecret: Type.Optional(secret({ title: { en: 'Callback secret', zh: '回调密钥' } })),
  callbackAlgorithm: choice(algorithms, {
    title: { en: 'Callback signature algorithm', zh: '回调签名算法' },
    default: 'hmac-sha256',
  }),
  callbackEncoding: choice(encodings, {
    title: { en: 'Callback signature encoding', zh: '回调签名编码' },
    default: 'hex',
  }),
  callbackAnswer: text({
    title: { en: 'Response to a callback', zh: '回调响应内容' },
    help: { en: 'The response that the vendor expects.', zh: '服务商期望的响应。' },
    default: 'success',
    multiline: true,
  }),
  callbackAnswerType: text({
    title: { en: 'Content type of the callback response', zh: '回调响应的内容类型' },
    pattern: '^[\\w.+-]+/[\\w.+-]+(; ?charset=[\\w-]+)?$',
    default: 'text/plain',
  }),
};

/** A required path to a field. */
export function pathSetting(en: string, zh: string, example: string) {
  return text({
    title: { en, zh },
    help: {
      en: 'A dotted path into the JSON, or the name of a group if there is a pattern.',
      zh: 'JSON 中的路径，以点分隔；使用正则表达式时为分组名。',
    },
    examples: [example],
    maxLength: 256,
  });
}

/** An optional path to a field. */
export function optionalPath(en: string, zh: string, example: string) {
  return Type.Optional(pathSetting(en, zh, example));
}

export function methodSetting(en: string, zh: string, fallback: 'GET' | 'POST') {
  return choice(['GET', 'POST', 'PUT'], { title: { en, zh }, default: fallback });
}

export function patternSetting(en: string, zh: string, example: string) {
  return Type.Optional(
    text({
      title: { en, zh },
      help: {
        en: 'For a response that is not JSON: a regular expression with named groups.',
        zh: '响应不是 JSON 时使用：带命名分组的正则表达式。',
      },
      examples: [example],
      maxLength: 512,
    }),
  );
}

export function tableSetting(en: string, zh: string, example: string) {
  return text({
    title: { en, zh },
    help: {
      en:
        'One per line; codes that are not listed are unknown. You can also list HTTP statuses: ' +
        'HTTP 429.',
      zh: '每行一条；未列出的视为未知。也可写 HTTP 状态：HTTP 429。',
    },
    examples: [example],
    maxLength: 16_384,
    multiline: true,
  });
}

export function templateSetting(en: string, zh: string, examples: readonly string[] = []) {
  return text({
    title: { en, zh },
    help: {
      en: 'A template: {{name}} is replaced and escaped for its position.',
      zh: '模板：{{名称}} 会被替换，并按所在位置转义。',
    },
    examples,
    maxLength: 16_384,
    multiline: true,
  });
}
