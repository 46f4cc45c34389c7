import {
  createHash,
  createPrivateKey,
  createPublicKey,
  createSign,
  createVerify,
  X509Certificate,
} from 'node:crypto';
import { billArchiveOf, tradesOn } from './alipay-bill.ts';
import {
  chinaTime,
  fenOf,
  isKnown,
  namesOf,
  paidBackOf,
  paidOf,
  refundsOf,
  scan,
  statusOf,
  timeOf,
  yuanOf,
} from './alipay-orders.ts';
import {
  merchantCertificate,
  merchantKey,
  rootCertificates,
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

const appId = '2021000000000001';
const sellerId = '2088000000000001';
const gatewayPath = '/gateway.do';
const scanPath = '/qr/';
const billPath = '/downloadBillFile.resource';
const publicKeyOf = (pem: string) => createPublicKey(createPrivateKey(pem));
const spki = (pem: string) =>
  publicKeyOf(pem).export({ type: 'spki', format: 'der' }).toString('base64');

/** Alipay's gateway, as documented. An application may use keys or certificates. */
export const alipaySimulator: HttpSimulator = {
  vendor: 'alipay',
  kind: 'payment',
  config: (url) => ({
    ...{ appId, sellerId, privateKey: merchantKey, alipayPublicKey: spki(vendorKey) },
    endpoint: `${url}${gatewayPath}`,
  }),

  read(request, desk): Asked {
    const { pathname } = request.url;
    if (pathname.startsWith(scanPath)) {
      return { kind: 'answer', answer: serveScan(request, desk) };
    }
    if (pathname === billPath) return { kind: 'answer', answer: serveBill(request, desk) };
    if (pathname !== gatewayPath) return { kind: 'answer', answer: { status: 404, body: '' } };
    const fields = new Map([
      ...request.url.searchParams,
      ...new URLSearchParams(request.method === 'POST' ? request.body : ''),
    ]);
    const method = fields.get('method') ?? '';
    const isPage = method === 'alipay.trade.page.pay';
    const order = isPage && orderOf(desk, contentOf(fields).out_trade_no);
    // The page posts to its own address, whose query is signed and whose body is the payer's choice.
    if (order) return { kind: 'answer', answer: pageOf(order, desk, request) };
    const problem = findProblem(fields);
    if (problem) return refused(method, problem);
    return isPage ? openPage(fields) : serve(method, fields, desk);
  },

  done(taken, desk) {
    if (taken.kind === 'refund') return refundAnswer(taken, desk, 'Y');
    if (taken.said.method === 'page') return pageOf(taken, desk);
    return precreateAnswer(taken, desk);
  },

  rejected: (code = 'isv.insufficient-isv-permissions') =>
    signedAnswer('error_response', errorOf(code)),

  receipt: (taken, desk) => noticeOf(taken, desk, vendorKey),
  forged: (taken, desk) => noticeOf({ ...taken, state: 'paid' }, desk, merchantKey),
};

type Content = Readonly<Record<string, string>>;

function contentOf(fields: ReadonlyMap<string, string>): Content {
  try {
    return JSON.parse(fields.get('biz_content') ?? '{}') as Content;
  } catch {
    return {};
  }
}

function textToSign(fields: Iterable<[string, string]>, without: readonly string[]): string {
  const kept = [...fields].filter(([name, value]) => value !== '' && !without.includes(name));
  return kept
    .map(([name, value]) => `${name}=${value}`)
    .sort((one, other) => (one < other ? -1 : 1))
    .join('&');
}

/** The serial number that Alipay derives from a certificate. */
function serialOf(pem: string): string {
  const { issuer, serialNumber } = new X509Certificate(pem).toLegacyObject();
  const { C, O, OU, CN } = issuer as unknown as Record<string, string>;
  const names = [`CN=${CN}`, OU && `OU=${OU}`, `O=${O}`, `C=${C}`].filter(Boolean).join(',');
  const number = BigInt(`0x${serialNumber}`).toString();
  return createHash('md5')
    .update(names + number)
    .digest('hex');
}

function rootSerial(): string {
  const parts = rootCertificates.split(/(?=-----BEGIN)/);
  const isRsa = (pem: string) => new X509Certificate(pem).publicKey.asymmetricKeyType === 'rsa';
  return parts.filter(isRsa).map(serialOf).join('_');
}

function findProblem(fields: ReadonlyMap<string, string>): string | undefined {
  if (fields.get('app_id') !== appId) return 'isv.invalid-app-id';
  if (fields.get('sign_type') !== 'RSA2') return 'isv.invalid-signature-type';
  if (fields.get('charset')?.toLowerCase() !== 'utf-8') return 'isv.invalid-charset';
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(fields.get('timestamp') ?? '')) {
    return 'isv.invalid-timestamp';
  }
  const given = fields.get('app_cert_sn');
  if (given !== undefined) {
    if (given !== serialOf(merchantCertificate)) return 'isv.app-cert-not-exist';
    if (fields.get('alipay_root_cert_sn') !== rootSerial()) {
      return 'isv.invalid-alipay-root-cert-sn';
    }
  }
  const verifier = createVerify('RSA-SHA256').update(textToSign(fields, ['sign']));
  const isSigned = verifier.verify(publicKeyOf(merchantKey), fields.get('sign') ?? '', 'base64');
  return isSigned ? undefined : 'isv.invalid-signature';
}

