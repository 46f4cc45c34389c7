import type { MessageVendor } from '../../providers/vendor.ts';
import { receiptsPerSegment } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const chuanglanAdvice: Pick<MessageVendor, 'hints' | 'questions'> = {
  // The codes: "253云通讯PaaS短信云接口说明（JSON版）" 1.2.0, section 3, in github.com/clsdk/chuanglan253-node.js; API accounts:
  // https://doc.chuanglan.com/document/3AOM4WYZSXUGXRHS; 产品配置 and receipts: HAQYSZKH9HT5Z50L and W89EY1H130AX6W6M there (2026-11-17)
  hints: {
    '101': {
      en: 'There is no such API account. It is not the name that you sign in with: see the product’s API information.',
      zh: 'API 账号不存在。它不是登录名，请在产品的 API 信息中查看。',
    },
    '116': {
      en: 'The signature is missing or not approved. Enter its text in the form, without brackets.',
      zh: '未带签名，或签名未审核通过。请在模板形式中填写不带【】的签名内容。',
    },
    '124': {
      en: 'The text matches none of your approved templates.',
      zh: '短信内容与已审核的模板不匹配。',
    },
    '117': {
      en: 'This address is not allowed. Add it under 产品配置.',
      zh: '本机 IP 未加白，请在“产品配置”中添加。',
    },
    no_receipt: {
      en: 'Receipts arrive only after you enter the callback URL for 状态报告 as a push. An account that pulls gets no pushes.',
      zh: '需在控制台将状态报告设为推送并填入上面的回调地址；拉取方式的账号不会推送。',
    },
  },
  questions: [
    receiptsPerSegment({
      en: 'The platform expects one receipt for the whole message.',
      zh: '平台预期整条短信只有一个回执。',
    }),
    {
      id: 'codes-of-today',
      question: {
        en: 'Which codes does the API answer today?',
        zh: '接口目前返回哪些错误码？',
      },
      meaning: {
        en: 'The only public list is from 2018, and public clients still use it. A code that is not listed is unknown, and the call waits.',
        zh: '公开的错误码列表是 2018 年的，公开客户端仍在使用。未列出的码视为结果未知，调用等待处理。',
      },
    },
    {
      id: 'carrier-codes',
      question: {
        en: 'What do the codes of code.253.com mean?',
        zh: 'code.253.com 上的状态码分别是什么含义？',
      },
      meaning: {
        en: 'The page needs an account. Codes that are not listed count as undelivered by a fault of the provider.',
        zh: '该页面需要登录。未列出的码按服务商故障记为未送达。',
      },
    },
    {
      id: 'receipt-repeats',
      question: {
        en: 'Does the vendor repeat a receipt that got HTTP 200 without clcode?',
        zh: '仅返回 HTTP 200 而没有 clcode 时，回执是否重推？',
      },
      meaning: {
        en: 'The platform always answers with clcode.',
        zh: '平台始终返回 clcode。',
      },
    },
  ],
};
