import { sweepUndocumented } from '../../money/invoices/due-queries.ts';
import { issueDue } from '../../money/invoices/invoice-jobs.ts';
import { topUpLowWallets } from '../../money/payments/auto-topup.ts';
import { compareLists } from '../../money/payments/compare-lists.ts';
import { comparePayments } from '../../money/payments/compare-payments.ts';
import { askDuePayments, askDueRefunds } from '../../money/payments/payment-jobs.ts';
import type { PaymentPorts } from '../../money/payments/payment-ports.ts';
import { removeDroppedMethods } from '../../money/payments/remove-methods.ts';
import type { Job } from './schedule.ts';

const hour = 3_600_000;

export function paymentJobs(payments: PaymentPorts): Job[] {
  return [
    {
      name: 'ask about payments',
      everyMs: 2_000,
      isShared: false,
      run: (signal) => askDuePayments(payments, signal),
    },
    {
      name: 'top up low wallets',
      everyMs: 10_000,
      isShared: true,
      run: (signal) => topUpLowWallets(payments, signal),
    },
    {
      name: 'refund payments',
      everyMs: 2_000,
      isShared: false,
      run: (signal) => askDueRefunds(payments, signal),
    },
    {
      name: 'remove saved methods',
      everyMs: 10_000,
      isShared: true,
      run: (signal) => removeDroppedMethods(payments, signal),
    },
    {
      // Each payment's vendor is asked once a day; the answers of the day are compared soon after they came.
      name: 'compare payments',
      everyMs: hour,
      isShared: true,
      run: () => comparePayments(payments),
    },
    {
      name: 'issue invoices',
      everyMs: 5_000,
      isShared: true,
      run: (signal) => issueDue(payments, signal),
    },
    {
      name: 'sweep invoices',
      everyMs: hour,
      isShared: true,
      run: () => sweepUndocumented(payments.pool),
    },
    {
      name: 'compare lists of payments',
      everyMs: hour,
      isShared: true,
      run: (signal) => compareLists(payments, signal),
    },
  ];
}