/** Signs one member of an answer, in the words in which it is sent. */
export function signedAnswer(name: string, node: object, isCertified = false): SimulatorAnswer {
  const raw = JSON.stringify(node).replaceAll('/', '\\/');
  const sign = createSign('RSA-SHA256').update(raw).sign(vendorKey, 'base64');
  const serial = isCertified ? `"alipay_cert_sn":"${serialOf(vendorCertificate)}",` : '';
  const body = `{"${name}":${raw},${serial}"sign":"${sign}"}`;
  return { status: 200, headers: { 'content-type': 'text/html;charset=utf-8' }, body };
}

const answerName = (method: string) => `${method.replaceAll('.', '_')}_response`;

function errorOf(sub_code: string) {
  const isGateway = /^(isv|aop\.[a-z]|app-|not-|invalid-)/.test(sub_code);
  const code = /^(isp|aop\.unknow)/.test(sub_code) ? '20000' : isGateway ? '40002' : '40004';
  return { code, msg: 'Business Failed', sub_code, sub_msg: `refused: ${sub_code}` };
}

function refused(method: string, sub_code: string): Asked {
  const name = answerName(method);
  const answer = signedAnswer(name, errorOf(sub_code));
  // Alipay has no key for an application that it does not know.
  const body = JSON.stringify({ [name]: errorOf(sub_code) });
  const isStranger = sub_code === 'isv.invalid-app-id';
  return { kind: 'refused', because: sub_code, answer: isStranger ? { ...answer, body } : answer };
}

function orderOf(desk: Desk, orderNo: string | undefined): Taken | undefined {
  return desk.taken.find((each) => each.kind === 'payment' && each.reference === orderNo);
}

function findOrderProblem(content: Content, known: Taken | undefined, desk: Desk) {
  const { out_trade_no, total_amount, subject, product_code, time_expire } = content;
  const isForm =
    /^\w{1,64}$/.test(out_trade_no ?? '') &&
    /^\d{1,9}\.\d\d$/.test(total_amount ?? '') &&
    Number(total_amount) >= 0.01 &&
    /^[^/=&]{1,256}$/u.test(subject ?? '') &&
    /^(FAST_INSTANT_TRADE_PAY|QR_CODE_OFFLINE|FACE_TO_FACE_PAYMENT)$/.test(product_code ?? '');
  if (!isForm) return 'ACQ.INVALID_PARAMETER';
  if (timeOf(time_expire) < desk.now().getTime()) return 'ACQ.NOW_TIME_AFTER_EXPIRE_TIME_ERROR';
  if (!known) return undefined;
  if (known.said.total_amount !== total_amount) return 'ACQ.CONTEXT_INCONSISTENT';
  if (statusOf(known, desk) === 'TRADE_CLOSED') return 'ACQ.TRADE_HAS_CLOSE';
  return statusOf(known, desk) === 'WAIT_BUYER_PAY' ? undefined : 'ACQ.TRADE_HAS_SUCCESS';
}

function takeOrder(method: 'page' | 'qr', fields: ReadonlyMap<string, string>): Asked {
  const content = contentOf(fields);
  return {
    kind: 'do',
    taking: {
      kind: 'payment',
      reference: content.out_trade_no ?? null,
      mobile: null,
      said: {
        ...{ ...content, method, return_url: fields.get('return_url') },
        isCertified: fields.has('app_cert_sn'),
      },
      callbackUrl: fields.get('notify_url') ?? null,
    },
  };
}

