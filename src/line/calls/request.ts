import { isUtf8 } from 'node:buffer';
import { type ApiError, fail } from '../../foundation/contract/errors/errors.ts';
import type { Operation } from '../../foundation/contract/operations/operations.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { problems } from '../../foundation/contract/text/problems.ts';
import { docBaseOf, errorBody } from '../../foundation/contract/wire/envelope.ts';
import { parseJsonObject } from '../../foundation/contract/wire/parse-body.ts';
import type { Trace } from '../../foundation/trace-parent.ts';
import type { FirstReply } from '../idempotency/claim.ts';
import type { LineSettings } from './line.ts';

/** The parts of an HTTP request that a call needs, independent of the web framework. */
export interface CallRequest {
  requestId: string;
  /** The operation of the path; the body can turn a face verification into a recheck. */
  operation: Operation;
  apiKey: string | undefined;
  /** Whether there is an Authorization header, in which other platforms expect the key. */
  hasAuthorization: boolean;
  address: string;
  contentType: string | undefined;
  contentEncoding: string | undefined;
  body: Buffer | undefined;
  idempotencyKey: string | undefined;
  language: Language;
  /** The caller's trace, which providers are sent too. */
  trace: Trace | undefined;
  /** How often the call was decided again because the caller's terms had changed. */
  restarts: number;
}

export interface Reply {
  status: number;
  body: string;
  headers?: Record<string, string>;
  /** The reason of an error, for the log. */
  reason?: string;
}

const json = /^application\/json\s*(;\s*charset\s*=\s*"?(utf-8|us-ascii)"?\s*)?;?\s*$/i;

export function readRequestBody({ contentType, contentEncoding, body }: CallRequest) {
  if (!body || body.length === 0) fail('body_missing');
  if (contentType !== 'application/json' && !json.test(contentType ?? '')) fail('content_type');
  if (contentEncoding !== undefined && contentEncoding !== 'identity') fail('content_type');
  if (!isUtf8(body)) {
    fail('body_malformed', { details: [{ field: 'body', problem: problems.not_utf8 }] });
  }
  return parseJsonObject(body.toString('utf8'));
}

/** The reply for an error. */
export function errorReply(
  { publicUrl }: Pick<LineSettings, 'publicUrl'>,
  { requestId, language }: Pick<CallRequest, 'requestId' | 'language'>,
  error: ApiError,
): Reply {
  const body = errorBody(error, { requestId, language, docBase: docBase(publicUrl()) });
  return { status: error.row.status, body: JSON.stringify(body), reason: error.reason };
}

export function asRepeat({ status, body }: FirstReply): Reply {
  return { status, body, headers: { 'idempotency-replayed': 'true' } };
}

const docBases = new Map<string, string>();

/** The base URL of the error pages. It is computed late, because the public URL needs the port. */
function docBase(publicUrl: string): string {
  let base = docBases.get(publicUrl);
  if (base === undefined) {
    base = docBaseOf(publicUrl);
    docBases.set(publicUrl, base);
  }
  return base;
}
