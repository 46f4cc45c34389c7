import type { Act } from '../../foundation/audit/acts.ts';
import { type Change, noteChange } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { sanitize } from '../../foundation/redact.ts';
import { askInQueues } from '../../vendors/providers/ask-provider-in-queue.ts';
import { failureOf } from '../../vendors/providers/open-provider.ts';
import { type PaymentPorts, within } from './payment-ports.ts';
import { lockNamed } from './refund-payment.ts';
import {
  type DroppedMethod,
  dropSavedMethods,
  hasSavedMethods,
  noteKept,
  noteRemoved,
  takeDropped,
} from './saved-method-queries.ts';

const never = new AbortController().signal;
const mostAtOnce = 20;

/** Has vendors remove the methods that nobody uses any more. */
export function removeDroppedMethods(
  ports: PaymentPorts,
  signal: AbortSignal = never,
): Promise<void> {
  return askInQueues({
    signal,
    take: (limit, jammed) => takeDropped(ports.pool, ports.clock.databaseNow(), limit, { jammed }),
    queueOf: ({ providerCode }) => providerCode,
    ask: (method) => removeMethod(ports, method),
  });
}

async function removeMethod(ports: PaymentPorts, method: DroppedMethod): Promise<void> {
  const { pool, clock, log, providers } = ports;
  const { providerCode, paymentId, savedRef } = method;
  const provider = providers.get(providerCode);
  const forget = provider?.forget;
  if (!forget) {
    return noteKept(pool, method, provider ? 'the provider saves none' : 'the provider is removed');
  }
  try {
    await within(ports, (context) => forget(savedRef, context));
  } catch (fault) {
    const { detail } = failureOf(fault);
    const about = { provider: providerCode, payment: paymentId, detail };
    log.warn(about, 'a saved method was not removed');
    return noteKept(pool, method, sanitize(detail));
  }
  await noteRemoved(pool, method, '', clock.databaseNow());
}

/**
 * Forgets the saved methods of an account, and asks their vendors to remove them. Nothing is charged from the first
 * statement on; a vendor that does not confirm is asked again by a job. Tells whether all are removed already.
 */
export async function forgetSavedMethods(
  ports: PaymentPorts,
  accountId: number,
  change: (action: Act, work: (by: Change) => Promise<void>) => Promise<void>,
): Promise<boolean> {
  const { pool, clock } = ports;
  await change('payment.automatic', (by) => dropSavedMethods(by, accountId, clock.databaseNow()));
  const methods = await takeDropped(pool, clock.databaseNow(), mostAtOnce, { accountId });
  await Promise.all(methods.map((method) => removeMethod(ports, method)));
  return !(await hasSavedMethods(pool, accountId));
}

/** Notes that a person removed a method in the vendor's console, because the platform cannot. */
export async function noteRemovedByHand(
  change: Change,
  paymentId: string,
  reason: string,
): Promise<void> {
  const { accountId } = await lockNamed(change, paymentId);
  const isRemoved = await noteRemoved(change, { accountId, paymentId }, reason, null);
  if (!isRemoved) refuse('saved_method_not_kept', { payment: paymentId });
  await noteChange(change, {
    ...{ accountId, action: 'payment.card-removed', subject: 'saved_methods', before: null },
    ...{ key: { payment_id: paymentId }, after: { reason } },
  });
}
