import { ApiError } from '../../../foundation/contract/errors/errors.ts';
import { docBaseOf, errorBody } from '../../../foundation/contract/wire/envelope.ts';

/** Seconds after which callers ask again. */
export const unreachableRetrySeconds = 1;

/** The body by which a proxy itself answers when no server does. `requestId` is how the proxy writes an ID. */
export function unreachableBody(publicUrl: string, requestId: string): string {
  const error = new ApiError('service_unreachable');
  const docBase = docBaseOf(publicUrl);
  return JSON.stringify(errorBody(error, { requestId, language: 'en', docBase }));
}
