import { randomBytes, randomInt } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLoopback, readRequest, reply, resetMidResponse } from './loopback-listener.ts';
import { createMisbehaving, readMisbehaviours } from './misbehaving.ts';
import { receivedPage } from './received-page.ts';
import { sendCallback } from './send-callback.ts';
import type {
  Answers,
  CallbackRequest,
  Desk,
  HttpSimulator,
  LoopbackListener,
  OwnLine,
  Simulator,
  SimulatorAnswer,
  Taken,
  Taking,
} from './simulator.ts';

interface RunOptions {
  /** The port of the log and the fault switches; any free port if omitted. */
  port?: number;
  /** The platform's callback URL for a key, looked up when a receipt is sent. */
  callbackUrlOf(callbackKey: string): string;
  receiptDelayMs?: number;
}

const slowMs = 3_000;

/** What can become of a payment or a refund that is not open any more; a dispute can be won. */
const laterStates: Readonly<Partial<Record<Taken['state'], readonly Taken['state'][]>>> = {
  paid: ['disputed', 'refunded'],
  mispaid: ['disputed', 'refunded'],
  disputed: ['paid'],
  done: ['failed'],
};

/** Runs a vendor's simulator on loopback until it is closed. */
export async function runSimulator(
  simulator: Simulator,
  options: RunOptions,
): Promise<RunningSimulator> {
  const running = new RunningSimulator(simulator, options);
  await running.open();
  return running;
}

/**
 * A running simulator. The vendor's API has a port of its own: when the vendor is `down`, that port refuses
 * connections like a real one, while the log and the fault switches stay reachable.
 */
export class RunningSimulator implements Desk {
  readonly taken: Taken[] = [];
  /** Why requests were refused that the provider cannot have sent. */
  readonly refused: string[] = [];
  /** The last part of the provider's callback URL on the platform. */
  readonly callbackKey = randomBytes(24).toString('base64url');
  readonly #simulator: Simulator;
  readonly #options: RunOptions;
  readonly #misbehaving = createMisbehaving();
  readonly #errands = new Set<Promise<unknown>>();
  readonly #ending = new AbortController();
  #line!: LoopbackListener | OwnLine;
  #books!: LoopbackListener;

  constructor(simulator: Simulator, options: RunOptions) {
    this.#simulator = simulator;
    this.#options = options;
  }

