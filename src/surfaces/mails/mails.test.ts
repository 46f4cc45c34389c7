import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createPaymentFixture, type PaymentFixture } from '../../../test/kit/payment-fixture.ts';
import { setInvoicing } from '../../../test/kit/set-invoicing.ts';
import { type SmtpFixture, smtpError, startSmtp } from '../../../test/kit/smtp-server.ts';
import { systemClock } from '../../foundation/clock.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { createPool } from '../../foundation/db/connect.ts';
import { quietLog } from '../../foundation/db/quiet-log.ts';
import { createMailer } from '../../foundation/mail/mailer.ts';
import { createSchedule } from '../../installation/jobs/schedule.ts';
import type { FapiaoForm } from '../../money/invoices/fapiao.ts';
import {
  askFapiao,
  decideFapiao,
  type FapiaoDecision,
} from '../../money/invoices/fapiao-queries.ts';
import { issueDue } from '../../money/invoices/invoice-jobs.ts';
import { setInvoiceSettings } from '../../money/invoices/settings-queries.ts';
import { closeDays } from '../../money/ledger/close-days.ts';
import { setLowBalance, topUp } from '../../money/ledger/queries.ts';
import { setAutoTopUp, stopAutoTopUp } from '../../money/payments/auto-topup-queries.ts';
import { keepSavedMethod } from '../../money/payments/saved-method-queries.ts';
import { createAccount, setMails } from '../../people/accounts/queries.ts';
import { readMailFacts } from '../reports/doctor-queries.ts';
import { mailJobs } from './mail-jobs.ts';
import {
  pruneMails,
  queueBalanceMails,
  queueDocumentMails,
  queueStatements,
  queueStopMails,
} from './mail-queries.ts';
import { failureOf, type SendingPorts, sendMails } from './send-mails.ts';

let database: TestDatabase;
let smtp: SmtpFixture;
let accountId: number;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('truncate mails, balance_notices, job_runs');
  await database.pool.query(`update ledger_closed set closed_until = '-infinity'`);
  await database.pool.query('update accounts set mails_balance = false, mails_statements = false');
  accountId = (await createAccount(byTest(database.pool), { name: 'Acme' })).accountId;
  await addMember('finance');
  smtp = await startSmtp(plain);
});
afterEach(() => smtp.close());

const plain = { disabledCommands: ['STARTTLS'] };
let people = 0;

async function addMember(role: string, language: string | null = null): Promise<string> {
  const email = `${role}-${++people}@example.com`;
  await byTest(database.pool).query(
    `with made as (
         insert into people (name, email, language) values ('Lin', $1, $2) returning person_id
       )
       insert into members (account_id, person_id, role) select $3, person_id, $4 from made`,
    [email, language, accountId, role],
  );
  return email;
}

let references = 0;
const add = (amount: bigint) =>
  topUp(byTest(database.pool), {
    accountId,
    mode: 'live',
    amount,
    reference: `R${++references}`,
    reason: 'test',
  });
const threshold = (amount: bigint) =>
  setLowBalance(byTest(database.pool), { accountId, mode: 'live', amount });
/** The balance as calls would leave it. */
const setAvailable = (amount: bigint) =>
  database.pool.query(`update wallets set available = $2 where account_id = $1 and mode = 'live'`, [
    accountId,
    amount,
  ]);

function ports(pool: Pool = database.pool, login = '', port = smtp.port, mailPerMinute = 30) {
  const smtpUrl = `smtp://${login}127.0.0.1:${port}`;
  const config = { currency: 'CNY', timeZone: 'UTC', defaultRegion: 'GB', mailPerMinute };
  const mailer = createMailer({ smtpUrl, from: 'us@example.com', timeoutMs: 2_500 });
  const publicUrl = () => 'https://pay.example';
  const isPayable: SendingPorts['isPayable'] = async () => false;
  return { pool, clock: systemClock, config, publicUrl, isPayable, mailer };
}

