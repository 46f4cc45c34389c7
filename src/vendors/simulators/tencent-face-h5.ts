import { createHash, randomBytes } from 'node:crypto';
import { decisionPage, readDecision, redirectTo } from './decision-page.ts';
import {
  type Asked,
  type Desk,
  jsonAnswer,
  type Simulator,
  type SimulatorAnswer,
  type SimulatorRequest,
  type Taken,
} from './simulator.ts';

const appId = 'IDASim01';
const secret = 'wbappid-simulator-secret';
const version = '1.0.0';
/** A new token ends the older ones after a minute. */
const overlapMs = 60_000;
const nonceTicketMs = 120_000;
const faceIdMs = 5 * 60_000;

type Fields = Record<string, unknown>;
type Fault = readonly [code: string, message: string];

/** What the vendor keeps: its tokens with their SIGN ticket, the NONCE tickets, and who has entered the page. */
interface Books {
  tokens: { value: string; ticket: string; atMs: number; endsMs: number }[];
  nonces: { value: string; userId: string; endsMs: number }[];
  entered: Set<string>;
}
const books = new WeakMap<Desk, Books>();

function booksOf(desk: Desk): Books {
  const kept = books.get(desk) ?? { tokens: [], nonces: [], entered: new Set() };
  books.set(desk, kept);
  return kept;
}

/** Tencent Cloud FaceID for the browsers of phones, as documented. It calls nobody back. */
export const tencentFaceH5Simulator: Simulator = {
  vendor: 'tencent-face-h5',
  kind: 'face',
  config: (url) => ({ appId, secret, costPerCheck: '1', endpoint: url }),

  read(request, desk): Asked {
    switch (`${request.method} ${request.url.pathname}`) {
      case 'GET /api/oauth2/access_token':
        return giveToken(request.url.searchParams, desk);
      case 'GET /api/oauth2/api_ticket':
        return giveTicket(request.url.searchParams, desk);
      case 'POST /api/server/getAdvFaceId':
        return readStart(request, desk);
      case 'POST /api/v2/base/queryfacerecord':
        return readQuery(request, desk);
      case 'GET /api/web/login':
        return { kind: 'answer', answer: enter(request.url.searchParams, desk) };
      case 'POST /api/web/login':
        return { kind: 'answer', answer: decide(request, desk) };
      default:
        return { kind: 'answer', answer: { status: 404, body: '' } };
    }
  },

  done({ id, at }, { url }) {
    const transactionTime = stamp(at);
    const order = { orderNo: id, faceId: faceIdOf(id), optimalDomain: new URL(url).host };
    // `success` says nothing, by the vendor's document.
    return said('0', '请求成功', {
      result: { bizSeqNo: id, transactionTime, ...order, success: false },
      transactionTime,
    });
  },
  rejected: (code = '66660015') => said(code, 'refused'),
  receipt: () => null,
};

function said(code: string, msg: string, more: object = {}): SimulatorAnswer {
  return jsonAnswer({ code, msg, ...more });
}

function refused([code, message]: Fault): Asked {
  return { kind: 'refused', because: message, answer: said(code, message) };
}

function faceIdOf(orderNo: string): string {
  return `tx${orderNo.slice(0, 30)}`;
}

/** `yyyyMMddHHmmss`, in China. */
function stamp(at: Date): string {
  const local = new Date(at.getTime() + 8 * 3_600_000);
  return local.toISOString().replaceAll(/\D/g, '').slice(0, 14);
}

function signatureOf(values: readonly string[]): string {
  return createHash('sha1').update(values.toSorted().join(''), 'utf8').digest('hex');
}

function giveToken(given: URLSearchParams, desk: Desk): Asked {
  if (given.get('version') !== version || given.get('grant_type') !== 'client_credential') {
    return refused(['66660000', 'version or grant_type']);
  }
  // The document names no code for a wrong secret.
  if (given.get('appId') !== appId || given.get('secret') !== secret) {
    return refused(['400101', 'appId or secret']);
  }
  const { tokens } = booksOf(desk);
  const nowMs = desk.now().getTime();
  for (const older of tokens) older.endsMs = Math.min(older.endsMs, nowMs + overlapMs);
  const [value, ticket] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
  tokens.push({ value, ticket, atMs: nowMs, endsMs: nowMs + 7_200_000 });
  const times = { expire_time: stamp(desk.now()), expire_in: '7200' };
  return { kind: 'answer', answer: said('0', '请求成功', { access_token: value, ...times }) };
}

function giveTicket(given: URLSearchParams, desk: Desk): Asked {
  const { tokens, nonces } = booksOf(desk);
  const nowMs = desk.now().getTime();
  const token = tokens.find(({ value }) => value === given.get('access_token'));
  if (given.get('appId') !== appId || !token || token.endsMs < nowMs) {
    return refused(['400101', 'access_token']);
  }
  const userId = given.get('user_id') ?? '';
  const type = given.get('type');
  const isNonce = type === 'NONCE' && /^[0-9A-Za-z]{1,32}$/.test(userId);
  if (given.get('version') !== version || (type !== 'SIGN' && !isNonce)) {
    return refused(['66660000', 'type, version or user_id']);
  }
  const value = isNonce ? randomBytes(32).toString('hex') : token.ticket;
  if (isNonce) nonces.push({ value, userId, endsMs: nowMs + nonceTicketMs });
  const ticket = { value, expire_in: isNonce ? '120' : '3600', expire_time: stamp(desk.now()) };
  return { kind: 'answer', answer: said('0', '请求成功', { tickets: [ticket] }) };
}

