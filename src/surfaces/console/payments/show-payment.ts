import type { Language } from '../../../foundation/contract/text/languages.ts';
import { formatMoney } from '../../../foundation/money.ts';
import type { OpenLines } from '../../../money/bank/bank-queries.ts';
import { detailText } from '../../../money/payments/detail-text.ts';
import { orderNoOf } from '../../../money/payments/payment.ts';
import type { ListedPayment } from '../../../money/payments/payment-list-queries.ts';
import type { PaymentStory } from '../../../money/payments/payment-story.ts';
import { creditLeftOf, leftOf } from '../../../money/payments/refund-payment.ts';
import { showCharge } from '../../../money/payments/show-payment.ts';
import type { ConsoleContext } from '../kit/console-route.ts';
import { nullableMoney } from '../kit/nullable.ts';
import type { PaymentDetail, PaymentRow } from './payments-contract.ts';
import { providerTitles } from './provider-titles.ts';

type Reader = Pick<ConsoleContext, 'registry' | 'language'>;

export function showOpenLines({ sums, ...lines }: OpenLines) {
  return { ...lines, sums: sums.map((one) => ({ ...one, amount: formatMoney(one.amount) })) };
}

/** The method by its title; by its code if its provider was removed. */
function methodName(
  { registry, language }: { registry: Reader['registry']; language: Language },
  { providerCode, method }: ListedPayment,
): string {
  return registry.payment.get(providerCode)?.methods[method]?.title[language] ?? method;
}

export function showPaymentRow(reader: Reader, payment: ListedPayment): PaymentRow {
  const { refunded, takenBack } = payment;
  return {
    ...{ paymentId: payment.paymentId, accountId: payment.accountId },
    ...{ accountName: payment.accountName, provider: payment.providerCode },
    ...{ method: methodName(reader, payment), state: payment.state },
    ...{ amount: formatMoney(payment.amount), fee: formatMoney(payment.fee) },
    ...{ currency: payment.currency, credited: nullableMoney(payment.credited) },
    ...{ returned: formatMoney(refunded + takenBack), disputed: formatMoney(payment.disputed) },
    ...{
      isDisputeOpen: payment.isDisputeOpen,
      detail: detailText(payment.detail, reader.language),
    },
    at: payment.begunAt.toISOString(),
  };
}

export function showPaymentDetail(
  reader: Reader,
  payment: ListedPayment,
  { steps, report }: PaymentStory,
): PaymentDetail {
  const { mode, reference, vendorRef, paymentRef } = payment;
  return {
    ...showPaymentRow(reader, payment),
    titles: providerTitles(reader),
    ...{ mode, reference, vendorRef, paymentRef, ...showCharge(payment) },
    expiresAt: payment.expiresAt.toISOString(),
    orderNo: orderNoOf(payment.paymentId),
    vendorPaid: report && { ...report, amount: formatMoney(report.amount) },
    left: formatMoney(leftOf(payment)),
    creditLeft: formatMoney(creditLeftOf(payment)),
    steps: steps.map(({ what, at, lastAt = at, times = 1, amount = null, detail = '' }) => ({
      ...{ what, at: at.toISOString(), times, amount: nullableMoney(amount) },
      detail: detailText(detail, reader.language),
      lastAt: times > 1 ? lastAt.toISOString() : null,
    })),
  };
}
