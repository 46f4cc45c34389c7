import { randomInt } from 'node:crypto';
import type { HttpAnswer, HttpRequest } from '../../src/foundation/outbound/http-client.ts';
import { failureOf, type Opening } from '../../src/vendors/providers/open-provider.ts';
import type {
  InAppBegun,
  OpenPayments,
  OrderRef,
  PaymentBegun,
  PaymentOrder,
  PaymentReport,
  PaymentVendor,
  RefundOrder,
} from '../../src/vendors/providers/payment.ts';
import type { Callback } from '../../src/vendors/providers/vendor.ts';
import type { Simulator, Taken } from '../../src/vendors/simulators/simulator.ts';
import type { PassingAnswer } from './altering-relay.ts';
import { withUrl } from './misbehaving-server.ts';
import { useVendorFixture, type VendorFixture } from './vendor-fixture.ts';

export type Because = Extract<PaymentReport, { state: 'ended' }>['because'];

export interface PaymentContract {
  vendor: PaymentVendor;
  /** Its log names an order and a refund by our numbers, in `reference`. */
  simulator: Simulator;
  /** Settings with one wrong secret, so that the simulator refuses every request. */
  wrongSecret: Record<string, unknown>;
  /** Settings of another merchant of this vendor, whose notices are signed as rightly as ours. */
  otherMerchant: Record<string, unknown>;
  /** What the simulator must have received for the sample. */
  said: Record<string, unknown>;
  /** What `query` says of an order that ended so; a vendor without such an end omits it. */
  ends: Partial<Record<Because, Because>>;
  /** Whether a refund is done when it is accepted, or some time later, and may fail then. */
  refundsEnd: 'at_once' | 'later';
  /** What it says of an order does not tell how much was paid back: of a part, or ever. */
  hidesRefunds?: 'of_parts' | 'all';
  /** Whether a payer's bank can take a payment back. */
  hasDisputes: boolean;
  /** Changes of answers to `query` about a paid order, by what the changed answer is about. */
  lies: Readonly<Record<string, (answer: PassingAnswer) => PassingAnswer>>;
  /** A notice with this body, signed by the vendor, so that only its content is wrong. */
  signed?: (notice: Callback, body: string) => Callback;
  /** The vendor repeats notices unchanged for so long that their age proves nothing. */
  hasAgelessNotices?: true;
  changes?: Partial<PaymentOrder>;
  inApp?: InAppContract;
}

/** What the contract knows of a vendor with methods inside an app. */
export interface InAppContract {
  /** What its page sends a payer back with, as a browser inside the app gets it. */
  visit(payerUrl: string, payer: 'first' | 'second'): Promise<{ code: string; state: string }>;
  /** The app opens the cashier with what the page handed over, and the payer does this; returns what it told the page. */
  open(handOver: object, payer: 'ok' | 'cancel' | 'fail', url: string): Promise<string>;
  /** Settings under which the app tells nobody who pays. */
  wrongSecret: Record<string, unknown>;
}

export const hourMs = 3_600_000;
/** Of the platform, where a payment inside an app is made. */
const pageUrl = 'https://platform.example.com/pay/0123456789ABCDEF';

/** A number as the platform makes them: 24 digits and capital letters. */
export const newNumber = () =>
  `CS${Array.from({ length: 22 }, () => randomInt(36).toString(36).toUpperCase()).join('')}`;

/** `close` of an order is not that of a connection, which the fixture would call. */
interface OpenedPayments {
  payments: OpenPayments;
  close?(): Promise<void>;
}

function openForTest(vendor: PaymentVendor, { config, tools }: Opening): OpenedPayments {
  const payments = vendor.open(config, tools);
  return {
    payments: {
      ...payments,
      begin: (order, context) => payments.begin(order, context).catch(failureOf),
      ...(payments.inApp
        ? {
            inApp: {
              ...payments.inApp,
              begin: (...asked) =>
                payments.inApp?.begin(...asked).catch(failureOf) ?? Promise.reject(),
            } satisfies OpenPayments['inApp'],
          }
        : {}),
      refund: (refund, context) => payments.refund(refund, context).catch(failureOf),
    },
  };
}

export type PaymentFixture = ReturnType<typeof usePayments>;

/** What a request gets from somebody on the way; `pass` asks the vendor. */
type OnTheWay = (
  request: HttpRequest,
  pass: () => Promise<HttpAnswer>,
) => Partial<HttpAnswer> | Promise<Partial<HttpAnswer>>;

