import { createServer, type Server } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { certificate, privateKey } from '../../../test/vendors/loopback-certificate.ts';
import { html } from '../page/html.ts';
import { connectionOf, createMailer } from './mailer.ts';

const open: { close(done: () => void): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await new Promise<void>((done) => one.close(done));
});

interface Received {
  from: string;
  to: string[];
  isSecure: boolean;
  user: string | undefined;
  source: string;
}

/** A real SMTP server on a free port, which keeps what it is sent. */
async function startServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    key: privateKey,
    cert: certificate,
    authOptional: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error('wrong password')),
    onData(stream, { envelope, secure, user }, done) {
      let source = '';
      stream.setEncoding('utf8').on('data', (text: string) => {
        source += text;
      });
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, isSecure: secure, user, source });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  open.push(server);
  const port = await listen(server.server as Server);
  return { port, received };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  );
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
  const { source } = received[0] as Received;
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
  const [{ source, to }] = received as [Received];
  expect(to).toEqual(mail.to);
  const [head = ''] = source.split('\r\n\r\n', 1);
  expect(head).not.toMatch(/^Bcc:/im);
  expect(head).toMatch(/^Subject: Hello Bcc: evil@example.com/m);
});

describe('fails, and says so, when', () => {
  test.each<[string, SMTPServerOptions, string, object]>([
    ['the login is refused', {}, 'me:wrong@', { code: 'EAUTH' }],
    [
      'the server greylists (451)',
      {
        onRcptTo: (_address, _session, done) =>
          done(Object.assign(new Error('try again later'), { responseCode: 451 })),
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
      { code: 'EMAILREFUSED' },
    ],
  ])('%s', async (_, options, login, fault) => {
    const { port } = await startServer(options);
    await expect(mailerFor(login, port).send(mail)).rejects.toMatchObject(fault);
  });

  test('the server is silent', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}));
    open.push(silent);
    const port = await listen(silent);
    const sending = mailerFor('', port, 200).send(mail);
    await expect(sending).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    silent.unref();
    open.pop();
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
