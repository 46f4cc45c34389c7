import { createServer, type Socket } from 'node:net';
import { openPort } from './loopback-listener.ts';
import type { Answers, Counter, OwnLine, OwnLineSimulator } from './simulator.ts';
import { readMail } from './smtp-mail.ts';

const user = 'countersign';
const password = 'smtp-password';
const fromAddress = 'no-reply@example.com';
const longestLine = 2_048;

/** A mail server that accepts mail for delivery after a login (RFC 5321). It sends no receipts. */
export const smtpSimulator: OwnLineSimulator = {
  vendor: 'smtp',
  kind: 'email',
  config: (url) => ({
    ...{ host: '127.0.0.1', port: Number(new URL(url).port), security: 'none' },
    ...{ user, password, fromAddress, fromName: 'Example' },
  }),

  async listen(counter): Promise<OwnLine> {
    const serve = () => createServer({ noDelay: true }, (socket) => new Dialogue(socket, counter));
    const listener = await openPort('smtp', serve, 0);
    return { ...listener, report: async () => {} };
  },
};

/** One connection: commands and replies alternate, and the mail ends with a line of one dot. */
class Dialogue {
  readonly #socket: Socket;
  readonly #counter: Counter;
  #rest = '';
  #isKnown = false;
  /** The prompts of AUTH LOGIN that were answered, while it runs. */
  #login: string[] | undefined;
  #from: string | undefined;
  #to: string[] = [];
  #content: string[] | undefined;

  constructor(socket: Socket, counter: Counter) {
    this.#socket = socket;
    this.#counter = counter;
    if (!this.#refuses('CONNECT')) this.#say('220 simulator.example.com ESMTP');
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => this.#read(chunk));
  }

  #say(line: string): void {
    if (this.#socket.writable) this.#socket.write(`${line}\r\n`);
  }

  /** Sends the refusal that was asked for, if it is one of this stage. */
  #refuses(stage: string): boolean {
    const [at, code] = (this.#counter.rejection() ?? '').split(':');
    if (at !== stage) return false;
    this.#say(`${code} refused`);
    if (stage === 'CONNECT') this.#socket.end();
    return true;
  }

  #read(chunk: string): void {
    this.#rest += chunk;
    for (let end = this.#rest.indexOf('\r\n'); end >= 0; end = this.#rest.indexOf('\r\n')) {
      const line = this.#rest.slice(0, end);
      this.#rest = this.#rest.slice(end + 2);
      if (this.#content) this.#readContent(this.#content, line);
      else if (this.#login) this.#readLogin(this.#login, line);
      else this.#serve(line);
    }
    if (!this.#content && this.#rest.length > longestLine) this.#socket.destroy();
  }

  #serve(line: string): void {
    const [, verb = '', argument = ''] = /^([a-z]+) ?(.*)$/i.exec(line) ?? [];
    switch (verb.toUpperCase()) {
      case 'EHLO':
        this.#say('250-simulator.example.com\r\n250-8BITMIME\r\n250 AUTH PLAIN LOGIN');
        break;
      case 'HELO':
      case 'NOOP':
        this.#say('250 OK');
        break;
      case 'RSET':
        this.#reset();
        this.#say('250 OK');
        break;
      case 'AUTH':
        this.#authenticate(argument);
        break;
      case 'MAIL':
        this.#takeSender(argument);
        break;
      case 'RCPT':
        this.#takeRecipient(argument);
        break;
      case 'DATA':
        this.#takeData();
        break;
      case 'QUIT':
        this.#socket.end('221 Bye\r\n');
        break;
      default:
        this.#say('500 Command not recognized');
    }
  }

  #authenticate(argument: string): void {
    if (this.#refuses('AUTH')) return;
    const [mechanism = '', initial] = argument.split(' ');
    if (mechanism.toUpperCase() === 'LOGIN') {
      this.#login = [];
      this.#say('334 VXNlcm5hbWU6');
    } else if (mechanism.toUpperCase() === 'PLAIN' && initial) {
      const [, name = '', secret = ''] = decoded(initial).split('\0');
      this.#decide(name, secret);
    } else this.#say('504 Mechanism not implemented');
  }

  #readLogin(answers: string[], line: string): void {
    answers.push(decoded(line));
    if (answers.length < 2) {
      this.#say('334 UGFzc3dvcmQ6');
      return;
    }
    this.#login = undefined;
    this.#decide(answers[0] ?? '', answers[1] ?? '');
  }

  #decide(name: string, secret: string): void {
    this.#isKnown = name === user && secret === password;
    if (!this.#isKnown) this.#counter.noteRefused('a login with a wrong name or password');
    this.#say(this.#isKnown ? '235 Authentication successful' : '535 Authentication failed');
  }

  #takeSender(argument: string): void {
    if (this.#refuses('MAIL')) return;
    const from = /^FROM:<([^>]*)>/i.exec(argument)?.[1];
    if (!this.#isKnown) this.#say('530 Authentication required');
    else if (from === undefined) this.#say('501 Syntax error');
    else if (this.#from !== undefined) this.#say('503 Nested MAIL');
    else if (from !== fromAddress) this.#say('550 Sender not allowed');
    else {
      this.#from = from;
      this.#say('250 OK');
    }
  }

  #takeRecipient(argument: string): void {
    if (this.#refuses('RCPT')) return;
    const to = /^TO:<([^\s<>@]+@[^\s<>@]+)>/i.exec(argument)?.[1];
    if (this.#from === undefined) this.#say('503 Need MAIL');
    else if (!to) this.#say('553 Mailbox name not allowed');
    else {
      this.#to.push(to);
      this.#say('250 OK');
    }
  }

  #takeData(): void {
    if (this.#refuses('DATA')) return;
    if (this.#to.length === 0) this.#say('503 Need RCPT');
    else {
      this.#content = [];
      this.#say('354 Start mail input');
    }
  }

  #readContent(lines: string[], line: string): void {
    if (line !== '.') {
      // A line that begins with a dot was sent with one more.
      lines.push(line.replace(/^\./, ''));
      return;
    }
    this.#content = undefined;
    const mail = readMail(Buffer.from(lines.join('\r\n'), 'latin1'));
    const said = { to: this.#to.join(','), ...mail.said };
    this.#reset();
    const taking = { kind: 'message' as const, id: mail.id, reference: null, mobile: null };
    this.#counter
      .handle({ ...taking, said, callbackUrl: null }, this.#answers())
      .catch(() => this.#socket.destroy());
  }

  #answers(): Answers {
    return {
      done: () => this.#say('250 OK'),
      rejected: (code = 'CONTENT:554') => this.#say(`${replyOf(code)} refused`),
      reset: () => {
        this.#socket.write('25');
        setTimeout(() => this.#socket.resetAndDestroy(), 20);
      },
    };
  }

  #reset(): void {
    this.#from = undefined;
    this.#to = [];
  }
}

/** A code without a stage is one that no document has; clients read its first digit. */
function replyOf(code: string): string {
  return code.split(':')[1] ?? '499';
}

function decoded(base64: string): string {
  return Buffer.from(base64, 'base64').toString();
}
