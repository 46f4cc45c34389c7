import type { MessageVendor } from '../../providers/vendor.ts';
import { limitCode, receiptsPerSegment, recordsDelay } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const ucloudSmsAdvice: Pick<MessageVendor, 'hints' | 'questions'> = {
  // docs.ucloud.cn/usms/api_docs/error_code/error_code, ret_message/retStatus (2026-11-17)
  hints: {
    '171': {
      en: 'The signature is wrong, most likely because the private key is.',
      zh: '签名错误，通常是 API 私钥有误。',
    },
    '172': {
      en: 'The public key is wrong, or of a deleted account.',
      zh: 'API 公钥有误，或账号已不存在。',
    },
    '291': {
      en: 'The sub-account has no rights for USMS in this project.',
      zh: '该子账号在此项目中没有短信服务权限。',
    },
    '292': {
      en: 'There is no such project. A sub-account must name its project (org-…).',
      zh: '项目不存在；子账号必须填写项目 ID（org-…）。',
    },
    '294': {
      en: 'The API key has an IP allowlist. Add the address of this server.',
      zh: '该密钥设置了 IP 白名单，请加入本服务器的地址。',
    },
    '18013': {
      en: 'The account or the project has no messages left. Buy a package.',
      zh: '账号或项目的短信余量不足，请购买套餐包。',
    },
    '18018': {
      en: 'The values do not fit the template. List its variables in the order of {1}, {2}, ….',
      zh: '变量与模板不匹配，请按 {1}、{2} 的顺序填写。',
    },
    no_receipt: {
      en: 'Enter the callback URL for receipts in the USMS console. The vendor repeats only three times, a second apart.',
      zh: '请在 USMS 控制台配置状态报告接收地址。服务商每隔 1 秒重推，最多 3 次。',
    },
  },
  questions: [
    limitCode(2, {
      en: 'No code of the list says so, so it is unknown and the money stays held. The default limit is one code in 30 seconds.',
      zh: '列表中没有对应的错误码，因此按结果未知处理并继续冻结。默认限制为每 30 秒 1 条验证码。',
    }),
    recordsDelay({
      en: 'A query by the vendor’s ID says that the message was sent as soon as it finds it.',
      zh: '按服务商的短信 ID 查到记录后，平台即视为已发送。',
    }),
    {
      id: 'user-id',
      question: {
        en: 'Does UserId come back in every receipt?',
        zh: '每个回执是否都带有 UserId？',
      },
      meaning: {
        en: 'Without it a receipt names the message by the vendor’s ID, which is enough unless the response was lost.',
        zh: '没有时按服务商的短信 ID 匹配；只有响应丢失时才会影响。',
      },
    },
    {
      id: 'records-kept',
      question: {
        en: 'How long can receipts be queried?',
        zh: '回执最长可查询多久？',
      },
      meaning: {
        en: 'The platform queries for 72 hours.',
        zh: '平台最多查询 72 小时。',
      },
    },
    receiptsPerSegment({
      en: 'The platform expects one receipt for the whole message, with CostCount.',
      zh: '平台预期整条短信只有一个回执，其中含 CostCount。',
    }),
  ],
};
