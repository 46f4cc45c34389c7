import type { ErrorDetail, Reason } from './generated.ts';

/** Errors on the caller's side of the wire. */
export type ClientReason =
  /** No answer: the URL is wrong, or the connection was lost. */
  | 'network'
  /** The timeout expired. The call may have been carried out: repeat it with its key. */
  | 'timeout'
  /** Your own signal aborted it. */
  | 'aborted'
  /** The answer came from something other than the platform, such as a proxy. */
  | 'unreadable_reply'
  /** The awaited result did not arrive in time. */
  | 'still_pending'
  /** A delivery that cannot be trusted. */
  | 'webhook_headers_missing'
  | 'webhook_signature_wrong'
  | 'webhook_too_old';

export interface ErrorFacts {
  reason: Reason | ClientReason;
  message: string;
  status?: number | undefined;
  code?: number | undefined;
  requestId?: string | undefined;
  details?: readonly ErrorDetail[] | undefined;
  docUrl?: string | undefined;
  retryAfter?: number | undefined;
  idempotencyKey?: string | undefined;
  cause?: unknown;
}

/** Everything that the SDK throws. `reason` is the machine-readable cause. */
export class CountersignError extends Error {
  override readonly name = 'CountersignError';
  readonly reason: Reason | ClientReason;
  /** The HTTP status, if there was an answer. */
  readonly status: number | undefined;
  /** The error code; its page is at `docUrl`. */
  readonly code: number | undefined;
  /** Quote it when you ask for help. */
  readonly requestId: string | undefined;
  /** The invalid fields. */
  readonly details: readonly ErrorDetail[];
  readonly docUrl: string | undefined;
  /** The number of seconds after which to retry. */
  readonly retryAfter: number | undefined;
  /** The key of the call: with it the call can be repeated later, and is still carried out once. */
  readonly idempotencyKey: string | undefined;

  constructor(facts: ErrorFacts) {
    super(facts.message, { cause: facts.cause });
    this.reason = facts.reason;
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.details = facts.details ?? [];
    this.docUrl = facts.docUrl;
    this.retryAfter = facts.retryAfter;
    this.idempotencyKey = facts.idempotencyKey;
  }
}
