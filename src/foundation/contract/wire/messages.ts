import { type FailureReason, failureReasons } from '../errors/failure-reasons.ts';
import type { Language } from '../text/languages.ts';
import type { CheckStatus } from './face.ts';

type Text = Readonly<Record<Language, string>>;

/** The message for each check status, in status order. */
export const checkMessages: Readonly<Record<CheckStatus, Text>> = {
  0: { en: 'The check is pending: the person has not finished it.', zh: '核验进行中：尚未完成。' },
  1: { en: 'The check passed: the face matches the identity.', zh: '核验通过：人脸与身份一致。' },
  2: { en: 'The check failed: the identity was not confirmed.', zh: '核验未通过：身份未能确认。' },
  3: { en: 'The link expired before the check was finished.', zh: '核验链接已过期，核验未完成。' },
  4: { en: 'The person cancelled the check.', zh: '用户已取消核验。' },
};

/** The message of a check, with the reason for its failure where it is known. */
export function checkText(
  status: CheckStatus,
  reason: FailureReason | null,
  language: Language,
): string {
  return withReason(checkMessages[status][language], reason, language);
}

/** A text, followed by the failure reason where it is known. */
export function withReason(text: string, reason: FailureReason | null, language: Language): string {
  if (!reason) return text;
  return language === 'zh'
    ? `${text}原因：${failureReasons[reason].zh}。`
    : `${text} Reason: ${failureReasons[reason].en}.`;
}
