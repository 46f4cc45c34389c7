import type { FaceVendor } from '../../providers/vendor.ts';
import { stranger } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const tencentFaceAdvice: Pick<FaceVendor, 'hints' | 'questions'> = {
  // cloud.tencent.com/document/api/1007/31322 and the error list of sdk-go faceid (2026-11-16)
  hints: {
    'InvalidParameterValue.RuleIdNotExist': {
      en: 'The RuleId is of another account, or its flow is not approved yet. See 自助接入 in the FaceID console.',
      zh: 'RuleId 不属于该账号，或业务流程尚未审核通过，请在人脸核身控制台“自助接入”中查看。',
    },
    'InvalidParameterValue.RuleIdDisabled': {
      en: 'The flow of this RuleId was switched off in the FaceID console.',
      zh: '该 RuleId 的业务流程已在控制台停用。',
    },
    'UnauthorizedOperation.Nonactivated': {
      en: 'The product is not activated for this account. Each FaceID product is activated on its own.',
      zh: '该账号未开通此产品；人脸核身的各产品需分别开通。',
    },
    'UnauthorizedOperation.Arrears': {
      en: 'The account is in arrears.',
      zh: '账号已欠费，请充值。',
    },
  },
  questions: [
    stranger({
      en: 'E-Zheng-Tong returns no name and number, so the platform relies on the vendor to compare the person of the call. A pass here means that it does not: take the provider off its routes.',
      zh: 'E 证通不返回姓名和证件号，平台依赖服务商比对请求中的本人。若此处通过，说明并未比对，请立即将该服务商移出路由。',
    }),
    {
      id: 'billed-results',
      question: {
        en: 'Does the bill charge for the results 2011 to 2015?',
        zh: '账单是否对结果 2011 至 2015 收费？',
      },
      meaning: {
        en: 'The cost of these results is stored as unknown.',
        zh: '平台将这些结果的成本记为未知。',
      },
    },
  ],
};
