import { type FailureReason, failureReasons } from '../errors/failure-reasons.ts';
import type { Language } from '../text/languages.ts';
import type { CheckStatus } from './face.ts';

type Text = Readonly<Record<Language, string>>;

/** What a success reply says to people. Programs read the fields instead. */
export const successMessages = {
  face_verify: { en: 'The verification link is ready.', zh: '核验链接已生成。' },
  sms_code: { en: 'The verification code was accepted for sending.', zh: '验证码短信已受理。' },
  sms_notice: { en: 'The notification was accepted for sending.', zh: '通知短信已受理。' },
  sms_status: { en: 'Message status.', zh: '短信状态。' },
  balance: { en: 'Account balance.', zh: '账户余额。' },
  usage: { en: 'Account usage.', zh: '账户用量。' },
  webhook_endpoint_create: {
    en: 'Endpoint created. Store its secret; it is not shown again.',
    zh: '推送地址已创建。签名密钥仅显示一次，请妥善保存。',
  },
  webhook_endpoint_list: { en: 'Endpoints of the account.', zh: '账户的推送地址。' },
  webhook_endpoint_update: { en: 'Endpoint updated.', zh: '推送地址已修改。' },
  webhook_endpoint_delete: { en: 'Endpoint deleted.', zh: '推送地址已删除。' },
  webhook_endpoint_roll_secret: {
    en: 'Secret rotated.',
    zh: '签名密钥已更换。',
  },
  webhook_endpoint_test: { en: 'Test event queued.', zh: '测试事件已加入发送队列。' },
  webhook_delivery_list: { en: 'Deliveries of the account.', zh: '账户的推送记录。' },
  webhook_replay: { en: 'Replay started.', zh: '正在重新发送。' },
  webhook_listen: { en: 'Pending deliveries.', zh: '待接收的事件。' },
} as const satisfies Record<string, Text>;

export type SuccessMessage = keyof typeof successMessages;

/** The status of a check in words, in the order of its numbers. */
export const checkMessages: Readonly<Record<CheckStatus, Text>> = {
  0: { en: 'The check is pending: the person has not finished it.', zh: '核验进行中：尚未完成。' },
  1: { en: 'The check passed: the face matches the identity.', zh: '核验通过：人脸与身份一致。' },
  2: { en: 'The check failed: the identity was not confirmed.', zh: '核验未通过：身份未能确认。' },
  3: { en: 'The link expired before the check was finished.', zh: '核验链接已过期，核验未完成。' },
  4: { en: 'The person cancelled the check.', zh: '用户已取消核验。' },
};

export function successText(message: SuccessMessage, language: Language): string {
  return successMessages[message][language];
}

/** A check that was not passed says why, where that is known. */
export function checkText(
  status: CheckStatus,
  reason: FailureReason | null,
  language: Language,
): string {
  return withReason(checkMessages[status][language], reason, language);
}

/** A message that did not arrive says why, where that is known. */
export function statusText(reason: FailureReason | null, language: Language): string {
  return withReason(successMessages.sms_status[language], reason, language);
}

function withReason(text: string, reason: FailureReason | null, language: Language): string {
  if (!reason) return text;
  return language === 'zh'
    ? `${text}原因：${failureReasons[reason].zh}。`
    : `${text} Reason: ${failureReasons[reason].en}.`;
}
