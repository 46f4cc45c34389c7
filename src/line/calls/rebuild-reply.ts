import { ApiError } from '../../foundation/contract/errors/errors.ts';
import { successText } from '../../foundation/contract/operations/operations.ts';
import { successBody } from '../../foundation/contract/wire/envelope.ts';
import { openMessage } from '../../products/messages/content.ts';
import type { EndedClaim, RepeatPorts } from '../idempotency/answer-repeat.ts';
import type { FirstReply } from '../idempotency/claim.ts';
import type { Line } from './line.ts';
import { smsReplyData } from './order.ts';
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
    rebuild: (claim) => rebuildReply(line, claim, asSent),
  };
}

/**
 * Rebuilds the reply to an SMS call from its row, byte for byte. The row has everything in it; storing the
 * reply as well would cost every call with an idempotency key an encryption and an update, and few are ever
 * repeated.
 */
function rebuildReply(
  { vault, settings }: Pick<Line, 'vault' | 'settings'>,
  call: EndedClaim,
  asSent: string | undefined,
): FirstReply {
  if (call.state !== 'done') {
    const error = new ApiError(
      call.state === 'rejected' ? 'provider_rejected' : 'provider_unavailable',
    );
    return errorReply(settings, { requestId: call.callId, language: call.language }, error);
  }
  // The stored message may be deleted by now. The repeat has the same body, so its number is the same.
  const mobile = call.sealed ? openMessage(vault, call).asSent : asSent;
  const body = successBody({
    requestId: call.callId,
    message: successText(call.product, call.language),
    price: { source: call.priceSource, unitPrice: call.unitPrice },
    data: smsReplyData(call.product, mobile, call.templateId),
  });
  return { status: 201, body: JSON.stringify(body) };
}
