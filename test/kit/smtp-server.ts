import type { Server } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { certificate, privateKey } from '../vendors/loopback-certificate.ts';

export interface ReceivedMail {
  from: string;
  to: string[];
  isSecure: boolean;
  user: string | undefined;
  source: string;
}

export interface SmtpFixture {
  port: number;
  received: ReceivedMail[];
  close(): Promise<void>;
}

/** A real SMTP server on a free port, which keeps what it is sent. The password of any login is `right`. */
export async function startSmtp(options: SMTPServerOptions = {}): Promise<SmtpFixture> {
  const received: ReceivedMail[] = [];
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
  const port = await listenOnLoopback(server.server as Server);
  return { port, received, close: () => new Promise((done) => server.close(() => done())) };
}

/** The free port that a server now listens on. */
export function listenOnLoopback(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  );
}

/** A refusal with a status of SMTP, such as 451. */
export function smtpError(responseCode: number): Error {
  return Object.assign(new Error('refused by the test'), { responseCode });
}
