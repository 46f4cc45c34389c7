import type {
  Asked,
  CallbackRequest,
  HttpSimulator,
  SimulatorRequest,
  Taken,
} from './simulator.ts';
import { signedCallback } from './twilio-callback.ts';

const accountSid = 'AC00000000000000000000000000004711';
const authToken = 'twilio-auth-token';
const sender = '+12025550123';
const account = `/2010-04-01/Accounts/${accountSid}`;

/** Twilio's Calls resource, as documented. */
export const twilioVoiceSimulator: HttpSimulator = {
  vendor: 'twilio-voice',
  kind: 'voice',
  config: (url) => ({ accountSid, authToken, sender, endpoint: url }),
  idOf: (digits) => `CA${digits.padStart(32, '0')}`,

  read(request, desk): Asked {
    const { method, url } = request;
    if (!isAuthenticated(request)) return refused('bad credentials', 401, 20_003, 'Authenticate');
    if (url.pathname === `${account}.json`) return answer({ sid: accountSid, status: 'active' });
    if (url.pathname === `${account}/Calls.json` && method === 'POST') return readCall(request);
    const [, sid = ''] = /\/Calls\/(\w+)\.json$/.exec(url.pathname) ?? [];
    const taken = desk.find(sid);
    if (!taken || method !== 'GET') return refused('no such resource', 404, 20_404, 'Not found');
    return answer(show(taken));
  },

  done: (taken) => ({ status: 201, body: JSON.stringify({ ...show(taken), status: 'queued' }) }),
  rejected: (code = '21211') => problem(code === '20003' ? 401 : 400, Number(code), 'refused'),
  receipt: (taken) => callBack(taken, authToken),
  forged: (taken) => callBack({ ...taken, state: 'delivered' }, 'a guess'),
};

function isAuthenticated({ headers }: SimulatorRequest): boolean {
  const [scheme, credentials = ''] = (headers.authorization ?? '').split(' ');
  const given = Buffer.from(credentials, 'base64').toString();
  return scheme === 'Basic' && given === `${accountSid}:${authToken}`;
}

function readCall({ body }: SimulatorRequest): Asked {
  const form = new URLSearchParams(body);
  const [to = '', twiml = ''] = [form.get('To') ?? '', form.get('Twiml') ?? ''];
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return refused('bad To', 400, 21_211, "Invalid 'To'");
  if (form.get('From') !== sender) return refused('bad From', 400, 21_210, 'not verified');
  if (!/^<Response>.+<\/Response>$/s.test(twiml) || twiml.length > 4_000) {
    return refused('bad Twiml', 400, 21_205, 'no instructions');
  }
  const callbackUrl = form.get('StatusCallback');
  return {
    kind: 'do',
    taking: { kind: 'message', reference: null, mobile: to, said: { Twiml: twiml }, callbackUrl },
  };
}

function show({ id, mobile, state }: Taken) {
  const statuses: Record<string, string> = { delivered: 'completed', undelivered: 'no-answer' };
  const status = statuses[state] ?? 'ringing';
  return { sid: id, account_sid: accountSid, to: mobile, from: sender, status, price: null };
}

function callBack(taken: Taken, token: string): CallbackRequest | null {
  if (!taken.callbackUrl) return null;
  const { status, to } = show(taken);
  const fields: [string, string][] = [
    ['AccountSid', accountSid],
    ['ApiVersion', '2010-04-01'],
    ['CallSid', taken.id],
    ['CallStatus', status],
    ['Direction', 'outbound-api'],
    ['From', sender],
    ['To', to ?? ''],
  ];
  return signedCallback(taken.callbackUrl, fields, token);
}

function answer(body: object): Asked {
  return { kind: 'answer', answer: { status: 200, body: JSON.stringify(body) } };
}

function refused(because: string, status: number, code: number, message: string): Asked {
  return { kind: 'refused', because, answer: problem(status, code, message) };
}

function problem(status: number, code: number, message: string) {
  return { status, body: JSON.stringify({ code, message, status }) };
}
