import { Agent, type buildConnector, type Dispatcher } from 'undici';
import { createSlots, NoSlot } from '../slots.ts';
import { isPastLatestStart, pastLatestStart } from './latest-start.ts';
import { withTraceParent } from './request-trace.ts';
import { type VendorConnectorOptions, vendorConnector } from './vendor-connector.ts';

/** A request to an external server. Redirects are never followed, and TLS is always verified. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** For an answer that is no text: `text` then has one character per byte. Otherwise it is UTF-8. */
  answerEncoding?: 'latin1';
  signal: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  /** Header names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  text: string;
}

/** Connections to external servers, limited in number. */
export interface HttpClient {
  /** Throws NotSent when the server certainly received nothing, and NoAnswer when it may have. */
  request(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** The request never left: refused, unknown host, TLS failure, connect timeout, or still in the queue. */
export class NotSent extends Error {}

/** The request left, wholly or in part, and no complete response came back. */
export class NoAnswer extends Error {}

/**
 * Shorter than any server's keep-alive timeout. If the server closes a connection just as we write to it, a
 * message that was not sent gets an unknown outcome; a server does not close a connection this recent.
 */
const keepAliveMs = 4_000;

export interface HttpClientOptions extends VendorConnectorOptions {
  /** The connection limit. Excess requests wait, and are certainly unsent meanwhile. */
  connections: number;
  /** A custom connector, for clients that may not connect everywhere. */
  connect?: buildConnector.connector;
  /** How much of a response is read; a longer one is an error unless `isCut` allows truncation. */
  longestAnswer?: { bytes: number; isCut: boolean };
}

const wholeAnswer = { bytes: 1024 * 1024, isCut: false };

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const agent = new Agent({
    connections: options.connections,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    connect: options.connect ?? vendorConnector(options),
  });
  // The agent's own queue does not allow a request to be withdrawn.
  const slots = createSlots(options.connections);
  return {
    request: (request) =>
      slots
        .run(() => dispatch(agent, request, options.longestAnswer ?? wholeAnswer), request)
        .catch((fault) => {
          throw fault instanceof NoSlot ? new NotSent('no connection was free in time') : fault;
        }),
    close: () => agent.destroy(),
  };
}

function dispatch(
  agent: Agent,
  request: HttpRequest,
  longestAnswer: typeof wholeAnswer,
): Promise<HttpAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const url = new URL(request.url);
  const exchange = new Exchange(request, longestAnswer, resolve, reject);
  agent.dispatch(
    {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: request.method,
      headers: withTraceParent(request.headers, request.signal),
      body: request.body ?? null,
      // A server may act on any request, even a GET, so the agent must never retry by itself.
      idempotent: false,
    },
    exchange,
  );
  return promise;
}

/** One request and its response. It tracks whether the request has left. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #signal: AbortSignal;
  readonly #encoding: BufferEncoding;
  readonly #longest: typeof wholeAnswer;
  readonly #resolve: (answer: HttpAnswer) => void;
  readonly #reject: (fault: Error) => void;
  readonly #onAbort = () => this.#fail(new Error('no answer in time'));
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: HttpAnswer['headers'] = {};
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #isOver = false;

  constructor(
    { signal, answerEncoding }: HttpRequest,
    longest: typeof wholeAnswer,
    resolve: (answer: HttpAnswer) => void,
    reject: (fault: Error) => void,
  ) {
    this.#signal = signal;
    this.#encoding = answerEncoding ?? 'utf8';
    this.#longest = longest;
    this.#resolve = resolve;
    this.#reject = reject;
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Called when the connection is open and the first byte is about to be written. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (isPastLatestStart(this.#signal)) this.#fail(new NotSent(pastLatestStart));
    if (this.#isOver) controller.abort(new Error('given up'));
    else this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    for (const [name, value] of Object.entries(headers)) {
      if (Array.isArray(value)) headers[name] = value.join(', ');
    }
    this.#headers = headers as HttpAnswer['headers'];
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = this.#longest.bytes - this.#length;
    this.#length += chunk.length;
    if (chunk.length <= room || this.#longest.isCut) this.#chunks.push(chunk.subarray(0, room));
    if (chunk.length <= room) return;
    if (!this.#longest.isCut) {
      this.#fail(new Error(`the answer is longer than ${this.#longest.bytes} bytes`));
      return;
    }
    this.onResponseEnd();
    controller.abort(new Error('the rest of the answer is not wanted'));
  }

  onResponseEnd(): void {
    if (!this.#end()) return;
    const text = Buffer.concat(this.#chunks).toString(this.#encoding);
    this.#resolve({ status: this.#status, headers: this.#headers, text });
  }

  onResponseError(_controller: Dispatcher.DispatchController, fault: Error): void {
    this.#fail(fault);
  }

  #fail(fault: Error): void {
    if (!this.#end()) return;
    this.#controller?.abort(fault);
    const { message, code }: NodeJS.ErrnoException = fault;
    const words = code === undefined ? message : `${message} (${code})`;
    if (this.#controller) this.#reject(new NoAnswer(words));
    else this.#reject(fault instanceof NotSent ? fault : new NotSent(words));
  }

  /** Returns false if the exchange was already over. */
  #end(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#signal.removeEventListener('abort', this.#onAbort);
    return true;
  }
}
