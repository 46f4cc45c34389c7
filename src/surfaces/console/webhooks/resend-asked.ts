import type { Static } from 'typebox';
import type { Change } from '../../../foundation/audit/change-queries.ts';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import type { Scope } from '../../../foundation/contract/scope.ts';
import { problems } from '../../../foundation/contract/text/problems.ts';
import { readDeliveryId } from '../../../foundation/events/delivery-id.ts';
import {
  resendDelivery,
  resendFailed,
  resentDays,
} from '../../../foundation/events/endpoint-health-queries.ts';
import { noteSending } from '../../../foundation/events/note-sending.ts';
import { requireEndpoint } from './require-endpoint.ts';
import type { Resend } from './webhooks-contract.ts';

const dayMs = 86_400_000;

/** Sends what an endpoint has not accepted; the audit log records who requested it. */
export async function resendAsked(
  change: Change,
  scope: Scope,
  accountId: number,
  asked: Static<typeof Resend>,
  now: Date | null,
): Promise<{ count: number }> {
  await requireEndpoint(change, scope, asked.endpointId);
  const count = await resend(change, asked, now);
  await noteSending(change, accountId, 'delivery.replay', asked, { count });
  return { count };
}

async function resend(
  change: Change,
  { endpointId, deliveryId, from, to }: Static<typeof Resend>,
  now: Date | null,
): Promise<number> {
  if (deliveryId !== undefined) {
    const key = readDeliveryId(deliveryId);
    if (key?.endpointId !== endpointId) return fail('nothing_there');
    return resendDelivery(change, key, now);
  }
  const since = Date.now() - resentDays * dayMs;
  const span = {
    from: from === undefined ? new Date(since) : new Date(from),
    to: to === undefined ? null : new Date(to),
  };
  if (span.to && span.to < span.from) {
    return fail('invalid_request', { details: [{ field: 'to', problem: problems.before_from }] });
  }
  return resendFailed(change, endpointId, { ...span, now });
}
