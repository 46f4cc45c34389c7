import type { Pool } from 'pg';
import type { Clock } from '../../foundation/clock.ts';
import { createMailer } from '../../foundation/mail/mailer.ts';
import type { Config } from '../../foundation/settings/config.ts';
import type { Job } from '../../installation/jobs/schedule.ts';
import {
  pruneMails,
  queueBalanceMails,
  queueDocumentMails,
  queueStatements,
  queueStopMails,
} from './mail-queries.ts';
import { type SendingPorts, sendMails } from './send-mails.ts';

interface MailJobPorts extends Pick<SendingPorts, 'isPayable'> {
  pool: Pool;
  clock: Clock;
  config: Config;
  publicUrl(): string;
}

const minute = 60_000;

/** Longer than two months: a statement is not queued again while its row exists. */
const keptDays = 90;

/** The jobs that queue and send mail to customers; none without a mail server. */
export function mailJobs({ pool, clock, config, publicUrl, isPayable }: MailJobPorts): Job[] {
  const { smtpUrl, mailFrom } = config;
  if (!smtpUrl || !mailFrom) return [];
  const mailer = createMailer({ smtpUrl, from: mailFrom });
  const shared = { isShared: true, everyMs: minute } as const;
  return [
    { ...shared, name: 'queue balance mails', run: () => queueBalanceMails(pool) },
    { ...shared, name: 'queue mails of stopped top-ups', run: () => queueStopMails(pool) },
    { ...shared, name: 'queue mails of invoices', run: () => queueDocumentMails(pool) },
    {
      ...shared,
      name: 'queue statements',
      everyMs: 10 * minute,
      run: () => queueStatements(pool, config.timeZone),
    },
    {
      ...shared,
      name: 'send mails',
      run: (signal) => sendMails({ pool, clock, config, publicUrl, isPayable, mailer }, signal),
    },
    { ...shared, name: 'prune mails', everyMs: 60 * minute, run: () => pruneMails(pool, keptDays) },
  ];
}
