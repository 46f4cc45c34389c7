import { createHmac } from 'node:crypto';
import { decisionPage, readDecision, redirectTo } from './decision-page.ts';
import {
  type Asked,
  type CallbackRequest,
  type Desk,
  type Simulator,
  type SimulatorAnswer,
  type SimulatorRequest,
  stranger,
  type Taken,
} from './simulator.ts';

const apiKey = '9b0c3c4e-7a3e-4a57-9d0a-6f6b1f1c2d3e';
const sharedSecret = '3a1c0b7e-52c6-4a0e-8f63-0d9e8c7b6a51';
const sessionsPath = '/v1/sessions';
const pagePath = '/v/';
const lifeMs = 7 * 24 * 3_600_000;
const longestVendorData = 1_000;

/** The document that the person shows, unless the tester enters another one on the page. */
const usualDocument = {
  ...{ first_name: 'Jenny', last_name: 'Rosen' },
  ...{ document_number: 'P1234567', id_number: '8001019999' },
};
const documents = new WeakMap<Taken, typeof usualDocument>();
const deleted = new WeakSet<Taken>();

/** Veriff's public API, as documented. */
export const veriffSimulator: Simulator = {
  vendor: 'veriff',
  kind: 'face',
  config: (url) => ({ apiKey, sharedSecret, endpoint: url }),
  idOf: (digits) =>
    `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-8${digits.slice(15)}-0123456789ab`,

  read(request, desk): Asked {
    const { pathname } = request.url;
    if (pathname.startsWith(pagePath)) return { kind: 'answer', answer: servePage(request, desk) };
    const client = request.headers['x-auth-client'];
    if (!client) return refused(401, '1801', 'Mandatory X-AUTH-CLIENT header is missing');
    if (!/^[0-9a-f-]{36}$/.test(client)) return refused(401, '1802', 'API key must be a UUID');
    if (client !== apiKey) return refused(401, '1803', 'Site registration not found');
    if (pathname === sessionsPath && request.method === 'POST') return readStart(request);
    const [id = '', action = ''] = pathname.slice(sessionsPath.length + 1).split('/');
    return readSession(request, desk, decodeURIComponent(id), action);
  },

  done: (taken, desk) => signed(201, { status: 'success', verification: sessionOf(taken, desk) }),

  rejected(code = '1104') {
    // An error that is only an HTTP status has no code of the vendor's.
    if (/^\d{3}$/.test(code)) return failed(Number(code), undefined, 'refused');
    return failed(code.startsWith('18') ? 401 : 400, code, 'refused');
  },

  receipt: (taken, desk) => webhookOf(taken, desk, sharedSecret),
  forged: (taken, desk) => webhookOf({ ...taken, state: 'passed' }, desk, 'somebody else'),
};

/** The signature is optional here; one that is given must be right. */
function readStart({ headers, body }: SimulatorRequest): Asked {
  const given = headers['x-hmac-signature'];
  if (given !== undefined && given !== signatureOf(body)) {
    return refused(401, '1819', 'Signature does not match the HMAC-SHA256 of request body');
  }
  const { verification } = (readObject(body) ?? {}) as { verification?: Record<string, unknown> };
  if (typeof verification !== 'object' || verification === null) {
    return refused(400, '1102', 'Mandatory parameters are missing from the request');
  }
  const { callback, vendorData, lang, person } = verification;
  if (callback !== undefined && !isReturnUrl(callback)) {
    return refused(400, '1302', 'Only HTTPS return URLs are allowed');
  }
  if (vendorData !== undefined && typeof vendorData !== 'string') {
    return refused(400, '1501', 'vendorData must be a string');
  }
  if ((vendorData?.length ?? 0) > longestVendorData) {
    return refused(400, '1500', 'vendorData field cannot be more than 1000 symbols');
  }
  return {
    kind: 'do',
    taking: {
      kind: 'session',
      reference: vendorData ?? null,
      mobile: null,
      said: { callback, lang, person: person ?? null },
      callbackUrl: null,
    },
  };
}

/** HTTPS only; a rehearsal returns to this machine. */
function isReturnUrl(callback: unknown): boolean {
  const url = typeof callback === 'string' ? URL.parse(callback) : null;
  return url?.protocol === 'https:' || ['127.0.0.1', 'localhost'].includes(url?.hostname ?? '');
}