  async open(): Promise<void> {
    // This port may be taken, so it opens first: if it fails, nothing else has to be closed.
    this.#books = await openLoopback(
      (request, response) => this.#keepBooks(request, response),
      this.#options.port ?? 0,
    );
    this.#line = await this.#openLine(this.#simulator);
  }

  /** The URL of the vendor's API. */
  get url(): string {
    return this.#line.url;
  }

  /** The URL of the log and the fault switches; an HTTP vendor's API answers here too. */
  get booksUrl(): string {
    return this.#books.url;
  }

  /** The settings for `provider add --config`. */
  get config(): Record<string, unknown> {
    return { ...this.#simulator.config(this.url), callbackKey: this.callbackKey };
  }

  async misbehave(list: readonly string[]): Promise<void> {
    this.#misbehaving.set(list);
    if (this.#misbehaving.does('down')) await this.#line.stop();
    else await this.#line.start();
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all([this.#line.stop(), this.#books.stop(), ...this.#errands]);
  }

  now(): Date {
    return new Date();
  }

  find(id: string): Taken | undefined {
    return this.taken.find((each) => each.id === id);
  }

  decide(id: string, state: Taken['state']): void {
    const found = this.find(id);
    if (!found) return;
    if (found.state !== 'open' && !laterStates[found.state]?.includes(state)) return;
    found.state = state;
    found.decidedAt ??= this.now();
    this.#runErrand(this.#report(found));
  }

  #openLine(simulator: Simulator): Promise<LoopbackListener | OwnLine> {
    if (!('listen' in simulator)) {
      return openLoopback((request, response) => this.#serve(simulator, request, response), 0);
    }
    return simulator.listen({
      desk: this,
      signal: this.#ending.signal,
      noteRefused: (because) => this.refused.push(because),
      rejection: () => this.#misbehaving.argumentOf('reject'),
      handle: (taking, answers) => this.#handle(taking, answers),
    });
  }

  async #serve(simulator: HttpSimulator, request: IncomingMessage, response: ServerResponse) {
    const asked = simulator.read(await readRequest(request, this.url), this);
    if (asked.kind === 'refused') this.refused.push(asked.because);
    if (asked.kind !== 'do') return reply(response, asked.answer);
    await this.#handle(asked.taking, {
      done: (taken) => reply(response, simulator.done(taken, this)),
      rejected: (code) => reply(response, simulator.rejected(code, this)),
      reset: (taken) => resetMidResponse(response, simulator.done(taken, this)),
    });
  }

  async #handle(taking: Taking, answers: Answers): Promise<void> {
    const { does, argumentOf } = this.#misbehaving;
    const rejection = argumentOf('reject');
    if (rejection !== undefined) return answers.rejected(rejection || undefined);
    if (does('unknown_code')) return answers.rejected('4711');
    if (does('timeout_lost')) return;
    await this.#carryOut(taking, answers);
  }

  async #carryOut(taking: Taking, answers: Answers): Promise<void> {
    const { does, argumentOf } = this.#misbehaving;
    const state = taking.state ?? (taking.kind === 'message' ? 'accepted' : 'open');
    // 18-digit ids, as vendors use them, exceed JavaScript's safe integers.
    const digits = `77${String(randomInt(2 ** 47)).padStart(16, '0')}`;
    const id = taking.id ?? this.#simulator.idOf?.(digits) ?? digits;
    const entry: Taken = { ...taking, id, state, at: this.now() };
    this.taken.push(entry);
    // A copy, because the response shows the state at acceptance even if a receipt comes first.
    const taken = { ...entry };
    if (entry.kind === 'message') {
      if (does('early_receipt')) await this.#report(entry);
      else this.#runErrand(this.#reportLater(entry));
    }
    if (does('timeout_sent')) return;
    if (does('reject_sent')) return answers.rejected(argumentOf('reject_sent') || undefined);
    if (does('reset')) return answers.reset(taken);
    if (does('slow')) await this.#wait(slowMs);
    answers.done(taken);
  }

  async #reportLater(entry: Taken): Promise<void> {
    await this.#wait(this.#options.receiptDelayMs ?? 200);
    await this.#report(entry);
  }

  /** Sends the receipt of a message, or the news of anything else, to the platform. */
  async #report(entry: Taken): Promise<void> {
    const { does } = this.#misbehaving;
    if (does('forged_receipt')) await this.#say(entry, 'forger');
    if (does('no_receipt')) return;
    if (entry.state === 'accepted') entry.state = 'delivered';
    for (let i = does('duplicate_receipts') ? 3 : 1; i > 0; i--) await this.#say(entry, 'vendor');
  }

  async #say(entry: Taken, by: 'vendor' | 'forger'): Promise<void> {
    if (this.#ending.signal.aborted) return;
    if ('report' in this.#line) return this.#line.report(entry, by);
    const word = this.#wordOn(this.#simulator as HttpSimulator, entry, by);
    if (!word) return;
    const to = entry.callbackUrl ?? this.#options.callbackUrlOf(this.callbackKey);
    await sendCallback(to, word, this.#ending.signal);
  }

  #wordOn(simulator: HttpSimulator, entry: Taken, by: 'vendor' | 'forger'): CallbackRequest | null {
    if (by === 'forger') return simulator.forged?.(entry, this) ?? null;
    return simulator.receipt(entry, this);
  }

  async #keepBooks(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?')[0];
    if (path === '/_received') return reply(response, this.#showBooks(request.headers.accept));
    if (path === '/_misbehave') {
      const { body } = await readRequest(request, this.booksUrl);
      return reply(response, await this.#changeMind(body));
    }
    if ('listen' in this.#simulator) return reply(response, { status: 404, body: '{}' });
    if (this.#misbehaving.does('down')) request.socket.destroy();
    else await this.#serve(this.#simulator, request, response);
  }

  #showBooks(accept = ''): SimulatorAnswer {
    const { vendor } = this.#simulator;
    const misbehave = this.#misbehaving.list();
    if (accept.includes('text/html')) {
      const body = receivedPage(vendor, this.taken, misbehave);
      return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
    }
    const { taken: received, refused } = this;
    return { status: 200, body: JSON.stringify({ vendor, misbehave, received, refused }) };
  }

  async #changeMind(body: string): Promise<SimulatorAnswer> {
    try {
      await this.misbehave(readMisbehaviours(body));
      return { status: 200, body: JSON.stringify({ misbehave: this.#misbehaving.list() }) };
    } catch (fault) {
      return { status: 400, body: JSON.stringify({ problem: (fault as Error).message }) };
    }
  }

  async #wait(ms: number): Promise<void> {
    await sleep(ms, null, { signal: this.#ending.signal }).catch(() => {});
  }

  #runErrand(errand: Promise<unknown>): void {
    const done = errand.catch(() => {}).finally(() => this.#errands.delete(done));
    this.#errands.add(done);
  }
}
