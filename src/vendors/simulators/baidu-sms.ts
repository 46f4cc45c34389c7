import { createHash, createHmac, randomUUID } from 'node:crypto';
import type {
  Asked,
  CallbackRequest,
  Desk,
  Simulator,
  SimulatorAnswer,
  SimulatorRequest,
  Taken,
} from './simulator.ts';

const accessKeyId = '0b0f67dfb88244b289b72b14simulate';
const secretAccessKey = 'baidu-simulator-secret';
const callbackToken = 'baidu-simulator-token';
const template = 'sms-tmpl-KyAUkV64619';
const signatureId = 'sms-sign-Qxkiwz88470';
const variables = ['code'];

/** Baidu AI Cloud SMS, version 3, as documented. */
export const baiduSmsSimulator: Simulator = {
  vendor: 'baidu-sms',
  kind: 'sms',
  config: (url) => ({ accessKeyId, secretAccessKey, callbackToken, endpoint: url }),
  form: { code: template, signature: signatureId },
  idOf: (digits) => `${digits.slice(2)}_${digits.slice(-4)}`,

  read(request, desk): Asked {
    const fault = findRequestFault(request, desk);
    if (fault) return refused(fault);
    return readSend(request, desk);
  },

  done: accepted,
  rejected: (code = '4503') => refusal(code),
  receipt: (taken, desk) => receiptOf(taken, desk, callbackToken),
  forged: (taken, desk) => receiptOf({ ...taken, state: 'delivered' }, desk, 'another token'),
};

function findRequestFault(request: SimulatorRequest, desk: Desk): string | undefined {
  const { method, url, headers } = request;
  const given =
    /^bce-auth-v1\/([^/]+)\/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\/(\d+)\/([a-z0-9;-]+)\/([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!given) return 'InvalidHTTPAuthHeader';
  const [, id, time = '', seconds, names = '', signature] = given;
  if (id !== accessKeyId) return 'InvalidAccessKeyId';
  const age = desk.now().getTime() - Date.parse(time);
  if (!(Math.abs(age) <= Number(seconds) * 1000)) return 'RequestExpired';
  if (!names.split(';').includes('host')) return 'SignatureDoesNotMatch';
  if (signatureOf(request, `bce-auth-v1/${id}/${time}/${seconds}`, names) !== signature) {
    return '6002';
  }
  if (method !== 'POST' || url.pathname !== '/api/v3/sendSms') return '4518';
  return undefined;
}

function signatureOf(request: SimulatorRequest, prefix: string, names: string): string {
  const { method, url, headers } = request;
  const query = [...url.searchParams]
    .filter(([name]) => name.toLowerCase() !== 'authorization')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort();
  const lines = names
    .split(';')
    .map((name) => `${encode(name)}:${encode((headers[name] ?? '').trim())}`);
  const path = url.pathname.split('/').map(encode).join('/');
  const canonical = `${method}\n${path}\n${query.join('&')}\n${lines.sort().join('\n')}`;
  const key = createHmac('sha256', secretAccessKey).update(prefix).digest('hex');
  return createHmac('sha256', key).update(canonical).digest('hex');
}

function readSend({ url, body }: SimulatorRequest, desk: Desk): Asked {
  const fields = readObject(body);
  if (!fields) return refused('MalformedJSON');
  const { mobile, custom, contentVar } = fields;
  const fault = findSendFault(fields);
  if (fault) return refused(fault);
  const token = url.searchParams.get('clientToken');
  const reference = typeof custom === 'string' ? custom : null;
  // The same token sends once: the second request gets the first one's answer.
  const first = desk.taken.find(({ said }) => token && said.clientToken === token);
  if (first) return { kind: 'answer', answer: accepted(first) };
  const said = { template, signatureId, contentVar, clientToken: token };
  return {
    kind: 'do',
    taking: { kind: 'message', reference, mobile: String(mobile), said, callbackUrl: null },
  };
}

function findSendFault(fields: Record<string, unknown>): string | undefined {
  const { mobile, contentVar } = fields;
  const needed = ['mobile', 'template', 'signatureId', 'contentVar'];
  if (needed.some((name) => !fields[name])) return '4502';
  if (!/^((\+86)?1[3-9]\d{9}|\+(?!86)[1-9]\d{6,14})$/.test(String(mobile))) return '4503';
  if (fields.template !== template) return '4602';
  if (fields.signatureId !== signatureId) return '6006';
  if (typeof contentVar !== 'object') return '4506';
  const values = Object.entries(contentVar ?? {});
  if (!variables.every((name) => values.some(([given]) => given === name))) return '4605';
  if (values.some(([, value]) => value === '')) return '4610';
  if (values.some(([, value]) => /[()[\]【】\t]/.test(String(value)))) return '4608';
  return undefined;
}

function receiptOf(taken: Taken, desk: Desk, token: string): CallbackRequest {
  const isDelivered = taken.state === 'delivered';
  const body = JSON.stringify({
    code: isDelivered ? '0' : '2',
    requestId: randomUUID(),
    messageId: taken.id,
    mobile: taken.mobile,
    carrierCode: isDelivered ? 'DELIVRD' : 'MK:0001',
    custom: taken.reference ?? '',
    attemptCount: 1,
    segmentCount: 1,
    deliverTime: timeOf(desk.now()),
    requestTime: timeOf(taken.at),
  });
  const timestamp = String(desk.now().getTime());
  const signature = createHash('md5').update(`${token}${timestamp}${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json;charset=utf-8',
    requestid: randomUUID(),
    timestamp,
    signature,
  };
  return { method: 'POST', headers, body };
}

function timeOf(time: Date): string {
  return time.toISOString().replace(/\.\d+/, '');
}

function refused(code: string): Asked {
  return { kind: 'refused', because: code, answer: refusal(code) };
}

const statuses: Readonly<Record<string, number>> = {
  '6002': 401,
  InvalidAccessKeyId: 403,
  AccessDenied: 403,
  IdempotentParameterMismatch: 403,
  InternalError: 500,
};

/** The vendor's shared codes have HTTP statuses of their own; those of the product come with 200. */
function refusal(code: string): SimulatorAnswer {
  const status = statuses[code] ?? (/^\d/.test(code) ? 200 : 400);
  return { ...answer(code, []), status };
}

function accepted({ id, mobile }: Taken): SimulatorAnswer {
  return answer('1000', [{ code: '1000', messageId: id, mobile }]);
}

function answer(code: string, data: object[]): SimulatorAnswer {
  const body = { requestId: randomUUID(), code, message: code === '1000' ? '成功' : code, data };
  return { status: 200, body: JSON.stringify(body) };
}

/** Percent-encodes every byte except letters, digits and `-_.~`. */
function encode(text: string): string {
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      const hex = byte.toString(16).toUpperCase().padStart(2, '0');
      return /[A-Za-z0-9\-_.~]/.test(char) ? char : `%${hex}`;
    })
    .join('');
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
