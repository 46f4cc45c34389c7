import type { FaceVendor } from '../../providers/vendor.ts';
import { stranger } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const alibabaFaceAdvice: Pick<FaceVendor, 'hints' | 'questions'> = {
  // help.aliyun.com/zh/id-verification/financial-grade-id-verification/error-code (2026-11-17)
  hints: {
    '404': {
      en: 'The scene does not exist in this account. Create it in the console under 认证场景, and enter its ID.',
      zh: '该账号下没有此认证场景，请在控制台“认证场景”中创建，并填写其场景 ID。',
    },
    '411': {
      en: 'The RAM user lacks a permission: give it AliyunAntCloudAuthFullAccess.',
      zh: 'RAM 用户缺少权限，请授予 AliyunAntCloudAuthFullAccess。',
    },
    '412': {
      en: 'The account is in arrears for this product or for OSS.',
      zh: '实人认证或 OSS 已欠费，请充值。',
    },
    NoPermission: {
      en: 'The RAM user may not use this product: give it AliyunAntCloudAuthFullAccess.',
      zh: 'RAM 用户没有权限，请授予 AliyunAntCloudAuthFullAccess。',
    },
  },
  questions: [
    stranger({
      en: 'The vendor compares the face with the photo of the authority for the name and number of the call. A pass here would mean that it does not.',
      zh: '服务商按请求中的姓名和证件号比对权威照片。若此处通过，说明并未比对。',
    }),
    {
      id: 'sub-codes',
      question: {
        en: 'Which SubCodes above 209 occur, and why?',
        zh: '实际会出现哪些大于 209 的 SubCode，原因是什么？',
      },
      meaning: {
        en: 'Only Passed decides. A SubCode that is not listed fails the check as a fault of the provider.',
        zh: '平台只看 Passed。未列出的 SubCode 按服务商故障记为未通过。',
      },
    },
    {
      id: 'billed-results',
      question: {
        en: 'Which results does the bill charge for?',
        zh: '账单对哪些认证结果收费？',
      },
      meaning: {
        en: 'Costs are set by the operator per check. The bill shows whether failed and abandoned checks cost the same.',
        zh: '成本按运营方设置的单价计算。请对照账单，看未通过和中途放弃的认证是否同价。',
      },
    },
  ],
};
