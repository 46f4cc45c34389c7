import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPort } from './loopback-listener.ts';
import type { Answers, Counter, OwnLine, OwnLineSimulator, Taken } from './simulator.ts';
import { readSubmit } from './smpp-submit.ts';
import {
  cString,
  cutFrames,
  type Frame,
  fields,
  frame,
  ids,
  option,
  responseOf,
} from './smpp-wire.ts';

const systemId = 'countersign';
const password = 'smpp-pwd';
const source = 'Example';

const errors = {
  bindStatus: 0x4,
  alreadyBound: 0x5,
  bind: 0xd,
  password: 0xe,
  systemId: 0xf,
  query: 0x67,
};
const usualRefusal = '0x0B';
const redeliverMs = 200;

/** An SMPP 3.4 message centre. */
export const smppSimulator: OwnLineSimulator = {
  vendor: 'smpp',
  kind: 'sms',
  config: (url) => ({ address: url, systemId, password, source }),

  async listen(counter): Promise<OwnLine> {
    const centre = new MessageCentre(counter);
    const serve = () => createServer({ noDelay: true }, (socket) => centre.welcome(socket));
    const listener = await openPort('smpp', serve, 0);
    return { ...listener, report: (taken, by) => centre.report(taken, by) };
  },
};

type Answer = (status: number, body?: Buffer) => void;

/** A connection from an ESME. */
interface Visitor {
  socket: Socket;
  bound: 'none' | 'transceiver' | 'transmitter' | 'receiver';
  sequence: number;
  /** Callbacks that wait for the response to a deliver_sm, by sequence number. */
  answers: Map<number, (status: number | undefined) => void>;
}

class MessageCentre {
  readonly #counter: Counter;
  readonly #visitors = new Set<Visitor>();
  #turn = 0;

  constructor(counter: Counter) {
    this.#counter = counter;
  }

