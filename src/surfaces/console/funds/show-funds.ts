import { hash } from 'node:crypto';
import type { Static } from 'typebox';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import type { Mode } from '../../../foundation/contract/products.ts';
import { isRequestId } from '../../../foundation/contract/text/is-request-id.ts';
import { formatMoney } from '../../../foundation/money.ts';
import { printReference, referenceOf } from '../../../money/bank/creditor-reference.ts';
import { readPayee } from '../../../money/bank/payee-queries.ts';
import { readBalance } from '../../../money/ledger/queries.ts';
import { changeAutoTopUp, readAutoTopUp } from '../../../money/payments/auto-topup.ts';
import type { AutoTopUp } from '../../../money/payments/auto-topup-queries.ts';
import { beginPayment } from '../../../money/payments/begin-payment.ts';
import { isLate, type Payment, totalOf } from '../../../money/payments/payment.ts';
import { findPayments } from '../../../money/payments/payment-list-queries.ts';
import { showOffer } from '../../../money/payments/payment-offer.ts';
import { offersOf } from '../../../money/payments/payment-offers.ts';
import { findPayment } from '../../../money/payments/payment-queries.ts';
import { showPayment } from '../../../money/payments/show-payment.ts';
import type { ConsoleContext } from '../kit/console-route.ts';
import { nullableMoney } from '../kit/nullable.ts';
import { readAmount } from '../kit/read-amount.ts';
import { requireOneAccount } from '../kit/require-scope.ts';
import type {
  AutoTopUpForm,
  AutoTopUp as AutoTopUpView,
  Begun,
  Funds,
  NewPayment,
  PaymentsPage,
  PaymentsQuery,
  PaymentView,
} from './funds-contract.ts';

const pageSize = 20;

/** Bank transfers are credited to live wallets alone. */
export async function readFunds(
  { pool, scope, payments, cells }: ConsoleContext,
  mode: Mode,
): Promise<Funds> {
  const accountId = requireOneAccount(scope);
  const offers = await offersOf(payments, { accountId, mode });
  const isLive = mode === 'live';
  const details = isLive ? await readPayee(pool) : null;
  const automatic = isLive ? await readAutoTopUp(payments, accountId) : undefined;
  return {
    offers: offers.map((offer) => {
      const { providerCode: code } = offer;
      const providerTitle = payments.providers.get(code)?.title ?? { en: code, zh: code };
      return { ...showOffer(offer), providerTitle };
    }),
    bank: details === null ? null : { details, reference: referenceFor(cells.cell, accountId) },
    automatic: automatic ? showAutoTopUp(automatic) : null,
  };
}

function showAutoTopUp({ isOn, savedTitle, stopped, leaving, ...sums }: AutoTopUp): AutoTopUpView {
  const { threshold, amount, monthlyCap, spent } = sums;
  return {
    ...{ isOn, card: savedTitle, leaving, stopped, threshold: formatMoney(threshold) },
    ...{ amount: formatMoney(amount), monthlyCap: formatMoney(monthlyCap) },
    spent: formatMoney(spent),
  };
}

export async function setAutomatic(
  { scope, payments, change }: ConsoleContext,
  { isOn, ...typed }: Static<typeof AutoTopUpForm>,
): Promise<void> {
  const accountId = requireOneAccount(scope);
  const terms = {
    isOn,
    threshold: readAmount('threshold', typed.threshold),
    amount: readAmount('amount', typed.amount),
    monthlyCap: readAmount('monthlyCap', typed.monthlyCap),
  };
  await change('payment.automatic', (by) => changeAutoTopUp(by, payments, accountId, terms));
}

function referenceFor(cell: number | undefined, accountId: number): string {
  return printReference(referenceOf({ cell, accountId }));
}

/** The payer comes back to the page of the payment, which asks the provider then. */
export async function beginHere(
  { scope, payments, person, change, language, publicUrl }: ConsoleContext,
  {
    mode,
    amount: typed,
    provider,
    method,
    attempt,
    saves = false,
    ...shown
  }: Static<typeof NewPayment>,
): Promise<Begun> {
  const accountId = requireOneAccount(scope);
  const amount = readAmount('amount', typed);
  const { charged, chargedCurrency } = shown;
  const wanted = [formatMoney(amount), provider, method, charged, chargedCurrency, saves];
  const asked = [person.personId, attempt, ...wanted];
  const { paymentId, ...payment } = await beginPayment(
    payments,
    { accountId, mode },
    {
      ...{
        change,
        amount,
        provider,
        method,
        reference: '',
        language,
        saves: saves && mode === 'live',
        shown: { amount: readAmount('charged', charged), currency: chargedCurrency },
      },
      returnUrl: (id) => `${publicUrl()}/console/${accountId}/funds/${id}?mode=${mode}&back=yes`,
      claimHash: hash('sha256', JSON.stringify(asked), 'buffer'),
    },
  );
  const { payUrl } = showPayment({ ...payment, paymentId }, payments.providers);
  return { paymentId, payUrl };
}

export async function requirePayment(
  { pool, scope }: ConsoleContext,
  { mode, paymentId }: { mode: Mode; paymentId: string },
): Promise<Payment> {
  const accountId = requireOneAccount(scope);
  const id = paymentId.trim().toLowerCase();
  if (!isRequestId(id)) return fail('nothing_there');
  return (await findPayment(pool, { accountId, mode }, id)) ?? fail('nothing_there');
}

export function titleOf({ payments }: ConsoleContext, { providerCode, method }: Payment) {
  return payments.providers.get(providerCode)?.methods[method]?.title;
}

export async function readPayment(
  context: ConsoleContext,
  asked: { mode: Mode; paymentId: string },
): Promise<PaymentView> {
  const { pool, clock } = context;
  const payment = await requirePayment(context, asked);
  const { available } = await readBalance(pool, payment.accountId, payment.mode);
  return {
    ...viewOf(context, payment),
    available: formatMoney(available),
    now: clock.now().toISOString(),
  };
}

function viewOf(context: ConsoleContext, payment: Payment) {
  const { state, credited, isOverdue } = payment;
  return {
    ...showPayment(payment, context.payments.providers),
    total: formatMoney(totalOf(payment)),
    title: titleOf(context, payment) ?? null,
    isLate: isLate(payment),
    isOverdue: state === 'pending' && isOverdue,
    credited: nullableMoney(credited),
  };
}

export async function readPayments(
  context: ConsoleContext,
  { mode, before, limit = pageSize }: Static<typeof PaymentsQuery>,
): Promise<PaymentsPage> {
  const { pool, scope } = context;
  const account = requireOneAccount(scope);
  const asked = { account, mode };
  const { payments, hasMore } = await findPayments(pool, scope, asked, { limit, before });
  return {
    payments: payments.map((payment) => viewOf(context, payment)),
    next: hasMore ? (payments.at(-1)?.paymentId ?? null) : null,
  };
}
