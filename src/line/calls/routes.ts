import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import { isFree, type Operation, paths } from '../../foundation/contract/operations/operations.ts';
import { pickLanguage } from '../../foundation/contract/wire/envelope.ts';
import { isDatabaseAway } from '../../foundation/db/faults.ts';
import { readTraceParent } from '../../foundation/trace-parent.ts';
import type { Line } from './line.ts';
import type { CallRequest, Reply } from './request.ts';
import { runCall } from './run-call.ts';

/** A request from the server. The line needs nothing else of HTTP and does not depend on the framework. */
interface Post {
  id: string;
  headers: IncomingHttpHeaders;
  address: string;
  body: Buffer | undefined;
  /** Set once the caller is known, for the log. */
  account?: number;
}

type AddRoute = (
  path: string,
  handle: (request: Post) => Promise<Reply>,
  shedding: { isRefused(): boolean; count(): void },
) => void;

/** One route per path of the contract; recheck and face verification share a path. */
export function registerCallRoutes(post: AddRoute, line: Line): void {
  for (const [path, [operation]] of paths as Iterable<[string, [Operation]]>) {
    post(`/api/v1/${path}`, (request) => answerCall(line, operation, request), {
      isRefused: () => isRefused(line, operation),
      count: () => line.metrics.answered(operation, 503, 0),
    });
  }
}

/** Whether a paid call is refused as overload. Free operations do not use the writer. */
function isRefused({ holds }: Pick<Line, 'holds'>, operation: Operation): boolean {
  return !isFree(operation) && holds.isFull();
}

async function answerCall(line: Line, operation: Operation, request: Post): Promise<Reply> {
  const startedAt = performance.now();
  let status = 500;
  try {
    const reply = await runCall(line, toCallRequest(request, operation), (account) => {
      request.account = account;
    });
    status = reply.status;
    return reply;
  } catch (error) {
    status = statusOf(error);
    throw error;
  } finally {
    line.metrics.answered(operation, status, (performance.now() - startedAt) / 1000);
  }
}

/** The status that the server will answer with: a database that is away is 503 and no fault of the program. */
function statusOf(error: unknown): number {
  if (error instanceof ApiError) return error.row.status;
  return isDatabaseAway(error) ? 503 : 500;
}

function toCallRequest({ id, headers, address, body }: Post, operation: Operation): CallRequest {
  return {
    requestId: id,
    operation,
    apiKey: oneOf(headers['x-api-key']),
    hasAuthorization: headers.authorization !== undefined,
    address,
    contentType: headers['content-type'],
    contentEncoding: headers['content-encoding'],
    body,
    idempotencyKey: oneOf(headers['idempotency-key']),
    language: pickLanguage(headers['accept-language']),
    trace: readTraceParent(oneOf(headers.traceparent)),
    restarts: 0,
  };
}

/** Node joins repeated headers with a comma, which no key contains; the array case is only for the types. */
function oneOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}
