import MailComposer from 'nodemailer/lib/mail-composer';
import { parseEmail } from '../../../foundation/contract/text/email-address.ts';
import { splitSubject } from '../../../foundation/contract/text/split-subject.ts';
import type { FormFault, Outcome, TemplateSend } from '../../providers/provider.ts';
import { asMessageVendor } from '../../providers/vendor.ts';
import { languageOf } from '../text-language.ts';
import { smtpAdvice } from './smtp-advice.ts';
import { codes, meaningOf } from './smtp-codes.ts';
import { config, findConfigFaults, type SmtpConfig } from './smtp-config.ts';
import { SmtpPool } from './smtp-pool.ts';

const longestSubject = 500;
/** Characters that would end a header, or the line that shows it. */
const breaks = /[\p{Cc}\u2028\u2029]/u;

/**
 * Any mail server, over SMTP. A server that accepted a mail reports a later failure by a mail to the sender address,
 * which nobody here reads: so there are no receipts, and a lost reply stays with the operator.
 */
export const smtp = asMessageVendor<typeof config>({
  kind: 'email',
  code: 'smtp',
  title: { en: 'Email over SMTP', zh: '邮件（SMTP）' },
  docs: 'https://www.rfc-editor.org/rfc/rfc5321',
  config,
  findConfigFaults,
  ...smtpAdvice,
  codes,
  receiptCodes: {},
  horizonHours: 72,
  regions: 'all',
  receipts: [],
  longMessages: true,
  template: { form: 'text', needsCode: false, needsSignature: false },
  findFault,

  open(settings) {
    const pool = new SmtpPool(settings);
    return {
      async send(send, { signal }): Promise<Outcome> {
        const providerRef = messageIdOf(send, settings);
        const bytes = await compose(send, settings, providerRef);
        const { fromAddress: from } = settings;
        const reply = await pool.send({ from, to: send.to, bytes }, signal);
        if (reply.kind === 'accepted') return { kind: 'done', providerRef };
        const { stage, code, text: detail } = reply;
        const [kind, reason] = meaningOf(stage, code);
        const vendorCode = `${stage}:${code}`;
        return { kind, reason, vendorCode, detail } as Outcome;
      },
      close: async () => pool.close(),
    };
  },
});

function findFault(send: TemplateSend, settings: SmtpConfig): FormFault | undefined {
  if (parseEmail(send.to) === undefined) {
    return {
      field: 'email',
      problem: { en: 'must be an email address', zh: '须为有效的邮箱地址' },
    };
  }
  const subject = subjectOf(send, settings);
  if (subject.length <= longestSubject && !breaks.test(subject)) return undefined;
  return {
    field: Object.keys(send.variables)[0] ?? 'templateId',
    problem: {
      en: `must not contain line breaks, nor make the subject longer than ${longestSubject} characters`,
      zh: `不能包含换行，且邮件主题不能超过 ${longestSubject} 个字符`,
    },
  };
}

/** Unique, because a reference belongs to one call. Servers and mail programs show it, so it holds nothing else. */
function messageIdOf({ reference }: TemplateSend, { fromAddress }: SmtpConfig): string {
  return `${reference}@${fromAddress.slice(fromAddress.lastIndexOf('@') + 1)}`;
}

function subjectOf({ text, variables }: TemplateSend, settings: SmtpConfig): string {
  const own = splitSubject(text).subject;
  if (own !== undefined) return own;
  const subject = languageOf(text) === 'zh' ? settings.subjectZh : settings.subjectEn;
  return subject.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? '') : whole,
  );
}

function compose(send: TemplateSend, settings: SmtpConfig, messageId: string): Promise<Buffer> {
  const { fromName: name, fromAddress: address } = settings;
  return new MailComposer({
    from: { name, address },
    to: { name: '', address: send.to },
    subject: subjectOf(send, settings),
    text: splitSubject(send.text).body,
    messageId: `<${messageId}>`,
    // Answering machines leave it unanswered (RFC 3834).
    headers: { 'auto-submitted': 'auto-generated' },
    // A text is only ever a text, never a file or an address to read.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
    .compile()
    .build();
}