const { signal } = new AbortController();
async function send(options = ports()): Promise<string[]> {
  const before = smtp.received.length;
  await sendMails(options, signal);
  return smtp.received.slice(before).map(({ source }) => subjectOf(source));
}
const subjectOf = (source: string) => /^Subject: (.*)/m.exec(source)?.[1] ?? '';
async function lookAndSend(): Promise<string[]> {
  await queueBalanceMails(database.pool);
  return send();
}
const statesOf = async () =>
  (await database.pool.query('select state, fault from mails order by 1')).rows.map(
    ({ state, fault }) => `${state} ${fault ?? ''}`.trim(),
  );
const passHours = (hours: number) =>
  database.pool.query(
    `with older as (update balance_notices set noted_at = noted_at - make_interval(hours => $1))
     update mails set queued_at = queued_at - make_interval(hours => $1),
       due_at = due_at - make_interval(hours => $1), ended_at = ended_at - make_interval(hours => $1)`,
    [hours],
  );

describe('a low balance', () => {
  beforeEach(async () => {
    await add(1_000_000n);
    await threshold(500_000n);
  });

  test('is mailed with a link to add funds, if there is a way to pay', async () => {
    await setAvailable(400_000n);
    await queueBalanceMails(database.pool);
    const asked: object[] = [];
    const isPayable = async (owner: object) => asked.push(owner) > 0;
    await send({ ...ports(), isPayable });
    expect(asked).toEqual([{ accountId, mode: 'live' }]);
    const link = `https://pay.example/console/${accountId}/funds?mode=3Dlive`;
    const textOf = () => (smtp.received.at(-1)?.source ?? '').replaceAll('=\r\n', '');
    expect(textOf()).toContain(`Add funds: ${link}`);
    await setAvailable(1_000_000n);
    await queueBalanceMails(database.pool);
    await passHours(2);
    await setAvailable(400_000n);
    await lookAndSend();
    expect(textOf()).not.toContain('funds');
  });

  // @mutant src/surfaces/mails/sql/queue-mails.sql
  // - and n.kind = s.kind and n.is_over = s.is_so
  // + and n.kind = s.kind
  test('is mailed once when it falls, and again only after it rose', async () => {
    expect(await lookAndSend()).toEqual([]);
    await setAvailable(400_000n);
    expect(await lookAndSend()).toEqual(['Low balance: Acme']);
    await passHours(2);
    expect(await lookAndSend()).toEqual([]);
    await setAvailable(900_000n);
    expect(await lookAndSend()).toEqual([]);
    await setAvailable(100_000n);
    expect(await lookAndSend()).toEqual(['Low balance: Acme']);
    const [first, second] = smtp.received.map(({ source }) => /^Message-ID: (.*)/im.exec(source));
    expect(first?.[1]).not.toBe(second?.[1]);
    expect(smtp.received[0]?.source).toContain('40.0000 CNY available');
  });

  test('that hovers around the threshold is mailed once an hour at most', async () => {
    for (let times = 0; times < 5; times++) {
      await setAvailable(400_000n);
      await lookAndSend();
      await setAvailable(600_000n);
      await lookAndSend();
    }
    expect(smtp.received).toHaveLength(1);
    await setAvailable(400_000n);
    await lookAndSend();
    await passHours(2);
    expect(await lookAndSend()).toEqual(['Low balance: Acme']);
  });

  test('is one mail if it is used up at once, and another one if it is used up later', async () => {
    await setAvailable(99n);
    expect(await lookAndSend()).toEqual(['Balance used up: Acme']);
    await setAvailable(1_000_000n);
    await lookAndSend();
    await passHours(2);
    await setAvailable(400_000n);
    expect(await lookAndSend()).toEqual(['Low balance: Acme']);
    await setAvailable(0n);
    expect(await lookAndSend()).toEqual(['Balance used up: Acme']);
  });

  // @mutant src/surfaces/mails/sql/queue-mails.sql
  // - coalesce(min(p.price) filter (where u.product is not null), min(p.price))
  // + min(p.price)
  test('is used up when it does not pay for what the account buys, whatever else is cheaper or free', async () => {
    await database.pool.query(
      `insert into usage_days (account_id, mode, day, product, calls, charged, refused)
       select $1, 'live', current_date, product, 1, unit_price, 0
       from products where product in ('sms_code', 'verify_approval')`,
      [accountId],
    );
    await setAvailable(499n);
    expect(await lookAndSend()).toEqual(['Balance used up: Acme']);
  });

  test('goes to owners and finance, each in their language, and to nobody else', async () => {
    const owner = await addMember('owner', 'zh');
    await addMember('viewer');
    await addMember('developer');
    await setAvailable(400_000n);
    expect(await lookAndSend()).toHaveLength(2);
    expect(smtp.received.map(({ to }) => to.length)).toEqual([1, 1]);
    const chinese = smtp.received.find(({ to }) => to[0] === owner);
    expect(chinese?.source).toContain('https://pay.example/console/');
    expect(chinese?.source).toMatch(/^Subject: =\?UTF-8/m);
  });

  test('is not mailed when the account has turned it off, or it rose before the mail was sent', async () => {
    await setAvailable(400_000n);
    await queueBalanceMails(database.pool);
    await setAvailable(900_000n);
    expect(await lookAndSend()).toEqual([]);
    expect(await statesOf()).toEqual(['dropped']);
    await setMails(byTest(database.pool), accountId, { balance: false });
    await passHours(2);
    await setAvailable(400_000n);
    expect(await lookAndSend()).toEqual([]);
  });

  test('a removed member gets no mail that was queued before', async () => {
    await setAvailable(400_000n);
    await queueBalanceMails(database.pool);
    await byTest(database.pool).query('delete from members where account_id = $1', [accountId]);
    expect(await send()).toEqual([]);
    expect(await statesOf()).toEqual(['dropped']);
  });

  test('a hostile name adds no header, no recipient and no markup', async () => {
    const name = 'A\r\nBcc: evil@example.com\r\n\r\n<img src=x>';
    await byTest(database.pool).query('update accounts set name = $2 where account_id = $1', [
      accountId,
      name,
    ]);
    await setAvailable(400_000n);
    await lookAndSend();
    const [mail] = smtp.received;
    expect(mail?.to).toHaveLength(1);
    const [head = ''] = (mail?.source ?? '').split('\r\n\r\n', 1);
    expect(head).not.toMatch(/^Bcc:/im);
    expect(mail?.source.split(/content-type: text\/html/i)[1]).not.toContain('<img');
  });
});

