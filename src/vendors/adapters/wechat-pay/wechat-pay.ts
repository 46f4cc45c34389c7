import type { Money } from '../../../foundation/money.ts';
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
import { fieldOf, parseJson, textOf, UnexpectedResponse } from '../../providers/read-answer.ts';
import type { Callback, CallbackReading, Tools } from '../../providers/vendor.ts';
import { writeChinaTime } from '../china-time.ts';
import {
  type CallWechatPay,
  createCall,
  createRequest,
  findSignatureFault,
  openKeys,
  readResource,
  refusalOf,
  requireDone,
  requireSame,
  type WechatPayKeys,
} from './call-wechat-pay.ts';
import { wechatPayAdvice } from './wechat-pay-advice.ts';
import { wechatPayCodes } from './wechat-pay-codes.ts';
import { findWechatPayFaults, type WechatPayConfig, wechatPayConfig } from './wechat-pay-config.ts';
import { createJsapi } from './wechat-pay-jsapi.ts';
import { createList } from './wechat-pay-list.ts';

/** A QR code is dead after two hours, whatever the order says. */
const qrLifeMs = 2 * 3_600_000;
/** An order that should end sooner is payable for a minute all the same. */
const shortestMs = 60_000;
const longestTitle = 127;
const longestReason = 80;

const refundsPath = '/v3/refund/domestic/refunds';
const orderPath = ({ orderNo }: OrderRef) => `/v3/pay/transactions/out-trade-no/${orderNo}`;

export const wechatPay = asPaymentVendor<typeof wechatPayConfig>({
  kind: 'payment',
  code: 'wechat-pay',
  title: { en: 'WeChat Pay', zh: '微信支付' },
  docs: 'https://pay.weixin.qq.com/doc/v3/merchant/4012791877',
  config: wechatPayConfig,
  findConfigFaults: findWechatPayFaults,
  ...wechatPayAdvice,
  codes: wechatPayCodes,
  horizonHours: 8_760,
  currencies: ['CNY'],
  methods: {
    qr: { title: { en: 'WeChat Pay QR code', zh: '微信扫码支付' }, shows: 'qr' },
    jsapi: { title: { en: 'WeChat Pay', zh: '微信支付' }, shows: 'page', app: 'wechat' },
  },

  open(settings, tools) {
    const keys = openKeys(settings);
    const call = createCall(settings, keys, tools);
    const { clock } = tools;
    const query = createQuery(settings, call);
    const download = createRequest(settings, keys, tools);
    const { appSecret } = settings;
    const order = {
      faultOf: (asked: OrderFacts) => findOrderFault(asked, tools),
      contentOf: (asked: OrderFacts) => orderContent(asked, settings, tools),
    };
    return {
      async begin(asked, { signal }): Promise<PaymentBegun> {
        const fault = order.faultOf(asked);
        if (fault) return fault;
        const content = order.contentOf(asked);
        const reply = await call('/v3/pay/transactions/native', signal, content);
        if (reply.code !== '200') return refusalOf(reply);
        const show = textOf(reply.said, 'code_url');
        if (!show) throw new UnexpectedResponse('no code_url');
        const ends = Math.min(asked.expiresAt.getTime(), clock.nowMs() + qrLifeMs);
        return { kind: 'started', vendorRef: null, show, expiresAt: new Date(ends) };
      },

      query: (order, { signal }) => query(order, signal),
      list: createList(call, (path, signal) => download(path, signal)),

      async close(order, { signal }): Promise<void> {
        const content = { mchid: settings.merchantId };
        const reply = await call(`${orderPath(order)}/close`, signal, content);
        if (reply.code === '200') return;
        // It has no one code for an order that is not open, so the books decide whether there was anything to close.
        const { state } = await query(order, signal);
        if (state === 'open') throw new UnexpectedResponse(refusalOf(reply).detail);
      },

      async refund(order, { signal }): Promise<RefundReport | Failure> {
        const content = refundContent(order, tools);
        const reply = await call(refundsPath, signal, content);
        return reply.code === '200' ? refundReport(reply.said, order) : refusalOf(reply);
      },

      async queryRefund(order, { signal }): Promise<RefundReport> {
        const reply = await call(`${refundsPath}/${order.refundNo}`, signal);
        if (reply.status === 404 && reply.code === 'RESOURCE_NOT_EXISTS')
          return { state: 'absent' };
        return refundReport(requireDone(reply), order);
      },

      readCallback: (callback) => readNotice(callback, settings, keys, clock.nowMs()),
      ...(appSecret
        ? {
            inApp: createJsapi({
              settings: { ...settings, appSecret },
              ...{ keys, tools, call, order },
            }),
          }
        : {}),
    };
  },
});

type OrderFacts = Pick<PaymentOrder, 'orderNo' | 'amount' | 'title' | 'expiresAt'>;

function findOrderFault({ expiresAt }: OrderFacts, { clock }: Tools): Failure | undefined {
  if (expiresAt.getTime() - clock.nowMs() >= shortestMs) return undefined;
  const detail = 'WeChat Pay keeps an order payable for at least a minute';
  return { kind: 'rejected', reason: 'expired', detail };
}

