import type { Language } from '../../foundation/contract/text/languages.ts';

/** The texts of the frame around every docs page. */
export const docTexts = {
  docs: { en: 'Docs', zh: '接入文档' },
  skip: { en: 'Skip to content', zh: '跳到正文' },
  pages: { en: 'Pages', zh: '页面' },
  menu: { en: 'Menu', zh: '目录' },
  closeMenu: { en: 'Close menu', zh: '关闭目录' },
  search: { en: 'Search', zh: '搜索' },
  searchLabel: { en: 'Search the docs', zh: '搜索接入文档' },
  searchHint: { en: 'A keyword, field or error code…', zh: '关键词、字段或错误码…' },
  found: { en: '{count} results', zh: '找到 {count} 条' },
  nothing: { en: 'No results.', zh: '没有结果。' },
  close: { en: 'Close', zh: '关闭' },
  language: { en: 'Language', zh: '语言' },
  quickstart: { en: 'Quickstart', zh: '快速开始' },
  reference: { en: 'API reference', zh: 'API 参考' },
  console: { en: 'Console', zh: '控制台' },
  errors: { en: 'Errors', zh: '错误码' },
  missing: { en: 'Page not found', zh: '页面不存在' },
  missingText: {
    en: 'There is no page at this address. Use the search above, or open one of these pages.',
    zh: '此地址没有页面。请用上方的搜索查找，或打开以下页面。',
  },
  asMarkdown: { en: 'View as Markdown', zh: '查看 Markdown' },
  onThisPage: { en: 'On this page', zh: '本页内容' },
  before: { en: 'Previous', zh: '上一页' },
  next: { en: 'Next', zh: '下一页' },
  around: { en: 'Previous and next page', zh: '上一页与下一页' },
  samples: { en: 'This request in other languages', zh: '此请求的其他语言示例' },
  linkToSection: { en: 'Link to', zh: '链接到' },
  copy: { en: 'Copy', zh: '复制' },
  copied: { en: 'Copied', zh: '已复制' },
  key: { en: 'Your test key, used in the samples on this page', zh: '您的测试密钥，用于本页示例' },
  keyHint: {
    en: 'It stays in this tab and is not sent anywhere.',
    zh: '仅保存在此标签页中，不会发送到任何地方。',
  },
  keyFound: {
    en: 'The demo key of this installation. It stays in this tab.',
    zh: '此平台的演示密钥，仅保存在此标签页中。',
  },
  keyWrong: {
    en: 'Test keys start with cs_test_. Do not paste live keys into a page.',
    zh: '测试密钥以 cs_test_ 开头。请勿在页面中填写正式密钥。',
  },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;
