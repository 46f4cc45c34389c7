import type { Static } from 'typebox';
import type { Change } from '../../../foundation/audit/change-queries.ts';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import type { Scope } from '../../../foundation/contract/scope.ts';
import { problems } from '../../../foundation/contract/text/problems.ts';
import { readDeliveryId } from '../../../foundation/events/delivery-id.ts';
import { replayDelivery, replaySpan } from '../../../foundation/events/delivery-queries.ts';
import { noteSending } from '../../../foundation/events/note-sending.ts';
import { requireEndpoint } from './require-endpoint.ts';
import type { Replay } from './webhooks-contract.ts';

/** Replays one delivery, or a period's events to one endpoint; the audit log records who requested it. */
export async function replayAsked(
  change: Change,
  scope: Scope,
  accountId: number,
  asked: Static<typeof Replay>,
  now: Date | null,
): Promise<{ count: number }> {
  const count = await replay(change, scope, asked, now);
  await noteSending(change, accountId, 'delivery.replay', asked, { count });
  return { count };
}

async function replay(
  change: Change,
  scope: Scope,
  { deliveryId, endpointId, from, to }: Static<typeof Replay>,
  now: Date | null,
): Promise<number> {
  if (deliveryId !== undefined) {
    const key = readDeliveryId(deliveryId) ?? fail('nothing_there');
    return (await replayDelivery(change, scope, key, { now })) || fail('nothing_there');
  }
  if (endpointId === undefined) return missing('endpointId');
  if (from === undefined) return missing('from');
  const found = await requireEndpoint(change, scope, endpointId);
  const span = { from: new Date(from), to: to === undefined ? null : new Date(to), now };
  if (span.to && span.to < span.from) {
    return fail('invalid_request', { details: [{ field: 'to', problem: problems.before_from }] });
  }
  return replaySpan(change, found.endpointId, span);
}

function missing(field: string): never {
  return fail('invalid_request', { details: [{ field, problem: problems.required }] });
}
