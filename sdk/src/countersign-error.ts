import type { ErrorDetail, Reason } from './generated.ts';

/** What can go wrong on the caller's side of the wire. */
export type ClientReason =
  /** No answer came: the address is wrong, or the connection was lost. */
  | 'network'
  /** The time given ran out. A call may have been carried out: repeat it with its key. */
  | 'timeout'
  /** Your own signal ended it. */
  | 'aborted'
  /** Something answered that is not the platform, such as a proxy. */
  | 'unreadable_reply'
  /** What was waited for has not happened in the time given. */
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

/** Everything that the SDK throws. `reason` says what happened, for programs. */
export class CountersignError extends Error {
  override readonly name = 'CountersignError';
  readonly reason: Reason | ClientReason;
  /** The HTTP status, where there was an answer. */
  readonly status: number | undefined;
  /** The code of the error, whose page is at `docUrl`. */
  readonly code: number | undefined;
  /** Quote it when you ask for help. */
  readonly requestId: string | undefined;
  /** The fields at fault. */
  readonly details: readonly ErrorDetail[];
  readonly docUrl: string | undefined;
  /** In how many seconds it makes sense to try again. */
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
