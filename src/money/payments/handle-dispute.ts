import { type Change, noteChange } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { formatMoney } from '../../foundation/money.ts';
import { closeDispute } from './payment-queries.ts';
import { lockNamed } from './refund-payment.ts';

/** Notes what the operator did about a dispute, so that it no longer waits for him. Money follows the vendor's books alone. */
export async function handleDispute(
  change: Change,
  paymentId: string,
  reason: string,
): Promise<void> {
  const payment = await lockNamed(change, paymentId);
  if (!payment.isDisputeOpen) refuse('payment_not_disputed', { payment: paymentId });
  await closeDispute(change, payment);
  await noteChange(change, {
    ...{ accountId: payment.accountId, action: 'payment.handle-dispute', subject: 'payments' },
    ...{ key: { payment_id: paymentId }, before: { disputed: formatMoney(payment.disputed) } },
    after: { reason },
  });
}
