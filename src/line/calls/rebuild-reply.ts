import { ApiError } from '../../foundation/contract/errors/errors.ts';
import { operationOf, successText } from '../../foundation/contract/operations/operations.ts';
import { isVerifyProduct, type Owner } from '../../foundation/contract/products.ts';
import { successBody } from '../../foundation/contract/wire/envelope.ts';
import { openMessage } from '../../products/messages/content.ts';
import { findStarted } from '../../products/verifications/queries.ts';
import type { EndedClaim, RepeatPorts } from '../idempotency/answer-repeat.ts';
import type { FirstReply } from '../idempotency/claim.ts';
import type { Line } from './line.ts';
import { smsReplyData, verificationData } from './order.ts';
import { errorReply } from './request.ts';

/** What `answerRepeat` needs to answer a repeat with the first reply; a repeat of an SMS passes its own number. */
export function repeatPorts(
  line: Pick<Line, 'pool' | 'vault' | 'inFlight' | 'settings'>,
  asSent?: string,
): RepeatPorts {
  return {
    pool: line.pool,
    vault: line.vault,
    inFlight: line.inFlight,
    waitMs: line.settings.idempotencyWaitMs,
    rebuild: (claim, owner) => rebuildReply(line, owner, claim, asSent),
  };
}

/**
 * Rebuilds the reply to an SMS call from its row, byte for byte. The row has everything in it; storing the
 * reply as well would cost every call with an idempotency key an encryption and an update, and few are ever
 * repeated.
 */
async function rebuildReply(
  { pool, vault, settings }: Pick<Line, 'pool' | 'vault' | 'settings'>,
  owner: Owner,
  call: EndedClaim,
  asSent: string | undefined,
): Promise<FirstReply> {
  if (call.state !== 'done') {
    const error = new ApiError(
      call.state === 'rejected' ? 'provider_rejected' : 'provider_unavailable',
    );
    return errorReply(settings, { requestId: call.callId, language: call.language }, error);
  }
  // The stored message may be deleted by now. The repeat has the same body, so its number is the same.
  const message = call.sealed ? openMessage(vault, call) : undefined;
  const mobile = message?.asSent ?? asSent;
  // The resolver ended it: replies of other starts are stored.
  const product = call.product;
  const started = isVerifyProduct(product) && (await findStarted(pool, owner, call.callId));
  const body = successBody({
    requestId: call.callId,
    message: successText(operationOf(product), call.language),
    price: { source: call.priceSource, unitPrice: call.unitPrice },
    data:
      isVerifyProduct(product) && started
        ? verificationData(product, message?.to, started)
        : smsReplyData(product, mobile, call.templateId),
  });
  return { status: 201, body: JSON.stringify(body) };
}
