import { verify } from 'node:crypto';
import { formatMoney, type Money, parseMoney } from '../../../foundation/money.ts';
import {
  asPaymentVendor,
  type OrderRef,
  type PaidReport,
  type PaymentBegun,
  type PaymentOrder,
  type PaymentReport,
  type RefundOrder,
  type RefundReport,
} from '../../providers/payment.ts';
import type { Failure } from '../../providers/provider.ts';
import { textOf, UnexpectedResponse } from '../../providers/read-answer.ts';
import type { Callback, CallbackReading } from '../../providers/vendor.ts';
import { readChinaTime, writeChinaTime } from '../china-time.ts';
import { alipayAdvice } from './alipay-advice.ts';
import { alipayCodes } from './alipay-codes.ts';
import { type AlipayConfig, alipayConfig, findAlipayFaults } from './alipay-config.ts';
import { createList } from './alipay-list.ts';
import {
  type AlipayReply,
  type CallAlipay,
  createCall,
  formOf,
  isRefusedWith,
  openKeys,
  refusalOf,
  requireDone,
  requireSame,
  signedText,
  signRequest,
} from './call-alipay.ts';

/** A QR code is dead after two hours, whatever the order says. */
const qrLifeMs = 2 * 3_600_000;
/** How far our clock and theirs may be apart before an order that nobody opened counts as over. */
const clockMarginMs = 5 * 60_000;

const missing = ['ACQ.TRADE_NOT_EXIST', 'TRADE_NOT_EXIST'];
/** It was paid, or closed before: a query tells which. */
const notOpen = [
  'ACQ.TRADE_STATUS_ERROR',
  'ACQ.REASON_TRADE_STATUS_INVALID',
  'ACQ.REASON_ILLEGAL_STATUS',
];

/**
 * Alipay of mainland China. It creates an order only when the payer scans the code or signs in on the page, so an
 * order that it does not know may still be paid; see `absentReport`.
 */
export const alipay = asPaymentVendor<typeof alipayConfig>({
  kind: 'payment',
  code: 'alipay',
  title: { en: 'Alipay', zh: '支付宝' },
  docs: 'https://opendocs.alipay.com/open/00dn7k',
  config: alipayConfig,
  findConfigFaults: findAlipayFaults,
  ...alipayAdvice,
  codes: alipayCodes,
  horizonHours: 8_760,
  currencies: ['CNY'],
  methods: {
    qr: { title: { en: 'Alipay QR code', zh: '支付宝扫码' }, shows: 'qr' },
    page: { title: { en: 'Alipay page', zh: '支付宝网页支付' }, shows: 'page' },
  },

  open(settings, tools) {
    const keys = openKeys(settings);
    const call = createCall(settings, keys, tools);
    const { clock } = tools;
    const queryRefund = createRefundQuery(call);
    return {
      async begin(order, { signal }): Promise<PaymentBegun> {
        const notify_url = tools.callbackUrl();
        const vendorRef = refOf(order);
        if (order.method === 'page') {
          const fields = signRequest(settings, keys, clock.now(), {
            ...{ method: 'alipay.trade.page.pay', notify_url, return_url: order.returnUrl },
            biz_content: JSON.stringify(contentOf(order, 'FAST_INSTANT_TRADE_PAY')),
          });
          const show = `${settings.endpoint}?${formOf(fields)}`;
          return { kind: 'started', vendorRef, show, expiresAt: order.expiresAt };
        }
        const content = contentOf(order, settings.qrProduct);
        const reply = await call('alipay.trade.precreate', content, signal, { notify_url });
        if (reply.code !== '10000') return refusalOf(reply);
        requireSame(reply.said, 'out_trade_no', order.orderNo);
        const show = textOf(reply.said, 'qr_code');
        if (!show) throw new UnexpectedResponse('no qr_code');
        const ends = Math.min(order.expiresAt.getTime(), clock.nowMs() + qrLifeMs);
        return { kind: 'started', vendorRef, show, expiresAt: new Date(ends) };
      },

      async query(order, { signal }): Promise<PaymentReport> {
        const content = { out_trade_no: order.orderNo };
        const reply = await call('alipay.trade.query', content, signal);
        if (isRefusedWith(reply, missing)) return absentReport(order, clock.nowMs());
        return reportOf(requireDone(reply), order, clock.now());
      },

      async close(order, { signal }): Promise<void> {
        const content = { out_trade_no: order.orderNo };
        const reply = await call('alipay.trade.close', content, signal);
        if (!isRefusedWith(reply, [...missing, ...notOpen])) requireDone(reply);
      },

      async refund(order, { signal }): Promise<RefundReport | Failure> {
        const reply = await call('alipay.trade.refund', refundContent(order), signal);
        if (reply.code !== '10000') return refusalOf(reply);
        requireSame(reply.said, 'out_trade_no', order.orderNo);
        // The answer names the sum of all refunds, so only a query tells what this one came to.
        return queryRefund({ ...order, refundRef: order.refundNo }, signal);
      },

      queryRefund: (order, { signal }) => queryRefund(order, signal),
      readCallback: (callback) => readNotice(callback, settings, keys.alipay),
      list: createList(call, tools, settings),
    };
  },
});

function contentOf(order: PaymentOrder, product_code: string) {
  return {
    out_trade_no: order.orderNo,
    total_amount: yuanOf(order.amount),
    subject: subjectOf(order.title),
    product_code,
    time_expire: writeChinaTime(order.expiresAt),
  };
}

/** Alipay refuses some signs in a title. */
function subjectOf(title: string): string {
  const wide: Readonly<Record<string, string>> = { '/': '／', '=': '＝', '&': '＆' };
  return title.replaceAll(/[/=&]/g, (sign) => wide[sign] ?? ' ');
}

