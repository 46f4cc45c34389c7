import {
  callBack,
  describedSettings,
  findSignatureFault,
  readBody,
  refused,
} from './described-vendor.ts';
import {
  type Asked,
  type Desk,
  jsonAnswer,
  type Simulator,
  type SimulatorRequest,
  type Taken,
} from './simulator.ts';

const path = '/v1/messages';

/** An SMS vendor of our own design, described by its settings alone. */
export const httpSmsSimulator: Simulator = {
  vendor: 'http-sms',
  kind: 'sms',
  config: (url) => ({
    ...describedSettings,
    sendUrl: `${url}${path}`,
    sendBody:
      '{"to":"{{mobile}}","text":"{{text}}","reference":"{{reference}}","callback":"{{callbackUrl}}"}',
    codeAt: 'code',
    idAt: 'id',
    detailAt: 'message',
    costAt: 'fee',
    codes: [
      '0 = done',
      '1001 = rejected number_invalid',
      '1002 = rejected content_refused',
      '1003 = unavailable provider_balance',
      '1004 = unavailable provider_setup',
      '1005 = unavailable provider_limit',
      'HTTP 503 = unavailable provider_fault',
    ].join('\n'),
    queryUrl: `${url}${path}?reference={{reference}}`,
    queryListAt: 'messages',
    queryIdAt: 'id',
    queryReferenceAt: 'reference',
    queryStateAt: 'status',
    queryErrorAt: 'error',
    queryTimeAt: 'time',
    queryCodeAt: 'code',
    states: [
      'ACCEPTED = sent',
      'DELIVERED = delivered',
      'UNDELIVERED = undelivered provider_fault',
      'UNDELIVERED 5 = undelivered number_off',
      'EXPIRED = expired expired',
      'code 1404 = absent',
    ].join('\n'),
    receiptIdAt: 'id',
    receiptReferenceAt: 'reference',
    receiptStateAt: 'status',
    receiptErrorAt: 'error',
    receiptTimeAt: 'time',
  }),

  read(request, desk): Asked {
    const fault = findSignatureFault(request, desk);
    if (fault) return refused(fault, 1004);
    const { method, url } = request;
    if (url.pathname !== path) return refused('no such path', 1004);
    return method === 'POST' ? readSend(request) : find(url, desk);
  },

  // The id exceeds JavaScript's safe integers, so it is written into the JSON as text.
  done: ({ id }) => ({ status: 200, body: `{"code":0,"message":"ok","id":${id},"fee":"0.0350"}` }),
  rejected: (code = '1001') =>
    code === 'HTTP 503'
      ? { status: 503, body: '<h1>Service Unavailable</h1>' }
      : jsonAnswer({ code: Number(code), message: 'refused' }),
  receipt: (taken, desk) => callBack([show(taken)], desk),
  forged: (taken, desk) => callBack([show({ ...taken, state: 'delivered' })], desk, true),
};

function readSend(request: SimulatorRequest): Asked {
  const { to, text, reference, callback } = readBody(request);
  if (typeof to !== 'string' || !/^\+[1-9]\d{6,14}$/.test(to)) return refused('bad number', 1001);
  if (typeof text !== 'string' || text === '') return refused('no text', 1002);
  return {
    kind: 'do',
    taking: {
      kind: 'message',
      reference: typeof reference === 'string' ? reference : null,
      mobile: to,
      said: { text },
      callbackUrl: typeof callback === 'string' ? callback : null,
    },
  };
}

function find(url: URL, { taken }: Desk): Asked {
  const reference = url.searchParams.get('reference');
  const found = taken.filter((each) => each.reference === reference);
  if (found.length === 0) {
    return { kind: 'answer', answer: jsonAnswer({ code: 1404, message: 'no such message' }) };
  }
  return { kind: 'answer', answer: jsonAnswer({ code: 0, messages: found.map(show) }) };
}

/** Times are in UTC+8 without a zone, as with many vendors. */
function show({ id, reference, state, at }: Taken) {
  const local = new Date(at.getTime() + 8 * 3_600_000);
  return {
    id,
    reference,
    status: state.toUpperCase(),
    error: state === 'undelivered' ? '5' : '0',
    time: local.toISOString().replaceAll(/\D/g, '').slice(0, 14),
  };
}