/** Sent again for the same order, every field must be the same. */
function orderContent(order: OrderFacts, { appId, merchantId }: WechatPayConfig, tools: Tools) {
  return {
    appid: appId,
    mchid: merchantId,
    description: cutBytes(order.title, longestTitle),
    out_trade_no: order.orderNo,
    time_expire: `${writeChinaTime(order.expiresAt).replace(' ', 'T')}+08:00`,
    notify_url: tools.callbackUrl(),
    amount: { total: fenOf(order.amount), currency: 'CNY' },
  };
}

/** The beginning of a text that has so many bytes, whole characters only. */
function cutBytes(text: string, most: number): string {
  let kept = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > most) break;
    kept += segment;
  }
  return kept;
}

function createQuery({ appId, merchantId }: WechatPayConfig, call: CallWechatPay) {
  return async (order: OrderRef, signal: AbortSignal): Promise<PaymentReport> => {
    const reply = await call(`${orderPath(order)}?mchid=${merchantId}`, signal);
    if (reply.status === 404 && reply.code === 'ORDER_NOT_EXIST') return { state: 'absent' };
    const said = requireDone(reply);
    requireSame(said, 'appid', appId);
    requireSame(said, 'mchid', merchantId);
    requireSame(said, 'out_trade_no', order.orderNo);
    return reportOf(said);
  };
}

function reportOf(said: unknown): PaymentReport {
  const detail = textOf(said, 'trade_state');
  switch (detail) {
    case 'NOTPAY':
    case 'USERPAYING':
    case 'ACCEPT':
      return { state: 'open', detail };
    case 'SUCCESS':
    case 'REFUND':
      return paidReport(said);
    case 'CLOSED':
    case 'REVOKED':
      if (textOf(said, 'transaction_id')) throw new UnexpectedResponse(`${detail}, but was paid`);
      return { state: 'ended', because: 'closed', detail };
    case 'PAYERROR':
      return { state: 'ended', because: 'failed', detail };
    default:
      throw new UnexpectedResponse(`trade_state ${detail}`);
  }
}

/** `REFUND` says that something was paid back, but no field says how much. */
function paidReport(said: unknown): PaidReport {
  const paidAt = new Date(textOf(said, 'success_time'));
  const paymentRef = textOf(said, 'transaction_id');
  if (!paymentRef || Number.isNaN(paidAt.getTime())) {
    throw new UnexpectedResponse('paid, without an id or a time');
  }
  return {
    ...{ state: 'paid', paymentRef, paidAt, refunded: 0n, disputed: 0n },
    ...readAmount(said, 'total'),
  };
}

function refundContent(order: RefundOrder, tools: Tools) {
  return {
    out_trade_no: order.orderNo,
    out_refund_no: order.refundNo,
    reason: cutBytes(order.reason, longestReason) || 'refund',
    notify_url: tools.callbackUrl(),
    amount: { refund: fenOf(order.refund), total: fenOf(order.amount), currency: 'CNY' },
  };
}

function refundReport(said: unknown, { orderNo, refundNo }: RefundOrder): RefundReport {
  requireSame(said, 'out_trade_no', orderNo);
  requireSame(said, 'out_refund_no', refundNo);
  const refundRef = textOf(said, 'refund_id');
  if (!refundRef) throw new UnexpectedResponse('no refund_id');
  const detail = textOf(said, 'status');
  switch (detail) {
    case 'SUCCESS':
      return { state: 'done', refundRef, ...readAmount(said, 'refund') };
    case 'PROCESSING':
    // The payer's card is gone. It ends when somebody sends the money elsewhere in the console.
    case 'ABNORMAL':
      return { state: 'pending', refundRef };
    case 'CLOSED':
      return { state: 'failed', refundRef, detail };
    default:
      throw new UnexpectedResponse(`status ${detail}`);
  }
}

function fenOf(amount: Money): number {
  if (amount <= 0n || amount % 100n !== 0n) throw new Error(`${amount} is not a sum of whole fen`);
  return Number(amount / 100n);
}

function readAmount(said: unknown, field: string): { amount: Money; currency: string } {
  const fen = fieldOf(said, 'amount', field);
  const currency = textOf(said, 'amount', 'currency');
  if (typeof fen !== 'number' || !Number.isSafeInteger(fen) || fen < 0 || !currency) {
    throw new UnexpectedResponse(`no amount.${field}`);
  }
  return { amount: BigInt(fen) * 100n, currency };
}

function readNotice(
  { headers, body }: Callback,
  { merchantId, appId, apiV3Key }: WechatPayConfig,
  keys: WechatPayKeys,
  nowMs: number,
): CallbackReading {
  const fault = findSignatureFault(headers, body, keys, nowMs);
  if (fault) return { kind: 'refused', because: 'signature', detail: fault };
  const content = readResource(fieldOf(parseJson(body), 'resource'), apiV3Key);
  if (textOf(content, 'mchid') !== merchantId) {
    const detail = 'a notice that is unreadable, or for another merchant';
    return { kind: 'refused', because: 'form', detail };
  }
  // Only notices about payments name the application.
  const app = fieldOf(content, 'appid');
  if (app !== undefined && app !== appId) {
    return { kind: 'refused', because: 'form', detail: 'a notice for another application' };
  }
  const orderNo = textOf(content, 'out_trade_no');
  return {
    kind: 'orders',
    orderNos: orderNo ? [orderNo] : [],
    answer: { status: 200, contentType: 'application/json', body: '{}' },
  };
}
