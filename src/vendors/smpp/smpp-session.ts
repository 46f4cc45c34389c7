import { NotSent } from '../../foundation/outbound/http-client.ts';
import { isPastLatestStart, pastLatestStart } from '../../foundation/outbound/latest-start.ts';
import type { Tools } from '../providers/vendor.ts';
import { Pace } from './pace.ts';
import type { Pdu } from './pdu.ts';
import type { BindKind, ConnectionEvents, ConnectionOptions } from './smpp-connection.ts';
import { SmppLink } from './smpp-link.ts';

export interface SessionOptions extends ConnectionOptions {
  /** The binds to keep up. */
  kinds: readonly BindKind[];
  /** How long a request waits for a slot in a window. */
  placeMs: number;
  /** Messages per second over all processes; 0 for no limit. */
  perSecond: number;
  takeTurns?: Tools['takeTurns'];
  onLinks?: Tools['onLinks'];
  /** Binds open only after this resolves. */
  former?: Promise<void> | undefined;
  log: Tools['log'];
  onDeliver: ConnectionEvents['onDeliver'];
}

/** The rate limit left no turn for the request in time, so it was not sent. */
export class NoTurn extends NotSent {}
const noTurn = 'the rate limit had no turn for it in time';

interface RequestOptions {
  signal?: AbortSignal;
  onLeave?(): void;
  /** Called at the timeout. A response that comes later still counts. */
  onOverdue?(): void;
  /** Goes before all others: it completes a message that is partly sent. */
  isContinued?: boolean;
}

interface Job {
  command: number;
  body: Buffer;
  signal: AbortSignal | undefined;
  /** Called just before the first byte is written. */
  onLeave(): void;
  onOverdue: (() => void) | undefined;
  resolve(answer: Promise<Pdu>): void;
  reject(fault: Error): void;
}

/** The turns of a process that shares its rate limit with no other. */
const alone: NonNullable<Tools['takeTurns']> = async ({ count }) => ({
  taken: count,
  beginsInMs: 0,
});

/** All binds of this process with one vendor. Requests without a free slot wait in a queue. */
export class SmppSession {
  readonly #options: SessionOptions;
  readonly #continued = new Set<Job>();
  readonly #jobs = new Set<Job>();
  readonly #pace: Pace | undefined;
  #links: readonly SmppLink[] = [];
  #isStarted = false;
  #isClosed = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { perSecond, takeTurns = alone, placeMs: withinMs, log } = options;
    const onTurn = () => this.#pump();
    if (perSecond > 0) this.#pace = new Pace({ perSecond, withinMs, takeTurns, log, onTurn });
  }

  /** Opens the binds if needed. Throws if the settings are unusable. */
  start(): void {
    if (this.#isStarted || this.#isClosed) return;
    const { former } = this.#options;
    if (former) void former.then(() => this.#open());
    else this.#open();
    this.#isStarted = true;
  }

  #open(): void {
    if (this.#isClosed) return;
    const { kinds, log, onDeliver } = this.#options;
    const onBound = () => this.#noteLinks();
    const onDown = () => {
      this.#noteLinks();
      this.#rejectQueue();
    };
    const events = { onFree: () => this.#pump(), onBound, onDown, onDeliver };
    this.#links = kinds.map((kind) => {
      const isSpare = () => this.#links.some((link) => link.kind === kind && link.isBound);
      return new SmppLink(kind, this.#options, { ...events, isSpare }, log);
    });
  }

  /**
   * Rejects with NotSent if no bind had a free slot, and with NoAnswer if it was sent without a response: at
   * the timeout or, with `onOverdue`, when the connection ends.
   */
  request(
    command: number,
    body: Buffer,
    { signal, onLeave = () => {}, onOverdue, isContinued }: RequestOptions = {},
  ): Promise<Pdu> {
    try {
      this.start();
    } catch (fault) {
      return Promise.reject(new NotSent((fault as Error).message));
    }
    if (this.#isClosed) return Promise.reject(new NotSent('the provider was closed'));
    if (signal?.aborted) return Promise.reject(new NotSent('given up before it was sent'));
    if (!isContinued && this.#isHopeless()) return Promise.reject(new NoTurn(noTurn));
    const { promise, resolve, reject } = Promise.withResolvers<Pdu>();
    const job = { command, body, signal, onLeave, onOverdue, resolve, reject };
    (isContinued ? this.#continued : this.#jobs).add(job);
    this.#pump();
    this.#rejectQueue();
    if (this.#continued.has(job) || this.#jobs.has(job)) this.#limit(job, promise, signal);
    return promise;
  }

  /**
   * Unbinds every idle bind except one sender, which finishes what was started. The caller must send no new
   * messages after this.
   */
  async closeIdle(): Promise<void> {
    const busy = this.#links.find((link) => link.isSender && !link.isIdle);
    const kept = busy ?? this.#links.find((link) => link.isSender);
    const idle = this.#links.filter((link) => link !== kept && link.isIdle);
    await Promise.all(idle.map((link) => link.close()));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#pace?.close();
    for (const job of this.#waiting()) this.#drop(job, new NotSent('the provider was closed'));
    await Promise.all(this.#links.map((link) => link.close()));
  }

  /** The requests that wait already need all turns in time. */
  #isHopeless(): boolean {
    const waitingMs = (this.#continued.size + this.#jobs.size) * (this.#pace?.everyMs ?? 0);
    return waitingMs > this.#options.placeMs;
  }

  /** Limits the time that a request waits in the queue. */
  #limit(job: Job, promise: Promise<unknown>, signal: AbortSignal | undefined): void {
    const late = () =>
      this.#drop(
        job,
        this.#pace && this.#roomiest()
          ? new NoTurn(noTurn)
          : new NotSent('no bind had a free slot in time'),
      );
    const timer = setTimeout(late, this.#options.placeMs);
    signal?.addEventListener('abort', late, { once: true });
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', late);
    };
    promise.then(settle, settle);
  }

  #drop(job: Job, fault: Error): void {
    if (this.#forget(job)) job.reject(fault);
  }

  #forget(job: Job): boolean {
    return this.#continued.delete(job) || this.#jobs.delete(job);
  }

  *#waiting(): Generator<Job> {
    yield* this.#continued;
    yield* this.#jobs;
  }

  /** Sends queued requests in order, each on the bind with the most free slots. */
  #pump(): void {
    for (const job of this.#waiting()) {
      const link = this.#roomiest();
      if (!link) return;
      if (job.signal && isPastLatestStart(job.signal)) {
        this.#drop(job, new NotSent(pastLatestStart));
        continue;
      }
      if (this.#pace?.use() === false) return;
      this.#forget(job);
      job.onLeave();
      job.resolve(link.request(job.command, job.body, job.onOverdue));
    }
  }

  #roomiest(): SmppLink | undefined {
    let best: SmppLink | undefined;
    for (const link of this.#links) {
      if (link.isSender && link.free > (best?.free ?? 0)) best = link;
    }
    return best;
  }

  #noteLinks(): void {
    const fault = this.#links.find((link) => !link.isBound)?.fault?.message ?? null;
    const bound = this.#links.filter((link) => link.isBound).length;
    this.#options.onLinks?.({ wanted: this.#links.length, bound, fault });
  }

  /** If no bind can be opened, rejects the queue at once. */
  #rejectQueue(): void {
    const senders = this.#links.filter((link) => link.isSender);
    const fault = senders[0]?.fault;
    if (!fault || senders.some((link) => !link.fault)) return;
    const reason = fault instanceof NotSent ? fault : new NotSent(fault.message);
    for (const job of this.#waiting()) this.#drop(job, reason);
  }
}
