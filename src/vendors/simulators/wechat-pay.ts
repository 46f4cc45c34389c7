import {
  createHash,
  createPrivateKey,
  createPublicKey,
  createVerify,
  X509Certificate,
} from 'node:crypto';
import {
  merchantCertificate,
  merchantKey,
  vendorCertificate,
  vendorKey,
} from './china-pay-keys.ts';
import { servePaymentPage } from './payment-page.ts';
import type {
  Asked,
  CallbackRequest,
  Desk,
  HttpSimulator,
  SimulatorAnswer,
  SimulatorRequest,
  Taken,
} from './simulator.ts';
import {
  appSecret,
  findPayerProblem,
  payerOpenid,
  prepayIdOf,
  serveApp,
} from './wechat-pay-app.ts';
import { type BilledOrder, billOf } from './wechat-pay-bill.ts';
import {
  apiV3Key,
  chinaTime,
  encrypt,
  publicKeyId,
  signatureOf,
  signNotice,
} from './wechat-pay-signature.ts';

const appId = 'wx0000000000000001';
const merchantId = '1900000001';
const publicKeyOf = (pem: string) => createPublicKey(createPrivateKey(pem));
const ordersPath = '/v3/pay/transactions/';
const refundsPath = '/v3/refund/domestic/refunds';
const payPath = '/pay/';

/** The name of the platform certificate, with which it signs unless the request asks for the public key. */
export const platformSerial = new X509Certificate(vendorCertificate).serialNumber;
const merchantSerial = new X509Certificate(merchantCertificate).serialNumber;

/** WeChat Pay's APIv3, as documented. */
export const wechatPaySimulator: HttpSimulator = {
  vendor: 'wechat-pay',
  kind: 'payment',
  config: (url) => ({
    ...{ appId, merchantId, apiV3Key, publicKeyId, appSecret },
    ...{ endpoint: url, payerEndpoint: url, accountEndpoint: url },
    ...{ privateKey: merchantKey, certificate: merchantCertificate },
    publicKey: publicKeyOf(vendorKey).export({ type: 'spki', format: 'pem' }).toString(),
  }),

  read(request, desk): Asked {
    const { pathname } = request.url;
    if (pathname.startsWith(payPath)) return { kind: 'answer', answer: servePage(request, desk) };
    const ofApp = serveApp(request, desk, { appId, merchantKey: publicKeyOf(merchantKey) });
    if (ofApp) return { kind: 'answer', answer: ofApp };
    const problem = findProblem(request, desk.now());
    if (problem) return refused(...problem);
    const isPost = request.method === 'POST';
    const serial = request.headers['wechatpay-serial'] ?? platformSerial;
    const asking: Asking = { content: contentOf(request), serial, desk };
    if (isPost && pathname === `${ordersPath}native`) return takeOrder(asking, 'NATIVE');
    if (isPost && pathname === `${ordersPath}jsapi`) return takeOrder(asking, 'JSAPI');
    if (isPost && pathname === refundsPath) return takeRefund(asking);
    const [, orderNo, close] =
      /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(pathname) ?? [];
    if (orderNo && isPost && close) return closeOrder(asking, orderNo);
    if (orderNo && !isPost && !close) return queryOrder(asking, orderNo, request.url.searchParams);
    if (!isPost && pathname === '/v3/bill/tradebill')
      return askForBill(asking, request.url.searchParams);
    if (!isPost && pathname === '/v3/billdownload/file') {
      const body = billOf(paidOn(request.url.searchParams.get('token') ?? '', desk), {
        appId,
        merchantId,
      });
      // It does not sign a file.
      return { kind: 'answer', answer: { status: 200, body } };
    }
    if (!isPost && pathname.startsWith(`${refundsPath}/`)) {
      return queryRefund(asking, pathname.slice(refundsPath.length + 1));
    }
    return { kind: 'answer', answer: { status: 404, body: '' } };
  },

  done(taken, desk) {
    const serial = String(taken.said.serial);
    if (taken.kind === 'refund') return signedAnswer(refundOf(taken, desk), serial);
    return signedAnswer(begunOf(taken, desk), serial);
  },

  rejected: (code = 'NO_AUTH') => errorAnswer(statusOf(code), code),
  receipt: (taken, desk) => noticeOf(taken, desk, vendorKey),
  forged: (taken, desk) => noticeOf({ ...taken, state: 'paid' }, desk, merchantKey),
};

