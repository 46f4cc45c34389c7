import type {
  PaymentOrder,
  PaymentProvider,
  PaymentReport,
  RefundReport,
} from '../providers/payment.ts';

/** An order as the sandbox stores it. */
export interface SandboxOrder extends Omit<PaymentOrder, 'method' | 'language'> {
  /** What the tester chose. */
  state: 'open' | 'paid' | 'failed' | 'closed';
  isExpired: boolean;
  paidAt: Date | null;
  refunded: bigint;
  disputed: bigint;
  refundNos: readonly string[];
}

export interface SandboxOrders {
  /** Stores an order, once. */
  create(order: PaymentOrder): Promise<void>;
  find(orderNo: string): Promise<SandboxOrder | undefined>;
  /** Ends an open order. */
  end(orderNo: string, state: 'paid' | 'failed' | 'closed'): Promise<void>;
  /** Pays back once by this number, and never more than was paid. Returns whether it did, now or before. */
  refund(orderNo: string, refundNo: string, amount: bigint): Promise<boolean>;
}

/** The path prefix of an order's page; its number follows. */
export const paymentPath = '/sandbox/pay/';

/** A provider of payments that runs on this machine: on its page, a tester pays, fails or leaves the order open. */
export function createSandboxPayments(ports: {
  orders: SandboxOrders;
  personUrl(): string;
}): PaymentProvider {
  const { orders } = ports;
  const refundRefOf = (refundNo: string) => `sbx_${refundNo}`;

  return {
    kind: 'payment',
    code: 'sandbox',
    vendorCode: 'sandbox',
    title: { en: 'Sandbox', zh: '沙箱' },
    horizonHours: 72,
    methods: { card: { title: { en: 'Card', zh: '银行卡' }, shows: 'page' } },
    currencies: 'all',

    async begin(order) {
      await orders.create(order);
      const { orderNo, expiresAt } = order;
      const show = `${ports.personUrl()}${paymentPath}${orderNo}?lang=${order.language}`;
      return { kind: 'started', vendorRef: orderNo, show, expiresAt };
    },

    async query({ orderNo }) {
      const order = await orders.find(orderNo);
      return order ? reportOf(order) : { state: 'absent' };
    },

    async close({ orderNo }) {
      await orders.end(orderNo, 'closed');
    },

    async refund({ orderNo, refundNo, refund, currency }) {
      const isDone = await orders.refund(orderNo, refundNo, refund);
      if (isDone) {
        return { state: 'done', refundRef: refundRefOf(refundNo), amount: refund, currency };
      }
      const detail = 'the order was not paid, or less is left of it';
      return { kind: 'rejected', reason: 'provider_fault', detail };
    },

    async queryRefund({ orderNo, refundNo, refund, currency }): Promise<RefundReport> {
      const order = await orders.find(orderNo);
      if (!order?.refundNos.includes(refundNo)) return { state: 'absent' };
      return { state: 'done', refundRef: refundRefOf(refundNo), amount: refund, currency };
    },
  };
}

function reportOf({ state, isExpired, ...order }: SandboxOrder): PaymentReport {
  const { orderNo, amount, currency, paidAt, refunded, disputed } = order;
  if (state === 'paid') {
    const paid = { amount, currency, paymentRef: `sbx_${orderNo}`, paidAt: paidAt ?? new Date(0) };
    return { state, ...paid, refunded, disputed };
  }
  if (state === 'failed')
    return { state: 'ended', because: 'failed', detail: 'the tester failed it' };
  if (state === 'closed') return { state: 'ended', because: 'closed', detail: '' };
  if (isExpired) return { state: 'ended', because: 'expired', detail: '' };
  return { state: 'open', detail: '' };
}