/** The page makes the order. Its errors are pages too, which only the payer sees. */
function openPage(fields: ReadonlyMap<string, string>): Asked {
  const { product_code } = contentOf(fields);
  if (product_code === 'FAST_INSTANT_TRADE_PAY') return takeOrder('page', fields);
  return { kind: 'refused', because: 'product_code', answer: { status: 200, body: 'error' } };
}

function serve(method: string, fields: ReadonlyMap<string, string>, desk: Desk): Asked {
  const content = contentOf(fields);
  const order = orderOf(desk, content.out_trade_no);
  const isCertified = fields.has('app_cert_sn');
  const say = (node: object): Asked => ({
    kind: 'answer',
    answer: signedAnswer(answerName(method), node, isCertified),
  });
  if (method === 'alipay.trade.precreate') {
    const problem = findOrderProblem(content, order, desk);
    if (problem) return say(errorOf(problem));
    return order
      ? { kind: 'answer', answer: precreateAnswer(order, desk) }
      : takeOrder('qr', fields);
  }
  if (method === billMethod) return say(billOf(content, desk));
  if (!order || !isKnown(order)) return say(errorOf('ACQ.TRADE_NOT_EXIST'));
  switch (method) {
    case 'alipay.trade.query':
      return say(tradeOf(order, desk));
    case 'alipay.trade.close':
      if (statusOf(order, desk) !== 'WAIT_BUYER_PAY') return say(errorOf('ACQ.TRADE_STATUS_ERROR'));
      desk.decide(order.id, 'closed');
      return say({ code: '10000', msg: 'Success', ...namesOf(order) });
    case 'alipay.trade.refund':
      return takeRefund(content, order, desk, say);
    case 'alipay.trade.fastpay.refund.query':
      return say(refundOf(content, order, desk));
    default:
      return refused(method, 'isv.invalid-method');
  }
}

function tradeOf(order: Taken, desk: Desk) {
  const isPaid = order.decidedAt && !['closed', 'expired', 'failed'].includes(order.state);
  return {
    ...{ code: '10000', msg: 'Success', ...namesOf(order) },
    ...{ buyer_logon_id: '159****5620', buyer_pay_amount: isPaid ? yuanOf(paidOf(order)) : '0.00' },
    ...{ trade_status: statusOf(order, desk), total_amount: yuanOf(paidOf(order)) },
    ...(isPaid ? { send_pay_date: chinaTime(order.decidedAt ?? order.at) } : {}),
  };
}

function precreateAnswer(order: Taken, desk: Desk): SimulatorAnswer {
  const node = {
    ...{ code: '10000', msg: 'Success', out_trade_no: order.reference },
    qr_code: `${desk.url}${scanPath}${order.id}`,
  };
  return signedAnswer(answerName('alipay.trade.precreate'), node, order.said.isCertified === true);
}

function takeRefund(
  content: Content,
  order: Taken,
  desk: Desk,
  say: (node: object) => Asked,
): Asked {
  const { out_request_no, refund_amount } = content;
  const earlier = refundsOf(order, desk).find((each) => each.reference === out_request_no);
  if (earlier) {
    const isSame = earlier.said.refund_amount === refund_amount;
    if (!isSame) return say(errorOf('ACQ.DISCORDANT_REPEAT_REQUEST'));
    return { kind: 'answer', answer: refundAnswer(earlier, desk, 'N') };
  }
  const status = statusOf(order, desk);
  if (status === 'TRADE_CLOSED') return say(errorOf('ACQ.TRADE_HAS_CLOSE'));
  if (status !== 'TRADE_SUCCESS') return say(errorOf('ACQ.TRADE_STATUS_ERROR'));
  const sum = paidBackOf(order, desk) + fenOf(refund_amount);
  if (sum > paidOf(order)) return say(errorOf('ACQ.REASON_TRADE_REFUND_FEE_ERR'));
  return {
    kind: 'do',
    taking: {
      ...{ kind: 'refund', state: 'done', reference: out_request_no ?? null, mobile: null },
      said: { ...content, payment: order.id, isCertified: order.said.isCertified },
      callbackUrl: order.callbackUrl,
    },
  };
}