/** The fields of a signed request of a server, or what is wrong with it. */
function readSigned(
  request: SimulatorRequest,
  desk: Desk,
  names: readonly string[],
): Record<string, string> | Fault {
  let given: Fields = {};
  try {
    given = JSON.parse(request.body) as Fields;
  } catch {
    return ['66660000', 'no JSON'];
  }
  const fields = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, String(value)]),
  );
  const { orderNo = '', nonce = '', sign = '' } = fields;
  const isJson = request.headers['content-type']?.startsWith('application/json');
  if (!isJson || fields.appId !== appId || fields.version !== version) {
    return ['66660000', 'content type, appId or version'];
  }
  if (!/^[0-9A-Za-z]{1,32}$/.test(orderNo) || request.url.searchParams.get('orderNo') !== orderNo) {
    return ['66660000', 'orderNo'];
  }
  if (!/^[0-9A-Za-z]{32}$/.test(nonce)) return ['66660000', 'nonce'];
  const values = names.map((name) => fields[name] ?? '');
  const isSigned = booksOf(desk).tokens.some(
    ({ ticket, endsMs }) =>
      endsMs >= desk.now().getTime() && signatureOf([...values, ticket]) === sign.toLowerCase(),
  );
  return isSigned ? fields : ['400101', '签名校验不通过'];
}

function readStart(request: SimulatorRequest, desk: Desk): Asked {
  const read = readSigned(request, desk, ['appId', 'userId', 'version', 'nonce']);
  if (Array.isArray(read)) return refused(read as unknown as Fault);
  const { orderNo = '', userId = '', name = '', idNo = '' } = read as Record<string, string>;
  if (!/^[0-9A-Za-z]{1,32}$/.test(userId)) return refused(['66660000', 'userId']);
  if (desk.find(orderNo)) return refused(['66660000', 'orderNo is used']);
  // Without a photo of the partner, name and number say with whom the face is compared.
  if (name === '' || !/^\d{17}[0-9X]$/.test(idNo)) return refused(['66660015', 'name or idNo']);
  return {
    kind: 'do',
    taking: {
      ...{ kind: 'session', id: orderNo, reference: orderNo, mobile: null, callbackUrl: null },
      said: { name, idNo, userId },
    },
  };
}

function readQuery(request: SimulatorRequest, desk: Desk): Asked {
  const read = readSigned(request, desk, ['appId', 'orderNo', 'version', 'nonce']);
  if (Array.isArray(read)) return refused(read as unknown as Fault);
  const { orderNo = '', getFile } = read as Record<string, string>;
  const taken = desk.find(orderNo);
  const code = taken && codeOf(taken);
  if (!code) {
    return { kind: 'answer', answer: said('66660011', '未完成认证或认证结果已过期') };
  }
  const isPassed = code === '0';
  const result = {
    ...{ orderNo, appId, occurredTime: stamp(desk.now()), bizSeqNo: orderNo },
    ...{ liveRate: '99', similarity: isPassed ? '88.01' : '31.50' },
    // A picture, so a test fails if the adapter ever asks for one.
    ...(getFile ? { photo: 'iVBORw0KGgo=' } : {}),
  };
  const words = isPassed ? '请求成功' : '无法确认为同一人';
  return { kind: 'answer', answer: said(code, words, { result }) };
}

/** A stranger is compared with the photo of the number that the order was opened for. */
function codeOf({ state }: Taken): string | undefined {
  if (state === 'open' || state === 'cancelled') return undefined;
  return state === 'passed' ? '0' : '66660004';
}

/** The link works once, with an unused ticket of its user. */
function enter(given: URLSearchParams, desk: Desk): SimulatorAnswer {
  const { nonces, entered } = booksOf(desk);
  const get = (name: string) => given.get(name) ?? '';
  const nowMs = desk.now().getTime();
  const taken = desk.find(get('orderNo'));
  const values = ['appId', 'userId', 'orderNo', 'version', 'faceId', 'nonce'].map(get);
  const index = nonces.findIndex(
    ({ value, userId, endsMs }) =>
      userId === get('userId') &&
      endsMs >= nowMs &&
      signatureOf([...values, value]) === get('sign').toLowerCase(),
  );
  const isWhole =
    get('appId') === appId && get('faceId') === faceIdOf(get('orderNo')) && get('url') !== '';
  if (index < 0 || !taken || !isWhole || get('from') !== 'browser') return errorPage('签名不合法');
  nonces.splice(index, 1);
  if (nowMs > taken.at.getTime() + faceIdMs) return errorPage('操作超时，请退出重试');
  entered.add(taken.id);
  return decisionPage({ vendor: 'tencent-face-h5', isOver: taken.state !== 'open' });
}

function errorPage(words: string): SimulatorAnswer {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  return { status: 200, headers, body: `<!doctype html><title>${words}</title><h1>${words}</h1>` };
}

function decide(request: SimulatorRequest, desk: Desk): SimulatorAnswer {
  const given = request.url.searchParams;
  const taken = desk.find(given.get('orderNo') ?? '');
  const decision = readDecision(request);
  if (!taken || !decision || !booksOf(desk).entered.has(taken.id)) return { status: 400, body: '' };
  if (taken.state !== 'open') return decisionPage({ vendor: 'tencent-face-h5', isOver: true });
  desk.decide(taken.id, decision);
  // 3003: the person interrupted the check.
  const code = codeOf({ ...taken, state: decision }) ?? '3003';
  const ticket = booksOf(desk).tokens.at(-1)?.ticket ?? '';
  const back = new URL(given.get('url') ?? '');
  back.searchParams.set('code', code);
  back.searchParams.set('orderNo', taken.id);
  back.searchParams.set('h5faceId', faceIdOf(taken.id));
  back.searchParams.set('newSignature', signatureOf([appId, taken.id, ticket, code]));
  back.searchParams.set('liveRate', '99');
  return redirectTo(back.href);
}
