import type { FaceVendor } from '../../providers/vendor.ts';
import { ownCheck, stranger } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const veriffAdvice: Pick<FaceVendor, 'hints' | 'questions'> = {
  // devdocs.veriff.com/docs/some-troubleshooting-codes-table, credentials-and-authorization-codes-table (2026-11-17)
  hints: {
    '1302': {
      en: 'Veriff returns people only to https. Set PUBLIC_URL to an https address.',
      zh: 'Veriff 仅支持 https 回跳地址，请将 PUBLIC_URL 设为 https 地址。',
    },
    '1803': {
      en: 'The key belongs to no integration at this base URL. Copy both from the integration’s page.',
      zh: '该接口地址下没有此密钥对应的 Integration，请从同一页面复制两者。',
    },
    '1804': {
      en: 'The integration is not active. Ask Veriff support to activate it.',
      zh: 'Integration 未启用，请联系 Veriff 开通。',
    },
    '1819': {
      en: 'The shared secret is not that of this integration.',
      zh: 'sharedSecret 不是该 Integration 的共享密钥。',
    },
  },
  questions: [
    ownCheck({
      en: 'Which fields a decision has depends on the integration. Without the name and the number nobody passes.',
      zh: '结果包含哪些字段取决于 Integration 的配置；若缺少姓名或证件号码，任何人都不会通过。',
    }),
    stranger({
      en: 'The platform compares the name and number of the call with those on the document. A pass of another person’s document, or no result because decisions lack them, shows what to change.',
      zh: '平台将请求中的姓名和证件号码与证件比对。若他人证件通过，或因结果缺少这些字段而没有结果，都需要调整。',
    }),
    {
      id: 'test-integration',
      question: {
        en: 'Does anything in a decision of a test integration tell it from one of a live integration?',
        zh: '测试 Integration 的结果中，是否有字段能与正式 Integration 区分？',
      },
      meaning: {
        en: 'No public document names such a field, so the platform cannot refuse the key of a test integration.',
        zh: '公开文档没有这样的字段，因此平台无法拒绝测试 Integration 的密钥。',
      },
    },
    {
      id: 'scripts',
      question: {
        en: 'Do names come back in the script of the document, or transliterated?',
        zh: '返回的姓名是证件原文，还是转写后的拉丁字母？',
      },
      meaning: {
        en: 'Names are compared as they are. If Veriff transliterates, callers send Latin letters.',
        zh: '平台按原样比对姓名；若 Veriff 会转写，请求中应填写拉丁字母。',
      },
    },
    {
      id: 'deletion',
      question: {
        en: 'How does an integration without the right to delete sessions answer a deletion?',
        zh: '未开通删除权限的 Integration 会如何响应删除请求？',
      },
      meaning: {
        en: 'A 404 counts as erased only if the session cannot be read any more either.',
        zh: '仅当会话也无法再读取时，平台才将 404 视为已删除。',
      },
    },
    {
      id: 'limits',
      question: {
        en: 'How many requests a second and deletions a day does the account allow?',
        zh: '账号每秒可发起多少请求、每天可删除多少会话？',
      },
      meaning: {
        en: 'A 429 moves a check to the next provider; a refused deletion is repeated.',
        zh: '收到 429 时改用下一服务商；被拒绝的删除会重试。',
      },
    },
  ],
};
