import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import {
  listenOnLoopback,
  type ReceivedMail,
  smtpError,
  startSmtp,
} from '../../../../test/kit/smtp-server.ts';
import { certificate } from '../../../../test/vendors/loopback-certificate.ts';
import { describeMessageContract, sampleSend } from '../../../../test/vendors/message-contract.ts';
import { systemClock } from '../../../foundation/clock.ts';
import { openMessages } from '../../providers/open-provider.ts';
import type { TemplateSend } from '../../providers/provider.ts';
import { readConfig } from '../../providers/read-config.ts';
import type { Tools } from '../../providers/vendor.ts';
import { runSimulator } from '../../simulators/run-simulator.ts';
import { smtpSimulator } from '../../simulators/smtp.ts';
import { smtp } from './smtp.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const to = 'person@example.com';
const sample = (changes: Partial<TemplateSend> = {}) =>
  sampleSend(smtpSimulator, { to, region: null, ...changes });
const soon = () => ({ signal: AbortSignal.timeout(10_000) });

function open(port: number, changes: Record<string, unknown> = {}) {
  const settings = {
    ...{ host: '127.0.0.1', port, security: 'starttls', certificates: certificate },
    ...{ user: 'me', password: 'right', fromAddress: 'us@example.com', fromName: '示例' },
    ...changes,
  };
  const provider = openMessages(smtp, {
    code: 'mail',
    config: readConfig(smtp, settings),
    tools: { clock: systemClock } as unknown as Tools,
  });
  closing.push(() => provider.close?.());
  return provider;
}

async function start(options: SMTPServerOptions = {}) {
  const server = await startSmtp(options);
  closing.push(server.close);
  return server;
}

/** A server that greets, and then says these lines, one for each line that it reads. */
async function startScripted(...lines: (string | null)[]): Promise<number> {
  const server = createServer((socket) => {
    const left = [...lines];
    socket.on('error', () => {}).write('220 scripted\r\n');
    socket.on('data', () => {
      const line = left.shift();
      if (line) socket.write(`${line}\r\n`);
      else socket.destroy();
    });
  });
  closing.push(() => server.close());
  return listenOnLoopback(server);
}

const plain = { security: 'none', user: undefined, password: undefined, certificates: undefined };

describe('with a real server', () => {
  test.each([
    ['starttls', {}],
    ['tls', { secure: true }],
  ])('%s encrypts the login and the mail', async (security, options) => {
    const { port, received } = await start(options);
    const send = sample({ text: '您的验证码是 482913。\n.\n..' });
    const outcome = await open(port, { security }).send(send, soon());
    expect(outcome).toEqual({ kind: 'done', providerRef: `${send.reference}@example.com` });
    expect(received).toMatchObject([
      { from: 'us@example.com', to: [to], isSecure: true, user: 'me' },
    ]);
    const { source } = received[0] as ReceivedMail;
    expect(source).toContain(`Message-ID: <${send.reference}@example.com>`);
    expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/im);
    expect(source).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/im);
  });

  test('a text that begins with a subject brings its own', async () => {
    const { port, received } = await start();
    const text = 'Subject: Code 482913 for you\n\nYour code is 482913.';
    await open(port, { subjectEn: 'Another' }).send(sample({ text }), soon());
    const { source } = received[0] as ReceivedMail;
    expect(source).toMatch(/^Subject: Code 482913 for you\r$/m);
    expect(source).toMatch(/\r\n\r\nYour code is 482913\.\r\n$/);
  });

  test('a server without STARTTLS gets neither login nor mail', async () => {
    const { port, received } = await start({ disabledCommands: ['STARTTLS'] });
    expect(await open(port).send(sample(), soon())).toMatchObject({ kind: 'unavailable' });
    expect(received).toEqual([]);
  });

  test('a certificate that nobody vouches for gets no mail', async () => {
    const { port, received } = await start();
    const outcome = await open(port, { certificates: undefined }).send(sample(), soon());
    expect(outcome).toMatchObject({ kind: 'unavailable', reason: 'provider_unreachable' });
    expect(received).toEqual([]);
  });

  test('the next mail goes over the same connection', async () => {
    let connections = 0;
    const { port, received } = await start({
      onConnect: (_, done) => {
        connections++;
        done();
      },
    });
    const provider = open(port);
    for (let n = 0; n < 3; n++) await provider.send(sample(), soon());
    expect([received.length, connections]).toEqual([3, 1]);
  });

  test.each([
    [550, { kind: 'rejected', reason: 'address_invalid' }],
    [450, { kind: 'unavailable', reason: 'provider_fault' }],
  ])('a recipient refused with %i ends as the table says', async (code, meaning) => {
    const { port, received } = await start({ onRcptTo: (_, __, done) => done(smtpError(code)) });
    const outcome = await open(port).send(sample(), soon());
    expect(outcome).toMatchObject({ ...meaning, vendorCode: `RCPT:${code}` });
    expect(received).toEqual([]);
  });
});

