import type { FaceVendor } from '../../providers/vendor.ts';
import { ownCheck, stranger } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const baiduFaceAdvice: Pick<FaceVendor, 'hints' | 'questions'> = {
  // ai.baidu.com/ai-doc/FACE/Lk8jybg9r on 283400, ai.baidu.com/ai-doc/FACE/zl958mm8k (edition 2025-08-22) on the others (2026-11-17)
  hints: {
    '6': {
      en: 'The application has no right to 人脸实名认证 V4. Complete enterprise verification; the right follows within an hour. Check that the plan belongs to this application.',
      zh: '应用没有人脸实名认证 V4 的权限。请完成企业认证（约一小时后生效），并确认方案属于该应用。',
    },
    '17': {
      en: 'The free quota of the day is used up. Buy a package for 人脸实名认证 V4, or turn on payment by use.',
      zh: '当日免费额度已用完，请购买人脸实名认证 V4 次数包或开通按量后付费。',
    },
    '18': {
      en: 'The application makes more requests a second than it may. Buy more QPS in the console.',
      zh: '请求超出应用的 QPS 限额，请在控制台购买更多 QPS。',
    },
    '19': {
      en: 'The free quota is used up. Buy a package for 人脸实名认证 V4, or turn on payment by use.',
      zh: '免费额度已用完，请购买人脸实名认证 V4 次数包或开通按量后付费。',
    },
    '283400': {
      en: 'The plan ID must be that of an H5 plan of this application, not of the project.',
      zh: 'planId 须为该应用下 H5 方案的 ID，而不是项目 ID。',
    },
    '283435': {
      en: 'There is no such plan. Enter the ID of the plan, not of the project.',
      zh: '方案不存在，planId 须填写方案 ID，而不是项目 ID。',
    },
  },
  questions: [
    ownCheck({
      en: 'The guide for apps says that the result has the identity and the similarity; the copy of the guide for H5 plans that could be read ends before them. Without them nobody passes.',
      zh: 'APP 方案文档说明结果包含身份和相似度；可查到的 H5 方案文档未包含这一部分。若缺少这些字段，任何人都不会通过。',
    }),
    stranger({
      en: 'The platform compares the identity in the result with the call, and wants a similarity above the plan’s threshold. A pass means that the plan does not do what its settings say: take the provider off its routes.',
      zh: '平台将结果中的身份与请求比对，并要求相似度达到方案阈值。若此处通过，说明方案未按配置比对，请立即将该服务商移出路由。',
    }),
    {
      id: 'start-codes',
      question: {
        en: 'Which code does Baidu return for a wrong identity at the start, and for an expired session?',
        zh: '上报的身份信息有误、或会话已过期时，百度返回什么错误码？',
      },
      meaning: {
        en: 'The pages that could be read give these in words. An unlisted code at the start is an unknown outcome, and one of a query is no answer.',
        zh: '公开文档只有文字说明。发起时遇到未列出的错误码按未知处理，查询时则视为没有结果。',
      },
    },
    {
      id: 'mismatch-code',
      question: {
        en: 'Which code does a face get that does not resemble the photo?',
        zh: '人脸与权威库照片不相似时，返回什么错误码？',
      },
      meaning: {
        en: 'The platform recognizes it by the similarity in the result.',
        zh: '平台根据结果中的相似度识别。',
      },
    },
    {
      id: 'free-quota',
      question: {
        en: 'Are attempts within the free quota reported as charged?',
        zh: '免费额度内的核验是否标记为计费？',
      },
      meaning: {
        en: 'The platform counts the attempts that Baidu reports as charged.',
        zh: '平台按百度返回的计费次数计算成本。',
      },
    },
  ],
};
