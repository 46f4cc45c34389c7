import { ApiError, type Reason } from '../../foundation/contract/errors/errors.ts';
import { isDatabaseAway } from '../../foundation/db/faults.ts';

/** Maps the errors of the framework and of Node that a request can cause to our own reasons. */
const known: Readonly<Record<string, Reason>> = {
  FST_ERR_NOT_FOUND: 'route_not_found',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'content_type',
  FST_ERR_ROUTE_MISSING_CONTENT: 'body_missing',
  FST_ERR_VALIDATION: 'invalid_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body_missing',
  FST_ERR_CTP_INVALID_JSON_BODY: 'body_malformed',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'content_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'http_malformed',
  FST_ERR_CTP_EMPTY_TYPE: 'content_type',
  FST_ERR_BAD_URL: 'route_not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'route_not_found',
  FST_ERR_ASYNC_CONSTRAINT: 'route_not_found',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

export function toApiError(fault: unknown): ApiError {
  if (fault instanceof ApiError) return fault;
  const code = (fault as { code?: unknown } | null)?.code;
  if (typeof code === 'string') {
    const reason = known[code];
    if (reason) return new ApiError(reason, { cause: fault });
  }
  if (isDatabaseAway(fault)) {
    return new ApiError('database_unavailable', { cause: fault, headers: { 'retry-after': '1' } });
  }
  return new ApiError('internal', { cause: fault });
}

/** An error raised before a request was parsed is always the client's, never ours. */
export function toBrokenError(fault: NodeJS.ErrnoException): ApiError {
  return new ApiError(known[fault.code ?? ''] ?? 'http_malformed', { cause: fault });
}
