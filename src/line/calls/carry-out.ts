import { type Moment, msSince } from '../../foundation/clock.ts';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import { operationOf, successText } from '../../foundation/contract/operations/operations.ts';
import { isVerifyProduct } from '../../foundation/contract/products.ts';
import { successBody } from '../../foundation/contract/wire/envelope.ts';
import { noteAttempt } from '../../vendors/providers/attempt-queries.ts';
import { findMessageProvider } from '../../vendors/providers/registry.ts';
import { sealReply } from '../idempotency/answer-repeat.ts';
import { type Attempt, attemptProviders } from './attempt-providers.ts';
import { callDetails } from './call-details.ts';
import type { HoldItem } from './hold-calls.ts';
import type { Line, LineSettings } from './line.ts';
import { replyDataOf } from './order.ts';
import { rejection } from './rejection.ts';
import { type CallRequest, errorReply, type Reply } from './request.ts';
import { settle } from './settle.ts';

type CarryPorts = Pick<
  Line,
  | 'pool'
  | 'vault'
  | 'log'
  | 'registry'
  | 'metrics'
  | 'settings'
  | 'deadlines'
  | 'breakers'
  | 'settles'
  | 'takeSandboxScript'
>;

/** The request fields that the reply needs. */
type Asked = Pick<CallRequest, 'requestId' | 'language'>;

/** The hold is durable: from here on the call ends in exactly one outcome, even if this process dies. */
export async function carryOut(
  line: CarryPorts,
  request: Asked,
  item: HoldItem,
  asked: Moment,
): Promise<Reply> {
  const attempts = await attemptProviders(line, item, asked, (providerCode, attempt) =>
    noteAttempt(line.pool, item.caller.accountId, item.callId, { providerCode, attempt }),
  );
  for (const { providerCode, outcome, startedMs, endedMs } of attempts) {
    const attempt = {
      outcome: outcome.kind,
      reason: outcome.kind === 'done' ? undefined : outcome.reason,
      seconds: (endedMs - startedMs) / 1_000,
      endedMs,
    };
    line.metrics.attempted(providerCode, attempt, item);
  }
  const attempt = attempts.at(-1) as Attempt;
  const reply = replyTo(line.settings, request, item, attempt);
  const sealed = item.claim && isKept(item, attempt);
  return settle(line, item, attempt, reply, {
    stored: sealed
      ? { status: reply.status, sealed: sealReply(line.vault, item.callId, reply.body) }
      : null,
    details: callDetails(
      attempts,
      { parts: item.order.parts, region: item.order.recipient?.region ?? null },
      findMessageProvider(line.registry, attempt.providerCode),
    ),
    isOverdue: () => msSince(asked) > line.settings.callDeadlineMs,
  });
}

/**
 * Most replies to sent messages are not stored, because they can be rebuilt from the call. Stored are replies
 * of released calls, replies with a link and a token, which the database keeps only as hashes, and replies about
 * a verification, which may have changed since. An unknown
 * outcome has no reply yet.
 */
function isKept({ order }: HoldItem, { outcome }: Attempt): boolean {
  if (outcome.kind === 'done') return order.check !== null || isVerifyProduct(order.product);
  return outcome.kind !== 'unknown';
}

/** The reply to the caller for each outcome. */
function replyTo(settings: LineSettings, request: Asked, item: HoldItem, attempt: Attempt): Reply {
  const { order, price } = item;
  switch (attempt.outcome.kind) {
    case 'done':
      return {
        status: 201,
        body: JSON.stringify(
          successBody({
            requestId: item.callId,
            message: successText(operationOf(order.product), request.language),
            price,
            data: replyDataOf(order, attempt.providerCode),
          }),
        ),
      };
    case 'rejected':
      return errorReply(settings, request, rejection(attempt.outcome.reason));
    case 'unavailable':
      return errorReply(settings, request, new ApiError('provider_unavailable'));
    case 'unknown':
      return errorReply(settings, request, new ApiError('outcome_unknown'));
  }
}
