import Type from 'typebox';
import { choice, secret, text, whole } from '../providers/setting.ts';
import { callbackFormats } from './described-callback.ts';
import { algorithms, encodings } from './signature.ts';

/** The settings that every described vendor has, beside its requests. */
export const envelopeSettings = {
  account: Type.Optional(
    text({
      title: { en: 'Account', zh: '账号' },
      help: {
        en: 'The vendor’s name for you: {{account}} in templates.',
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
        en: 'Signs requests; {{secret}} in templates, so that no template holds it.',
        zh: '用于请求签名；模板中写作 {{secret}}，模板本身不含密钥。',
      },
    }),
  ),
  headers: Type.Optional(
    text({
      title: { en: 'Headers', zh: '请求头' },
      help: {
        en: 'One “Name: value” on each line; {{signature}} and {{basic}} may stand here.',
        zh: '每行一个“名称: 值”；可使用 {{signature}} 与 {{basic}}。',
      },
      examples: ['X-Sign: {{signature}}'],
      multiline: true,
    }),
  ),
  signed: Type.Optional(
    text({
      title: { en: 'What is signed', zh: '签名内容' },
      help: {
        en: 'A template: {{method}}, {{path}}, {{query}}, {{url}}, {{body}}, {{bodySha256}}, {{params}} (sorted), and the times.',
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
    title: { en: 'Signature is written as', zh: '签名编码' },
    default: 'hex',
  }),
  zoneHours: whole({
    title: { en: 'Vendor’s clock, hours from UTC', zh: '服务商时区（与 UTC 相差小时）' },
    help: {
      en: 'For times without a zone, {{localTime}} and {{day}}.',
      zh: '用于不带时区的时间、{{localTime}} 与 {{day}}。',
    },
    minimum: -12,
    maximum: 14,
    default: 8,
  }),
};

/** How the vendor calls back, and how it is known to be the vendor. */
export const callbackSettings = {
  callbackFormat: choice(callbackFormats, {
    title: { en: 'Callback comes as', zh: '回调格式' },
    default: 'json',
  }),
  callbackSigned: Type.Optional(
    text({
      title: { en: 'What is signed in a callback', zh: '回调签名内容' },
      help: {
        en: 'A template: {{body}}, {{url}}, {{params}}, {{header.X-Time}}, {{query.time}}, {{field.time}}, {{secret}}.',
        zh: '模板：{{body}}、{{url}}、{{params}}、{{header.X-Time}}、{{query.time}}、{{field.time}}、{{secret}}。',
      },
      multiline: true,
    }),
  ),
  callbackSignatureAt: Type.Optional(
    text({
      title: { en: 'Where its signature is', zh: '回调签名位置' },
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
    title: { en: 'Callback signature is written as', zh: '回调签名编码' },
    default: 'hex',
  }),
  callbackAnswer: text({
    title: { en: 'Answer to a callback', zh: '回调应答内容' },
    help: { en: 'What the vendor wants to hear.', zh: '服务商期望的应答。' },
    default: 'success',
    multiline: true,
  }),
  callbackAnswerType: text({
    title: { en: 'Content type of that answer', zh: '应答类型' },
    pattern: '^[\\w.+-]+/[\\w.+-]+(; ?charset=[\\w-]+)?$',
    default: 'text/plain',
  }),
};

/** Where something is that must be there. */
export function pathSetting(en: string, zh: string, example: string) {
  return text({
    title: { en, zh },
    help: {
      en: 'A path into the JSON, with dots; the name of a group where there is a pattern.',
      zh: 'JSON 中的路径，以点分隔；使用正则表达式时为分组名。',
    },
    examples: [example],
    maxLength: 256,
  });
}

/** Where something is that a vendor need not say. */
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
        en: 'For an answer that is no JSON: a regular expression with named groups.',
        zh: '应答不是 JSON 时使用：带命名分组的正则表达式。',
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
      en: 'One on each line; what is not listed is unknown. HTTP statuses may be rows: HTTP 429.',
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
      en: 'A template: {{name}} is replaced, escaped for its place.',
      zh: '模板：{{名称}} 会被替换，并按所在位置转义。',
    },
    examples,
    maxLength: 16_384,
    multiline: true,
  });
}
