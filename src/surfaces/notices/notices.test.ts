import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { startSmtp } from '../../../test/kit/smtp-server.ts';
import { createPool } from '../../foundation/db/connect.ts';
import { quietLog } from '../../foundation/db/quiet-log.ts';
import { PartlyRefused } from '../../foundation/mail/mailer.ts';
import { listRuns } from '../../installation/jobs/queries.ts';
import { createSchedule, type Schedule } from '../../installation/jobs/schedule.ts';
import type { Condition } from './conditions.ts';
import { noticeJobs, tellNotices } from './notice-jobs.ts';
import type { Notice } from './notice-queries.ts';
import { writeMail } from './write-notices.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('truncate notices, job_runs'));

const failing: Condition = {
  kind: 'provider_failing',
  subject: 'twilio',
  text: { en: 'twilio failed', zh: 'twilio 失败' },
};
const old: Condition = { kind: 'backup_old', subject: '', text: { en: 'old', zh: '旧' } };

const found = (...conditions: Condition[]) => ({ conditions, failures: [] });

/** What is told when these conditions are there; null when nothing is. */
async function tell(...conditions: Condition[]): Promise<string[]> {
  const told: string[] = [];
  await tellNotices(database, 'mail', found(...conditions), async (notices) => {
    told.push(...notices.map(({ event, kind, subject }) => `${event} ${kind} ${subject}`.trim()));
  });
  return told;
}

const age = (hours: number) =>
  database.pool.query(
    `update notices set began_at = began_at - make_interval(hours => $1),
       seen_at = seen_at - make_interval(hours => $1), told_at = told_at - make_interval(hours => $1)`,
    [hours],
  );

test('tells of a condition when it begins, once a day while it lasts, and when it ends', async () => {
  expect(await tell(failing)).toEqual(['began provider_failing twilio']);
  expect(await tell(failing)).toEqual([]);
  expect(await tell(failing, old)).toEqual(['began backup_old']);
  await age(25);
  expect(await tell(failing, old)).toEqual(['lasts provider_failing twilio', 'lasts backup_old']);
  expect(await tell(failing, old)).toEqual([]);
  // Gone for a moment, which is no end.
  expect(await tell(old)).toEqual([]);
  await age(1);
  expect(await tell(old)).toEqual(['ended provider_failing twilio']);
  expect(await tell(old)).toEqual([]);
});

// @mutant src/surfaces/notices/notice-jobs.ts
// - await noteTold(pool, channel, notices);
test('tells again after a failure, and never tells the end of what was not told', async () => {
  const refused = tellNotices(database, 'mail', found(failing), () =>
    Promise.reject(new Error('451')),
  );
  await expect(refused).rejects.toThrow('451');
  expect(await tell(failing)).toEqual(['began provider_failing twilio']);
  expect(await tell(failing)).toEqual([]);
  await tellNotices(database, 'webhook', found(old), () => Promise.reject(new Error())).catch(
    () => {},
  );
  await age(1);
  const told: Notice[] = [];
  await tellNotices(database, 'webhook', found(), async (notices) => void told.push(...notices));
  expect(told).toEqual([]);
});

// @mutant src/surfaces/notices/notice-jobs.ts
// - if (failures.length > 0) await keepSeen(pool, channel);
test('an examination that fails silences no other, ends nothing, and fails the job', async () => {
  expect(await tell(failing)).toEqual(['began provider_failing twilio']);
  await age(1);
  const told: string[] = [];
  const partly = { conditions: [old], failures: [new Error('no ledger')] };
  const run = tellNotices(database, 'mail', partly, async (notices) => {
    told.push(...notices.map(({ event, kind }) => `${event} ${kind}`));
  });
  await expect(run).rejects.toThrow('no ledger');
  expect(told).toEqual(['began backup_old']);
});

/** A server that looks for conditions every 20 ms instead of every five minutes. */
function startServer(pool: Pool, smtpUrl: string): Schedule {
  const config = {
    ...{ smtpUrl, mailFrom: 'us@example.com', noticeTo: ['ops@example.com'] },
    ...{ timeZone: 'UTC', dataDir: '/nowhere' },
  };
  const ports = { pool, config, vault: {}, publicUrl: () => 'https://pay.example' };
  const jobs = noticeJobs(ports as never).map((job) => ({ ...job, everyMs: 20 }));
  const metrics = { ran: () => {} };
  const schedule = createSchedule({ pool, log: quietLog, metrics, spreadMs: 0 }, jobs);
  schedule.start();
  return schedule;
}

