import type { Tools } from '../providers/vendor.ts';
import type { Pdu } from './pdu.ts';
import {
  type BindKind,
  BindRefused,
  type ConnectionEvents,
  type ConnectionOptions,
  SmppConnection,
} from './smpp-connection.ts';

interface LinkEvents extends Pick<ConnectionEvents, 'onFree' | 'onDeliver'> {
  onBound(): void;
  onDown(): void;
  /** Another bind of this kind is up, so a refusal means that the account has no more binds. */
  isSpare(): boolean;
}

const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** Vendors lock out clients that repeat a wrong password. */
const refusedPauseMs = 10_000;
/** The account may get more binds one day, or another process may have closed one. */
const sparePauseMs = 3_600_000;
/** A bind that lasted this long counts as stable. */
const steadyMs = 5_000;

/**
 * Keeps one bind up. When its connection ends it reconnects, with exponential backoff while connecting fails.
 */
export class SmppLink {
  readonly #kind: BindKind;
  readonly #options: ConnectionOptions;
  readonly #events: LinkEvents;
  readonly #log: Tools['log'];
  #connection: SmppConnection | undefined;
  #boundAtMs = 0;
  #tries = 0;
  #fault: Error | undefined;
  #pause: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(kind: BindKind, options: ConnectionOptions, events: LinkEvents, log: Tools['log']) {
    this.#kind = kind;
    this.#options = options;
    this.#events = events;
    this.#log = log;
    this.#open();
  }

  get isSender(): boolean {
    return this.#kind !== 'receiver';
  }

  get free(): number {
    return this.#isClosed ? 0 : (this.#connection?.free ?? 0);
  }

  get kind(): BindKind {
    return this.#kind;
  }

  get isBound(): boolean {
    return this.#connection !== undefined && this.#boundAtMs > 0;
  }

  /** No request waits for a response, or the bind is down. */
  get isIdle(): boolean {
    return this.#connection?.isIdle ?? true;
  }

  /** Why the bind is down; undefined while it is up or may soon be. */
  get fault(): Error | undefined {
    return this.#fault;
  }

  request(command: number, body: Buffer, onOverdue?: () => void): Promise<Pdu> {
    return (this.#connection as SmppConnection).request(command, body, onOverdue);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#pause);
    await this.#connection?.close();
  }

  #open(): void {
    this.#boundAtMs = 0;
    this.#connection = new SmppConnection(this.#kind, this.#options, {
      onBound: () => {
        this.#boundAtMs = performance.now();
        this.#fault = undefined;
        this.#log.info({ bind: this.#kind }, 'SMPP bound');
        this.#events.onBound();
        this.#events.onFree();
      },
      onFree: this.#events.onFree,
      onDeliver: this.#events.onDeliver,
      onEnd: (fault) => this.#ended(fault),
    });
  }

  #ended(fault: Error): void {
    this.#connection = undefined;
    if (this.#isClosed) return;
    const wasBound = this.#boundAtMs > 0;
    if (wasBound && performance.now() - this.#boundAtMs > steadyMs) this.#tries = 0;
    this.#tries++;
    // A lost bind is reopened at once. Only if that fails does the vendor count as down.
    const isFirst = wasBound && this.#tries === 1;
    if (!isFirst) this.#fault = fault;
    const pauseMs = isFirst ? 0 : this.#pauseMs(fault);
    const words =
      pauseMs < sparePauseMs ? 'SMPP bind lost' : 'SMPP bind refused: the account allows no more';
    this.#log.warn({ bind: this.#kind, detail: fault.message, againInMs: pauseMs }, words);
    this.#pause = setTimeout(() => this.#open(), pauseMs);
    this.#pause.unref();
    this.#events.onDown();
  }

  #pauseMs(fault: Error): number {
    if (fault instanceof BindRefused && this.#events.isSpare()) return sparePauseMs;
    const doubled = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(this.#tries - 1, 10));
    const pauseMs = fault instanceof BindRefused ? Math.max(refusedPauseMs, doubled) : doubled;
    return pauseMs * (0.5 + Math.random() / 2);
  }
}