/**
 * Alipay gives no id before somebody opens the order. Ours says until when the order can be opened, which Alipay
 * does not answer either. The order's number keeps it from being taken for another order's.
 */
function refOf({ orderNo, expiresAt }: PaymentOrder): string {
  return `${orderNo} until ${expiresAt.toISOString()}`;
}

/** Alipay does not know the order. If a payer was given its code or page, they may still open it until it ends. */
function absentReport({ orderNo, vendorRef }: OrderRef, nowMs: number): PaymentReport {
  if (vendorRef === null) return { state: 'absent' };
  const [named, until = ''] = vendorRef.split(' until ');
  if (named !== orderNo) throw new UnexpectedResponse('the reference of another order');
  const detail = `nobody opened it; it can be opened until ${until}`;
  if (nowMs > Date.parse(until) + clockMarginMs)
    return { state: 'ended', because: 'expired', detail };
  return { state: 'open', detail };
}

function reportOf(said: unknown, order: OrderRef, now: Date): PaymentReport {
  requireSame(said, 'out_trade_no', order.orderNo);
  const status = textOf(said, 'trade_status');
  const paidAt = readChinaTime(textOf(said, 'send_pay_date'));
  switch (status) {
    case 'WAIT_BUYER_PAY':
      return { state: 'open', detail: status };
    case 'TRADE_SUCCESS':
    case 'TRADE_FINISHED': {
      // Somebody else pays later, or the money has not arrived.
      const later = textOf(said, 'credit_pay_mode') || textOf(said, 'additional_status');
      if (later) return { state: 'open', detail: `${status} ${later}` };
      return paidReport(said, paidAt ?? now, false);
    }
    case 'TRADE_CLOSED':
      // Unpaid, or paid and paid back in full: only the latter has a time of payment.
      if (paidAt) return paidReport(said, paidAt, true);
      return { state: 'ended', because: 'closed', detail: status };
    default:
      throw new UnexpectedResponse(`trade_status ${status}`);
  }
}

/** The answer does not name refunds of a part; only a refund of everything shows. */
function paidReport(said: unknown, paidAt: Date, isPaidBack: boolean): PaidReport {
  const amount = readYuan(said, 'total_amount');
  const paymentRef = textOf(said, 'trade_no');
  if (!paymentRef) throw new UnexpectedResponse('no trade_no');
  return {
    ...{ state: 'paid', amount, paymentRef, paidAt, disputed: 0n },
    currency: textOf(said, 'trans_currency') || 'CNY',
    refunded: isPaidBack ? amount : 0n,
  };
}

function refundContent({ orderNo, refundNo, refund, reason }: RefundOrder) {
  return {
    out_trade_no: orderNo,
    out_request_no: refundNo,
    refund_amount: yuanOf(refund),
    refund_reason: reason.slice(0, 256),
  };
}

/** Alipay has no id for a refund: it is named by our number. */
function createRefundQuery(call: CallAlipay) {
  return async (order: RefundOrder, signal: AbortSignal): Promise<RefundReport> => {
    const { orderNo: out_trade_no, refundNo: out_request_no } = order;
    const content = { out_trade_no, out_request_no };
    const reply: AlipayReply = await call('alipay.trade.fastpay.refund.query', content, signal);
    if (isRefusedWith(reply, missing)) return { state: 'absent' };
    const said = requireDone(reply);
    if (textOf(said, 'refund_status') === 'REFUND_SUCCESS') {
      requireSame(said, 'out_trade_no', out_trade_no);
      requireSame(said, 'out_request_no', out_request_no);
      const amount = readYuan(said, 'refund_amount');
      return { state: 'done', refundRef: out_request_no, amount, currency: 'CNY' };
    }
    // Without a status it was not carried out. One that Alipay accepted may take a moment to appear.
    const { refundRef } = order;
    return refundRef === null ? { state: 'absent' } : { state: 'pending', refundRef };
  };
}

function yuanOf(amount: Money): string {
  if (amount <= 0n || amount % 100n !== 0n) throw new Error(`${amount} is not a sum of whole fen`);
  return formatMoney(amount).slice(0, -2);
}

function readYuan(said: unknown, field: string): Money {
  const amount = parseMoney(textOf(said, field));
  if (amount === undefined) throw new UnexpectedResponse(`no ${field}`);
  return amount;
}

function readNotice(
  { body }: Callback,
  { appId, sellerId }: AlipayConfig,
  key: ReturnType<typeof openKeys>['alipay'],
): CallbackReading {
  const fields = new Map(body.split('&').map((pair) => readPair(pair)));
  const given = fields.get('sign') ?? '';
  const signature = Buffer.from(given, 'base64');
  const signed = [...fields].filter(([name]) => name !== 'sign' && name !== 'sign_type');
  const text = Buffer.from(signedText(signed), 'latin1');
  if (signature.toString('base64') !== given || !verify('sha256', text, key, signature)) {
    return { kind: 'refused', because: 'signature', detail: 'a wrong signature' };
  }
  if (fields.get('app_id') !== appId || fields.get('seller_id') !== sellerId) {
    return {
      kind: 'refused',
      because: 'form',
      detail: 'a notice for another application or seller',
    };
  }
  const orderNo = fields.get('out_trade_no');
  return {
    kind: 'orders',
    orderNos: orderNo ? [orderNo] : [],
    answer: { status: 200, contentType: 'text/plain', body: 'success' },
  };
}

/** Each character is one byte of the text, which may be GBK: those bytes are what Alipay signed. */
function readPair(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=');
  const bytesOf = (text: string) =>
    text
      .replaceAll('+', ' ')
      .replaceAll(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return at < 0 ? [bytesOf(pair), ''] : [bytesOf(pair.slice(0, at)), bytesOf(pair.slice(at + 1))];
}
