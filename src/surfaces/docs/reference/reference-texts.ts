import type { Language } from '../../../foundation/contract/text/languages.ts';

/** The reference page's own texts, which are not in the OpenAPI document. */
export const referenceTexts = {
  title: { en: 'API reference', zh: 'API 参考' },
  guides: { en: 'Guides', zh: '使用指南' },
  baseUrl: { en: 'Base URL', zh: '请求地址' },
  basics: { en: 'Basics', zh: '基础' },
  requests: { en: 'Requests', zh: '请求' },
  replies: { en: 'Replies', zh: '响应' },
  errors: { en: 'Errors', zh: '错误码' },
  events: { en: 'Events', zh: '事件' },
  models: { en: 'Models', zh: '数据模型' },
  requestHeaders: { en: 'Every operation takes these headers.', zh: '所有接口都支持以下请求头。' },
  replyFields: {
    en: 'Every successful reply has the status `201` and these fields.',
    zh: '成功的响应，状态均为 `201`，并包含以下字段。',
  },
  replyHeaders: { en: 'Replies can have these headers.', zh: '响应可能包含以下响应头。' },
  errorFields: {
    en: 'Every error has its own page and these fields.',
    zh: '每个错误码都有说明页面，响应包含以下字段。',
  },
  commonErrors: {
    en: 'Every operation can return these errors.',
    zh: '所有接口都可能返回以下错误。',
  },
  deliveryHeaders: { en: 'Every delivery has these headers.', zh: '每次推送都包含以下请求头。' },
  deliveryFields: {
    en: 'The body of every event has these fields.',
    zh: '所有事件的正文都包含以下字段。',
  },
  modelFields: { en: 'Several operations share these models.', zh: '以下模型由多个接口共用。' },
  request: { en: 'Request', zh: '请求' },
  reply: { en: 'Reply', zh: '响应' },
  event: { en: 'Event', zh: '事件' },
  charged: { en: 'Charged', zh: '计费' },
  free: { en: 'Free', zh: '免费' },
  noFields: { en: 'No fields. Send an empty object.', zh: '无字段，发送空对象即可。' },
  otherFields: {
    en: 'The [other fields](#replies) are the same in every reply.',
    zh: '[其余字段](#replies)与所有响应相同。',
  },
  otherErrors: {
    en: 'Also the [errors of every operation](#errors).',
    zh: '另见[所有接口的错误](#errors)。',
  },
  required: { en: 'required', zh: '必填' },
  optional: { en: 'optional', zh: '可选' },
  maybeMissing: { en: 'can be missing', zh: '可能不返回' },
  or: { en: 'or', zh: '或' },
  arrayOf: { en: 'array of {type}', zh: '{type} 数组' },
  always: { en: 'Always {value}', zh: '固定为 {value}' },
  oneOf: { en: 'One of {values}', zh: '取值：{values}' },
  manyValues: { en: '{count} possible values', zh: '{count} 个可能的取值' },
  pattern: { en: 'Pattern {value}', zh: '格式 {value}' },
  example: { en: 'Example: {value}', zh: '示例：{value}' },
  characters: { en: '{range} characters', zh: '{range} 个字符' },
  items: { en: '{range} items', zh: '{range} 项' },
  unique: { en: 'No duplicates', zh: '不可重复' },
  range: { en: '{min} to {max}', zh: '{min} 至 {max}' },
  atLeast: { en: 'At least {min}', zh: '至少 {min}' },
  atMost: { en: 'At most {max}', zh: '至多 {max}' },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;

export type ReferenceText = keyof typeof referenceTexts;