test('a balance mail that waits is not sent once the account is closed', async () => {
  await add(1_000_000n);
  await threshold(500_000n);
  await setAvailable(400_000n);
  await queueBalanceMails(database.pool);
  await byTest(database.pool).query('insert into account_closures (account_id) values ($1)', [
    accountId,
  ]);
  expect(await send()).toEqual([]);
  expect(await statesOf()).toEqual(['dropped']);
});

test('a wallet that was never filled is not reported as used up', async () => {
  expect(await lookAndSend()).toEqual([]);
});

test('an automatic top-up that stopped is mailed once for each stop, to those who manage the money, unless it goes on', async () => {
  await addMember('developer');
  const set = { isOn: true, threshold: 1n, amount: 1_000_000n, monthlyCap: 1_000_000n };
  const paymentId = randomUUID();
  const stop = async () => {
    const by = byTest(database.pool);
    await setAutoTopUp(by, accountId, set);
    const payment = { accountId, paymentId, mode: 'live' as const, savedRef: 'cus_1 pm_1' };
    const method = { ref: 'cus_1 pm_1', title: 'v' };
    await keepSavedMethod(by, { accountId, providerCode: 'p' }, method, null);
    await stopAutoTopUp(by, payment, 'declined');
  };
  await stop();
  for (let look = 0; look < 3; look++) await queueStopMails(database.pool);
  expect(await send()).toEqual(['Automatic top-up stopped: Acme']);
  await queueStopMails(database.pool);
  expect(await send()).toEqual([]);
  // It was switched on again, and the same payment stops it once more.
  await stop();
  await queueStopMails(database.pool);
  expect(await send()).toEqual(['Automatic top-up stopped: Acme']);
  await stop();
  await queueStopMails(database.pool);
  await setAutoTopUp(byTest(database.pool), accountId, set);
  expect(await send()).toEqual([]);
  await byTest(database.pool).query('delete from auto_topups');
});

