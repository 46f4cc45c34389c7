import type { Act } from '../../foundation/audit/acts.ts';
import { inChange } from '../../foundation/audit/change-queries.ts';
import { fail } from '../../foundation/contract/errors/errors.ts';
import {
  type FreeOperation,
  type Operation,
  rowOf,
  successText,
} from '../../foundation/contract/operations/operations.ts';
import { readBody } from '../../foundation/contract/operations/read-body.ts';
import type { ChangingOperation } from '../../foundation/contract/operations/webhook-operations.ts';
import { calledProducts } from '../../foundation/contract/products.ts';
import { successBody } from '../../foundation/contract/wire/envelope.ts';
import type { CheckStatus } from '../../foundation/contract/wire/face.ts';
import { checkText, withReason } from '../../foundation/contract/wire/messages.ts';
import type { WebhookListenResponse } from '../../foundation/contract/wire/webhooks.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { askByOperation } from '../../foundation/events/ask-webhook.ts';
import { changeByOperation } from '../../foundation/events/change-endpoint.ts';
import { formatMoney } from '../../foundation/money.ts';
import { readBalance } from '../../money/ledger/queries.ts';
import { recheck } from '../../products/checks/recheck.ts';
import { smsStatus } from '../../products/messages/sms-status.ts';
import { isInForce } from '../callers/authenticate.ts';
import { authorize } from '../callers/authorize.ts';
import type { Principal } from '../callers/principal.ts';
import { answerRepeat, sealReply } from '../idempotency/answer-repeat.ts';
import type { Claim } from '../idempotency/claim.ts';
import { findClaim, storeFreeReply } from '../idempotency/queries.ts';
import { freePrice, type Price, recheckPrice } from '../pricing/price-of.ts';
import { answerTopup } from './answer-topup.ts';
import { checkCode, showVerification } from './answer-verification.ts';
import type { Line } from './line.ts';
import { readUsage } from './read-usage.ts';
import { repeatPorts } from './rebuild-reply.ts';
import { asRepeat, type CallRequest, type Reply } from './request.ts';

interface Answer {
  message: string;
  data: object;
  price: Price;
}

/** Free operations take no hold and send no new request to a provider. */
export async function answerFree(
  line: Line,
  caller: Principal,
  operation: FreeOperation,
  request: CallRequest,
  body: Record<string, unknown>,
  claim: Claim | null,
): Promise<Reply> {
  if (claim && (await findClaim(line.pool, caller, claim))) {
    return asRepeat(await answerRepeat(repeatPorts(line), caller, claim));
  }
  if (isChanging(operation)) return answerChange(line, caller, operation, request, body, claim);
  const reply = replyOf(request, await runFree(line, caller, operation, request, body, claim));
  if (!claim) return reply;
  const isFirst = await keep(line.pool, line, caller, claim, request.requestId, reply);
  return isFirst ? reply : asRepeat(await answerRepeat(repeatPorts(line), caller, claim));
}

function replyOf({ requestId }: CallRequest, { message, data, price }: Answer): Reply {
  return { status: 201, body: JSON.stringify(successBody({ requestId, message, price, data })) };
}

/** The act of an operation in the audit log; each has a sentence there. */
function actOf(operation: ChangingOperation): ActOf<ChangingOperation> {
  return operation.replace('webhook_endpoint_', 'endpoint.') as ActOf<ChangingOperation>;
}

type ActOf<Operation> = Operation extends `webhook_endpoint_${infer Verb}`
  ? Extract<Act, `endpoint.${Verb}`>
  : never;

/** Thrown to roll back a change when a repeat of the same request committed first. */
class CopyWasFirst extends Error {}

/** The change and its stored reply commit in one transaction, so a repeat cannot apply the change twice. */
async function answerChange(
  line: Line,
  caller: Principal,
  operation: ChangingOperation,
  request: CallRequest,
  body: Record<string, unknown>,
  claim: Claim | null,
): Promise<Reply> {
  const actor = { kind: 'key', keyId: caller.keyId, name: `key ${caller.keyId}` } as const;
  const action = actOf(operation);
  try {
    return await inChange(line.pool, actor, action, async (change) => {
      const data = await changeByOperation(change, line.webhooks, caller, operation, body);
      const message = successText(operation, request.language);
      const reply = replyOf(request, { message, data, price: freePrice });
      const isFirst = !claim || (await keep(change, line, caller, claim, request.requestId, reply));
      if (!isFirst) throw new CopyWasFirst();
      return reply;
    });
  } catch (error) {
    if (!(error instanceof CopyWasFirst) || !claim) throw error;
    return asRepeat(await answerRepeat(repeatPorts(line), caller, claim));
  }
}