describe('a connection that ends', () => {
  test.each([
    ['at the greeting', []],
    ['after the sender', ['250 hello', '250 ok']],
    ['before the content is asked for', ['250 hello', '250 ok', '250 ok']],
  ])('%s did nothing', async (_, lines) => {
    const outcome = await open(await startScripted(...lines), plain).send(sample(), soon());
    expect(outcome).toMatchObject({ kind: 'unavailable', reason: 'provider_unreachable' });
  });

  // @mutant src/vendors/adapters/smtp/smtp-pool.ts
  // -   if (hasLeft && !isOnContent) throw new NoAnswer(message);
  // +   if (hasLeft && !isOnContent) throw new NotSent(message);
  test('after the content leaves it unknown, so that no other provider sends it', async () => {
    const port = await startScripted('250 hello', '250 ok', '250 ok', '354 go on');
    const outcome = await open(port, plain).send(sample(), soon());
    expect(outcome).toMatchObject({ kind: 'unknown', reason: 'no_answer' });
  });
});

describe('before any money moves', () => {
  const fault = (changes: Partial<TemplateSend>, settings = {}) =>
    open(25, settings).findFault(sample(changes))?.field;

  test.each([
    'person',
    'a b@example.com',
    'a@b@example.com',
    'person@example',
    'person@example.com\r\nBcc: evil@example.com',
    'Person <person@example.com>',
    `${'a'.repeat(65)}@example.com`,
  ])('refuses %j as a recipient', (address) => {
    expect(fault({ to: address })).toBe('email');
    expect(fault({ to })).toBeUndefined();
  });

  // @mutant src/vendors/adapters/smtp/smtp.ts
  // -  && !breaks.test(subject)
  test.each(['1\r\nBcc: evil@example.com', '1\n2', '1\u20282'])(
    'refuses %j in a subject, which would begin another header',
    (code) => {
      const settings = { subjectEn: 'Code {code}' };
      expect(fault({ text: 'x', variables: { code } }, settings)).toBe('code');
      expect(fault({ text: 'x', variables: { code: '1' } }, settings)).toBeUndefined();
    },
  );

  test.each([
    [{ fromName: 'Us\r\nBcc: evil@example.com' }],
    [{ subjectZh: 'a\nb' }],
    [{ fromAddress: 'us' }],
    [{ security: 'none', host: 'mail.example.com' }],
    [{ password: undefined }],
  ])('refuses the settings %j', (changes) => {
    expect(() => open(25, changes)).toThrow();
  });
});

test('Python’s client sends to the simulator, and is refused with a wrong password', async () => {
  const running = await runSimulator(smtpSimulator, { callbackUrlOf: () => '' });
  closing.push(() => running.close());
  const script = `
import smtplib, sys
from email.message import EmailMessage
mail = EmailMessage()
mail['From'], mail['To'], mail['Subject'] = 'no-reply@example.com', 'person@example.com', '您的验证码'
mail['Message-ID'] = '<one@example.com>'
mail.set_content('482913\\n.\\n..')
with smtplib.SMTP('127.0.0.1', int(sys.argv[1]), timeout=10) as server:
    try:
        server.login('countersign', 'wrong')
    except smtplib.SMTPAuthenticationError as fault:
        print(fault.smtp_code)
    server.login('countersign', 'smtp-password')
    print(server.send_message(mail))
`;
  const port = new URL(running.url).port;
  const { stdout } = await promisify(execFile)('python3', ['-c', script, port]);
  expect(stdout).toBe('535\n{}\n');
  expect(running.taken).toMatchObject([
    { id: 'one@example.com', said: { to, subject: '您的验证码', text: '482913\n.\n..' } },
  ]);
});

describe('SMTP', () => {
  describeMessageContract({
    vendor: smtp,
    simulator: smtpSimulator,
    wrongSecret: { password: 'another' },
    to,
    mobile: null,
    said: {
      to,
      from: 'Example <no-reply@example.com>',
      subject: 'Your verification code',
      automatic: 'auto-generated',
      text: '【Example】Your code is 482913.',
    },
    unlisted: { kind: 'unavailable', reason: 'provider_fault' },
  });
});
