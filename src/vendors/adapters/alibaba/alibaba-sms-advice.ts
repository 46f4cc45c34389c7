import type { MessageVendor } from '../../providers/vendor.ts';
import { longReference, recordsDelay } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const alibabaSmsAdvice: Pick<MessageVendor, 'hints' | 'questions'> = {
  // help.aliyun.com/document_detail/101346.html, 101347.html on receipts and on the days, developer.aliyun.com/ask/628704 (2026-11-17)
  hints: {
    'isv.SMS_TEST_NUMBER_LIMIT': {
      en: 'The signature or template is a test one (marked 测): it reaches only the test numbers that you bound in the console. Bind this number, or use an approved signature and template.',
      zh: '签名或模板是测试用的（带“测”标记），只能发送到控制台绑定的测试号码。请绑定该号码，或改用审核通过的正式签名和模板。',
    },
    'isv.SMS_TEST_SIGN_TEMPLATE_LIMIT': {
      en: 'A test template works only with the test signature. Use both test ones, or both approved ones.',
      zh: '测试模板只能搭配测试签名使用：要么都用测试的，要么都用正式的。',
    },
    'isv.SMS_TEST_TEMPLATE_PARAMS_ILLEGAL': {
      en: 'A test template takes only a code of 4 to 6 digits. Send --var code=246810.',
      zh: '测试模板的变量只能是 4 至 6 位数字，请用 --var code=246810 再试。',
    },
    'isv.SMS_SIGNATURE_ILLEGAL': {
      en: 'The signature is not approved, or belongs to another account. Write it without the brackets 【】, exactly as in the console.',
      zh: '签名未审核通过，或不属于该账号。签名须与控制台完全一致，且不带【】。',
    },
    'isv.SMS_TEMPLATE_ILLEGAL': {
      en: 'The template is not approved, or belongs to another account. Its code begins with SMS_.',
      zh: '模板未审核通过，或不属于该账号。模板编号以 SMS_ 开头。',
    },
    'isp.RAM_PERMISSION_DENY': {
      en: 'The RAM user may not send: allow it dysms:SendSms and dysms:QuerySendDetails.',
      zh: 'RAM 用户没有发送权限，请授予 dysms:SendSms 和 dysms:QuerySendDetails。',
    },
    'isv.DENY_IP_RANGE': {
      en: 'The request came from outside mainland China. Send from a mainland address.',
      zh: '请求来自中国内地以外的 IP，请从内地的服务器发送。',
    },
    PORT_NOT_REGISTERED: {
      en: 'The carrier has not registered the signature yet. It takes 5 to 10 working days after approval.',
      zh: '运营商尚未完成签名实名报备，审核通过后还需 5 至 10 个工作日。',
    },
    no_receipt: {
      en: 'Receipts arrive only after you enter the callback URL at 通用设置 > 国内消息设置 > 回执消息 as HTTP batch push of SmsReport.',
      zh: '需在“通用设置 > 国内消息设置 > 回执消息”中为 SmsReport 配置 HTTP 批量推送，填入上面的回调地址后才有回执。',
    },
  },
  questions: [
    recordsDelay({
      en: 'The vendor states no limit. A message that is not in the records counts as never accepted after an hour; a shorter delay would settle lost answers sooner.',
      zh: '文档没有说明时限。平台在一小时后仍查不到时才认定未受理；若实际更快，丢失应答的调用可以更早结清。',
    }),
    longReference(64, {
      en: 'The limit of OutId is not stated. Ours has at most 48 characters; a refusal of 64 shows how much room is left.',
      zh: '文档没有说明 OutId 的长度上限。平台最多使用 48 个字符；若 64 个字符被拒，说明余量有限。',
    }),
    {
      id: 'system-error-sent',
      question: {
        en: 'Was a message that was answered with isp.SYSTEM_ERROR or isp.GATEWAY_ERROR sent?',
        zh: '返回 isp.SYSTEM_ERROR 或 isp.GATEWAY_ERROR 的短信是否已经发出？',
      },
      meaning: {
        en: 'Both are unknown, so the money stays held until the records decide. If such a message never appears in the records, they may become unavailable.',
        zh: '平台视为结果未知，款项保持冻结，直到记录给出结论。若此类短信从不出现在记录中，可以改为不可用。',
      },
    },
  ],
};
