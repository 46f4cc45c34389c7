import { createHmac } from 'node:crypto';
import {
  type Asked,
  type CallbackRequest,
  type Desk,
  type HttpSimulator,
  jsonAnswer,
  type SimulatorRequest,
  type Taken,
} from './simulator.ts';

const apiKey = 'abcd1234';
const apiSecret = 'vonage-api-secret';
const signatureSecret = 'vonage-signature-secret';
const sender = 'Example';

/** Vonage's SMS API and Reports API, as documented, for an account with signed webhooks (SHA-256 HMAC). */
export const vonageSimulator: HttpSimulator = {
  vendor: 'vonage',
  kind: 'sms',
  config: (url) => ({
    ...{ apiKey, apiSecret, signatureSecret, signatureMethod: 'sha256', sender },
    endpoint: url,
    reportsEndpoint: url,
  }),
  idOf: (digits) => `0C${digits.slice(-14)}`,

  read(request, desk): Asked {
    const { method, url, headers } = request;
    const [scheme, credentials = ''] = (headers.authorization ?? '').split(' ');
    const given = Buffer.from(credentials, 'base64').toString();
    const isKnown = scheme === 'Basic' && given === `${apiKey}:${apiSecret}`;
    if (method === 'POST' && url.pathname === '/sms/json') {
      return isKnown ? readSend(request) : refused('bad credentials', '4', 'Bad Credentials');
    }
    const isReport = method === 'GET' && url.pathname === '/v2/reports/records';
    if (isReport && isKnown) return report(url, desk);
    return problem(isReport ? 401 : 404, isReport ? 'Unauthorized' : 'Not found');
  },

  done: ({ id, mobile, reference }) =>
    jsonAnswer({
      'message-count': '1',
      messages: [
        {
          to: mobile,
          'message-id': id,
          status: '0',
          'remaining-balance': '3.14159265',
          'message-price': '0.03330000',
          network: '46000',
          ...(reference ? { 'client-ref': reference } : {}),
        },
      ],
    }),
  rejected: (code = '6') => failure(code, 'refused'),
  receipt: (taken, desk) => callBack(taken, desk, signatureSecret),
  forged: (taken, desk) => callBack({ ...taken, state: 'delivered' }, desk, 'a guess'),
};

function readSend(request: SimulatorRequest): Asked {
  const form = readForm(request);
  const missing = ['from', 'to', 'text'].find((name) => !form.get(name));
  if (missing) return refused(`no ${missing}`, '2', `Missing ${missing} param`);
  const [to = '', text = '', callback, reference] = ['to', 'text', 'callback', 'client-ref'].map(
    (name) => form.get(name) ?? undefined,
  );
  if (!/^\d{7,15}$/.test(to)) return refused('bad to', '3', 'to address is not numeric');
  if (form.get('from') !== sender) return refused('bad from', '15', 'Illegal Sender Address');
  const ttl = Number(form.get('ttl') ?? 259_200_000);
  if (!(ttl >= 20_000 && ttl <= 604_800_000)) return refused('bad ttl', '3', 'Invalid ttl');
  if (callback !== undefined && (callback.length > 100 || !URL.canParse(callback))) {
    return refused('bad callback', '23', 'Invalid callback url');
  }
  if ((reference ?? '').length > 100) return refused('long client-ref', '3', 'client-ref too long');
  const type = form.get('type') ?? 'text';
  if (!['text', 'unicode'].includes(type)) return refused('bad type', '3', 'Invalid type');
  return {
    kind: 'do',
    taking: {
      kind: 'message',
      reference: reference ?? null,
      mobile: to,
      said: { text, type },
      callbackUrl: callback ?? null,
    },
  };
}

/** The documentation has forms; the official packages send JSON. */
function readForm({ headers, body }: SimulatorRequest): URLSearchParams {
  if (!headers['content-type']?.startsWith('application/json')) return new URLSearchParams(body);
  return new URLSearchParams(JSON.parse(body) as Record<string, string>);
}

/** Either IDs, or a window of at most 24 hours that has begun. */
function report(url: URL, { taken, now }: Desk): Asked {
  const query = url.searchParams;
  const ids = query.get('id')?.split(',');
  const [start, end] = ['date_start', 'date_end'].map((name) => Date.parse(query.get(name) ?? ''));
  const isWindow = start !== undefined && end !== undefined && end - start <= 86_400_000;
  if (query.get('account_id') !== apiKey) return problem(403, 'User not authorized');
  if (query.get('product') !== 'SMS' || query.get('direction') !== 'outbound') {
    return problem(422, 'Could not resolve product name');
  }
  if (ids ? query.has('date_start') || query.has('date_end') || query.has('to') : !isWindow) {
    return problem(422, 'Invalid filter');
  }
  const to = query.get('to');
  const found = taken.filter(({ id, mobile, at }) =>
    ids
      ? ids.includes(id)
      : (!to || mobile === to) && at.getTime() >= Number(start) && at.getTime() < Number(end),
  );
  const records = found.map(({ id, mobile, reference, state, at }) => ({
    account_id: apiKey,
    message_id: id,
    client_ref: reference,
    direction: 'outbound',
    from: sender,
    to: mobile,
    date_received: at.toISOString(),
    date_finalized: now().toISOString(),
    status: stateOf(state),
    error_code: state === 'undelivered' ? '2' : '0',
    error_code_description: state === 'undelivered' ? 'Absent Subscriber' : 'Delivered',
    currency: 'EUR',
    total_price: '0.03330000',
  }));
  const body = { request_status: 'SUCCESS', items_count: records.length, records };
  return { kind: 'answer', answer: jsonAnswer({ _links: { self: { href: url.href } }, ...body }) };
}

function stateOf(state: Taken['state']): string {
  return { delivered: 'delivered', undelivered: 'failed' }[state as string] ?? 'accepted';
}

/** Signed over all fields, sorted by name, each as `&name=value` with `&` and `=` in values replaced. */
function callBack(taken: Taken, { now }: Desk, secret: string): CallbackRequest | null {
  if (!taken.callbackUrl) return null;
  const at = now();
  const fields: [string, string][] = [
    ['api-key', apiKey],
    ...(taken.reference ? [['client-ref', taken.reference] as [string, string]] : []),
    ['err-code', taken.state === 'undelivered' ? '2' : '0'],
    ['message-timestamp', at.toISOString().slice(0, 19).replace('T', ' ')],
    ['messageId', taken.id],
    ['msisdn', taken.mobile ?? ''],
    ['network-code', '46000'],
    ['nonce', 'ec11dd3e-1e7f-4db5-9467-82b02cd223b9'],
    ['price', '0.03330000'],
    ['scts', at.toISOString().slice(2, 16).replace(/\D/g, '')],
    ['status', stateOf(taken.state)],
    ['timestamp', String(Math.floor(at.getTime() / 1_000))],
    ['to', sender],
  ];
  const signed = fields.map(([name, value]) => `&${name}=${value.replace(/&|=/g, '_')}`).join('');
  const sig = createHmac('sha256', secret).update(signed).digest('hex').toUpperCase();
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...Object.fromEntries(fields), sig }),
  };
}

function refused(because: string, status: string, words: string): Asked {
  return { kind: 'refused', because, answer: failure(status, words) };
}

function failure(status: string, words: string) {
  return jsonAnswer({ 'message-count': '1', messages: [{ status, 'error-text': words }] });
}

function problem(status: number, title: string): Asked {
  const answer = jsonAnswer({ title, detail: title, instance: 'f94b4e56604e07e5' }, status);
  return { kind: 'refused', because: title, answer };
}
