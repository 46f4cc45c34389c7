import { createTransport } from 'nodemailer';
import type { Html } from '../page/html.ts';

/** A mail, as plain text and as simple HTML with the same words. */
export interface Mail {
  to: readonly string[];
  subject: string;
  text: string;
  html: Html;
  /** The same for each attempt, so that mail programs show a repeated mail once; default: a new one. */
  messageId?: string;
  attachments?: readonly Attachment[];
}

interface Attachment {
  name: string;
  type: string;
  body: Buffer;
}

/** Sends mail through the operator's SMTP server. */
export interface Mailer {
  /** Throws PartlyRefused if the server takes the mail for some recipients only. */
  send(mail: Mail): Promise<void>;
}

interface MailerOptions {
  /** An smtp: or smtps: URL, with or without a login. */
  smtpUrl: string;
  from: string;
  /** Tests trust their own certificate and wait a shorter time for a connection and a greeting. */
  tls?: { ca: string };
  timeoutMs?: number;
}

const usualTimeoutMs = 15_000;

/** Hosts that the login reaches without leaving the machine. */
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** How to connect to the server of a URL. */
export function connectionOf(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const isSecure = url.protocol === 'smtps:';
  const hasLogin = url.username !== '';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    // A password never leaves the machine in the clear, even if somebody strips STARTTLS from the greeting.
    requireTLS: !isSecure && hasLogin && !loopback.test(url.hostname),
    ...(hasLogin ? { auth: loginOf(url) } : {}),
  };
}

/** A new connection for each mail: there are a few a day, and nothing has to be closed. */
export function createMailer(options: MailerOptions): Mailer {
  const { smtpUrl, from, tls, timeoutMs = usualTimeoutMs } = options;
  // A server may filter a mail before it takes it, and whoever leaves earlier sends it twice.
  const wholeMs = 4 * timeoutMs;
  const transport = createTransport({
    ...connectionOf(smtpUrl),
    ...(tls ? { tls } : {}),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: wholeMs,
    // A text is only ever a text, never a file or an address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html, messageId, attachments = [] }) {
      const sending = transport.sendMail({
        from,
        to: [...to],
        subject: oneLine(subject),
        text,
        html: html.text,
        // Answering machines leave it unanswered (RFC 3834).
        headers: { 'auto-submitted': 'auto-generated' },
        ...(messageId && { messageId: oneLine(messageId) }),
        attachments: attachments.map(({ name, type, body }) => ({
          ...{ filename: oneLine(name), contentType: type, content: body },
        })),
      });
      const { rejected } = await inTime(sending, wholeMs);
      if (rejected.length > 0) throw new PartlyRefused();
    },
  };
}

/** Each answer has a limit of its own; this one is for a server that answers forever a little. */
function inTime<Sent>(sending: Promise<Sent>, limitMs: number): Promise<Sent> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = Object.assign(new Error('the mail server was too slow'), { code: 'ETIMEDOUT' });
  const timer = setTimeout(reject, limitMs, late);
  return Promise.race([sending, promise]).finally(() => clearTimeout(timer));
}

/** The server took the mail for some recipients only. */
export class PartlyRefused extends Error {
  readonly code = 'EPARTLYREFUSED';
}

function loginOf({ username, password }: URL) {
  return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}

/** A line break in a subject would begin another header. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
