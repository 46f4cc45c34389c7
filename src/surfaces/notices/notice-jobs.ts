import { randomUUIDv7 } from 'node:crypto';
import type { Clock } from '../../foundation/clock.ts';
import { signDelivery } from '../../foundation/events/sign-delivery.ts';
import { createMailer, PartlyRefused } from '../../foundation/mail/mailer.ts';
import { createHttpClient } from '../../foundation/outbound/http-client.ts';
import type { Job } from '../../installation/jobs/schedule.ts';
import type { ReportPorts } from '../reports/report-ports.ts';
import { type Findings, findConditions } from './conditions.ts';
import {
  type Channel,
  forgetUntold,
  keepSeen,
  listDueNotices,
  type Notice,
  noteConditions,
  noteTold,
} from './notice-queries.ts';
import { writeBody, writeMail } from './write-notices.ts';

type Send = (notices: readonly Notice[]) => Promise<void>;

interface NoticePorts extends ReportPorts {
  clock: Clock;
  publicUrl(): string;
}

/** Notices of five minutes go out together, so there are never more than twelve an hour. */
const everyMs = 5 * 60_000;
const timeoutMs = 15_000;

/**
 * A job for each way in which the operator wants to be notified. The schedule runs each on one server at a time,
 * and again a minute after a failure; the database records what was sent. So every notice is sent once, or twice if
 * a server dies between sending and noting it.
 */
export function noticeJobs(ports: NoticePorts): Job[] {
  const { smtpUrl, mailFrom, noticeTo, noticeUrl, noticeSecret } = ports.config;
  const jobs: Job[] = [];
  const add = (channel: Channel, send: Send) =>
    jobs.push({
      name: `notices by ${channel}`,
      everyMs,
      isShared: true,
      run: async () => tellNotices(ports, channel, await findConditions(ports), send),
    });
  if (smtpUrl && mailFrom && noticeTo.length > 0) {
    const mailer = createMailer({ smtpUrl, from: mailFrom });
    const writing = { publicUrl: ports.publicUrl, timeZone: ports.config.timeZone };
    add('mail', (notices) => mailer.send(writeMail(writing, noticeTo, notices)));
  }
  if (noticeUrl && noticeSecret) {
    add('webhook', (notices) => post(ports, { url: noticeUrl, secret: noticeSecret }, notices));
  }
  return jobs;
}

/** Tells what began, what ended, and once a day what lasts. */
export async function tellNotices(
  { pool }: Pick<ReportPorts, 'pool'>,
  channel: Channel,
  { conditions, failures }: Findings,
  send: Send,
): Promise<void> {
  // What could not be examined is not over.
  if (failures.length > 0) await keepSeen(pool, channel);
  await noteConditions(pool, channel, conditions);
  await forgetUntold(pool, channel);
  const notices = await listDueNotices(pool, channel);
  let refused: PartlyRefused | undefined;
  if (notices.length > 0) {
    refused = await sendOnce(notices, send);
    // Whoever took it would get it again every minute for as long as another address is wrong.
    await noteTold(pool, channel, notices);
  }
  // The job fails, so that `doctor` shows it.
  const [failure = refused] = failures;
  if (failure) throw failure;
}

/** Returns the error if only some of the recipients were refused. */
async function sendOnce(
  notices: readonly Notice[],
  send: Send,
): Promise<PartlyRefused | undefined> {
  try {
    await send(notices);
    return undefined;
  } catch (error) {
    if (error instanceof PartlyRefused) return error;
    throw error;
  }
}

/** Signed as deliveries to customers are (Standard Webhooks). */
async function post(
  { clock }: Pick<NoticePorts, 'clock'>,
  { url, secret }: { url: string; secret: string },
  notices: readonly Notice[],
): Promise<void> {
  const body = writeBody(notices, clock.now());
  const headers = {
    ...signDelivery(randomUUIDv7(), body, [secret], clock.nowMs()),
    'user-agent': 'Countersign',
  };
  const signal = AbortSignal.timeout(timeoutMs);
  const client = createHttpClient({ connections: 1, connectTimeoutMs: timeoutMs });
  const request = { method: 'POST', url, headers, body, signal } as const;
  const { status } = await client.request(request).finally(() => client.close());
  if (status < 200 || status >= 300) throw new NoticeRefused(status);
}

/** The receiver answered with another status than 2xx. */
class NoticeRefused extends Error {
  readonly code: string;

  constructor(status: number) {
    super('the notice was refused');
    this.code = `HTTP${status}`;
  }
}
