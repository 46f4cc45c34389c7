import type { NewTemplate } from './template-queries.ts';

/**
 * What a new platform has beside the English templates. They are assigned to no account: vendors in China send only
 * templates that they have registered, so an operator assigns one after its form is entered.
 */
export const chineseTemplates: readonly NewTemplate[] = [
  { templateId: 'CODE_ZH', product: 'sms_code', text: '您的验证码是 {code}，请勿告知他人。' },
  { templateId: 'VERIFY_ZH', product: 'verify_start', text: '您的验证码是 {code}，请勿告知他人。' },
  { templateId: 'VERIFY_VOICE_ZH', product: 'verify_voice', text: '您的验证码是 {code}。' },
  {
    templateId: 'VERIFY_EMAIL_ZH',
    product: 'verify_email',
    text:
      'Subject: 您的验证码\n\n您的验证码是 {code}，请勿告知他人。\n\n' +
      '如果不是您本人操作，请忽略这封邮件。',
  },
];
