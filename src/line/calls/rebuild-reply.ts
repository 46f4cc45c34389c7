import { ApiError } from '../../foundation/contract/errors/errors.ts';
import { successText } from '../../foundation/contract/operations/operations.ts';
import { successBody } from '../../foundation/contract/wire/envelope.ts';
import { openMessage } from '../../products/messages/content.ts';
import type { Replay } from '../idempotency/claim.ts';
import type { EndedClaim, ReplayPorts } from '../idempotency/replay.ts';
import type { Line } from './line.ts';
import { errorReply } from './request.ts';

/** What a copy needs to be answered with the first one's reply; a copy of an SMS brings its number. */
export function replayPorts(
  line: Pick<Line, 'pool' | 'vault' | 'inFlight' | 'settings'>,
  asSent?: string,
): ReplayPorts {
  return {
    pool: line.pool,
    vault: line.vault,
    inFlight: line.inFlight,
    waitMs: line.settings.idempotencyWaitMs,
    rebuild: (claim) => rebuildReply(line, claim, asSent),
  };
}

/**
 * The reply to an SMS call, made again from its row, word for word. Nothing in it is not in the row, so
 * keeping it too would cost every call with a key a seal and an update for what hardly any is asked for.
 */
function rebuildReply(
  { vault, settings }: Pick<Line, 'vault' | 'settings'>,
  call: EndedClaim,
  asSent: string | undefined,
): Replay {
  if (call.state !== 'done') {
    const error = new ApiError(
      call.state === 'rejected' ? 'provider_rejected' : 'provider_unavailable',
    );
    return errorReply(settings, { requestId: call.callId, language: call.language }, error);
  }
  const body = successBody({
    requestId: call.callId,
    message: successText(call.product, call.language),
    price: { source: call.priceSource, unitPrice: call.unitPrice },
    data: {
      productCode: call.product,
      // What the first one said may be forgotten by now; the copy has the same body, and so says it.
      mobile: call.sealed ? openMessage(vault, call).asSent : asSent,
      templateId: call.templateId,
    },
  });
  return { status: 201, body: JSON.stringify(body) };
}