function readSession(request: SimulatorRequest, desk: Desk, id: string, action: string): Asked {
  const given = request.headers['x-hmac-signature'] ?? '';
  if (!/^[0-9a-f]{64}$/.test(given)) return refused(401, '1812', 'Signature is not a valid hash');
  if (given !== signatureOf(id)) {
    return refused(401, '1818', 'Signature does not match the HMAC-SHA256 of query ID');
  }
  const taken = desk.find(id);
  if (!taken || deleted.has(taken)) return refused(404, undefined, 'Session not found');
  const route = `${request.method} ${action}`;
  if (route === 'GET decision') {
    const verification = decisionOf(taken, desk);
    return { kind: 'answer', answer: signed(200, { status: 'success', verification }) };
  }
  if (route === 'DELETE ') {
    deleted.add(taken);
    return { kind: 'answer', answer: signed(200, { status: 'success', verification: { id } }) };
  }
  return refused(404, undefined, 'Not found');
}

function sessionOf(taken: Taken, desk: Desk): object {
  return {
    id: taken.id,
    url: `${desk.url}${pagePath}${taken.id}`,
    vendorData: taken.reference,
    host: desk.url,
    status: 'created',
    sessionToken: `token.${taken.id}`,
  };
}

/** There is none before the person has submitted; a person who leaves can come back until the session ends. */
function decisionOf(taken: Taken, desk: Desk): object | null {
  const common = {
    id: taken.id,
    attemptId: taken.id,
    vendorData: taken.reference,
    endUserId: null,
  };
  switch (taken.state) {
    case 'passed':
    case 'stranger':
      return { ...common, ...approved(documentOf(taken)) };
    case 'failed':
      return {
        ...{ ...common, status: 'declined', code: 9102, reasonCode: 103 },
        reason: 'Person showing the document does not appear to match document photo',
        ...{ person: {}, document: {} },
      };
    default:
      return isOver(taken, desk)
        ? { ...common, status: 'expired', code: 9104, reason: null, reasonCode: null }
        : null;
  }
}

/** Veriff approves any genuine document, whoever it belongs to. */
function documentOf(taken: Taken): typeof usualDocument {
  if (taken.state !== 'stranger') return documents.get(taken) ?? usualDocument;
  const [first_name = '', last_name = ''] = stranger.latinName;
  return { first_name, last_name, document_number: 'P7654321', id_number: stranger.cardNo };
}

function approved(shown: typeof usualDocument): object {
  return {
    ...{ status: 'approved', code: 9001, reason: null, reasonCode: null },
    person: {
      ...{ firstName: shown.first_name, lastName: shown.last_name },
      ...{ idNumber: shown.id_number || null, gender: null, nationality: null },
    },
    document: { number: shown.document_number || null, type: 'PASSPORT', country: 'US' },
    ...{ technicalData: { ip: null }, additionalVerifiedData: {} },
  };
}

function servePage(request: SimulatorRequest, desk: Desk): SimulatorAnswer {
  const taken = desk.find(request.url.pathname.slice(pagePath.length));
  if (!taken) return { status: 404, body: '' };
  const isLate = taken.state !== 'open' || isOver(taken, desk);
  if (request.method !== 'POST' || isLate) {
    return decisionPage({ vendor: 'veriff', isOver: isLate, fields: usualDocument });
  }
  const decision = readDecision(request);
  if (!decision) return { status: 400, body: '' };
  const form = new URLSearchParams(request.body);
  const shown = Object.keys(usualDocument).map((name) => [name, form.get(name) ?? '']);
  documents.set(taken, Object.fromEntries(shown));
  desk.decide(taken.id, decision);
  return redirectTo(String(taken.said.callback));
}

function webhookOf(taken: Taken, desk: Desk, secret: string): CallbackRequest | null {
  const verification = decisionOf(taken, desk);
  if (!verification) return null;
  const body = JSON.stringify({ status: 'success', verification, technicalData: { ip: null } });
  return { method: 'POST', headers: signingHeaders(body, secret), body };
}

function isOver({ at }: Taken, desk: Desk): boolean {
  return desk.now().getTime() > at.getTime() + lifeMs;
}

function refused(status: number, code: string | undefined, message: string): Asked {
  return { kind: 'refused', because: message, answer: failed(status, code, message) };
}

function failed(status: number, code: string | undefined, message: string): SimulatorAnswer {
  return { status, body: JSON.stringify({ status: 'fail', ...(code ? { code } : {}), message }) };
}

/** Responses are signed like webhooks. */
function signed(status: number, said: object): SimulatorAnswer {
  const body = JSON.stringify(said);
  return { status, headers: signingHeaders(body, sharedSecret), body };
}

function signingHeaders(body: string, secret: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-auth-client': apiKey,
    'x-hmac-signature': signatureOf(body, secret),
  };
}

function signatureOf(text: string, secret = sharedSecret): string {
  return createHmac('sha256', secret).update(Buffer.from(text, 'utf8')).digest('hex');
}

function readObject(body: string): object | null {
  try {
    return JSON.parse(body) as object | null;
  } catch {
    return null;
  }
}