/** `refund_fee` is what was paid back of the order in all. */
function refundAnswer(refund: Taken, desk: Desk, fund_change: 'Y' | 'N'): SimulatorAnswer {
  const order = desk.find(String(refund.said.payment));
  const node = {
    ...{ code: '10000', msg: 'Success', ...(order ? namesOf(order) : {}), fund_change },
    ...{ buyer_logon_id: '159****5620', refund_fee: order ? yuanOf(paidBackOf(order, desk)) : '' },
  };
  return signedAnswer(answerName('alipay.trade.refund'), node, refund.said.isCertified === true);
}

function refundOf({ out_request_no }: Content, order: Taken, desk: Desk) {
  const found = refundsOf(order, desk).find((each) => each.reference === out_request_no);
  if (!found) return { code: '10000', msg: 'Success' };
  return {
    ...{ code: '10000', msg: 'Success', ...namesOf(order), out_request_no },
    ...{ total_amount: yuanOf(paidOf(order)), refund_amount: found.said.refund_amount },
    refund_status: 'REFUND_SUCCESS',
  };
}

const billMethod = 'alipay.data.dataservice.bill.downloadurl.query';

/** Of a day that is over in China; there is none of a day without trades. */
function billOf({ bill_type, bill_date = '', secure = 'true' }: Content, desk: Desk) {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(bill_date) && bill_date < chinaTime(desk.now());
  const isOver = isDay && !chinaTime(desk.now()).startsWith(bill_date);
  const isForm = bill_type === 'trade' && /^(true|false)$/.test(secure);
  if (!isForm || !isOver) return errorOf('INVAILID_ARGUMENTS');
  if (tradesOn(bill_date, desk).length === 0) return errorOf('NO_BILL_DATA');
  const address = `${desk.url}${billPath}?bizType=trade&bizDates=${bill_date.replaceAll('-', '')}`;
  return { code: '10000', msg: 'Success', bill_download_url: `${address}&fileId=${bill_date}` };
}

function serveBill({ url }: SimulatorRequest, desk: Desk): SimulatorAnswer {
  const day = url.searchParams.get('fileId') ?? '';
  const trades = tradesOn(day, desk);
  if (trades.length === 0) return { status: 404, body: '' };
  const bytes = billArchiveOf(trades, { sellerId, day });
  return { status: 200, headers: { 'content-type': 'application/zip' }, body: '', bytes };
}

function pageOf(order: Taken, desk: Desk, request?: SimulatorRequest): SimulatorAnswer {
  const { return_url, total_amount } = order.said;
  return servePaymentPage(
    request ?? { method: 'GET', url: new URL(desk.url), headers: {}, body: '' },
    desk,
    {
      ...{ vendor: 'alipay', taken: order, amount: `CNY ${total_amount}` },
      isOver: statusOf(order, desk) !== 'WAIT_BUYER_PAY',
      returnUrl: return_url ? String(return_url) : null,
      // A payer who fails may try again, and no bank takes anything back.
      without: ['failed', 'disputed'],
    },
  );
}

function serveScan(request: SimulatorRequest, desk: Desk): SimulatorAnswer {
  const order = desk.find(request.url.pathname.slice(scanPath.length));
  if (!order) return { status: 404, body: '' };
  scan(order);
  return pageOf(order, desk, request);
}

/** By default, Alipay tells only of payments and of what was paid back of them. */
function noticeOf(order: Taken, desk: Desk, key: string): CallbackRequest | null {
  if (!['paid', 'mispaid', 'refunded'].includes(order.state)) return null;
  const paidBack = paidBackOf(order, desk);
  return signNotice(
    {
      ...{ notify_type: 'trade_status_sync', notify_id: `n${order.id}`, version: '1.0' },
      ...{ notify_time: chinaTime(desk.now()), charset: 'utf-8', sign_type: 'RSA2' },
      ...{ app_id: appId, seller_id: sellerId, trade_no: order.id },
      ...{ out_trade_no: order.reference ?? '', subject: String(order.said.subject) },
      ...{ trade_status: statusOf(order, desk), total_amount: yuanOf(paidOf(order)) },
      ...(paidBack > 0 ? { refund_fee: yuanOf(paidBack) } : {}),
    },
    key,
  );
}

export function signNotice(fields: Record<string, string>, key = vendorKey): CallbackRequest {
  const text = textToSign(Object.entries(fields), ['sign', 'sign_type']);
  const sign = createSign('RSA-SHA256').update(text).sign(key, 'base64');
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: new URLSearchParams({ ...fields, sign }).toString(),
  };
}
