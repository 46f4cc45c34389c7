import { CountersignError } from './countersign-error.ts';
import type { ErrorResponse } from './generated.ts';

/** Returns the envelope of a success; throws anything else as its error. */
export function readReply(response: Response, text: string): { requestId: string } {
  const body = parse(text);
  const { status } = response;
  if (status === 201 && body?.code === 0) return body as { code: 0; requestId: string };
  const retryAfter = readRetryAfter(response.headers.get('retry-after'));
  if (isError(body)) throw new CountersignError({ ...body, status, retryAfter });
  throw new CountersignError({
    reason: 'unreadable_reply',
    message: `The answer, with status ${status}, is not one of the platform.`,
    status,
    retryAfter,
  });
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function isError(body: object | undefined): body is ErrorResponse {
  const { reason, code } = (body ?? {}) as Partial<ErrorResponse>;
  return typeof reason === 'string' && typeof code === 'number';
}

/** Seconds, or an HTTP date, which some proxies send. */
function readRetryAfter(value: string | null): number | undefined {
  if (!value) return undefined;
  const seconds = Number(value);
  const found = Number.isNaN(seconds) ? (Date.parse(value) - Date.now()) / 1000 : seconds;
  return found >= 0 ? Math.ceil(found) : undefined;
}
