import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls, getCACertificates } from 'node:tls';
import { isMetadataAddress } from '../../foundation/outbound/forbidden-address.ts';
import { NotSent } from '../../foundation/outbound/http-client.ts';
import { lookupWithoutMetadata, noMetadata } from '../../foundation/outbound/vendor-connector.ts';
import type { Tools } from '../providers/vendor.ts';
import { type Asked, describeExchange } from './describe-smpp-exchange.ts';
import { answerTo, commands, encodePdu, isAnswer, type Pdu, PduReader } from './pdu.ts';
import { PendingRequests } from './pending-requests.ts';
import { type Bind, encodeBind } from './units.ts';

export type BindKind = 'transceiver' | 'transmitter' | 'receiver';

export interface ConnectionOptions {
  /** `smpp://host:port`, or `ssmpp://` for TLS. */
  url: string;
  /** Certificates to trust in addition to the system's. */
  certificates: string | undefined;
  bind: Bind;
  /** The maximum number of requests without a response. */
  window: number;
  responseMs: number;
  enquireMs: number;
  /** Records every exchange, if set. */
  onExchange?: Tools['onExchange'];
}

export interface ConnectionEvents {
  onBound(): void;
  /** The connection can take another request. */
  onFree(): void;
  /** A deliver_sm or data_sm. Resolves with the status for the response to the vendor. */
  onDeliver(delivery: Pick<Pdu, 'command' | 'body'>): Promise<number>;
  /** The connection ended; called once, whichever side ended it. */
  onEnd(fault: Error): void;
}

/** The vendor refused the bind. */
export class BindRefused extends NotSent {
  readonly status: number;

  constructor(status: number) {
    super(`the bind was refused with status ${status}`);
    this.status = status;
  }
}

const bindCommands = {
  transceiver: commands.bindTransceiver,
  transmitter: commands.bindTransmitter,
  receiver: commands.bindReceiver,
};
const invalidCommand = 0x03;
const tryAgain = 0x64;
/** ESME_RTHROTTLED and ESME_RMSGQFUL: the vendor's rate limit. */
const throttled = new Set([0x58, 0x14]);
const throttlePauseMs = 250;
/** The maximum number of concurrent deliveries; a vendor that respects its window stays far below it. */
const maxDelivering = 10_000;
/** The maximum number of octets that a vendor may leave unread. */
const maxUnread = 1024 * 1024;
const bindMs = 5_000;
const closeMs = 1_000;
/** How long the vendor has, after its unbind, for the responses that it still owes. */
const partingMs = 2_000;
const lastSequence = 0x7fffffff;
const nothing = Buffer.alloc(0);
/** The timer does not keep the process alive. */
const passed = (ms: number) => sleep(ms, null, { ref: false });

/** One connection to the vendor and its bind. It does not reconnect. */
export class SmppConnection {
  readonly #kind: BindKind;
  readonly #options: ConnectionOptions;
  readonly #events: ConnectionEvents;
  readonly #socket: Socket;
  readonly #reader = new PduReader();
  readonly #pending: PendingRequests;
  readonly #delivering = new Set<Promise<void>>();
  readonly #ticker: NodeJS.Timeout;
  #address: string | null = null;
  #sequence = 0;
  #inFlight = 0;
  #window: number;
  #pausedUntilMs = 0;
  #heardAtMs = performance.now();
  #isEnquiring = false;
  #isBound = false;
  /** The vendor sent unbind. */
  #isLeaving = false;
  #isOver = false;

