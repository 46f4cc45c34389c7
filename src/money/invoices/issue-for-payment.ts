import { type Change, noteChange } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { lineOfPayment } from '../bank/line-payment.ts';
import { lockNamed } from '../payments/refund-payment.ts';
import type { Invoice } from './invoice.ts';
import { type IssuePorts, issueDocuments } from './issue-documents.ts';
import { lockPaidLine, type Paid, paidOf } from './lock-paid.ts';
import { readInvoiceSettings } from './settings-queries.ts';

/** Issues what a payment lacks because a person asks for it: for one from before invoicing was switched on. */
export async function issueForPayment(
  change: Change,
  paymentId: string,
  ports: IssuePorts,
): Promise<Invoice[]> {
  const paid = await requirePaid(change, paymentId);
  const { accountId } = paid;
  if (!(await readInvoiceSettings(change)).isOn) refuse('invoicing_off');
  const issued = await issueDocuments(change, paid, ports);
  if (issued.length === 0) refuse('payment_has_invoice', { payment: paymentId });
  await noteChange(change, {
    ...{ accountId, action: 'invoice.issue', subject: 'invoices', key: { payment_id: paymentId } },
    ...{ before: null, after: { numbers: issued.map(({ number }) => number) } },
  });
  return issued;
}

async function requirePaid(change: Change, paymentId: string): Promise<Paid> {
  const lineNo = lineOfPayment(paymentId);
  if (lineNo !== undefined) {
    return (
      (await lockPaidLine(change, lineNo)) ?? refuse('bank_line_not_credited', { line: lineNo })
    );
  }
  const payment = await lockNamed(change, paymentId);
  const { state, mode } = payment;
  if (state !== 'paid' || mode !== 'live') {
    refuse('payment_not_invoiced', { payment: paymentId, state, mode });
  }
  return paidOf(change, payment);
}
