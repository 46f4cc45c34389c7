import type {
  OrderRef,
  PaidReport,
  PaymentProvider,
  PaymentReport,
  RefundReport,
} from '../../src/vendors/providers/payment.ts';
import type { Failure } from '../../src/vendors/providers/provider.ts';

interface TillOrder {
  amount: bigint;
  currency: string;
  state: 'open' | 'paid' | 'closed';
  paid: PaidReport | null;
  refunds: Map<string, bigint>;
  haveRefundsFailed?: boolean;
}

/** A vendor of payments in a test, with books of its own. It may lose its answers before or after it has acted. */
export class FakeTill {
  readonly orders = new Map<string, TillOrder>();
  readonly forgotten = new Set<string>();
  /** Called before and after each request; what it throws is lost on the way. */
  onRequest: (name: string, at: 'before' | 'after') => unknown = () => {};
  refusesRefunds = false;
  /** What became of charges by a saved method: paid, refused, or left open. */
  charges: 'paid' | 'refused' | 'open' = 'paid';
  asked = 0;

  /** The customer pays. `as` changes what the books then say. */
  pay(orderNo: string, as: Partial<PaidReport> = {}): boolean {
    const order = this.orders.get(orderNo);
    if (order?.state !== 'open') return false;
    const { amount, currency } = order;
    const facts = { amount, currency, paymentRef: `pay_${orderNo}`, paidAt: new Date() };
    order.state = 'paid';
    order.paid = { state: 'paid', ...facts, refunded: 0n, disputed: 0n, ...as };
    return true;
  }

  /** The payer's bank takes money back. */
  dispute(orderNo: string, disputed: bigint): void {
    const paid = this.orders.get(orderNo)?.paid;
    if (!paid) return;
    const most = paid.amount - paid.refunded;
    paid.disputed = disputed > most ? most : disputed;
  }

  /** The payer's bank does not take the refunds that were done. */
  failRefunds(orderNo: string): void {
    const order = this.orders.get(orderNo);
    if (!order?.paid) return;
    order.paid.refunded = 0n;
    order.haveRefundsFailed = true;
  }

  /** What reached us in all, by the vendor's books. */
  balance(): bigint {
    let sum = 0n;
    for (const { paid } of this.orders.values()) {
      if (paid) sum += paid.amount - paid.refunded - paid.disputed;
    }
    return sum;
  }

  provider(code: string): PaymentProvider {
    const through = async <Answer>(name: string, work: () => Answer): Promise<Answer> => {
      this.asked++;
      await this.onRequest(name, 'before');
      const answer = work();
      await this.onRequest(name, 'after');
      return answer;
    };
    return {
      ...{ kind: 'payment', code, vendorCode: 'till', title: { en: 'Till', zh: '收银台' } },
      ...{ horizonHours: 72, currencies: 'all' },
      methods: { card: { title: { en: 'Card', zh: '银行卡' }, shows: 'page', saves: true } },
      begin: (order) =>
        through('begin', () => {
          const { orderNo, amount, currency, expiresAt } = order;
          const fresh = {
            amount,
            currency,
            state: 'open',
            paid: null,
            refunds: new Map(),
          } as const;
          if (!this.orders.has(orderNo)) this.orders.set(orderNo, { ...fresh });
          const show = `https://till.example/${orderNo}`;
          return { kind: 'started', vendorRef: `till_${orderNo}`, show, expiresAt };
        }),
      charge: ({ orderNo, amount, currency, savedRef }) =>
        through('charge', () => {
          if (this.charges === 'refused' || this.forgotten.has(savedRef)) {
            return { kind: 'rejected', reason: 'provider_fault', detail: 'card declined' };
          }
          const fresh = { amount, currency, paid: null, refunds: new Map() };
          if (!this.orders.has(orderNo)) this.orders.set(orderNo, { ...fresh, state: 'open' });
          if (this.charges === 'paid') this.pay(orderNo);
          return { kind: 'started', vendorRef: `till_${orderNo}` };
        }),
      forget: (savedRef) => through('forget', () => void this.forgotten.add(savedRef)),
      query: (order) => through('query', () => this.#report(order)),
      close: ({ orderNo }) =>
        through('close', () => {
          const order = this.orders.get(orderNo);
          if (order?.state === 'open') order.state = 'closed';
        }),
      refund: ({ orderNo, refundNo, refund }) =>
        through('refund', () => this.#refund(orderNo, refundNo, refund)),
      queryRefund: ({ orderNo, refundNo }) =>
        through('queryRefund', () => this.#reportRefund(orderNo, refundNo)),
    };
  }

  #report({ orderNo }: OrderRef): PaymentReport {
    const order = this.orders.get(orderNo);
    if (!order) return { state: 'absent' };
    if (order.paid) return { ...order.paid };
    if (order.state === 'open') return { state: 'open', detail: 'not paid yet' };
    return { state: 'ended', because: 'closed', detail: 'closed' };
  }

  #refund(orderNo: string, refundNo: string, refund: bigint): RefundReport | Failure {
    const order = this.orders.get(orderNo);
    const isDone = order?.refunds.has(refundNo) ?? false;
    const left = order?.paid ? order.paid.amount - order.paid.refunded - order.paid.disputed : 0n;
    if (!isDone && (this.refusesRefunds || !order?.paid || refund > left)) {
      return { kind: 'rejected', reason: 'provider_fault', detail: 'refused' };
    }
    if (order?.paid && !isDone) {
      order.refunds.set(refundNo, refund);
      order.paid.refunded += refund;
    }
    return this.#reportRefund(orderNo, refundNo);
  }

  #reportRefund(orderNo: string, refundNo: string): RefundReport {
    const order = this.orders.get(orderNo);
    const amount = order?.refunds.get(refundNo);
    if (!order || amount === undefined) return { state: 'absent' };
    const refundRef = `re_${refundNo}`;
    if (order.haveRefundsFailed) return { state: 'failed', refundRef, detail: 'closed account' };
    return { state: 'done', refundRef, amount, currency: order.currency };
  }
}
