import type { Desk, Taken } from './simulator.ts';

/** Payments that were disputed at some time, won or not: Stripe remembers. */
const everDisputed = new WeakSet<Taken>();
const feeShare = 0.029;
const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** A session that nobody completed expires at its time. */
export function isOpenAt({ state, said }: Taken, now: Date): boolean {
  return state === 'open' && now.getTime() < Number(said.expiresAt) * 1000;
}

/** What the payer paid; undefined if nothing. */
export function chargedOf({ state, said }: Taken): number | undefined {
  if (state === 'mispaid') return Math.floor(Number(said.amount) / 2);
  return ['paid', 'disputed', 'refunded'].includes(state) ? Number(said.amount) : undefined;
}

export function sessionOf(taken: Taken, desk: Desk, expand: readonly string[] = []) {
  const { said, reference, at } = taken;
  const isOpen = isOpenAt(taken, desk.now());
  const isExpired =
    ['closed', 'expired'].includes(taken.state) || (taken.state === 'open' && !isOpen);
  const intent = intentOf(taken, desk, innerOf(expand, 'payment_intent'));
  return {
    id: sessionIdOf(taken),
    object: 'checkout.session',
    amount_total: said.amount,
    client_reference_id: reference,
    created: seconds(at),
    currency: said.currency,
    expires_at: said.expiresAt,
    livemode: said.livemode,
    metadata: said.metadata,
    mode: 'payment',
    payment_intent: expand.some((each) => each.startsWith('payment_intent'))
      ? intent
      : (intent?.id ?? null),
    payment_method_types: [said.method],
    payment_status: chargedOf(taken) === undefined ? 'unpaid' : 'paid',
    status: isExpired ? 'expired' : isOpen ? 'open' : 'complete',
    url: isOpen ? `${desk.url}/c/pay/${taken.id}` : null,
  };
}

function sessionIdOf({ id, said }: Taken): string {
  return `cs_${said.livemode ? 'live' : 'test'}_${id}`;
}

function innerOf(expand: readonly string[], field: string): string[] {
  return expand.flatMap((each) =>
    each.startsWith(`${field}.`) ? [each.slice(field.length + 1)] : [],
  );
}

/** Checkout creates the PaymentIntent when the payer confirms, so an unpaid session has none. */
export function intentOf(taken: Taken, desk: Desk, expand: readonly string[]) {
  const charged = chargedOf(taken);
  if (charged === undefined && taken.state !== 'failed') return null;
  const charge = chargeOf(taken, desk, innerOf(expand, 'latest_charge').length > 0);
  return {
    id: `pi_${taken.id}`,
    object: 'payment_intent',
    amount: taken.said.amount,
    amount_received: charged ?? 0,
    currency: taken.said.currency,
    latest_charge: expand.some((each) => each.startsWith('latest_charge')) ? charge : charge.id,
    livemode: taken.said.livemode,
    metadata: taken.said.intentMetadata,
    ...savingOf(taken),
    status: charged === undefined ? 'requires_payment_method' : 'succeeded',
  };
}

/** The customer and method of a payment that saved its card, or that was made by a saved one. */
function savingOf({ id, said }: Taken) {
  if (said.savedBy)
    return { customer: `cus_${said.savedBy}`, payment_method: `pm_${said.savedBy}` };
  if (!said.saves) return { customer: null, payment_method: `pm_${id}`, setup_future_usage: null };
  const saving = { customer: `cus_${id}`, payment_method: `pm_${id}` };
  return { ...saving, setup_future_usage: 'off_session' };
}

/** Removed from their customers, so that they cannot be charged again. */
const detached = new WeakSet<Taken>();

/** The payment whose card was saved as this method and can be charged; detaching is for ever. */
export function savedMethod(id: string, desk: Desk): Taken | undefined {
  const taken = desk.find(/^pm_([0-9]+)$/.exec(id)?.[1] ?? '');
  const isSaved = taken?.said.saves === true && chargedOf(taken) !== undefined;
  return isSaved && !detached.has(taken) ? taken : undefined;
}

export function detach(taken: Taken): void {
  detached.add(taken);
}

/** Their payments still name them. */
const deletedCustomers = new WeakSet<Taken>();

/** The customer who was created with a payment; undefined if none was. */
export function customerOf(taken: Taken) {
  if (!taken.said.saves || chargedOf(taken) === undefined) return undefined;
  const named = { id: `cus_${taken.id}`, object: 'customer' };
  if (deletedCustomers.has(taken)) return { ...named, deleted: true };
  return { ...named, livemode: taken.said.livemode };
}

