import type { MessageVendor } from '../../providers/vendor.ts';
import { limitCode, receiptsPerSegment } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const baiduSmsAdvice: Pick<MessageVendor, 'hints' | 'questions'> = {
  // https://cloud.baidu.com/doc/SMS/s/zjwvxry6e (edition 2025-07-04); on packages https://cloud.baidu.com/theme/T/3211051-4-4;
  // on receipts https://cloud.baidu.com/doc/SMS/s/Fkijy9cdv and https://cloud.baidu.com/theme/H/2688586-10 (2026-11-17)
  hints: {
    '6002': {
      en: 'The access key is wrong, the sub-user lacks the right, or this address is not on the account’s allowlist.',
      zh: '密钥有误、子用户权限不足，或本机地址不在账号的 IP 白名单中。',
    },
    '6006': {
      en: 'The signature is not approved yet. The form takes its ID, not its text.',
      zh: '签名尚未审核通过；模板形式中填写的是签名 ID，不是签名内容。',
    },
    '6012': {
      en: 'The account is in arrears. Packages do not help until the debt is paid.',
      zh: '账号欠费停服，补足欠款前流量包也不可用。',
    },
    '6013': {
      en: 'The product is not activated: open it in the SMS console.',
      zh: '尚未开通短信服务，请在控制台开通。',
    },
    '4605': {
      en: 'The values do not fit the template: compare the names of its variables with those of the form.',
      zh: '变量与模板不符，请核对模板中的变量名。',
    },
    '4607': {
      en: 'The template is not approved yet, or was retired.',
      zh: '模板尚未审核通过，或已停用。',
    },
    '4609': {
      en: 'Signature and template are for different countries.',
      zh: '签名和模板适用的国家或地区不一致。',
    },
    no_receipt: {
      en: 'Receipts arrive only after you enter the callback URL at 系统设置 > 回调配置. With callbackToken set, receipts signed otherwise are rejected.',
      zh: '需在“系统设置 > 回调配置”中填入上面的回调地址后才有回执。填写了 callbackToken 时，签名不符的回执会被拒收。',
    },
  },
  questions: [
    limitCode(4, {
      en: 'The public copy of the list ends before these codes, so they are unknown and the money stays held. The default limit is three a minute.',
      zh: '公开可查的列表未包含这些错误码，因此视为结果未知，款项保持冻结。默认限制为每分钟 3 条。',
    }),
    receiptsPerSegment({
      en: 'The platform expects one receipt for the whole message, with segmentCount.',
      zh: '平台预期整条短信只有一个回执，其中含 segmentCount。',
    }),
    {
      id: 'later-codes',
      question: {
        en: 'Which codes follow 4653 in the vendor’s list?',
        zh: '官方错误码表中 4653 之后还有哪些码？',
      },
      meaning: {
        en: 'The public copy of the list ends there. A code that is not listed is unknown, and the call waits.',
        zh: '公开可查的列表到此为止。未列出的码视为结果未知，调用等待处理。',
      },
    },
    {
      id: 'receipt-signature',
      question: {
        en: 'Does the vendor set a token of your own, and in which case does it write the signature?',
        zh: '服务商是否支持自定义 token？签名使用大写还是小写？',
      },
      meaning: {
        en: 'Both cases are accepted. Without a token of your own, receipts count as unsigned.',
        zh: '平台两种都接受。没有自定义 token 时，回执视为无签名。',
      },
    },
    {
      id: 'value-form',
      question: {
        en: 'Must the values of a template be a JSON text, or may they be an object?',
        zh: '模板变量必须是 JSON 文本，还是可以直接传对象？',
      },
      meaning: {
        en: 'The vendor’s SDKs send an object, its table of types says text. The platform sends an object: if the first test is accepted, it may be one.',
        zh: '官方 SDK 传对象，文档的类型表写作文本。平台传对象：首次测试受理即说明可行。',
      },
    },
    {
      id: 'carrier-codes',
      question: {
        en: 'Do the carriers’ codes come as they are (MK:0001), or in the vendor’s form (T:00068)?',
        zh: '回执中的运营商码是原样（MK:0001），还是服务商的形式（T:00068）？',
      },
      meaning: {
        en: 'Codes in the vendor’s form count as undelivered by a fault of the provider; the code is stored.',
        zh: '服务商形式的码按服务商故障记为未送达，并保存该码。',
      },
    },
    {
      id: 'token-memory',
      question: {
        en: 'How long does the vendor remember a clientToken?',
        zh: '服务商会记住 clientToken 多久？',
      },
      meaning: {
        en: 'A repeated token is answered without a second message. The platform never uses one for two messages.',
        zh: '重复的 clientToken 不会再次发送；平台不会将其用于两条短信。',
      },
    },
  ],
};
