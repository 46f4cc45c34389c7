import type { FaceVendor } from '../../providers/vendor.ts';
import { stranger } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const tencentFaceAdvice: Pick<FaceVendor, 'hints' | 'questions'> = {
  // cloud.tencent.com/document/product/1007/108012 (2026-11-17)
  hints: {
    'InvalidParameterValue.RuleIdNotExist': {
      en: 'This account has no such RuleId. Apply for one in the FaceID console under 自助接入.',
      zh: '该账号下没有此 RuleId，请在人脸核身控制台“自助接入”中申请。',
    },
    'InvalidParameterValue.RuleIdDisabled': {
      en: 'The flow of this RuleId was switched off in the FaceID console.',
      zh: '该 RuleId 的业务流程已在控制台停用。',
    },
    'UnauthorizedOperation.Nonactivated': {
      en: 'The service is not activated for this account.',
      zh: '该账号未开通此服务。',
    },
    'UnauthorizedOperation.Arrears': {
      en: 'The account is in arrears.',
      zh: '账号已欠费，请充值。',
    },
  },
  questions: [
    stranger({
      en: 'The document calls Config the configuration of the mini-program, so whether E-Zheng-Tong obeys it on its web page is not certain, and it returns no name and number. A pass here means that it does not: take the provider off its routes.',
      zh: '文档称 Config 为小程序模式配置，E 证通的网页是否遵守并不确定，且不返回姓名和证件号。若此处通过，说明并未比对，请立即将该服务商移出路由。',
    }),
    {
      id: 'billed-results',
      question: {
        en: 'Does the bill charge for 1002 with E-Zheng-Tong, and for 2011 to 2015 with either product?',
        zh: '账单是否对 E 证通的 1002、以及两种产品的 2011 至 2015 收费？',
      },
      meaning: {
        en: 'The list of attempts decides. Where it is missing, 1002 with E-Zheng-Tong counts as free, and the cost of the others is stored as unknown.',
        zh: '以尝试明细为准；没有明细时，E 证通的 1002 按不收费计，其余结果的成本记为未知。',
      },
    },
    {
      id: 'passed-in',
      question: {
        en: 'What is IdInfoFrom for an identity that was passed in?',
        zh: '由业务方传入身份时，IdInfoFrom 的取值是什么？',
      },
      meaning: {
        en: '其他 and nothing are accepted. OCR, NFC and 手动输入 mean that the person entered the identity, and pass nobody.',
        zh: '平台接受“其他”和空值；OCR、NFC 和手动输入表示身份由本人录入，一律不通过。',
      },
    },
    {
      id: 'unregistered',
      question: {
        en: 'Does E-Zheng-Tong register a person who never used it?',
        zh: 'E 证通会为首次使用的人注册吗？',
      },
      meaning: {
        en: 'If not, such a person is rejected (FailedOperation.UnregisteredEid), and the check fails with identity_not_found.',
        zh: '若不会，此人会被拒绝（FailedOperation.UnregisteredEid），核验以查无此人结束。',
      },
    },
  ],
};
