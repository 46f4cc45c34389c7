import Type, { type Static } from 'typebox';
import { type Bilingual, prefixField } from '../../../foundation/contract/text/bilingual.ts';
import { emailPattern, longestEmail } from '../../../foundation/contract/text/email-address.ts';
import { choice, secret, text, whole } from '../../providers/vendor-setting.ts';

/** A line break in a header would begin another one. */
const oneLine = '^[^\\u0000-\\u001f\\u007f\\u2028\\u2029]+$';

export const config = Type.Object({
  host: text({
    title: { en: 'Host', zh: '服务器地址' },
    help: { en: 'The mail server that accepts your mail.', zh: '接收您邮件的 SMTP 服务器。' },
    examples: ['smtp.example.com'],
    pattern: '^[A-Za-z0-9.:-]+$',
    maxLength: 253,
  }),
  port: whole({
    title: { en: 'Port', zh: '端口' },
    help: { en: '587 for STARTTLS, 465 for TLS.', zh: 'STARTTLS 为 587，TLS 为 465。' },
    ...{ minimum: 1, maximum: 65_535, default: 587 },
  }),
  security: choice(['starttls', 'tls', 'none'], {
    title: { en: 'Encryption', zh: '加密方式' },
    help: {
      en: 'none sends passwords and codes unencrypted and is allowed on this machine only.',
      zh: 'none 会以明文传输密码和验证码，仅限本机使用。',
    },
    default: 'starttls',
  }),
  certificates: Type.Optional(
    text({
      title: { en: 'Certificates', zh: '信任的证书' },
      help: {
        en: 'PEM certificates to trust instead of the system’s, for a private CA.',
        zh: '使用私有 CA 时填写 PEM 证书，代替系统证书。',
      },
      ...{ multiline: true, maxLength: 65_536 },
    }),
  ),
  user: Type.Optional(
    text({ title: { en: 'User name', zh: '用户名' }, pattern: oneLine, maxLength: 255 }),
  ),
  password: Type.Optional(secret({ title: { en: 'Password', zh: '密码' }, maxLength: 1_024 })),
  fromAddress: text({
    title: { en: 'Sender address', zh: '发件地址' },
    help: {
      en: 'Mail that cannot be delivered returns to it.',
      zh: '无法投递的邮件会退回该地址。',
    },
    examples: ['no-reply@example.com'],
    pattern: emailPattern,
    maxLength: longestEmail,
  }),
  fromName: text({
    title: { en: 'Sender name', zh: '发件人名称' },
    examples: ['Example'],
    pattern: oneLine,
    maxLength: 64,
  }),
  subjectEn: text({
    title: { en: 'Subject of English mail', zh: '英文邮件主题' },
    help: {
      en: '{code} inserts the template variable of that name.',
      zh: '{code} 会替换为同名的模板变量。',
    },
    ...{ pattern: oneLine, maxLength: 200, default: 'Your verification code' },
  }),
  subjectZh: text({
    title: { en: 'Subject of Chinese mail', zh: '中文邮件主题' },
    help: {
      en: '{code} inserts the template variable of that name.',
      zh: '{code} 会替换为同名的模板变量。',
    },
    ...{ pattern: oneLine, maxLength: 200, default: '您的验证码' },
  }),
});
export type SmtpConfig = Static<typeof config>;

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

export function findConfigFaults({ host, security, user, password }: SmtpConfig): Bilingual[] {
  const faults: Bilingual[] = [];
  if (security === 'none' && !loopback.test(host)) {
    faults.push(
      prefixField('security', {
        en: 'can be none only for a server on this machine; use starttls or tls',
        zh: '仅本机服务器可选 none，请改用 starttls 或 tls',
      }),
    );
  }
  if ((user === undefined) !== (password === undefined)) {
    faults.push(
      prefixField('password', {
        en: 'and user must be entered together',
        zh: '与 user 须同时填写',
      }),
    );
  }
  return faults;
}
