import type { Pool } from 'pg';
import type { Clock } from '../../foundation/clock.ts';
import type { Owner } from '../../foundation/contract/products.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { Mailer } from '../../foundation/mail/mailer.ts';
import { formatMoney, paidText } from '../../foundation/money.ts';
import type { Config } from '../../foundation/settings/config.ts';
import { findFapiao } from '../../money/invoices/fapiao-queries.ts';
import { invoicePdf } from '../../money/invoices/invoice-pdf.ts';
import { findInvoice } from '../../money/invoices/invoice-queries.ts';
import { invoiceTexts } from '../../money/invoices/invoice-texts.ts';
import { platformOf } from '../../money/statements/platform-of.ts';
import { createPaper, languageOf, type Platform } from '../../money/statements/statement-paper.ts';
import { statementPdf } from '../../money/statements/statement-pdf.ts';
import {
  endMail,
  type MailFailure,
  type MailKind,
  postponeMail,
  type TakenMail,
  takeMail,
} from './mail-queries.ts';
import { type AboutDocument, writeCustomerMail } from './write-mail.ts';

export interface SendingPorts {
  pool: Pool;
  clock: Pick<Clock, 'now'>;
  config: Pick<Config, 'currency' | 'timeZone' | 'defaultRegion' | 'mailPerMinute'>;
  publicUrl(): string;
  /** Whether a customer is offered a way to pay into a wallet. */
  isPayable(owner: Owner): Promise<boolean>;
  mailer: Mailer;
}

/** The longest that a run takes; the rest waits for the next one. */
const longestRunMs = 50_000;

/** Longer than the mailer takes at most, and than a statement takes to be drawn. */
const leaseMinutes = 5;
const staleDays = 7;

/**
 * Sends the mails that are due, up to the limit of a minute. A mail is recorded after it was sent: a process that
 * dies in between makes it arrive twice, with the same Message-ID, and none is lost. A failure of the server itself
 * ends the run, and the job fails, so that `doctor` shows it.
 */
export async function sendMails(ports: SendingPorts, signal: AbortSignal): Promise<void> {
  const { pool, config } = ports;
  const untilMs = performance.now() + longestRunMs;
  for (let sent = 0; sent < config.mailPerMinute; sent++) {
    if (signal.aborted || performance.now() > untilMs) return;
    const mail = await takeMail(pool, { leaseMinutes, staleDays });
    if (!mail) return;
    await sendMail(ports, mail);
  }
}

async function sendMail(ports: SendingPorts, mail: TakenMail): Promise<void> {
  const { pool } = ports;
  if (!mail.isWanted) return endMail(pool, mail, 'dropped');
  if (mail.isStale) return endMail(pool, mail, 'given_up');
  try {
    await ports.mailer.send(await writeMail(ports, mail));
  } catch (error) {
    await postponeMail(pool, mail, failureOf(error, mail.attempts));
    if (isRefusal(error)) return;
    throw error;
  }
  await endMail(pool, mail, 'sent');
}

async function writeMail(
  { pool, clock, config, publicUrl, isPayable }: SendingPorts,
  mail: TakenMail,
) {
  const platform = platformOf(config);
  const account = { language: mail.accountLanguage };
  const language = languageOf(account, mail.language ?? undefined, platform);
  const owner = { accountId: mail.accountId, mode: 'live' } as const;
  const writeDocument = documents[mail.kind];
  const writing = {
    ...{ publicUrl: publicUrl(), currency: platform.currency, language },
    isPayable: !writeDocument && (await isPayable(owner)),
  };
  const asked = { pool, platform, language, now: clock.now() };
  return writeCustomerMail(writing, mail, await writeDocument?.(asked, mail));
}

interface DocumentPorts {
  pool: Pool;
  platform: Platform;
  language: Language;
  now: Date;
}

type WriteDocument = (ports: DocumentPorts, mail: TakenMail) => Promise<AboutDocument>;

/** The kinds of mails that are about a document; the others are about the balance. */
const documents: Partial<Record<MailKind, WriteDocument>> = {
  async statement({ pool, platform, now }, { accountId, topic: month }) {
    const owner = { accountId, mode: 'live' } as const;
    const paper = await createPaper(pool, owner, { month, now }, platform);
    const { isFinal, isEqual, number, opening, closing } = paper.statement;
    if (!isFinal || !isEqual) throw new StatementNotReady();
    return {
      values: {
        ...{ number, opening: formatMoney(opening), closing: formatMoney(closing.balance) },
      },
      pdf: { name: `${number}.pdf`, body: await statementPdf(paper) },
    };
  },
  async invoice({ pool, language }, { accountId, topic }) {
    const invoice = await findInvoice(pool, { kind: 'account', accountId }, topic);
    if (!invoice) throw new Error('no such invoice');
    const { number, gross, currency, kind } = invoice;
    const { fileName: name, pdf: body } = await invoicePdf(invoice, language);
    const title = { en: invoiceTexts.en.title[kind], zh: invoiceTexts.zh.title[kind] };
    return {
      values: { title, number, amount: paidText(gross, currency), currency },
      pdf: { name, body },
    };
  },
  fapiao_issued: aboutFapiao,
  fapiao_refused: aboutFapiao,
};

async function aboutFapiao(
  { pool }: DocumentPorts,
  { accountId, topic }: TakenMail,
): Promise<AboutDocument> {
  const request = await findFapiao(pool, accountId, topic);
  if (!request) throw new Error('no such request for a fapiao');
  const { fapiaoNumber: number, amount, currency, issuedOn, reason } = request;
  return {
    values: { number, amount: paidText(amount, currency), currency, day: issuedOn ?? '', reason },
  };
}

/** The statement does not add up, or its month is open again; the mail waits until it is mended. */
class StatementNotReady extends Error {
  readonly code = 'STATEMENT_NOT_READY';
}

interface SmtpFault {
  code?: unknown;
  responseCode?: unknown;
  command?: unknown;
}

/** The server's word on this one recipient or mail, or our own; anything else concerns all mails. */
function isRefusal(error: unknown): boolean {
  const { responseCode, command } = error as SmtpFault;
  if (error instanceof StatementNotReady) return true;
  return typeof responseCode === 'number' && (command === 'RCPT TO' || command === 'DATA');
}

/** Pauses of 1, 4, 16 minutes, and so on, up to 6 hours. */
const firstPauseMinutes = 1;
const longestPauseMinutes = 360;

/**
 * A refusal for good (5xx) is tried again for a day, because a wrong setting of the mail server looks like one;
 * anything else for a week.
 */
export function failureOf(error: unknown, attempts: number): MailFailure {
  const { code, responseCode } = error as SmtpFault;
  const isForGood = isRefusal(error) && Number(responseCode) >= 500;
  const pauseMinutes = firstPauseMinutes * 4 ** Math.min(attempts - 1, 9);
  return {
    fault: [code ?? 'failed', responseCode].filter((part) => part !== undefined).join(' '),
    pauseMinutes: Math.min(Math.max(pauseMinutes, isForGood ? 60 : 0), longestPauseMinutes),
    patienceHours: isForGood ? 24 : 24 * staleDays,
  };
}
