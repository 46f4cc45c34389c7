import type { MessageVendor } from '../../providers/vendor.ts';
import { receiptsPerSegment, recordsDelay } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const volcengineSmsAdvice: Pick<MessageVendor, 'hints' | 'questions'> = {
  // https://www.volcengine.com/docs/6361/173288 (edition 2024-08-09), 173291 and 171584, 69438 on CR:0207, /docs/6369/68677;
  // the names of the actions: github.com/volcengine/volc-sdk-golang service/sms/config.go (2026-11-17)
  hints: {
    SignatureDoesNotMatch: {
      en: 'The Secret Access Key is wrong, or has a space at its end.',
      zh: 'Secret Access Key 有误，或末尾带有空格。',
    },
    AccessDenied: {
      en: 'The IAM user may not use SMS. Give it volcSMS:SendSms and volcSMS:GetSmsSendDetails.',
      zh: '该 IAM 用户没有短信服务权限，请授权 volcSMS:SendSms 和 volcSMS:GetSmsSendDetails。',
    },
    'RE:0003': {
      en: 'There is no such message group. Copy its ID from 消息组列表, not its name.',
      zh: '消息组不存在，请从“消息组列表”中复制消息组 ID，而不是名称。',
    },
    'RE:0004': {
      en: 'The signature is not approved, or not for this message group. Enter its text without brackets.',
      zh: '签名未审核通过，或不能用于该消息组。请填写不带【】的签名内容。',
    },
    'RE:0005': {
      en: 'The template is not approved, or not for this message group and signature.',
      zh: '模板未审核通过，或不能用于该消息组和签名。',
    },
    'RE:0007': {
      en: 'The account has an IP allowlist. Ask the vendor to add the address of this server.',
      zh: '账号开启了 IP 白名单，请联系服务商加入本服务器的地址。',
    },
    'CR:0207': {
      en: 'The account is in stress-test mode (压测模式), in which nothing is sent. Ask the vendor’s support to turn it off.',
      zh: '账号处于压测模式，不会真正下发短信，请联系火山引擎客服关闭。',
    },
    'CR:0215': {
      en: 'The carriers have not registered the signature yet. This takes 7 to 10 working days after the approval.',
      zh: '运营商尚未完成签名实名报备，审核通过后通常还需 7–10 个工作日。',
    },
    no_receipt: {
      en: 'Receipts arrive only after you enter the callback URL at 通用管理 > 回执配置 as 默认状态报告地址.',
      zh: '需在“通用管理 > 回执配置”中将上面的回调地址填为默认状态报告地址后才有回执。',
    },
  },
  questions: [
    recordsDelay({
      en: 'How long records are kept, and whether their days are those of China or of UTC, is not stated either. The platform reads both days, 15 records a page, for 72 hours, and counts a missing message as never accepted after two hours.',
      zh: '文档也没有说明记录保留多久、按中国还是 UTC 的日期划分。平台在 72 小时内查询两种日期，每页 15 条；两小时后仍查不到才认定未受理。',
    }),
    {
      id: 'numbers-abroad',
      question: {
        en: 'Do the records find a number abroad by the form in which it was sent (`+852…`)?',
        zh: '境外号码能否以发送时的格式（+852…）在记录中查到？',
      },
      meaning: {
        en: 'The platform does not rely on it: a lost response for a number abroad waits for the operator. Run records-delay with such a number.',
        zh: '平台不以此为准：境外短信的响应丢失时，由运营方处理。请用境外号码运行 records-delay。',
      },
    },
    {
      id: 'gateway-errors-sent',
      question: {
        en: 'Does the vendor send a message for which it returns ServiceUnavailableTemp, FailToConnect or InternalError?',
        zh: '返回 ServiceUnavailableTemp、FailToConnect 或 InternalError 的短信是否已经发出？',
      },
      meaning: {
        en: 'The outcome is unknown, and the money stays held until the records decide.',
        zh: '平台视为结果未知，款项保持冻结，直到记录给出结论。',
      },
    },
    {
      id: 'action-names',
      question: {
        en: 'Does a policy with volcSMS:SendSms and volcSMS:GetSmsSendDetails suffice?',
        zh: '仅授予 volcSMS:SendSms 和 volcSMS:GetSmsSendDetails 的策略是否足够？',
      },
      meaning: {
        en: 'The documents describe only full access; the names are those of the API. A refusal with AccessDenied means that they differ.',
        zh: '文档只描述了完全权限，这两个名称取自接口。若返回 AccessDenied，说明名称不同。',
      },
    },
    {
      id: 'receipt-repeats',
      question: {
        en: 'How often does the vendor repeat a receipt that was not acknowledged?',
        zh: '未确认的回执会重推多少次？',
      },
      meaning: {
        en: 'The page on receipts does not say; the page on replies says ten times. A receipt that is lost for good is replaced by a query.',
        zh: '回执文档未说明，上行文档为十次。彻底丢失的回执由查询补上。',
      },
    },
    {
      id: 'error-status',
      question: {
        en: 'With which HTTP status does an error of the product come?',
        zh: '业务错误以哪个 HTTP 状态码返回？',
      },
      meaning: {
        en: 'The platform reads the code, whatever the status.',
        zh: '平台只看错误码，不看状态码。',
      },
    },
    receiptsPerSegment({
      en: 'The platform expects one receipt for the whole message.',
      zh: '平台预期整条短信只有一个回执。',
    }),
  ],
};
