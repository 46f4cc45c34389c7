import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { NoAnswer, NotSent } from '../../../foundation/outbound/http-client.ts';
import type { Stage } from './smtp-codes.ts';
import type { SmtpConfig } from './smtp-config.ts';

/** A mail as bytes, with the addresses of its envelope. */
export interface RawMail {
  from: string;
  to: string;
  bytes: Buffer;
}

/** The server's reply to a mail: accepted, or refused at a stage. */
export type Reply =
  | { kind: 'accepted' }
  | { kind: 'refused'; stage: Stage; code: number; text: string };

const connectMs = 5_000;
/** Shorter than the timeout of any server, so that a connection is not used while the server closes it. */
const idleMs = 10_000;
const mostIdle = 5;

/** Connections to one server. A connection that sent a mail waits for the next one for a while. */
export class SmtpPool {
  readonly #config: SmtpConfig;
  readonly #idle: { connection: SMTPConnection; timer: NodeJS.Timeout }[] = [];
  #isClosed = false;

  constructor(config: SmtpConfig) {
    this.#config = config;
  }

  /** Throws NotSent if the server certainly got no mail, and NoAnswer if it may have. */
  async send(mail: RawMail, signal: AbortSignal): Promise<Reply> {
    const idle = this.#takeIdle();
    if (idle) {
      try {
        return await this.#sendOver(idle, mail, signal);
      } catch (fault) {
        // The server may have closed it meanwhile. Nothing was sent, so a new connection may try.
        if (!(fault instanceof NotSent) || signal.aborted) throw fault;
      }
    }
    const opened = await open(this.#config, signal);
    return 'kind' in opened ? opened : this.#sendOver(opened, mail, signal);
  }

  close(): void {
    this.#isClosed = true;
    for (const { connection, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      connection.close();
    }
  }

  #takeIdle(): SMTPConnection | undefined {
    const idle = this.#idle.pop();
    clearTimeout(idle?.timer);
    return idle?.connection;
  }

  async #sendOver(
    connection: SMTPConnection,
    { from, to, bytes }: RawMail,
    signal: AbortSignal,
  ): Promise<Reply> {
    let hasLeft = false;
    // The content is read only after the server asked for it, so until then nothing of it has left.
    const content = new Readable({
      read() {
        hasLeft = true;
        this.push(bytes);
        this.push(null);
      },
    });
    const fault = await untilDone(connection, signal, (done) =>
      connection.send({ from, to }, content, (error) => done(error ?? undefined)),
    );
    if (!fault) {
      this.#keep(connection);
      return { kind: 'accepted' };
    }
    connection.close();
    return readFault(fault, hasLeft);
  }

  #keep(connection: SMTPConnection): void {
    if (this.#isClosed || this.#idle.length >= mostIdle) {
      connection.quit();
      return;
    }
    const idle = {
      connection,
      timer: setTimeout(() => {
        this.#idle.splice(this.#idle.indexOf(idle), 1);
        connection.quit();
      }, idleMs),
    };
    idle.timer.unref();
    this.#idle.push(idle);
  }
}

/** A connection that is encrypted and logged in, or the reply that refused it. */
async function open(
  { host, port, security, certificates, user, password }: SmtpConfig,
  signal: AbortSignal,
): Promise<SMTPConnection | Extract<Reply, { kind: 'refused' }>> {
  const connection = new SMTPConnection({
    ...{ host, port, secure: security === 'tls', requireTLS: security === 'starttls' },
    ...{ ignoreTLS: security === 'none', connectionTimeout: connectMs, greetingTimeout: connectMs },
    ...(certificates ? { tls: { ca: certificates } } : {}),
  });
  const connected = untilDone(connection, signal, (done) =>
    connection.connect((error) => done(error ?? undefined)),
  );
  let fault = await connected;
  if (!fault && user !== undefined && password !== undefined) {
    fault = await untilDone(connection, signal, (done) =>
      connection.login({ credentials: { user, pass: password } }, (error) =>
        done(error ?? undefined),
      ),
    );
  }
  if (!fault) return connection;
  connection.close();
  return readFault(fault, false) as Extract<Reply, { kind: 'refused' }>;
}

type Fault = SMTPConnection.SMTPError;

/** Runs one step until its end, the end of the connection, or the end of the caller's patience. */
async function untilDone(
  connection: SMTPConnection,
  signal: AbortSignal,
  run: (done: (fault: Fault | undefined) => void) => void,
): Promise<Fault | undefined> {
  const { promise, resolve } = Promise.withResolvers<Fault | undefined>();
  const giveUp = () => resolve(new Error('timed out'));
  const end = () => resolve(new Error('the connection ended'));
  signal.addEventListener('abort', giveUp);
  connection.once('error', resolve).once('end', end);
  if (signal.aborted) giveUp();
  else run(resolve);
  return promise.finally(() => {
    signal.removeEventListener('abort', giveUp);
    connection.off('error', resolve).off('end', end);
    // A connection that fails later, while nobody uses it, must not end the process.
    connection.on('error', () => {});
  });
}

const stages: Readonly<Record<string, Stage>> = {
  'MAIL FROM': 'MAIL',
  'RCPT TO': 'RCPT',
  DATA: 'DATA',
};

/**
 * After the content began to leave, only the reply to it counts: a connection that ends then may have delivered
 * the mail.
 */
function readFault(fault: Fault, hasLeft: boolean): Reply {
  const { code, command = '', responseCode, response, message } = fault;
  const isOnContent = code === 'EMESSAGE' && command === 'DATA';
  if (hasLeft && !isOnContent) throw new NoAnswer(message);
  if (responseCode === undefined) {
    throw hasLeft ? new NoAnswer(message) : new NotSent(message);
  }
  const before = command.startsWith('AUTH') ? 'AUTH' : (stages[command] ?? 'CONNECT');
  return {
    kind: 'refused',
    stage: hasLeft ? 'CONTENT' : before,
    code: responseCode,
    text: response ?? message,
  };
}
