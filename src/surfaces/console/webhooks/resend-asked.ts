import type { Change } from '../../../foundation/audit/change-queries.ts';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import type { Scope } from '../../../foundation/contract/scope.ts';
import { readDeliveryId } from '../../../foundation/events/delivery-id.ts';
import { resendDelivery } from '../../../foundation/events/endpoint-health-queries.ts';
import { noteSending } from '../../../foundation/events/note-sending.ts';
import { requireEndpoint } from './require-endpoint.ts';

/** Sends a delivery that its endpoint has not accepted; the audit log records who requested it. */
export async function resendAsked(
  change: Change,
  scope: Scope,
  accountId: number,
  asked: { deliveryId: string },
  now: Date | null,
): Promise<{ count: number }> {
  const key = readDeliveryId(asked.deliveryId) ?? fail('nothing_there');
  await requireEndpoint(change, scope, key.endpointId);
  const count = await resendDelivery(change, key, now);
  await noteSending(change, accountId, 'delivery.replay', asked, { count });
  return { count };
}