describe('an invoice', () => {
  let fixture: PaymentFixture;
  const bodyOf = (at: number) =>
    (smtp.received[at]?.source ?? '')
      .replaceAll('=\r\n', '')
      .replaceAll('=3D', '=')
      .replaceAll('\r\n', '\n');
  const queueAndSend = async () => {
    await queueDocumentMails(database.pool);
    return send();
  };

  beforeEach(async () => {
    fixture = await createPaymentFixture(database);
    ({ accountId } = fixture);
    await setInvoicing(fixture);
  });

  // @mutant src/surfaces/mails/sql/queue-mails.sql
  // -   join accounts a on a.account_id = d.account_id and a.mails_statements
  // +   join accounts a on a.account_id = d.account_id
  test('and a credit note are mailed once as PDFs to those who manage the money, unless they do not want it', async () => {
    await addMember('finance', 'zh');
    await addMember('developer');
    const payment = await fixture.pay(1_000_000n);
    await issueDue(fixture.ports);
    expect(await queueAndSend()).toHaveLength(1);
    const year = payment.paidAt?.getUTCFullYear();
    expect(bodyOf(0)).toContain(`INV-${year}-000001.pdf`);
    expect(await queueAndSend()).toEqual([]);
    await database.pool.query(`update people set language = 'en'`);
    await fixture.refund(payment, 400_000n);
    await fixture.pass(60_000);
    await issueDue(fixture.ports);
    expect(await queueAndSend()).toEqual([`Credit note CN-${year}-000001: Acme`]);
    const text = `Credit note CN-${year}-000001 of Acme over 40.00 CNY is attached as a PDF.`;
    expect(bodyOf(1)).toContain(text);
    expect(bodyOf(1)).toContain(`https://pay.example/console/${accountId}/wallet?mode=live`);
    await setMails(byTest(database.pool), accountId, { statements: false });
    await fixture.pay(1_000_000n);
    await issueDue(fixture.ports);
    expect(await queueAndSend()).toEqual([]);
  });

  test('for China is told when it is issued, and when it is refused, with the reason', async () => {
    await addMember('owner');
    await fixture.change('invoice.set', (by) => setInvoiceSettings(by, { takesFapiao: true }));
    const form: FapiaoForm = {
      ...{ kind: 'normal', isCompany: false, title: 'Li', taxNumber: '', email: 'a@b.example' },
      ...{ address: '', phone: '', bank: '', bankAccount: '', remark: '' },
    };
    const ask = async () => {
      const { paymentId } = await fixture.pay(500_000n);
      return fixture.change('fapiao.ask', (by) =>
        askFapiao(by, accountId, { ...form, payments: [paymentId] }),
      );
    };
    const [one, two] = [await ask(), await ask()];
    expect(await queueAndSend()).toEqual([]);
    const decide = (requestId: string, decision: FapiaoDecision) =>
      fixture.change('fapiao.issue', (by) => decideFapiao(by, wholePlatform, requestId, decision));
    await decide(one, {
      ...{ to: 'issued', fapiaoCode: '', fapiaoNumber: '26312000000099999999' },
      ...{ issuedOn: '2026-03-10', file: '' },
    });
    await decide(two, { to: 'refused', reason: 'Wrong title' });
    expect((await queueAndSend()).sort()).toEqual(['Fapiao issued: Acme', 'Fapiao refused: Acme']);
    const bodies = `${bodyOf(0)} ${bodyOf(1)}`;
    expect(bodies).toContain('Fapiao 26312000000099999999 for Acme over 50.00 CNY was issued');
    expect(bodies).toContain('50.00 CNY was refused: Wrong title');
    expect(await queueAndSend()).toEqual([]);
  });
});

