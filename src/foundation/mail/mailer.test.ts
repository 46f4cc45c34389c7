import { createServer } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import {
  listenOnLoopback,
  type ReceivedMail,
  smtpError,
  startSmtp,
} from '../../../test/kit/smtp-server.ts';
import { certificate } from '../../../test/vendors/loopback-certificate.ts';
import { html } from '../page/html.ts';
import { connectionOf, createMailer } from './mailer.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function startServer(options: SMTPServerOptions = {}) {
  const server = await startSmtp(options);
  open.push(server);
  return server;
}

const mail = {
  to: ['one@example.com', 'two@example.com'],
  subject: 'Notice 通知',
  text: 'Plain words',
  html: html`<p>${'<script>alert(1)</script>'}</p>`,
};

function mailerFor(login: string, port: number, timeoutMs = 10_000) {
  const smtpUrl = `smtp://${login}127.0.0.1:${port}`;
  return createMailer({ smtpUrl, from: 'us@example.com', tls: { ca: certificate }, timeoutMs });
}

test('sends text and HTML to all recipients, after STARTTLS and with the login', async () => {
  const { port, received } = await startServer();
  await mailerFor('me:right@', port).send(mail);
  expect(received).toMatchObject([
    { from: 'us@example.com', to: mail.to, isSecure: true, user: 'me' },
  ]);
  const { source } = received[0] as ReceivedMail;
  expect(source).toContain('Plain words');
  expect(source).toContain('&lt;script&gt;');
  expect(source).toMatch(/^Auto-Submitted: auto-generated$/im);
});

// @mutant src/foundation/mail/mailer.ts
// - return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
// + return text.split('\r\n', 1).join();
test('a hostile subject adds no header and no recipient', async () => {
  const { port, received } = await startServer();
  const subject = 'Hello\r\nBcc: evil@example.com\r\n\r\nBody of theirs';
  await mailerFor('', port).send({ ...mail, subject });
  const [{ source, to }] = received as [ReceivedMail];
  expect(to).toEqual(mail.to);
  const [head = ''] = source.split('\r\n\r\n', 1);
  expect(head).not.toMatch(/^Bcc:/im);
  expect(head).toMatch(/^Subject: Hello Bcc: evil@example.com/m);
});

// @mutant src/foundation/mail/mailer.ts
// - socketTimeout: wholeMs,
// + socketTimeout: timeoutMs,
test('a server that takes its time over a mail gets it once', async () => {
  const { port } = await startServer({
    onData(stream, _session, done) {
      stream.resume().on('end', () => setTimeout(done, 2_500));
    },
  });
  await mailerFor('', port, 2_000).send(mail);
});

describe('fails, and says so, when', () => {
  test.each<[string, SMTPServerOptions, string, object]>([
    ['the login is refused', {}, 'me:wrong@', { code: 'EAUTH' }],
    [
      'the server greylists (451)',
      {
        onRcptTo: (_address, _session, done) => done(smtpError(451)),
      },
      '',
      { responseCode: 451 },
    ],
    [
      'one recipient is refused',
      {
        onRcptTo: ({ address }, _session, done) =>
          address === 'two@example.com' ? done(new Error('unknown here')) : done(),
      },
      '',
      { code: 'EPARTLYREFUSED' },
    ],
  ])('%s', async (_, options, login, fault) => {
    const { port } = await startServer(options);
    await expect(mailerFor(login, port).send(mail)).rejects.toMatchObject(fault);
  });

  test('the server is silent', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}));
    const port = await listenOnLoopback(silent);
    const sending = mailerFor('', port, 200).send(mail);
    await expect(sending).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    silent.unref();
  });
});

// @mutant src/foundation/mail/mailer.ts
// - requireTLS: !isSecure && hasLogin
// + requireTLS: false && hasLogin
test.each([
  ['smtp://me:right@mail.example.com', { port: 587, secure: false, requireTLS: true }],
  ['smtp://me:right@127.0.0.1:25', { port: 25, secure: false, requireTLS: false }],
  ['smtp://mail.example.com', { port: 587, secure: false, requireTLS: false }],
  [
    'smtps://me:a%40b@mail.example.com',
    { port: 465, secure: true, auth: { user: 'me', pass: 'a@b' } },
  ],
  ['smtp://me:right@[::1]:2525', { host: '::1', port: 2525, requireTLS: false }],
])('a password leaves the machine encrypted only: %s', (url, expected) => {
  expect(connectionOf(url)).toMatchObject(expected);
});
