import type { Change } from '../../../foundation/audit/change-queries.ts';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import type { Scope } from '../../../foundation/contract/scope.ts';
import { readDeliveryId } from '../../../foundation/events/delivery-id.ts';
import { replayDelivery } from '../../../foundation/events/delivery-queries.ts';
import { noteSending } from '../../../foundation/events/note-sending.ts';

/** Replays one delivery; the audit log records who requested it. */
export async function replayAsked(
  change: Change,
  scope: Scope,
  accountId: number,
  asked: { deliveryId: string },
  now: Date | null,
): Promise<{ count: number }> {
  const key = readDeliveryId(asked.deliveryId) ?? fail('nothing_there');
  const count = (await replayDelivery(change, scope, key, { now })) || fail('nothing_there');
  await noteSending(change, accountId, 'delivery.replay', asked, { count });
  return { count };
}
