import type { Language } from '../../foundation/contract/text/languages.ts';

/** The texts of the home page; code is between backticks. */
export const homeTexts = {
  lead: {
    en: 'A paid API to verify who people are and to reach them by SMS.',
    zh: '人脸身份核验与短信发送的付费 API 平台。',
  },
  where: { en: 'Start here', zh: '从这里开始' },
  console: { en: 'Console', zh: '控制台' },
  consoleText: {
    en: 'Keys, spend and every call, for customers and operators.',
    zh: '查看密钥、消费与每次调用，供客户与运营方使用。',
  },
  guides: { en: 'Docs', zh: '接入文档' },
  guidesText: {
    en: 'From a key to the first result in ten minutes: checks, messages, webhooks and the sandbox.',
    zh: '从密钥到第一个结果只需十分钟；核验、短信、事件推送与沙箱。',
  },
  reference: { en: 'API reference', zh: 'API 参考' },
  referenceText: {
    en: 'Every operation, with examples.',
    zh: '全部接口的说明与示例。',
  },
  errors: { en: 'Errors', zh: '错误码' },
  errorsText: {
    en: 'What each code means, whether the call was charged, and what to do.',
    zh: '每个错误码的含义、是否计费以及处理办法。',
  },
  document: { en: 'OpenAPI document', zh: 'OpenAPI 文档' },
  documentText: {
    en: 'For code generators and API clients.',
    zh: '供代码生成工具和 API 客户端使用。',
  },
  health: { en: 'Health', zh: '运行状态' },
  healthText: {
    en: 'Whether the server is up and takes calls.',
    zh: '服务器是否正常运行，能否接受调用。',
  },
  callers: { en: 'For callers', zh: '面向调用方' },
  callersText: {
    en:
      'Every operation is a `POST` under `/api/v1`, with your API key in the header `x-api-key`. ' +
      'Create a key in the console; the platform operator can invite you.',
    zh:
      '所有接口均为 `/api/v1` 下的 `POST` 请求，并在请求头 `x-api-key` 中携带 API 密钥。' +
      '密钥可在控制台中创建；如需进入控制台，请联系平台运营方获取邀请。',
  },
  persons: { en: 'Here for an identity check?', zh: '要进行身份核验？' },
  personsText: {
    en: 'Open the full link you were sent. This page needs none of your data.',
    zh: '请打开您收到的完整链接。本页面不需要您填写任何信息。',
  },
} as const satisfies Record<string, Record<Language, string>>;