function isChanging(operation: FreeOperation): operation is ChangingOperation {
  return rowOf(operation).isChange === true;
}

/**
 * A key's scopes are part of the request body that is compared, so a narrow key never gets a wider key's
 * reply.
 */
export function withScope(caller: Principal, operation: Operation, body: Record<string, unknown>) {
  const isNarrow = calledProducts.some((product) => !caller.scopes.includes(product));
  return isNarrow && rowOf(operation).isNarrowedByScope
    ? { scopes: [...caller.scopes].sort(), body }
    : body;
}

async function runFree(
  line: Line,
  caller: Principal,
  operation: Exclude<FreeOperation, ChangingOperation>,
  { language }: CallRequest,
  body: Record<string, unknown>,
  claim: Claim | null,
): Promise<Answer> {
  switch (operation) {
    case 'face_recheck': {
      const { authToken } = readBody('face_recheck', body);
      const { data, reason } = await recheck(line.checks, caller, authToken);
      const message = checkText(data.status as CheckStatus, reason, language);
      return { message, data, price: recheckPrice };
    }
    case 'sms_status': {
      const { requestId } = readBody('sms_status', body);
      const data = await smsStatus(line, caller, requestId);
      return {
        message: withReason(successText('sms_status', language), data.reason, language),
        data,
        price: freePrice,
      };
    }
    case 'verify_check': {
      const data = await checkCode(line, caller, body);
      return { message: successText(operation, language), data, price: freePrice };
    }
    case 'verify_cancel':
    case 'verify_status': {
      const data = await showVerification(line, caller, operation, body);
      return { message: successText(operation, language), data, price: freePrice };
    }
    case 'balance': {
      readBody('balance', body);
      const { available, held } = await readBalance(line.pool, caller.accountId, caller.mode);
      const data = {
        available: formatMoney(available),
        held: formatMoney(held),
        currency: line.settings.currency,
        mode: caller.mode,
      };
      return { message: successText('balance', language), data, price: freePrice };
    }
    case 'webhook_endpoint_list':
    case 'webhook_delivery_list':
    case 'webhook_replay':
    case 'webhook_listen': {
      const data = await askByOperation(line.webhooks, caller, operation, body);
      if (operation === 'webhook_listen') {
        const { deliveries } = data as WebhookListenResponse;
        if (deliveries.length > 0) await requireStill(line, caller, operation);
      }
      return { message: successText(operation, language), data, price: freePrice };
    }
    case 'topup_create':
    case 'topup_status':
    case 'topup_methods': {
      const data = await answerTopup(line, caller, operation, body, { language, claim });
      return { message: successText(operation, language), data, price: freePrice };
    }
    case 'usage': {
      const data = await readUsage(line, caller, readBody('usage', body));
      return { message: successText('usage', language), data, price: freePrice };
    }
  }
}

/** A long poll can outlast its key: validate the key again before returning deliveries. */
async function requireStill(
  { principals, clock }: Pick<Line, 'principals' | 'clock'>,
  { accountId, keyId }: Principal,
  operation: Operation,
): Promise<void> {
  const now = await principals.loadKey(accountId, keyId);
  if (!now || !isInForce(now, clock)) fail('key_invalid');
  authorize(now, operation, null);
}

/** Stores the reply of the first request; returns false if a repeat has stored its reply already. */
function keep(
  pool: Queryable,
  { vault }: Pick<Line, 'vault'>,
  caller: Principal,
  claim: Claim,
  requestId: string,
  reply: Reply,
): Promise<boolean> {
  return storeFreeReply(pool, caller, claim, {
    requestId,
    status: reply.status,
    reply: sealReply(vault, requestId, reply.body),
  });
}