export function deleteCustomer(taken: Taken): void {
  deletedCustomers.add(taken);
  detach(taken);
}

export function methodObjectOf(taken: Taken) {
  const { livemode } = taken.said;
  const customer = detached.has(taken) ? null : `cus_${taken.id}`;
  return { id: `pm_${taken.id}`, object: 'payment_method', type: 'card', customer, livemode };
}

export function chargeOf(taken: Taken, desk: Desk, isWithFee: boolean) {
  const charged = chargedOf(taken) ?? 0;
  const fee = Math.round(charged * feeShare);
  const { currency, livemode, intentMetadata } = taken.said;
  const txn = {
    id: `txn_${taken.id}`,
    object: 'balance_transaction',
    amount: charged,
    fee,
    currency,
  };
  return {
    id: `ch_${taken.id}`,
    object: 'charge',
    amount: taken.said.amount,
    amount_captured: charged,
    amount_refunded: charged - leftOf(taken, desk),
    balance_transaction: isWithFee ? txn : txn.id,
    created: seconds(taken.decidedAt ?? taken.at),
    currency,
    disputed: disputesOf(taken, desk).length > 0,
    livemode,
    // Copied from the PaymentIntent.
    metadata: intentMetadata,
    payment_intent: `pi_${taken.id}`,
    ...(taken.said.method === 'card'
      ? { payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } } }
      : {}),
    status: charged > 0 ? 'succeeded' : 'failed',
  };
}

/** What can still be paid back. */
export function leftOf(payment: Taken, desk: Desk): number {
  if (payment.state === 'refunded') return 0;
  return (chargedOf(payment) ?? 0) - sumOf(ownRefunds(payment, desk));
}

function ownRefunds(payment: Taken, desk: Desk): Taken[] {
  return desk.taken.filter(({ kind, said }) => kind === 'refund' && said.payment === payment.id);
}

function sumOf(refunds: readonly Taken[]): number {
  return refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, { said }) => sum + Number(said.amount), 0);
}

/** Newest first. In the console somebody refunded all that was left. */
export function refundsOf(payment: Taken, desk: Desk): object[] {
  const own = ownRefunds(payment, desk);
  const objects = own.map((each) => refundObjectOf(each, desk)).toReversed();
  if (payment.state !== 'refunded') return objects;
  const amount = (chargedOf(payment) ?? 0) - sumOf(own);
  const said = { payment: payment.id, amount, metadata: {} };
  const byHand: Taken = { ...payment, kind: 'refund', id: `${payment.id}0`, state: 'done', said };
  return [refundObjectOf(byHand, desk), ...objects];
}

const refundStatuses: Readonly<Partial<Record<Taken['state'], string>>> = {
  open: 'pending',
  done: 'succeeded',
  failed: 'failed',
};

export function refundObjectOf({ id, at, said, state }: Taken, desk: Desk) {
  const status = refundStatuses[state];
  return {
    id: `re_${id}`,
    object: 'refund',
    amount: said.amount,
    charge: `ch_${said.payment}`,
    created: seconds(at),
    currency: desk.find(String(said.payment))?.said.currency,
    ...(status === 'failed' ? { failure_reason: 'declined' } : {}),
    metadata: said.metadata,
    payment_intent: `pi_${said.payment}`,
    status,
  };
}

export function disputesOf(payment: Taken, desk: Desk) {
  const isOpen = payment.state === 'disputed';
  // A copy of an entry may be shown before the entry itself.
  const entry = desk.find(payment.id) ?? payment;
  if (isOpen) everDisputed.add(entry);
  if (!everDisputed.has(entry)) return [];
  const { amount, currency, livemode } = payment.said;
  const withdrawn = { id: `txn_${payment.id}1`, amount: -Number(amount), currency };
  const reinstated = { id: `txn_${payment.id}2`, amount, currency };
  return [
    {
      id: `du_${payment.id}`,
      object: 'dispute',
      amount,
      balance_transactions: isOpen ? [withdrawn] : [withdrawn, reinstated],
      charge: `ch_${payment.id}`,
      currency,
      livemode,
      metadata: {},
      payment_intent: `pi_${payment.id}`,
      status: isOpen ? 'needs_response' : 'won',
    },
  ];
}
