import type { Problem } from '../text/problems.ts';
import { accessErrors } from './access-errors.ts';
import { consoleErrors } from './console-errors.ts';
import type { ErrorRow } from './error-row.ts';
import type { FailureReason } from './failure-reasons.ts';
import { outcomeErrors } from './outcome-errors.ts';
import { paymentErrors } from './payment-errors.ts';
import { requestErrors } from './request-errors.ts';
import { signInErrors } from './sign-in-errors.ts';
import { webhookErrors } from './webhook-errors.ts';

/**
 * The one table of errors. It drives the error handler, the OpenAPI document, each error's page and the
 * console. A code never changes its meaning: rows are added, never renumbered.
 */
export const errorTable = {
  ...requestErrors,
  ...accessErrors,
  ...outcomeErrors,
  ...consoleErrors,
  ...signInErrors,
  ...webhookErrors,
  ...paymentErrors,
} as const satisfies Record<string, ErrorRow>;

export type Reason = keyof typeof errorTable;

/** All reasons, ordered by code. */
export const reasons: readonly Reason[] = (Object.keys(errorTable) as Reason[]).sort(
  (a, b) => errorTable[a].code - errorTable[b].code,
);

/** One problem with one field; the reply words it in the caller's language. */
export interface Detail {
  field: string;
  problem: Problem;
  /** Why a provider rejected it, in machine-readable form. */
  reason?: FailureReason;
}

interface ApiErrorOptions {
  details?: readonly Detail[];
  headers?: Readonly<Record<string, string>>;
  /** The request ID for the reply, when the call already has one that differs from this request's. */
  requestId?: string;
  /** The underlying error, for the log only. */
  cause?: unknown;
}

/** A reply other than success. The code that throws it chooses the reason; the handler does the rest. */
export class ApiError extends Error {
  readonly reason: Reason;
  readonly details: readonly Detail[] | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly requestId: string | undefined;

  constructor(reason: Reason, options: ApiErrorOptions = {}) {
    super(errorTable[reason].message.en, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'ApiError';
    this.reason = reason;
    this.details = options.details;
    this.headers = options.headers;
    this.requestId = options.requestId;
  }

  get row(): ErrorRow {
    return errorTable[this.reason];
  }

  /** Fastify reads this name. */
  get statusCode(): number {
    return this.row.status;
  }
}

export function fail(reason: Reason, options?: ApiErrorOptions): never {
  throw new ApiError(reason, options);
}