/** A payment vendor and its simulator, with the steps that most tests begin with. */
export function usePayments(
  contract: Pick<PaymentContract, 'vendor' | 'simulator' | 'changes' | 'inApp'>,
) {
  const { vendor, simulator } = contract;
  const fixture: VendorFixture<OpenedPayments> = useVendorFixture(vendor, simulator, (opening) =>
    openForTest(vendor, opening),
  );
  const soon = (ms = 10_000) => ({ signal: AbortSignal.timeout(ms) });
  const payments = () => fixture.provider.payments;

  function sample(changes: Partial<PaymentOrder> = {}): PaymentOrder {
    return {
      orderNo: newNumber(),
      amount: 888_000n,
      currency: 'CNY',
      method: Object.keys(vendor.methods)[0] ?? '',
      title: 'Top-up of Acme',
      returnUrl: 'https://platform.example.com/console/wallet?order=1',
      expiresAt: new Date(fixture.clock.nowMs() + 2 * hourMs),
      language: 'en',
      ...contract.changes,
      ...changes,
    };
  }

  /** By a method inside an app, the first payer comes to the page. */
  async function begin(order: PaymentOrder, ms?: number): Promise<PaymentBegun> {
    if (!vendor.methods[order.method]?.app) return payments().begin(order, soon(ms));
    const begun = await beginInApp(order, 'first', ms);
    if (begun.kind === 'other_payer') throw new Error(begun.detail);
    if (begun.kind !== 'started') return begun;
    return { ...begun, show: pageUrl, expiresAt: order.expiresAt };
  }

  async function visit(payer: 'first' | 'second', state = 'a'.repeat(64)) {
    const { inApp } = payments();
    if (!inApp || !contract.inApp) throw new Error(`${vendor.code} has no method inside an app`);
    return contract.inApp.visit(inApp.payerUrl({ pageUrl, state }), payer);
  }

  async function beginInApp(order: PaymentOrder, payer: 'first' | 'second', ms?: number) {
    const { code } = await visit(payer);
    return beginBy(code, order, ms);
  }

  /** With what a page was sent back with. */
  async function beginBy(code: string, order: PaymentOrder, ms?: number): Promise<InAppBegun> {
    const { inApp } = payments();
    if (!inApp) throw new Error(`${vendor.code} has no method inside an app`);
    return inApp.begin(order, code, soon(ms));
  }

  /** An order that was begun, and the simulator's entry for it. */
  async function begun(changes: Partial<PaymentOrder> = {}) {
    const order = sample(changes);
    const started = await begin(order);
    if (started.kind !== 'started') throw new Error(JSON.stringify(started));
    return { order, started, ref: refOf(order, started.vendorRef), taken: takenOf(order.orderNo) };
  }

  async function paid(changes: Partial<PaymentOrder> = {}) {
    const all = await begun(changes);
    fixture.running.decide(all.taken.id, 'paid');
    const report = await query(all.ref);
    if (report.state !== 'paid') throw new Error(JSON.stringify(report));
    return { ...all, report };
  }

  const query = (ref: OrderRef) => payments().query(ref, soon());

  function refOf({ orderNo, amount, currency }: PaymentOrder, vendorRef: string | null): OrderRef {
    return { orderNo, amount, currency, vendorRef };
  }

  const allOf = (reference: string) =>
    fixture.running.taken.filter((each) => each.reference === reference);

  function takenOf(reference: string): Taken {
    const all = allOf(reference);
    const [taken] = all;
    if (!taken || all.length > 1) throw new Error(`${reference} was taken ${all.length} times`);
    return taken;
  }

  function open(settings: Record<string, unknown> = {}, onTheWay?: OnTheWay): OpenPayments {
    const way = async (request: HttpRequest) => {
      const said = await onTheWay?.(request, () => fixture.http.request(request));
      return { status: 200, headers: {}, text: '', ...said };
    };
    const config = { ...fixture.running.config, ...settings };
    return fixture.open(config, onTheWay && way).payments;
  }

  async function openElsewhere(url: string, settings: Record<string, unknown> = {}) {
    fixture.provider = fixture.open({
      ...fixture.running.config,
      ...withUrl(fixture.running, url),
      ...settings,
    });
  }

  return {
    fixture,
    soon,
    payments,
    sample,
    begin,
    visit,
    beginInApp,
    beginBy,
    begun,
    paid,
    query,
    refOf,
    allOf,
    takenOf,
    open,
    openElsewhere,
  };
}

export function refundOf(ref: OrderRef, paymentRef: string, refund = ref.amount): RefundOrder {
  return { ...ref, refundNo: newNumber(), refund, paymentRef, refundRef: null, reason: 'unused' };
}

/** What the vendor says was paid back of an order, when this sum was. */
export function shownRefund(
  { hidesRefunds }: PaymentContract,
  sum: bigint,
  { amount }: { amount: bigint },
): bigint {
  const isHidden = hidesRefunds === 'all' || (hidesRefunds === 'of_parts' && sum < amount);
  return isHidden ? 0n : sum;
}
