/** What a client is made with. */
export interface ClientOptions {
  /**
   * Where the platform is: `https://api.example.com`. The types allow `undefined`, as a setting read from the
   * environment has it; creating a client without it throws.
   */
  baseUrl: string | undefined;
  /** Its mode, `test` or `live`, is the mode of every call. Creating a client without it throws. */
  apiKey: string | undefined;
  /** The language of messages, `en` or `zh`. English without it. */
  language?: 'en' | 'zh' | undefined;
  /** How long one attempt may take: 30 seconds. */
  attemptTimeoutMs?: number | undefined;
  /** How long a call may take with all its attempts and pauses: 90 seconds. */
  timeoutMs?: number | undefined;
  /** How often a call is repeated at the most: 4 times. */
  retries?: number | undefined;
  /** In place of the global one, for proxies and tests. */
  fetch?: typeof fetch | undefined;
  /** An attempt begins. None of the three is told a body, a number, a name or a key. */
  onRequest?: ((told: RequestTold) => void) | undefined;
  /** An attempt was answered. */
  onResponse?: ((told: ResponseTold) => void) | undefined;
  /** An attempt failed, and there will be another one. */
  onRetry?: ((told: RetryTold) => void) | undefined;
}

export interface RequestTold {
  /** The last part of the path, as `sms_code`. */
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

/** What can differ from call to call. */
export interface CallOptions
  extends Pick<ClientOptions, 'language' | 'attemptTimeoutMs' | 'timeoutMs' | 'retries'> {
  /**
   * Binds calls of this and of other processes together: the same key is carried out once. A call
   * that changes something has a fresh one by itself, which all its attempts share.
   */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** An envelope as it came, and whether it is the reply to an earlier request with the same key. */
export type Reply<Envelope> = Envelope & { isReplay: boolean };
