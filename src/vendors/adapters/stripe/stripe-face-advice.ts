import type { FaceVendor } from '../../providers/vendor.ts';
import { stranger } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const stripeFaceAdvice: Pick<FaceVendor, 'hints' | 'questions'> = {
  // stripe@23.1.0, Error.d.ts; docs.stripe.com/keys/restricted-api-keys, docs.stripe.com/identity/access-verification-results,
  // and the changelog of 2016-10-19 on 403 (2026-11-17). No public document says how Stripe answers an account without Identity.
  hints: {
    '401': {
      en: 'The key is wrong or was rolled.',
      zh: '密钥有误或已轮换。',
    },
    '403': {
      en: 'The key lacks a permission: it must write Verification Sessions and Reports. Check also that Identity is activated in the dashboard.',
      zh: '密钥缺少权限，需具备 Verification Sessions and Reports 的写权限；也请在 Dashboard 确认 Identity 已激活。',
    },
    '400': {
      en: 'Stripe refused the request. Check that Identity is activated in the dashboard.',
      zh: 'Stripe 拒绝了请求，请在 Dashboard 确认 Identity 已激活。',
    },
  },
  questions: [
    stranger({
      en: 'The platform compares the name and number of the call with those on the document. A pass of another person’s document, or no result because the key may not read the number, shows what to change.',
      zh: '平台将请求中的姓名和证件号码与证件比对。若他人证件通过，或因密钥无权读取证件号码而没有结果，都需要调整。',
    }),
    {
      id: 'numbers',
      question: {
        en: 'Of which documents does Stripe return no number?',
        zh: 'Stripe 对哪些证件不返回证件号码？',
      },
      meaning: {
        en: 'A verified session without a number is no result. Send such people to another provider.',
        zh: '没有证件号码的已通过会话，平台不视为结果；这类人员请改用其他服务商。',
      },
    },
  ],
};
