import { type Language, successBody } from '../contract/envelope.ts';
import { ApiError } from '../contract/errors.ts';
import { successText } from '../contract/messages.ts';
import type { PriceSource } from '../contract/products.ts';
import type { Replay } from '../idempotency/claim.ts';
import { openMessage, type StoredMessage } from '../messages/content.ts';
import type { Money } from '../money.ts';
import type { Line } from './line.ts';
import { errorReply } from './request.ts';

/** What is stored of an SMS call that has its outcome. */
export interface EndedCall extends StoredMessage {
  product: string;
  state: 'done' | 'rejected' | 'unavailable';
  priceSource: string;
  unitPrice: Money;
  templateId: string | null;
  language: Language;
}

/**
 * The reply to an SMS call, made again from its row, word for word. Nothing in it is not in the row, so
 * keeping it too would cost every call with a key a seal and an update for what hardly any is asked for.
 */
export function rebuildReply(line: Line, call: EndedCall): Replay {
  if (call.state !== 'done') {
    const error = new ApiError(
      call.state === 'rejected' ? 'provider_rejected' : 'provider_unavailable',
    );
    return errorReply(line, { requestId: call.callId, language: call.language }, error);
  }
  const body = successBody({
    requestId: call.callId,
    message: successText(
      call.product === 'sms_code' ? 'codeAccepted' : 'noticeAccepted',
      call.language,
    ),
    price: { source: call.priceSource as PriceSource, unitPrice: call.unitPrice },
    data: {
      productCode: call.product,
      mobile: openMessage(line.vault, call).asSent,
      templateId: call.templateId,
    },
  });
  return { status: 201, body: JSON.stringify(body) };
}
