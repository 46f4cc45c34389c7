import type { FaceVendor } from '../../providers/vendor.ts';
import { stranger } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const tencentFaceH5Advice: Pick<FaceVendor, 'hints' | 'questions'> = {
  // github.com/tencentyun/qcloud-documents, SaaS服务错误码.md (2023-08-31, read 2026-11-17)
  hints: {
    '400101': {
      en: 'The vendor does not accept the signature: the WBappid and its secret do not belong together.',
      zh: '签名校验不通过，请核对 WBappid 与密钥是否对应。',
    },
    '400103': {
      en: 'The WBappid has an IP allowlist. Ask the vendor’s support to add the address of this server.',
      zh: '该 WBappid 设置了 IP 白名单，请联系腾讯云技术支持加入本服务器的地址。',
    },
    '66660002': {
      en: 'The service is stopped: the account is in arrears, or the service was switched off.',
      zh: '服务已停用，账号可能欠费或已主动停服。',
    },
    '66660003': {
      en: 'The trial has no checks left. Buy a package, or allow payment by use.',
      zh: '试用版次数已用完，请购买资源包或开通后付费。',
    },
  },
  questions: [
    stranger({
      en: 'The platform relies on the vendor to compare the face with the photo of the ID number that it was sent. A pass here means that it does not: take the provider off its routes.',
      zh: '平台依赖服务商将人脸与所传身份证号的照片比对。若此处通过，说明并未比对，请立即将该服务商移出路由。',
    }),
    {
      id: 'longest-session',
      question: {
        en: 'How long after its start can a person still finish a session?',
        zh: '会话发起多久之后，用户仍能完成核身？',
      },
      meaning: {
        en: 'The platform stops waiting after 15 minutes; a later pass would be lost.',
        zh: '平台最多等待 15 分钟，此后通过的结果不会被采用。',
      },
    },
    {
      id: 'billed-results',
      question: {
        en: 'Does the bill charge for several attempts in one session?',
        zh: '同一会话内多次尝试是否分别计费？',
      },
      meaning: {
        en: 'The cost of a session is that of its last result.',
        zh: '平台按会话的最终结果计算成本。',
      },
    },
    {
      id: 'wrong-secret',
      question: {
        en: 'Which code does a wrong secret get?',
        zh: '密钥错误时返回哪个码？',
      },
      meaning: {
        en: 'Any refused token counts as unavailable, because nothing was started.',
        zh: '凡是取票据失败都记为不可用，因为核验并未开始。',
      },
    },
    {
      id: 'in-wechat',
      question: {
        en: 'Does the page work in WeChat?',
        zh: '该页面能否在微信内使用？',
      },
      meaning: {
        en: 'The platform offers it only to other browsers.',
        zh: '平台只在其他浏览器中提供。',
      },
    },
  ],
};