  welcome(socket: Socket): void {
    const visitor: Visitor = { socket, bound: 'none', sequence: 0, answers: new Map() };
    this.#visitors.add(visitor);
    let rest: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      const cut = cutFrames(Buffer.concat([rest, chunk]));
      if (!cut) {
        socket.destroy();
        return;
      }
      rest = cut.rest;
      try {
        for (const each of cut.frames) this.#serve(visitor, each);
      } catch {
        socket.destroy();
      }
    });
    socket.on('close', () => {
      this.#visitors.delete(visitor);
      for (const answer of visitor.answers.values()) answer(undefined);
    });
  }

  /** Delivers a receipt to a bound receiver, and retries later if it is not accepted. */
  async report(taken: Taken, by: 'vendor' | 'forger'): Promise<void> {
    const body = by === 'vendor' ? receipt(taken) : messageFromPhone(taken);
    const status = await this.#deliver(body);
    if (status !== 0 && by === 'vendor') void this.#bringAgain(body);
  }

  async #bringAgain(body: Buffer): Promise<void> {
    const { signal } = this.#counter;
    for (let status: number | undefined; status !== 0 && !signal.aborted; ) {
      await sleep(redeliverMs, null, { signal }).catch(() => {});
      if (!signal.aborted) status = await this.#deliver(body);
    }
  }

  /** Undefined if no receiver is bound, or the connection ended before the response. */
  #deliver(body: Buffer): Promise<number | undefined> {
    const hearers = [...this.#visitors].filter(
      ({ bound }) => bound === 'transceiver' || bound === 'receiver',
    );
    const visitor = hearers[this.#turn++ % Math.max(1, hearers.length)];
    if (!visitor) return Promise.resolve(undefined);
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    visitor.answers.set(++visitor.sequence, resolve);
    visitor.socket.write(frame(ids.deliver_sm, 0, visitor.sequence, body));
    return promise;
  }

  #serve(visitor: Visitor, asked: Frame): void {
    const answer: Answer = (status, body) => {
      visitor.socket.write(frame(responseOf(asked.id), status, asked.sequence, body));
    };
    switch (asked.id) {
      case ids.bind_transceiver:
      case ids.bind_transmitter:
      case ids.bind_receiver:
        answer(this.#bind(visitor, asked), cString('STANDIN'));
        break;
      case ids.submit_sm:
        this.#submit(visitor, asked, answer);
        break;
      case ids.query_sm:
        this.#query(visitor, asked, answer);
        break;
      case ids.enquire_link:
        answer(0);
        break;
      case ids.unbind:
        visitor.bound = 'none';
        answer(0);
        break;
      case responseOf(ids.deliver_sm):
        visitor.answers.get(asked.sequence)?.(asked.status);
        visitor.answers.delete(asked.sequence);
        break;
      default:
        if (asked.id < ids.generic_nack) {
          visitor.socket.write(frame(ids.generic_nack, 0x3, asked.sequence));
        }
    }
  }

  #bind(visitor: Visitor, { id, body }: Frame): number {
    if (visitor.bound !== 'none') return errors.alreadyBound;
    const [name, secret, , version] = fields(body, 'zzz111z').values;
    if (Number(version) < 0x34) return errors.bind;
    const fault = name !== systemId ? 'systemId' : secret !== password ? 'password' : null;
    if (fault) {
      this.#counter.noteRefused(`a bind with a wrong ${fault}`);
      return errors[fault];
    }
    const kinds = { 1: 'receiver', 2: 'transmitter', 9: 'transceiver' } as const;
    visitor.bound = kinds[id as keyof typeof kinds];
    return 0;
  }

  #submit(visitor: Visitor, { body, sequence }: Frame, answer: Answer): void {
    const read = isSender(visitor) ? readSubmit(body, source) : { status: errors.bindStatus };
    if ('status' in read) {
      if ('because' in read) this.#counter.noteRefused(read.because);
      answer(read.status);
      return;
    }
    const answers: Answers = {
      done: ({ id }) => answer(0, cString(id)),
      rejected: (code = usualRefusal) => answer(Number(code)),
      reset: ({ id }) => {
        const whole = frame(responseOf(ids.submit_sm), 0, sequence, cString(id));
        visitor.socket.write(whole.subarray(0, whole.length / 2));
        setTimeout(() => visitor.socket.resetAndDestroy(), 20);
      },
    };
    this.#counter.handle(read, answers).catch(() => visitor.socket.destroy());
  }

  #query(visitor: Visitor, { body }: Frame, answer: Answer): void {
    const [id, , , from] = fields(body, 'z11z').values;
    const found = from === source ? this.#counter.desk.find(String(id)) : undefined;
    if (!isSender(visitor)) answer(errors.bindStatus);
    else if (!found) answer(errors.query);
    else {
      const isFinal = found.state === 'delivered';
      const finalDate = isFinal ? `${stamp(this.#counter.desk.now()).slice(2)}000+` : '';
      answer(
        0,
        Buffer.concat([cString(found.id), cString(finalDate), Buffer.of(isFinal ? 2 : 1, 0)]),
      );
    }
  }
}

function isSender({ bound }: Visitor): boolean {
  return bound === 'transceiver' || bound === 'transmitter';
}

/** UTC, as `yyyyMMddHHmmss`. */
function stamp(time: Date): string {
  return time.toISOString().slice(0, 19).replaceAll(/\D/g, '');
}

function receiptText({ id, at }: Taken): Buffer {
  const [submitted, done] = [at, new Date()].map((time) => stamp(time).slice(2, 12));
  return Buffer.from(
    `id:${id} sub:001 dlvrd:001 submit date:${submitted} done date:${done} stat:DELIVRD err:000 text:`,
    'latin1',
  );
}

function deliverBody({ mobile }: Taken, esmClass: number, text: Buffer): Buffer {
  return Buffer.concat([
    cString(''),
    ...[Buffer.of(1, 1), cString(mobile ?? ''), Buffer.of(5, 0), cString(source)],
    ...[Buffer.of(esmClass, 0, 0), cString(''), cString(''), Buffer.of(0, 0, 0, 0)],
    ...[Buffer.of(text.length), text],
  ]);
}

function receipt(taken: Taken): Buffer {
  const options = [option(0x1e, cString(taken.id)), option(0x427, Buffer.of(2))];
  return Buffer.concat([deliverBody(taken, 0x04, receiptText(taken)), ...options]);
}

/** A forged receipt: anyone with a phone can send a message that reads like one. */
function messageFromPhone(taken: Taken): Buffer {
  return deliverBody(taken, 0, receiptText(taken));
}
