import type { MessageVendor } from '../../providers/vendor.ts';
import { recordsDelay } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const tencentSmsAdvice: Pick<MessageVendor, 'hints' | 'questions'> = {
  // cloud.tencent.com/document/api/382/38780, /382/59177 and /382/59178 (2026-11-17)
  hints: {
    'FailedOperation.SignatureIncorrectOrUnapproved': {
      en: 'Write the text of the signature, not its ID, without brackets, and wait for its approval and the registration with the carriers.',
      zh: '请填写签名内容（不是签名 ID，也不带【】），并确认签名已审核通过、完成运营商报备。',
    },
    'FailedOperation.TemplateIncorrectOrUnapproved': {
      en: 'The template is not approved, is of another account, or its text does not fit the signature.',
      zh: '模板未审核通过、不属于该账号，或与签名不匹配。',
    },
    'FailedOperation.TemplateParamSetNotMatchApprovedTemplate': {
      en: 'The approved template has another number of variables. Set "order" in the form of the template to send exactly those.',
      zh: '变量个数与已审核模板不一致，请在模板的服务商形式中用 "order" 指定要发送的变量。',
    },
    'UnauthorizedOperation.SmsSdkAppIdVerifyFail': {
      en: 'The SdkAppId does not belong to the account of this key. See 应用管理 in the SMS console.',
      zh: 'SdkAppId 不属于该密钥所在的账号，请在短信控制台的“应用管理”中核对。',
    },
    'UnauthorizedOperation.RequestIpNotInWhitelist': {
      en: 'The application has an IP allowlist. Add the address of this server.',
      zh: '该应用设置了 IP 白名单，请加入本服务器的地址。',
    },
    'FailedOperation.InsufficientBalanceInSmsPackage': {
      en: 'The SMS package is used up. Buy another, or allow payment by balance.',
      zh: '短信套餐包已用完，请续购或开通按量付费。',
    },
    'AuthFailure.SignatureExpire': {
      en: 'The clock of this server is more than 5 minutes off.',
      zh: '本服务器时间偏差超过 5 分钟，请校准时钟。',
    },
    no_receipt: {
      en: 'Receipts arrive only after you enter the callback URL for the application: 应用管理 > 应用列表 > 短信下发状态回调.',
      zh: '需在“应用管理 > 应用列表 > 短信下发状态回调”中填入上面的回调地址后才有回执。',
    },
  },
  questions: [
    recordsDelay({
      en: 'A message that is not in the records counts as never accepted only long after it was sent; a shorter delay would settle lost answers sooner.',
      zh: '平台很久之后仍查不到时才认定未受理；若实际更快，丢失应答的调用可以更早结清。',
    }),
    {
      id: 'reference-in-receipts',
      question: {
        en: 'Do receipts carry our reference (`ext`) after support has enabled it?',
        zh: '客服开通后，回执中是否带有业务标识（ext）？',
      },
      meaning: {
        en: 'Without it, the vendor’s SerialNo names the message, and a receipt cannot settle a lost answer.',
        zh: '没有它时只能按 SerialNo 匹配，应答丢失的短信无法由回执结清。',
      },
    },
  ],
};
