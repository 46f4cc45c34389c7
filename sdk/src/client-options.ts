/** The options of a client. */
export interface ClientOptions {
  /**
   * Where the platform is: `https://api.example.com`. The types allow `undefined`, as a setting read from the
   * environment has it; creating a client without it throws.
   */
  baseUrl: string | undefined;
  /** Its mode, `test` or `live`, is the mode of every call. Creating a client without it throws. */
  apiKey: string | undefined;
  /** The language of messages, `en` or `zh`. Default: English. */
  language?: 'en' | 'zh' | undefined;
  /** Timeout of one attempt. Default: 30 seconds. */
  attemptTimeoutMs?: number | undefined;
  /** Timeout of a call with all its attempts and pauses. Default: 90 seconds. */
  timeoutMs?: number | undefined;
  /** Maximum number of retries. Default: 4. */
  retries?: number | undefined;
  /** Replaces the global `fetch`, for proxies and tests. */
  fetch?: typeof fetch | undefined;
  /**
   * Called before an attempt. None of the three callbacks gets a body, a number, a name or a key.
   */
  onRequest?: ((told: RequestTold) => void) | undefined;
  /** Called when an attempt was answered. */
  onResponse?: ((told: ResponseTold) => void) | undefined;
  /** Called when an attempt failed and will be retried. */
  onRetry?: ((told: RetryTold) => void) | undefined;
}

export interface RequestTold {
  /** The last part of the path, such as `sms_code`. */
  operation: string;
  /** Counted from 1. */
  attempt: number;
}

export interface ResponseTold extends RequestTold {
  status: number;
  requestId: string | undefined;
  durationMs: number;
}

export interface RetryTold extends RequestTold {
  /** Why the attempt failed. */
  reason: string;
  waitMs: number;
}

/** The options of one call. */
export interface CallOptions
  extends Pick<ClientOptions, 'language' | 'attemptTimeoutMs' | 'timeoutMs' | 'retries'> {
  /**
   * The idempotency key: calls with the same key, even from other processes, are carried out once.
   * By default a call that changes something has a new key, which all its attempts share.
   */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The raw envelope, and whether it is the reply to an earlier request with the same key. */
export type Reply<Envelope> = Envelope & { isReplay: boolean };