describe('a statement', () => {
  /** Moves the top-up to the middle of last month, and closes the days since. */
  async function closeLastMonth(): Promise<string> {
    await add(1_000_000n);
    const { rows } = await database.pool.query<{ at: Date; month: string }>(
      `select s.at, to_char(s.at, 'YYYY-MM') as month
       from (select date_trunc('month', now()) - interval '10 days' as at) s`,
    );
    const [{ at, month }] = rows as [{ at: Date; month: string }];
    for (const table of ['transfers', 'manual_entries'])
      await database.pool.query(`update ${table} set made_at = $1 where account_id = $2`, [
        at,
        accountId,
      ]);
    await database.pool.query('update accounts set created_at = $1', [at]);
    await closeDays({ pool: database.pool, log: quietLog, timeZone: 'UTC' });
    return month;
  }

  // @mutant src/surfaces/mails/sql/queue-mails.sql
  // - where l.closed_until >= v_month.ends_at and mails_is_recipient
  // + where mails_is_recipient
  test('is sent once, as a PDF, after all days of the month are closed', async () => {
    const month = await closeLastMonth();
    await database.pool.query(
      `update ledger_closed set closed_until = date_trunc('month', now()) - interval '1 hour'`,
    );
    await queueStatements(database.pool, 'UTC');
    expect(await send()).toEqual([]);
    await closeDays({ pool: database.pool, log: quietLog, timeZone: 'UTC' });
    await queueStatements(database.pool, 'UTC');
    await queueStatements(database.pool, 'UTC');
    expect(await send()).toEqual([`Statement ${month}: Acme`]);
    const source = smtp.received[0]?.source ?? '';
    expect(source).toContain(`filename=${accountId}-live-${month}.pdf`);
    const encoded = /application\/pdf[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(source)?.[1] ?? '';
    expect(Buffer.from(encoded, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    await passHours(24 * 60);
    await pruneMails(database.pool, 90);
    await queueStatements(database.pool, 'UTC');
    expect(await send()).toEqual([]);
  });

  test('of a month that was closed more than a month late is sent, and of earlier months it is not', async () => {
    const month = await closeLastMonth();
    const queue = () => queueStatements(database.pool, 'UTC');
    const queued = async () => {
      const { rows } = await database.pool.query('select topic from mails order by topic');
      return rows.map(({ topic }) => topic);
    };
    await database.pool.query(
      `update closings set day = (day - interval '1 month')::date where account_id = $1`,
      [accountId],
    );
    await queue();
    // Without any statement before, only the last month counts.
    expect(await queued()).toEqual([]);
    const earlier = (months: number) =>
      Temporal.PlainYearMonth.from(month).subtract({ months }).toString();
    await database.pool.query(
      `insert into mails (account_id, person_id, kind, topic, state, ended_at)
       select account_id, person_id, 'statement', $2, 'sent', now() from members where account_id = $1`,
      [accountId, earlier(2)],
    );
    await queue();
    await queue();
    expect(await queued()).toEqual([earlier(2), earlier(1)]);
  });

  test('of a process that died before it noted the sending is sent again with the same Message-ID', async () => {
    await closeLastMonth();
    await queueStatements(database.pool, 'UTC');
    const dying = createPool(database.target, { max: 4, applicationName: 'dying server' });
    const query = dying.query.bind(dying) as (...statement: unknown[]) => Promise<unknown>;
    const dies = (statement: unknown) => String(statement).includes('state = $5');
    dying.query = ((...statement: unknown[]) =>
      dies(statement[0]) ? Promise.reject(new Error('died')) : query(...statement)) as never;
    await expect(sendMails(ports(dying), signal)).rejects.toThrow('died');
    await dying.end();
    expect(await send()).toEqual([]);
    await passHours(1);
    expect(await send()).toHaveLength(1);
    const ids = smtp.received.map(({ source }) => /^Message-ID: (.*)/im.exec(source)?.[1]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await statesOf()).toEqual(['sent']);
  });

  test('that does not match the ledger is not sent', async () => {
    await closeLastMonth();
    await database.pool.query('update closings set topped_up = topped_up + 1');
    await queueStatements(database.pool, 'UTC');
    expect(await send()).toEqual([]);
    expect(await statesOf()).toEqual(['waiting STATEMENT_NOT_READY']);
  });
});

describe('a mail server that', () => {
  beforeEach(async () => {
    await add(1_000_000n);
    await threshold(500_000n);
    await setAvailable(400_000n);
    await queueBalanceMails(database.pool);
  });

  async function restart(options: SMTPServerOptions): Promise<void> {
    await smtp.close();
    smtp = await startSmtp({ ...plain, ...options });
  }
  const refuseRecipient = (code: number): SMTPServerOptions => ({
    onRcptTo: (_address, _session, done) => done(smtpError(code)),
  });

  test.each([
    [451, 'EENVELOPE 451'],
    [550, 'EENVELOPE 550'],
  ])('refuses the recipient with %i is tried again later', async (code, fault) => {
    await restart(refuseRecipient(code));
    expect(await send()).toEqual([]);
    expect(await statesOf()).toEqual([`waiting ${fault}`]);
    await restart({});
    expect(await send()).toEqual([]);
    await passHours(2);
    expect(await send()).toHaveLength(1);
  });

  test('refuses for good is given up after a day, and one that greylists after a week', async () => {
    await restart(refuseRecipient(550));
    await passHours(25);
    await send();
    expect(await statesOf()).toEqual(['given_up EENVELOPE 550']);
    await database.pool.query(`update mails set state = 'waiting', due_at = now()`);
    await restart(refuseRecipient(451));
    await send();
    expect(await statesOf()).toEqual(['waiting EENVELOPE 451']);
    expect(await readMailFacts(database.pool)).toMatchObject({ isLate: true, givenUp: [] });
    await passHours(24 * 7);
    await send();
    expect(await statesOf()).toEqual(['given_up EENVELOPE 451']);
    expect(await readMailFacts(database.pool)).toMatchObject({
      ...{ isLate: false, waiting: 0 },
      givenUp: [{ account: accountId, count: 1, fault: 'EENVELOPE 451' }],
    });
  });

  test.each<[string, SMTPServerOptions, string, string]>([
    ['refuses the login', {}, 'me:wrong@', 'EAUTH 535'],
    ['is silent', { onConnect: () => undefined as never }, '', 'ETIMEDOUT'],
    [
      'refuses the sender',
      { onMailFrom: (_address, _session, done) => done(smtpError(550)) },
      '',
      'EENVELOPE 550',
    ],
  ])('%s fails the job, and the mail waits', async (_, options, login, fault) => {
    await restart({ ...options, allowInsecureAuth: true });
    await expect(send(ports(database.pool, login))).rejects.toThrow();
    expect(await statesOf()).toEqual([`waiting ${fault}`]);
  });

  test('is slow gets the mail, and a limit a minute holds', async () => {
    await addMember('owner');
    await addMember('owner');
    await database.pool.query('truncate mails, balance_notices');
    await restart({ onMailFrom: (_address, _session, done) => void setTimeout(done, 200) });
    await queueBalanceMails(database.pool);
    expect(await send(ports(database.pool, '', smtp.port, 2))).toHaveLength(2);
    expect(await send(ports(database.pool, '', smtp.port, 2))).toHaveLength(1);
  });
});

test('the pauses grow from a minute to six hours', () => {
  const pause = (attempts: number, fault: object) => failureOf(fault, attempts).pauseMinutes;
  const greylisted = { code: 'EENVELOPE', responseCode: 451, command: 'RCPT TO' };
  expect([1, 2, 3, 4, 5, 50].map((n) => pause(n, greylisted))).toEqual([1, 4, 16, 64, 256, 360]);
  expect(pause(1, { ...greylisted, responseCode: 550 })).toBe(60);
});

test('two servers at once send each mail once', async () => {
  for (let count = 0; count < 19; count++) await addMember('owner');
  await add(1_000_000n);
  await threshold(500_000n);
  await setAvailable(400_000n);
  const other = createPool(database.target, { max: 4, applicationName: 'other server' });
  const jobsOf = (pool: Pool) => {
    const smtpUrl = `smtp://127.0.0.1:${smtp.port}`;
    const settings = { smtpUrl, mailFrom: 'us@example.com', ...ports().config };
    const jobs = mailJobs({ ...ports(pool), config: settings as never });
    // Every process for itself, as if the claim of the schedule had failed.
    const own = jobs.map((job) => ({ ...job, isShared: false, everyMs: 20 }));
    return createSchedule({ pool, log: quietLog, metrics: { ran() {} }, spreadMs: 0 }, own);
  };
  const servers = [jobsOf(database.pool), jobsOf(other)];
  for (const server of servers) server.start();
  await expect.poll(() => smtp.received.length).toBe(20);
  await expect.poll(statesOf).toEqual(Array.from({ length: 20 }, () => 'sent'));
  for (const server of servers) await server.stop();
  await other.end();
  expect(new Set(smtp.received.map(({ to }) => to[0])).size).toBe(20);
  expect(smtp.received).toHaveLength(20);
});
