import { type Bilingual, fillRow } from '../../foundation/contract/text/bilingual.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { Mail } from '../../foundation/mail/mailer.ts';
import { formatMoney } from '../../foundation/money.ts';
import { type Html, html } from '../../foundation/page/html.ts';
import type { TakenMail } from './mail-queries.ts';
import { addFunds, footer, mailTexts } from './mail-texts.ts';

interface WritingPorts {
  publicUrl: string;
  currency: string;
  language: Language;
  /** The platform offers a way to pay into the wallet. */
  isPayable: boolean;
}

/** The document that a mail is about: what it says, and its PDF. */
export interface AboutDocument {
  values: Readonly<Record<string, string | Bilingual>>;
  pdf?: { name: string; body: Buffer };
}

/** A mail to a member of an account. */
export function writeCustomerMail(
  { publicUrl, currency, language, isPayable }: WritingPorts,
  mail: TakenMail,
  about?: AboutDocument,
): Mail {
  const { accountId, personId, kind, topic, email, accountName: account } = mail;
  const values = {
    ...{ account, currency, month: topic },
    available: formatMoney(mail.available),
    threshold: formatMoney(mail.lowBalance ?? 0n),
    link: `${publicUrl}/console/${accountId}/wallet?mode=live`,
    fundsLink: `${publicUrl}/console/${accountId}/funds?mode=live`,
    ...about?.values,
  };
  const fill = (text: Bilingual) => fillRow(text, values)[language];
  const { subject, paragraphs } = mailTexts[kind];
  return {
    to: [email],
    subject: fill(subject),
    ...writeBody([...paragraphs, ...(isPayable ? [addFunds] : []), footer].map(fill)),
    messageId: messageIdOf(publicUrl, [kind, topic, accountId, personId]),
    ...(about?.pdf && { attachments: [{ ...about.pdf, type: 'application/pdf' }] }),
  };
}

/** The same paragraphs as plain text and as HTML, in which every text is escaped and every URL is a link. */
export function writeBody(paragraphs: readonly string[]): { text: string; html: Html } {
  return {
    text: `${paragraphs.join('\n\n')}\n`,
    html: html`${paragraphs.map((words) => html`<p>${linked(words)}</p>`)}`,
  };
}

/** Our own texts end with their link, so only the end of a paragraph is looked at. */
function linked(words: string): Html {
  const at = words.search(/https?:\/\/\S+$/);
  if (at < 0) return html`${words}`;
  const url = words.slice(at);
  return html`${words.slice(0, at)}<a href="${url}">${url}</a>`;
}

/** The same mail has the same ID whenever and by whichever server it is sent, so mail programs show it once. */
export function messageIdOf(publicUrl: string, parts: readonly (string | number)[]): string {
  return `<countersign.${parts.join('.')}@${new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')}>`;
}
