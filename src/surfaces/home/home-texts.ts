import type { Language } from '../../foundation/contract/text/languages.ts';

/** The texts of the home page, and of the page for a URL that does not exist. */
export const homeTexts = {
  title: {
    en: 'Face checks, codes and SMS, priced per call',
    zh: '人脸核验、验证码与短信，按次计费',
  },
  lead: {
    en: 'A self-hosted platform: one HTTP API checks a face, sends and verifies a code by SMS, voice or email, and delivers notices. Every successful response includes the price of the call.',
    zh: '自托管平台：一套 HTTP API 完成人脸核验，通过短信、语音或邮件发送并校验验证码，并发送短信通知。成功的响应都附带本次调用的价格。',
  },
  start: { en: 'Get started', zh: '开始接入' },
  signIn: { en: 'Sign in', zh: '登录' },
  openConsole: { en: 'Open the console', zh: '进入控制台' },
  request: { en: 'Request', zh: '请求' },
  copy: { en: 'Copy', zh: '复制' },
  copied: { en: 'Copied', zh: '已复制' },
  response: { en: 'Response: 201', zh: '响应：201' },
  doors: { en: 'Where to go', zh: '入口' },
  docs: { en: 'Docs', zh: '接入文档' },
  docsText: {
    en: 'From a key to the first result in ten minutes. A sandbox, webhooks, and a page for every error.',
    zh: '十分钟内从密钥到第一个结果；附沙箱、事件推送与逐条的错误说明。',
  },
  quickstart: { en: 'Quickstart', zh: '快速开始' },
  reference: { en: 'API reference', zh: 'API 参考' },
  errors: { en: 'Errors', zh: '错误码' },
  console: { en: 'Console', zh: '控制台' },
  consoleText: {
    en: 'Keys, spend and every call, for customers and operators. The platform operator can invite you.',
    zh: '供客户与运营方查看密钥、消费与每次调用。如需进入，请联系运营方获取邀请。',
  },
  programs: { en: 'For programs', zh: '面向程序' },
  programsText: {
    en: 'OpenAPI for code generators, the docs as plain text, and a health check.',
    zh: '供代码生成工具使用的 OpenAPI、纯文本文档，以及健康检查。',
  },
  health: { en: 'Health', zh: '健康检查' },
  person: { en: 'Here for an identity check?', zh: '要进行身份核验？' },
  personText: {
    en: 'Open the full link you were sent. There is nothing to enter here.',
    zh: '请打开您收到的完整链接。本页无需填写任何信息。',
  },
  missing: { en: 'Page not found', zh: '页面不存在' },
  missingText: {
    en: 'Nothing is at this address. If a link brought you here, check that it is complete.',
    zh: '此地址没有内容。如果您是从链接进入的，请检查链接是否完整。',
  },
  home: { en: 'Home page', zh: '返回首页' },
} as const satisfies Record<string, Record<Language, string>>;