  constructor(kind: BindKind, options: ConnectionOptions, events: ConnectionEvents) {
    this.#kind = kind;
    this.#options = options;
    this.#events = events;
    this.#window = options.window;
    this.#pending = new PendingRequests(options.responseMs);
    this.#socket = open(options, () => this.#bind());
    // A connection whose TLS fails no longer knows its address.
    this.#socket.once('connect', () => {
      this.#address = this.#socket.remoteAddress ?? null;
    });
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#socket.on('error', (fault: Error) => this.#end(fault));
    this.#socket.on('close', () => this.#end(new Error('the vendor closed the connection')));
    this.#ticker = setInterval(() => this.#tick(), Math.min(1_000, options.responseMs / 4));
    this.#ticker.unref();
    setTimeout(() => {
      if (!this.#isBound) this.#end(new Error('no bind in time'));
    }, bindMs).unref();
  }

  /** The number of free slots in the window. */
  get free(): number {
    if (!this.#isBound || this.#isLeaving || this.#isOver) return 0;
    if (performance.now() < this.#pausedUntilMs) return 0;
    return Math.floor(this.#window) - this.#inFlight;
  }

  /** Neither side waits for a response. */
  get isIdle(): boolean {
    return this.#inFlight === 0 && this.#delivering.size === 0;
  }

  /**
   * Sends a request. Rejects with NoAnswer if no response comes, because the bytes may have arrived. With
   * `onOverdue`, a response after the timeout still counts, but the request no longer takes a slot.
   */
  async request(command: number, body: Buffer, onOverdue?: () => void): Promise<Pdu> {
    this.#inFlight++;
    let hasSlot = true;
    const freeSlot = () => {
      if (!hasSlot) return;
      hasSlot = false;
      this.#inFlight--;
      this.#events.onFree();
    };
    const late = onOverdue && (() => [freeSlot(), onOverdue()]);
    try {
      const answer = await this.#ask(command, body, late);
      this.#adapt(answer.status);
      return answer;
    } finally {
      freeSlot();
    }
  }

  /** Unbinds after the pending receipts are answered. */
  async close(): Promise<void> {
    if (this.#isOver) return;
    await Promise.race([Promise.allSettled(this.#delivering), passed(closeMs)]);
    if (this.#isBound && !this.#isLeaving && !this.#isOver) {
      const parting = this.#ask(commands.unbind, nothing).catch(() => {});
      this.#isBound = false;
      await Promise.race([parting, passed(closeMs)]);
    }
    this.#end(new Error('the bind was closed'));
  }

  async #bind(): Promise<void> {
    try {
      const body = encodeBind(this.#options.bind);
      // A bind has its own timeout.
      const { status } = await this.#ask(bindCommands[this.#kind], body, () => {});
      if (status !== 0) return this.#end(new BindRefused(status));
      if (this.#isOver) return;
      this.#isBound = true;
      this.#events.onBound();
    } catch (fault) {
      this.#end(fault as Error);
    }
  }

  #ask(command: number, body: Buffer, onOverdue?: () => void): Promise<Pdu> {
    if (this.#isOver) return Promise.reject(new NotSent('the connection was over'));
    this.#sequence = this.#sequence === lastSequence ? 1 : this.#sequence + 1;
    const sequence = this.#sequence;
    const answer = this.#pending.add(sequence, command, onOverdue);
    this.#write({ command, status: 0, sequence, body });
    if (this.#options.onExchange) this.#tell(command, sequence, body, answer);
    return answer;
  }

  #tell(command: number, sequence: number, body: Buffer, asked: Promise<Pdu>): void {
    const startedMs = performance.now();
    const note = (answer: Pdu | null, fault: string | null) =>
      this.#note({ command, sequence, body, answer, fault }, startedMs);
    asked.then(
      (answer) => note(answer, null),
      (fault: Error) => note(null, fault.message),
    );
  }

  #note(asked: Omit<Asked, 'address' | 'ms'>, startedMs: number): void {
    const [address, ms] = [this.#address, performance.now() - startedMs];
    this.#options.onExchange?.(describeExchange(this.#options.url, { ...asked, address, ms }));
  }

  /** Writes within one tick go out in one packet. */
  #write(pdu: Pdu): void {
    if (this.#isOver) return;
    if (this.#socket.writableCorked === 0) {
      this.#socket.cork();
      process.nextTick(() => this.#socket.uncork());
    }
    this.#socket.write(encodePdu(pdu));
    if (this.#socket.writableLength > maxUnread) this.#end(new Error('the vendor reads nothing'));
  }

  #read(chunk: Buffer): void {
    this.#heardAtMs = performance.now();
    try {
      for (const pdu of this.#reader.read(chunk)) {
        if (this.#isOver) return;
        if (isAnswer(pdu)) this.#pending.settle(pdu);
        else this.#serve(pdu);
      }
      this.#endIfLeft();
    } catch (fault) {
      this.#end(fault as Error);
    }
  }

  #serve(pdu: Pdu): void {
    if (pdu.command === commands.deliverSm || pdu.command === commands.dataSm) this.#deliver(pdu);
    else if (pdu.command === commands.enquireLink) this.#answer(pdu, 0, nothing);
    else if (pdu.command === commands.unbind) {
      this.#answer(pdu, 0, nothing);
      this.#leave();
    } else if (pdu.command !== commands.alertNotification) {
      const { sequence } = pdu;
      const command = commands.genericNack;
      this.#write({ command, status: invalidCommand, sequence, body: nothing });
    }
  }

  /** Sends nothing more, and reads the responses that the vendor sends behind its unbind. */
  #leave(): void {
    this.#isLeaving = true;
    setTimeout(() => this.#end(new Error('the vendor ended the bind')), partingMs).unref();
  }

  #endIfLeft(): void {
    if (!this.#isLeaving || !this.#pending.isEmpty || this.#delivering.size > 0) return;
    this.#end(new Error('the vendor ended the bind'));
  }

  #deliver(pdu: Pdu): void {
    // The vendor sends faster than receipts can be stored: ask it to retry, and keep nothing in memory.
    if (this.#delivering.size >= maxDelivering) {
      this.#answer(pdu, tryAgain, Buffer.of(0));
      return;
    }
    const done = this.#events
      .onDeliver(pdu)
      .catch(() => tryAgain)
      .then((status) => {
        this.#answer(pdu, status, Buffer.of(0));
        this.#delivering.delete(done);
        this.#endIfLeft();
      });
    this.#delivering.add(done);
  }

  #answer({ command, sequence }: Pdu, status: number, body: Buffer): void {
    this.#write({ command: answerTo(command), status, sequence, body });
  }

  /** Halves the window when the vendor throttles. Each full window of successes then adds one slot. */
  #adapt(status: number): void {
    const { window } = this.#options;
    if (status === 0) this.#window = Math.min(window, this.#window + 1 / this.#window);
    const nowMs = performance.now();
    if (!throttled.has(status) || nowMs < this.#pausedUntilMs) return;
    this.#window = Math.max(1, this.#window / 2);
    this.#pausedUntilMs = nowMs + throttlePauseMs;
    setTimeout(() => this.#events.onFree(), throttlePauseMs + 5).unref();
  }

  /** Rejects requests that timed out, and sends enquire_link after a silence. */
  #tick(): void {
    this.#pending.expire();
    const silentMs = performance.now() - this.#heardAtMs;
    if (this.#isBound && !this.#isEnquiring && silentMs > this.#options.enquireMs) {
      void this.#enquire();
    }
  }

  async #enquire(): Promise<void> {
    this.#isEnquiring = true;
    await this.#ask(commands.enquireLink, nothing).catch((fault) => this.#end(fault));
    this.#isEnquiring = false;
  }

  /** A connection that failed before its bind is an exchange, too: its fault may quote the other end. */
  #noteUnsentBind({ message: fault }: Error): void {
    const body = encodeBind(this.#options.bind);
    const command = bindCommands[this.#kind];
    this.#note({ command, sequence: 0, body, answer: null, fault }, this.#heardAtMs);
  }

  #end(fault: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#ticker);
    // Flush pending writes first, such as the response to the vendor's unbind.
    if (this.#isBound) this.#socket.destroySoon();
    setTimeout(() => this.#socket.destroy(), this.#isBound ? closeMs : 0).unref();
    this.#pending.rejectAll(fault.message);
    if (this.#sequence === 0) this.#noteUnsentBind(fault);
    this.#events.onEnd(fault);
  }
}

function open({ url, certificates }: ConnectionOptions, onOpen: () => void): Socket {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && isMetadataAddress(host)) throw new Error(noMetadata);
  if (protocol !== 'ssmpp:') {
    const lookup = lookupWithoutMetadata;
    return connectPlain({ host, port: Number(port || 2775), noDelay: true, lookup }, onOpen);
  }
  return connectTls(
    {
      ...{ host, port: Number(port || 3550), lookup: lookupWithoutMetadata },
      ...(isIP(host) ? {} : { servername: host }),
      // `ca` replaces the default certificates, so they are listed as well.
      ...(certificates ? { ca: [...getCACertificates(), certificates] } : {}),
    },
    onOpen,
  );
}