test('two servers send one notice, and the second one goes on after the first has stopped', async () => {
  const smtp = await startSmtp({ disabledCommands: ['STARTTLS'] });
  const smtpUrl = `smtp://127.0.0.1:${smtp.port}`;
  const other = createPool(database.target, { max: 4, applicationName: 'other server' });
  const { pool } = database;
  const setBackup = (age: string) =>
    pool.query(
      `insert into job_runs (job, ended_at) values ('backup', now() - $1::interval)
       on conflict (job) do update set ended_at = excluded.ended_at`,
      [age],
    );
  await setBackup('3 days');
  const [first, second] = [startServer(pool, smtpUrl), startServer(other, smtpUrl)];
  const runs = async () =>
    (await listRuns(pool)).find(({ job }) => job === 'notices by mail')?.startedAt?.getTime() ?? 0;
  const runAgain = async () => {
    const before = await runs();
    await expect.poll(runs).toBeGreaterThan(before);
  };
  await expect.poll(() => smtp.received.length).toBe(1);
  for (let times = 0; times < 5; times++) await runAgain();
  expect(smtp.received).toHaveLength(1);
  await first.stop();
  await setBackup('1 hour');
  // A run that had begun before may see the old backup once more, so an hour passes until it is over.
  const received = async () => {
    await age(1);
    return smtp.received.length;
  };
  await expect.poll(received).toBe(2);
  await runAgain();
  await second.stop();
  await other.end();
  await smtp.close();
  expect(smtp.received.map(({ source }) => /^Subject: (.*)/m.exec(source)?.[1])).toEqual([
    expect.stringContaining('New_1'),
    expect.stringContaining('Over_1'),
  ]);
});

// @mutant src/surfaces/notices/notice-jobs.ts
// -     if (error instanceof PartlyRefused) return error;
test('a notice that one of several addresses refused fails the job, and is not sent again', async () => {
  const refused = tellNotices(database, 'mail', found(failing), () =>
    Promise.reject(new PartlyRefused()),
  );
  await expect(refused).rejects.toMatchObject({ code: 'EPARTLYREFUSED' });
  expect(await tell(failing)).toEqual([]);
});

test('there is a job for each way that is configured, which one server runs at a time', () => {
  const config = { noticeTo: [], timeZone: 'UTC' };
  const jobsWith = (settings: object) =>
    noticeJobs({ config: { ...config, ...settings } } as never).map(
      ({ name, isShared, everyMs }) => [name, isShared, everyMs],
    );
  const smtp = { smtpUrl: 'smtp://localhost', mailFrom: 'a@b.example' };
  expect(jobsWith({})).toEqual([]);
  expect(jobsWith(smtp)).toEqual([]);
  expect(jobsWith({ ...smtp, noticeTo: ['x@b.example'] })).toEqual([
    ['notices by mail', true, 300_000],
  ]);
  expect(jobsWith({ noticeUrl: 'http://127.0.0.1:9', noticeSecret: 'whsec_' })).toEqual([
    ['notices by webhook', true, 300_000],
  ]);
});

test('a mail has all notices in both languages, with the runbook, and hostile text as text', () => {
  const beganAt = new Date('2026-11-17T08:00:00Z');
  const hostile = { en: '<img src=x onerror=alert(1)>', zh: '<b>坏</b>' };
  const notices: Notice[] = [
    { ...failing, text: hostile, event: 'began', beganAt },
    { ...old, event: 'ended', beganAt },
  ];
  const ports = { publicUrl: () => 'https://pay.example', timeZone: 'Asia/Shanghai' };
  const { subject, text, html } = writeMail(ports, ['ops@example.com'], notices);
  expect(subject).toBe('Countersign: New 1, Over 1 / 新问题 1, 已恢复 1');
  expect(text).toContain('https://pay.example/docs/zh/runbook#countersignproviderfailing');
  expect(text).toMatch(/2026-11-17 16:00/);
  expect(html.text).toContain('&lt;img src=x');
  expect(html.text).not.toMatch(/<(img|b>坏)/);
});

test('a notice of a payment links to its page in the console', () => {
  const ports = { publicUrl: () => 'https://pay.example', timeZone: 'UTC' };
  const text = { en: 'A payment waits', zh: '有支付待处理' };
  const notice = { kind: 'payment_mismatched', subject: 'p-1', event: 'began', text } as const;
  const mail = writeMail(ports, ['ops@example.com'], [{ ...notice, beganAt: new Date() }]);
  expect(mail.text).toContain('https://pay.example/console/platform/payments/p-1?mode=live');
});

test('a webhook is signed, and a refusal is a failure that is tried again', async () => {
  const { Webhook } = await import('../../../test/reference-clients/standard-webhooks.ts');
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const verified: unknown[] = [];
  let status = 500;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    verified.push(new Webhook(secret).verify(body, request.headers as Record<string, string>));
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const { pool } = database;
  await pool.query(
    `insert into job_runs (job, ended_at) values ('backup', now() - interval '3 days')`,
  );
  const clock = { now: () => new Date(), nowMs: () => Date.now() };
  const config = {
    ...{ noticeTo: [], noticeUrl: `http://127.0.0.1:${port}`, noticeSecret: secret },
    dataDir: '/nowhere',
  };
  const [job] = noticeJobs({ pool, config, clock, vault: {} } as never);
  const signal = new AbortController().signal;
  await expect(job?.run(signal)).rejects.toMatchObject({ code: 'HTTP500' });
  status = 204;
  await job?.run(signal);
  await job?.run(signal);
  server.close();
  expect(verified).toHaveLength(2);
  expect(verified[1]).toMatchObject({
    type: 'operator.notices',
    data: [
      {
        kind: 'backup_old',
        event: 'began',
        text: { en: 'The last proved backup is 72 hours old.' },
      },
    ],
  });
});
