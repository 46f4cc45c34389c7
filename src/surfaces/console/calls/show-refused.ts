import { ApiError, errorTable, type Reason } from '../../../foundation/contract/errors/errors.ts';
import type { Language } from '../../../foundation/contract/text/languages.ts';
import { docBaseOf, errorBody } from '../../../foundation/contract/wire/envelope.ts';
import { formatMoney, type Money } from '../../../foundation/money.ts';
import type { RefusedCall } from '../../../line/refused/queries.ts';
import type { CallRow, RefusedDetail } from './calls-contract.ts';

const nothing = formatMoney(0n as Money);

/** A refused call as a row of the explorer, with its person as far as that is known from elsewhere. */
export function showRefusedRow(call: RefusedCall, person: string | null): CallRow {
  const { callId, accountId, accountName, keyId, keyEnd, product, reason } = call;
  return {
    requestId: callId,
    ...{ accountId, accountName, keyId, keyEnd, product, reason, person },
    state: 'refused',
    result: null,
    at: call.refusedAt.toISOString(),
    tookMs: null,
    price: nothing,
    charged: nothing,
    refused: call.calls,
    isHashed: call.isHashed,
  };
}

/** The story of a refused call: when it came, why it was refused, and what was replied. */
export function showRefused(
  call: RefusedCall,
  person: string | null,
  { language, publicUrl }: { language: Language; publicUrl(): string },
): RefusedDetail {
  const { callId, accountId, accountName, keyId, keyEnd, keyName, mode, product } = call;
  // A reason that a later version has removed.
  const reason: Reason = call.reason in errorTable ? (call.reason as Reason) : 'invalid_request';
  const row = errorTable[reason];
  const docBase = docBaseOf(publicUrl());
  const body = errorBody(new ApiError(reason), { requestId: callId, language, docBase });
  return {
    requestId: callId,
    ...{ accountId, accountName, keyId, keyEnd, keyName, mode, product, reason: call.reason },
    ...{ person, isHashed: call.isHashed },
    at: call.refusedAt.toISOString(),
    calls: call.calls,
    status: row.status,
    code: row.code,
    message: row.message[language],
    fix: row.fix[language],
    docUrl: body.docUrl,
    limit: limitOf(call.policy),
    retryAfter: call.retryAfter,
  };
}

/** Parses a RateLimit-Policy header, such as `"number-minute";q=1;w=60`. */
function limitOf(policy: string | null): RefusedDetail['limit'] {
  const [, name, quota, seconds] = /^"([a-z_-]+)";q=(\d+);w=(\d+)$/.exec(policy ?? '') ?? [];
  return name ? { name, quota: Number(quota), windowSeconds: Number(seconds) } : null;
}
