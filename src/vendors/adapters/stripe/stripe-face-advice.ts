import type { FaceVendor } from '../../providers/vendor.ts';
import { stranger } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const stripeFaceAdvice: Pick<FaceVendor, 'hints' | 'questions'> = {
  // stripe@23.1.0, Error.d.ts; docs.stripe.com/keys/restricted-api-keys, and its changelog of 2016-10-19 on 403 (2026-11-17).
  // No public document says how Stripe answers an account without Identity.
  hints: {
    '401': {
      en: 'The key is wrong or was rolled. A key of a sandbox begins with sk_test_ or rk_test_.',
      zh: '密钥有误或已轮换；沙盒密钥以 sk_test_ 或 rk_test_ 开头。',
    },
    '403': {
      en: 'The restricted key may not write Verification Sessions. Check also that Identity is activated in the dashboard.',
      zh: '受限密钥没有 Verification Sessions 的写权限；也请在 Dashboard 确认 Identity 已激活。',
    },
    '400': {
      en: 'Stripe refused the request. Check that Identity is activated in the dashboard.',
      zh: 'Stripe 拒绝了请求，请在 Dashboard 确认 Identity 已激活。',
    },
  },
  questions: [
    stranger({
      en: 'The platform compares the name of the call with that on the document. A pass of another person’s document, or no result because the key may not read names, shows what to change.',
      zh: '平台将请求中的姓名与证件姓名比对。若他人证件通过，或因密钥无权读取姓名而没有结果，都需要调整。',
    }),
    {
      id: 'billed-results',
      question: {
        en: 'Which failed checks does Stripe charge for?',
        zh: 'Stripe 对哪些未通过的核验收费？',
      },
      meaning: {
        en: 'Costs are set by the operator per check. Compare a month’s bill with the results.',
        zh: '成本按运营方设置的单价计算，请对照月账单与核验结果。',
      },
    },
    {
      id: 'key-permissions',
      question: {
        en: 'Which permissions does a restricted key need to read names?',
        zh: '受限密钥需要哪些权限才能读取姓名？',
      },
      meaning: {
        en: 'Without them a verified session has no names, which is no result. Test one session before you go live.',
        zh: '缺少权限时，已通过的会话没有姓名，平台不视为结果。上线前请先测试一次。',
      },
    },
  ],
};
