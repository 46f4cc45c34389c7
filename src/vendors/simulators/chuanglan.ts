import {
  type Asked,
  type CallbackRequest,
  type Desk,
  jsonAnswer,
  type Simulator,
  type SimulatorAnswer,
  type SimulatorRequest,
  type Taken,
} from './simulator.ts';

const account = 'N6000001';
const password = 'chuanglan-simulator';
const signature = 'Example';
const longestText = 536;

/** Chuanglan 253, the JSON API for texts with a signature, as documented. */
export const chuanglanSimulator: Simulator = {
  vendor: 'chuanglan',
  kind: 'sms',
  config: (url) => ({ account, password, endpoint: url }),
  form: { signature },

  read(request): Asked {
    const fields = readObject(request.body);
    const [code, because] = findFault(request, fields) ?? [];
    if (code) return { kind: 'refused', because: `${because}`, answer: refusal(code) };
    const { uid = null, phone, msg } = fields as Record<string, string>;
    const taking = { kind: 'message', reference: uid, mobile: phone ?? '', said: { msg } } as const;
    return { kind: 'do', taking: { ...taking, callbackUrl: null } };
  },

  done: ({ id, at }) => jsonAnswer({ time: shown(at), msgId: id, errorMsg: '', code: '0' }),
  rejected: (code = '107') => refusal(code),
  receipt: receiptOf,
  // Receipts are unsigned, so anyone can forge one.
  forged: (taken, desk) => receiptOf({ ...taken, state: 'delivered' }, desk),
};

type Fault = readonly [code: string, because: string];

function findFault(
  { method, url, headers }: SimulatorRequest,
  fields: Record<string, unknown> | undefined,
): Fault | undefined {
  const isJson = headers['content-type']?.startsWith('application/json');
  if (method !== 'POST' || url.pathname !== '/msg/v1/send/json' || !isJson || !fields) {
    return ['129', 'no JSON post'];
  }
  const missing = ['account', 'password', 'msg', 'phone'].find((name) => !fields[name]);
  if (missing) return ['130', `${missing} is missing`];
  if (fields.account !== account) return ['101', 'no such account'];
  if (fields.password !== password) return ['102', 'wrong password'];
  const msg = String(fields.msg);
  if ([...msg].length > longestText) return ['106', 'too long'];
  if (!msg.startsWith(`【${signature}】`)) return ['116', 'no registered signature'];
  return /^1[3-9]\d{9}$/.test(String(fields.phone)) ? undefined : ['107', 'bad number'];
}

/** A receipt is the query of a GET request. */
function receiptOf(taken: Taken, desk: Desk): CallbackRequest {
  const isDelivered = taken.state === 'delivered';
  const query = new URLSearchParams({
    receiver: '',
    pswd: '',
    msgid: taken.id,
    reportTime: shown(desk.now()).slice(2, 12),
    mobile: taken.mobile ?? '',
    status: isDelivered ? 'DELIVRD' : 'MK:0001',
    notifyTime: shown(desk.now()).slice(2),
    statusDesc: isDelivered ? '短信发送成功' : '空号',
    length: '1',
    ...(taken.reference ? { uid: taken.reference } : {}),
  });
  return { method: 'GET', query: `?${query}`, headers: {}, body: '' };
}

/** `20170410103836`, in China. */
function shown(time: Date): string {
  const ahead = new Date(time.getTime() + 8 * 3_600_000);
  return ahead.toISOString().slice(0, 19).replace(/\D/g, '');
}

function refusal(code: string): SimulatorAnswer {
  return jsonAnswer({ time: shown(new Date()), msgId: '', errorMsg: 'refused', code });
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
