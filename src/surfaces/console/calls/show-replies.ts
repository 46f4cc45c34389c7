import type { ApiError } from '../../../foundation/contract/errors/errors.ts';
import { operationOf, successText } from '../../../foundation/contract/operations/operations.ts';
import type { CalledProduct, PriceSource } from '../../../foundation/contract/products.ts';
import type { Language } from '../../../foundation/contract/text/languages.ts';
import {
  docBaseOf,
  errorBody,
  pickLanguage,
  successBody,
} from '../../../foundation/contract/wire/envelope.ts';
import type { Vault } from '../../../foundation/vault.ts';
import { smsReplyData } from '../../../line/calls/order.ts';
import { replyOfCall, resolvedAt } from '../../reports/reply-of-call.ts';
import type { CallStory } from '../../reports/story-queries.ts';
import { dots } from '../kit/mask-person.ts';
import type { CallDetail } from './calls-contract.ts';
import { maskedMobile } from './show-row.ts';

/**
 * Bodies are shown as a caller without Accept-Language gets them: the language of a call is not stored, and a body in
 * the viewer's would differ between two viewers.
 */
const bodyLanguage = pickLanguage(undefined);

export interface ReplyViewer {
  language: Language;
  publicUrl(): string;
  /** How long after its request a call was replied to at the latest. */
  latestReplyMs: number;
}

/** What the caller was answered, what became of the call later, and what a repeat of the request gets now. */
export function repliesOf(
  vault: Vault,
  story: CallStory,
  viewer: ReplyViewer,
): Pick<CallDetail, 'replied' | 'repeat' | 'resolvedAt'> {
  if (story.product === 'verify_approval') return { replied: null, repeat: null, resolvedAt: null };
  const { product } = story;
  const reply = replyOfCall(story, viewer.latestReplyMs);
  const resolved = resolvedAt(story, reply);
  const bodyOf = (error: ApiError | null) =>
    error ? errorBodyOf(story, error, viewer) : successBodyOf(vault, { ...story, product });
  return {
    replied: reply
      ? {
          status: reply.error?.row.status ?? 201,
          code: reply.error?.row.code ?? 0,
          reason: reply.error?.reason ?? null,
          at: reply.at.toISOString(),
          tookMs: reply.at.getTime() - story.heldAt.getTime(),
          text: textOf(product, reply.error, viewer.language),
          body: bodyOf(reply.error),
        }
      : null,
    repeat:
      resolved && story.state === 'done' && story.isKeyFree === false
        ? { status: 201, body: bodyOf(null) }
        : null,
    resolvedAt: resolved?.toISOString() ?? null,
  };
}

function textOf(product: CalledProduct, error: ApiError | null, language: Language): string {
  return error ? error.row.message[language] : successText(operationOf(product), language);
}

function errorBodyOf({ callId }: CallStory, error: ApiError, { publicUrl }: ReplyViewer) {
  const docBase = docBaseOf(publicUrl());
  return { ...errorBody(error, { requestId: callId, language: bodyLanguage, docBase }) };
}

function successBodyOf(vault: Vault, story: CallStory & { product: CalledProduct }) {
  const { product } = story;
  return successBody({
    requestId: story.callId,
    message: textOf(product, null, bodyLanguage),
    price: { source: story.priceSource as PriceSource, unitPrice: story.unitPrice },
    data:
      product === 'face_verify'
        ? { productCode: product, authToken: dots, authUrl: dots }
        : smsReplyData(product, maskedMobile(vault, story), story.templateId),
  });
}
