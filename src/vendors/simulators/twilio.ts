import type {
  Asked,
  CallbackRequest,
  Desk,
  HttpSimulator,
  SimulatorRequest,
  Taken,
} from './simulator.ts';
import { signedCallback } from './twilio-callback.ts';

const accountSid = 'AC00000000000000000000000000004711';
const authToken = 'twilio-auth-token';
const sender = '+12025550123';
const base = `/2010-04-01/Accounts/${accountSid}/Messages`;

/** Twilio's Messages resource, as documented. */
export const twilioSimulator: HttpSimulator = {
  vendor: 'twilio',
  kind: 'sms',
  config: (url) => ({ accountSid, authToken, sender, endpoint: url }),
  idOf: (digits) => `SM${digits.padStart(32, '0')}`,

  read(request, desk): Asked {
    const { method, url } = request;
    if (!isAuthenticated(request)) return refused('bad credentials', 401, 20003, 'Authenticate');
    const path = decodeURIComponent(url.pathname);
    if (path === `${base}.json`) return method === 'POST' ? readSend(request) : list(url, desk);
    const sid = path.startsWith(`${base}/`) ? path.slice(base.length + 1, -'.json'.length) : '';
    const taken = desk.find(sid);
    if (!taken || method !== 'GET') return refused('no such resource', 404, 20404, 'Not found');
    return { kind: 'answer', answer: { status: 200, body: JSON.stringify(show(taken)) } };
  },

  done: (taken) => ({ status: 201, body: JSON.stringify({ ...show(taken), status: 'queued' }) }),
  rejected: (code = '21211') => problem(httpStatusOf(code), Number(code), 'refused'),
  receipt: (taken) => callBack(taken, authToken),
  forged: (taken) => callBack({ ...taken, state: 'delivered' }, 'a guess'),
};

/** Verifies by the vendor's documentation, without the adapter's code. */
function isAuthenticated({ headers }: SimulatorRequest): boolean {
  const [scheme, credentials = ''] = (headers.authorization ?? '').split(' ');
  const given = Buffer.from(credentials, 'base64').toString();
  return scheme === 'Basic' && given === `${accountSid}:${authToken}`;
}

function readSend({ headers, body }: SimulatorRequest): Asked {
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return refused('no form', 400, 20_422, 'Invalid parameter');
  }
  const form = new URLSearchParams(body);
  const [to, text, content] = [form.get('To'), form.get('Body'), form.get('ContentSid')];
  if (!to) return refused('no To', 400, 21604, "A 'To' phone number is required.");
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return refused('bad To', 400, 21211, "Invalid 'To'");
  if (form.get('From') !== sender) return refused('bad From', 400, 21606, "Invalid 'From'");
  if (!text && !content) return refused('no Body', 400, 21602, 'Message body is required.');
  if (text && text.length > 1_600) return refused('long Body', 400, 21617, 'Body is too long.');
  const callbackUrl = form.get('StatusCallback');
  if (callbackUrl && !URL.canParse(callbackUrl)) {
    return refused('bad StatusCallback', 400, 21609, "Invalid 'StatusCallback'");
  }
  const seconds = Number(form.get('ValidityPeriod') ?? 36_000);
  if (!(seconds >= 1 && seconds <= 36_000)) {
    return refused('bad ValidityPeriod', 400, 21_624, 'Invalid validity period value');
  }
  const said = content
    ? { ContentSid: content, ContentVariables: form.get('ContentVariables') }
    : { Body: text };
  return {
    kind: 'do',
    taking: { kind: 'message', reference: null, mobile: to, said, callbackUrl },
  };
}

function list(url: URL, { taken }: Desk): Asked {
  const [to, since = ''] = ['To', 'DateSent>'].map((name) => url.searchParams.get(name));
  const size = Math.min(Number(url.searchParams.get('PageSize') ?? 50), 1_000);
  const isFound = ({ mobile, at }: Taken) =>
    (!to || mobile === to) && (!since || at.toISOString().slice(0, 10) >= since);
  const found = taken.filter(isFound).reverse();
  const isMore = found.length > size;
  const body = {
    messages: found.slice(0, size).map(show),
    page: 0,
    page_size: size,
    next_page_uri: isMore ? `${base}.json?Page=1` : null,
  };
  return { kind: 'answer', answer: { status: 200, body: JSON.stringify(body) } };
}

function show({ id, mobile, said, state, at }: Taken) {
  const isOver = state !== 'accepted';
  return {
    sid: id,
    account_sid: accountSid,
    to: mobile,
    from: sender,
    body: said.Body ?? '',
    status: isOver ? state : 'sent',
    num_segments: '1',
    price: isOver ? '-0.00750' : null,
    price_unit: 'USD',
    error_code: state === 'undelivered' ? 30_003 : null,
    error_message: null,
    date_created: at.toUTCString(),
    date_sent: at.toUTCString(),
    uri: `${base}/${id}.json`,
  };
}

function callBack(taken: Taken, token: string): CallbackRequest | null {
  if (!taken.callbackUrl) return null;
  const { status, error_code: code } = show(taken);
  const fields: [string, string][] = [
    ['AccountSid', accountSid],
    ['ApiVersion', '2010-04-01'],
    ...(code === null ? [] : [['ErrorCode', String(code)] as [string, string]]),
    ['From', sender],
    ['MessageSid', taken.id],
    ['MessageStatus', status],
    ['SmsSid', taken.id],
    ['SmsStatus', status],
    ['To', taken.mobile ?? ''],
  ];
  return signedCallback(taken.callbackUrl, fields, token);
}

function httpStatusOf(code: string): number {
  return { '20003': 401, '20404': 404, '20429': 429 }[code] ?? 400;
}

function refused(because: string, status: number, code: number, message: string): Asked {
  return { kind: 'refused', because, answer: problem(status, code, message) };
}

function problem(status: number, code: number, message: string) {
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  return { status, body: JSON.stringify({ code, message, more_info, status }) };
}