interface Asking {
  content: Content;
  /** The key with which the merchant wants the answer signed. */
  serial: string;
  desk: Desk;
}

interface Content {
  [field: string]: unknown;
  amount?: Readonly<Record<string, unknown>>;
}

function contentOf({ body }: SimulatorRequest): Content {
  try {
    return (JSON.parse(body) ?? {}) as Content;
  } catch {
    return {};
  }
}

/** What is wrong with a request that no merchant of ours can have sent. */
function findProblem(
  { method, url, headers, body }: SimulatorRequest,
  now: Date,
): [status: number, code: string] | undefined {
  if (!headers.accept || !headers['user-agent']) return [400, 'INVALID_REQUEST'];
  const authorization = headers.authorization ?? '';
  if (!authorization.startsWith('WECHATPAY2-SHA256-RSA2048 ')) return [401, 'SIGN_ERROR'];
  const fields = Object.fromEntries(
    [...authorization.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  const { mchid, serial_no, timestamp, nonce_str, signature = '' } = fields;
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > 300) return [401, 'SIGN_ERROR'];
  if (mchid !== merchantId || serial_no !== merchantSerial) return [401, 'SIGN_ERROR'];
  const text = [method, `${url.pathname}${url.search}`, timestamp, nonce_str, body, ''].join('\n');
  const verifier = createVerify('RSA-SHA256').update(text);
  return verifier.verify(publicKeyOf(merchantKey), signature, 'base64')
    ? undefined
    : [401, 'SIGN_ERROR'];
}

function signedAnswer(node: object, serial: string): SimulatorAnswer {
  const body = JSON.stringify(node);
  return { status: 200, headers: signatureOf(body, serial), body };
}

function statusOf(code: string): number {
  if (/^(NO_AUTH|OUT_TRADE_NO_USED|NOT_ENOUGH|USER_ACCOUNT_ABNORMAL|RULE_LIMIT)$/.test(code)) {
    return 403;
  }
  const statuses: Readonly<Record<string, number>> = {
    ...{ SIGN_ERROR: 401, USER_PAYING: 202, FREQUENCY_LIMITED: 429, RATELIMIT_EXCEEDED: 429 },
    ...{ SYSTEM_ERROR: 500, SERVICE_UNAVAILABLE: 503, RESOURCE_NOT_EXISTS: 404 },
    ...{ ORDER_NOT_EXIST: 404, TRADE_ERROR: 403 },
  };
  return statuses[code] ?? 400;
}

/** It does not sign what is not a success. */
function errorAnswer(status: number, code: string): SimulatorAnswer {
  return { status, body: JSON.stringify({ code, message: `refused: ${code}` }) };
}

function refused(status: number, code: string): Asked {
  return { kind: 'refused', because: code, answer: errorAnswer(status, code) };
}

const say = (answer: SimulatorAnswer): Asked => ({ kind: 'answer', answer });
const fail = (code: string) => say(errorAnswer(statusOf(code), code));

function findTaken(desk: Desk, kind: Taken['kind'], reference: unknown): Taken | undefined {
  return desk.taken.find((each) => each.kind === kind && each.reference === reference);
}

function codeOf(order: Taken, desk: Desk): string {
  return `${desk.url}${payPath}${order.id}`;
}

/** What the payer's way to the order is. */
function begunOf(order: Taken, desk: Desk): object {
  if (order.said.tradeType === 'JSAPI') return { prepay_id: prepayIdOf(order) };
  return { code_url: codeOf(order, desk) };
}

function takeOrder({ content, serial, desk }: Asking, tradeType: 'NATIVE' | 'JSAPI'): Asked {
  const { appid, mchid, description, out_trade_no, time_expire, notify_url, amount } = content;
  if (appid !== appId || mchid !== merchantId) return fail('APPID_MCHID_NOT_MATCH');
  const bytes = Buffer.byteLength(String(description ?? ''));
  const isForm =
    bytes > 0 &&
    bytes <= 127 &&
    /^[\w\-|*]{6,32}$/.test(String(out_trade_no)) &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+\d\d:\d\d$/.test(String(time_expire)) &&
    /^https?:\/\/[^?]+$/.test(String(notify_url)) &&
    Number.isSafeInteger(amount?.total) &&
    Number(amount?.total) > 0 &&
    amount?.currency === 'CNY';
  if (!isForm) return fail('PARAM_ERROR');
  const problem = tradeType === 'JSAPI' ? findPayerProblem(content.payer, desk) : undefined;
  if (problem) return fail(problem);
  const known = findTaken(desk, 'payment', out_trade_no);
  if (known) {
    const isSame = JSON.stringify(known.said.content) === JSON.stringify(content);
    if (!isSame || known.said.tradeType !== tradeType) {
      return fail('OUT_TRADE_NO_USED');
    }
    if (known.state === 'closed') return fail('ORDER_CLOSED');
    return say(signedAnswer(begunOf(known, desk), serial));
  }
  return {
    kind: 'do',
    taking: {
      ...{ kind: 'payment', reference: String(out_trade_no), mobile: null },
      said: { ...content, content, serial, tradeType },
      callbackUrl: String(notify_url),
    },
  };
}

const orderAmount = ({ said }: Taken) => (said.amount as { total: number }).total;
const paidOf = (order: Taken) => orderAmount(order) - (order.state === 'mispaid' ? 1 : 0);

function refundsOf(order: Taken, desk: Desk): readonly Taken[] {
  return desk.taken.filter(({ kind, said }) => kind === 'refund' && said.payment === order.id);
}

const refundAmount = ({ said }: Taken) => (said.amount as { refund: number }).refund;

function tradeState(order: Taken, desk: Desk): string {
  const { state } = order;
  if (state === 'closed') return 'CLOSED';
  if (state === 'open' || state === 'failed' || state === 'expired') return 'NOTPAY';
  const isPaidBack = refundsOf(order, desk).some((each) => each.state === 'done');
  return state === 'refunded' || isPaidBack ? 'REFUND' : 'SUCCESS';
}

function transactionOf(order: Taken, desk: Desk) {
  const trade_state = tradeState(order, desk);
  const isPaid = trade_state === 'SUCCESS' || trade_state === 'REFUND';
  const total = paidOf(order);
  return {
    ...{ appid: appId, mchid: merchantId, out_trade_no: order.reference, trade_state },
    ...{ trade_state_desc: trade_state, attach: '' },
    ...(isPaid
      ? {
          ...{ transaction_id: order.id, trade_type: order.said.tradeType, bank_type: 'OTHERS' },
          success_time: chinaTime(order.decidedAt ?? order.at),
          payer: order.said.payer ?? { openid: payerOpenid },
        }
      : {}),
    amount: { total, currency: 'CNY', ...(isPaid ? { payer_total: total } : {}) },
  };
}

function queryOrder({ serial, desk }: Asking, orderNo: string, query: URLSearchParams): Asked {
  if (query.get('mchid') !== merchantId) return fail('PARAM_ERROR');
  const order = findTaken(desk, 'payment', orderNo);
  return order ? say(signedAnswer(transactionOf(order, desk), serial)) : fail('ORDER_NOT_EXIST');
}

/** It says the same of an order that it does not have. */
function closeOrder({ content, serial, desk }: Asking, orderNo: string): Asked {
  if (content.mchid !== merchantId) return fail('PARAM_ERROR');
  const order = findTaken(desk, 'payment', orderNo);
  if (order && order.state !== 'open' && order.state !== 'closed') return fail('TRADE_ERROR');
  if (order) desk.decide(order.id, 'closed');
  return say({ status: 204, headers: signatureOf('', serial), body: '' });
}

function takeRefund({ content, serial, desk }: Asking): Asked {
  const { out_trade_no, out_refund_no, notify_url, amount } = content;
  const order = findTaken(desk, 'payment', out_trade_no);
  const known = findTaken(desk, 'refund', out_refund_no);
  if (known) {
    const isSame = JSON.stringify(known.said.amount) === JSON.stringify(amount);
    return isSame ? say(signedAnswer(refundOf(known, desk), serial)) : fail('INVALID_REQUEST');
  }
  if (!order?.decidedAt || order.state === 'closed') return fail('RESOURCE_NOT_EXISTS');
  const earlier = refundsOf(order, desk).filter(({ state }) => state !== 'failed');
  const sum = earlier.reduce((all, each) => all + refundAmount(each), Number(amount?.refund));
  const isWhole = amount?.total === paidOf(order) && amount.currency === 'CNY';
  if (!isWhole || sum > paidOf(order)) return fail('INVALID_REQUEST');
  return {
    kind: 'do',
    taking: {
      ...{ kind: 'refund', reference: String(out_refund_no), mobile: null },
      said: { ...content, payment: order.id, serial },
      callbackUrl: String(notify_url),
    },
  };
}

const refundStates = { open: 'PROCESSING', done: 'SUCCESS', failed: 'CLOSED' } as const;
const statusOfRefund = ({ state }: Taken) => refundStates[state as keyof typeof refundStates];

function refundOf(refund: Taken, desk: Desk) {
  const order = desk.find(String(refund.said.payment));
  const { refund: paidBack } = refund.said.amount as { refund: number };
  const total = order ? paidOf(order) : paidBack;
  return {
    ...{ refund_id: refund.id, out_refund_no: refund.reference, transaction_id: order?.id },
    ...{
      out_trade_no: refund.said.out_trade_no,
      channel: 'ORIGINAL',
      status: statusOfRefund(refund),
    },
    user_received_account: '支付用户零钱',
    create_time: chinaTime(refund.at),
    amount: { total, refund: paidBack, payer_refund: paidBack, currency: 'CNY' },
  };
}

function queryRefund({ serial, desk }: Asking, refundNo: string): Asked {
  const refund = findTaken(desk, 'refund', refundNo);
  return refund ? say(signedAnswer(refundOf(refund, desk), serial)) : fail('RESOURCE_NOT_EXISTS');
}

/** The orders of a day that were paid, as the bill lists them. */
function paidOn(day: string, desk: Desk): BilledOrder[] {
  return desk.taken.flatMap((order) => {
    const time = chinaTime(order.decidedAt ?? order.at);
    const isPaid =
      order.kind === 'payment' && ['SUCCESS', 'REFUND'].includes(tradeState(order, desk));
    if (!isPaid || !time.startsWith(day)) return [];
    return [{ id: order.id, orderNo: String(order.reference), time, fen: paidOf(order) }];
  });
}

function askForBill({ serial, desk }: Asking, query: URLSearchParams): Asked {
  const day = query.get('bill_date') ?? '';
  const isForm = /^\d{4}-\d\d-\d\d$/.test(day) && query.get('bill_type') === 'SUCCESS';
  if (!isForm || day >= chinaTime(desk.now()).slice(0, 10)) return fail('INVALID_REQUEST');
  if (paidOn(day, desk).length === 0) return fail('NO_STATEMENT_EXIST');
  const hash_value = createHash('sha1')
    .update(billOf(paidOn(day, desk), { appId, merchantId }))
    .digest('hex');
  const download_url = `${desk.url}/v3/billdownload/file?token=${day}`;
  return say(signedAnswer({ hash_type: 'SHA1', hash_value, download_url }, serial));
}

function servePage(request: SimulatorRequest, desk: Desk): SimulatorAnswer {
  const order = desk.find(request.url.pathname.slice(payPath.length));
  if (!order) return { status: 404, body: '' };
  return servePaymentPage(request, desk, {
    ...{ vendor: 'wechat-pay', taken: order, returnUrl: null },
    amount: `CNY ${(orderAmount(order) / 100).toFixed(2)}`,
    isOver: tradeState(order, desk) !== 'NOTPAY',
    // A payer who fails may try again, and no bank takes anything back.
    without: ['failed', 'disputed'],
  });
}

/** It tells of payments and of refunds that ended, but not of orders that end unpaid. */
function noticeOf(taken: Taken, desk: Desk, key: string): CallbackRequest | null {
  if (taken.kind === 'refund') {
    const { status, user_received_account, ...refund } = refundOf(taken, desk);
    if (status === 'PROCESSING') return null;
    const content = { mchid: merchantId, ...refund, refund_status: status };
    return signNotice(encrypt(content, `REFUND.${status}`), key, desk.now());
  }
  const transaction = transactionOf(taken, desk);
  if (transaction.trade_state !== 'SUCCESS') return null;
  return signNotice(encrypt(transaction, 'TRANSACTION.SUCCESS'), key, desk.now());
}
