import type { FaceVendor } from '../../providers/vendor.ts';
import { stranger } from '../questions.ts';

const missingRight = {
  en: 'The RAM user lacks a permission: allow it InitFaceVerify, DescribeFaceVerify and DeleteFaceVerifyResult of antcloudauth. If it is still refused, give it AliyunAntCloudAuthFullAccess.',
  zh: 'RAM 用户缺少权限，请授予 antcloudauth 的 InitFaceVerify、DescribeFaceVerify 和 DeleteFaceVerifyResult；仍被拒绝时再授予 AliyunAntCloudAuthFullAccess。',
};

/** What a new account of this vendor meets, and what only an account can show. */
export const alibabaFaceAdvice: Pick<FaceVendor, 'hints' | 'questions'> = {
  // help.aliyun.com/zh/id-verification/financial-grade-id-verification/error-code, and for NoPermission, which no list of
  // this product has, help.aliyun.com/zh/ram/developer-reference/aliyunantcloudauthfullaccess (2026-11-17)
  hints: {
    '404': {
      en: 'The scene does not exist in this account. Create it in the console under 认证场景, and enter its ID.',
      zh: '该账号下没有此认证场景，请在控制台“认证场景”中创建，并填写其场景 ID。',
    },
    '411': missingRight,
    '412': {
      en: 'The account is in arrears for this product or for OSS.',
      zh: '实人认证或 OSS 已欠费，请充值。',
    },
    NoPermission: missingRight,
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
        en: 'Only Passed decides. With a SubCode that is not listed, the check fails with the reason not_understood.',
        zh: '平台只看 Passed。未列出的 SubCode 记为未通过，原因为 not_understood。',
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
    {
      id: 'policy-codes',
      question: {
        en: 'Why does the vendor answer 206 or 427 (its policy) in a given case?',
        zh: '206 或 427（业务策略限制）的具体原因是什么？',
      },
      meaning: {
        en: 'Its support names risky or very busy devices, so the reason is device_refused.',
        zh: '客服称与风险设备或高频设备有关，因此平台记为设备被拒。',
      },
    },
    {
      id: 'ram-actions',
      question: {
        en: 'Does RAM accept rights by operation for this product?',
        zh: '该产品是否支持按接口授权？',
      },
      meaning: {
        en: 'The system policies name only antcloudauth:* and antcloudauth:Describe*, so the narrow policy of this page may be refused (NoPermission).',
        zh: '系统策略只有 antcloudauth:* 和 antcloudauth:Describe*，本页的最小权限策略可能被拒（NoPermission）。',
      },
    },
    {
      id: 'results-horizon',
      question: {
        en: 'How long can results be queried?',
        zh: '认证结果可以查询多久？',
      },
      meaning: {
        en: 'The platform queries at once and stores the result itself.',
        zh: '平台会立即查询并自行保存结果。',
      },
    },
    {
      id: 'script-needs',
      question: {
        en: 'Does the script work in its frame with every browser?',
        zh: '脚本能否在所有浏览器的隔离框架中运行？',
      },
      meaning: {
        en: 'It cannot connect to any host there, and the storage and cookies that it sees are empty. If the vendor does not trust the data, it returns no URL.',
        zh: '它在其中无法连接任何主机，看到的存储和 Cookie 均为空。若服务商不信任这些数据，就不会返回链接。',
      },
    },
  ],
};
