import { createHash, createHmac } from 'node:crypto';
import type {
  Asked,
  CallbackRequest,
  Desk,
  Simulator,
  SimulatorAnswer,
  SimulatorRequest,
  Taken,
} from './simulator.ts';

const appKey = 'c8RWg3ggEcyd4D3p94bf3Y7x1Ile';
const appSecret = 'huawei-app-secret';
/** Pushes are signed with a pair of their own, which the operator chooses for the application. */
const pushKey = 'huawei-push-key';
const pushSecret = 'huawei-push-secret';
const sender = '1069368924410006092';
const templateId = '8ff55eac1d0b478ab3c06c3c6a492300';
/** The vendor documents no limit for clock skew, so this one is ours. */
const longestSkewMs = 600_000;

/** Huawei Cloud SMS, as documented; its receipts are signed. */
export const huaweiSimulator: Simulator = {
  vendor: 'huawei',
  kind: 'sms',
  config: (url) => ({
    ...{ appKey, appSecret, sender, endpoint: url },
    ...{ signedReceipts: true, pushKey, pushSecret },
  }),
  form: { code: templateId },

  read(request, desk): Asked {
    const form = new URLSearchParams(request.body);
    const fault = findGateFault(request, desk) ?? findFormFault(form);
    if (fault) return { kind: 'refused', because: fault[1], answer: refusal(...fault) };
    return {
      kind: 'do',
      taking: {
        kind: 'message',
        reference: form.get('extend'),
        mobile: form.get('to'),
        said: {
          from: sender,
          templateId,
          templateParas: readParas(form),
          signature: form.get('signature'),
        },
        callbackUrl: form.get('statusCallback'),
      },
    };
  },

  done: (taken) => answerWith('000000', taken.at, taken.mobile, taken.id),
  rejected: (code = 'E200028', desk) =>
    code.startsWith('E2') ? answerWith(code, desk.now(), null, 'none') : refusal(code, 'refused'),
  receipt: (taken, desk) => receiptOf(taken, desk, pushSecret),
  forged: (taken, desk) => receiptOf({ ...taken, state: 'delivered' }, desk, 'guessed'),
};

type Fault = readonly [code: string, because: string];

function findGateFault({ method, url, headers }: SimulatorRequest, desk: Desk): Fault | undefined {
  if (method !== 'POST' || url.pathname !== '/sms/batchSendSms/v1') return ['E000027', 'no path'];
  if (headers['content-type'] !== 'application/x-www-form-urlencoded') {
    return ['E000040', 'no form'];
  }
  const { authorization = '', 'x-wsse': token = '' } = headers;
  if (authorization !== 'WSSE realm="SDP",profile="UsernameToken",type="Appkey"') {
    return ['E000001', 'no WSSE'];
  }
  if (!token.startsWith('UsernameToken ')) return ['E000026', 'no token'];
  const said = Object.fromEntries(
    [...token.matchAll(/(\w+)="([^"]*)"/g)].map(([, k, v]) => [k, v]),
  );
  if (said.Username !== appKey) return ['E000102', 'bad app_key'];
  const expected = createHash('sha256')
    .update(String(said.Nonce) + String(said.Created) + appSecret, 'utf8')
    .digest('base64');
  if (!said.Nonce || said.PasswordDigest !== expected) return ['E000105', 'bad digest'];
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(said.Created ?? '')) return ['E000025', 'bad time'];
  const skew = Math.abs(desk.now().getTime() - Date.parse(said.Created ?? ''));
  return skew <= longestSkewMs ? undefined : ['E000110', 'time out of limit'];
}

function findFormFault(form: URLSearchParams): Fault | undefined {
  if (form.get('from') !== sender) return ['E000503', 'bad from'];
  const numbers = (form.get('to') ?? '').split(',');
  if (!numbers.every((number) => /^\+[1-9]\d{4,19}$/.test(number)) || numbers.length > 500) {
    return ['E000503', 'bad to'];
  }
  if (form.get('templateId') !== templateId) return ['E200030', 'no such template'];
  const extend = form.get('extend') ?? '-';
  if (extend === '' || extend.length > 128 || /[{}]/.test(extend)) return ['E000503', 'bad extend'];
  const paras = readParas(form);
  // The template is a code template: one value of at most 8 digits.
  const isCode = Array.isArray(paras) && paras.length === 1 && /^\d{1,8}$/.test(String(paras[0]));
  return isCode ? undefined : ['E200028', 'bad templateParas'];
}

function readParas(form: URLSearchParams): unknown {
  try {
    return JSON.parse(form.get('templateParas') ?? '[]');
  } catch {
    return undefined;
  }
}

/** A response carries one status for the request and one for each number. */
function answerWith(status: string, at: Date, mobile: string | null, id: string): SimulatorAnswer {
  const result = [
    {
      originTo: mobile,
      createTime: shown(at),
      from: sender,
      smsMsgId: id,
      status,
    },
  ];
  const isFine = status === '000000';
  const [code, description] = isFine
    ? [status, 'Success']
    : ['E000510', 'The SMS fails to be sent.'];
  return { status: 200, body: JSON.stringify({ code, description, result }) };
}

function refusal(code: string, description: string): SimulatorAnswer {
  return { status: 400, body: JSON.stringify({ code, description }) };
}

/** One form-encoded report, signed as the gateway does: over the callback URL that the message gave. */
function receiptOf(taken: Taken, desk: Desk, secret: string): CallbackRequest | null {
  if (!taken.callbackUrl) return null;
  const body = new URLSearchParams({
    sequence: '1',
    total: '1',
    orgCode: '000',
    updateTime: shown(desk.now()),
    source: '2',
    smsMsgId: taken.id,
    status: taken.state === 'delivered' ? 'DELIVRD' : 'UNDELIV',
    to: taken.mobile ?? '',
    ...(taken.reference ? { extend: taken.reference } : {}),
  }).toString();
  const contentType = 'application/x-www-form-urlencoded';
  const date = shown(desk.now()).replaceAll(/[-:]/g, '');
  const { host, pathname } = new URL(taken.callbackUrl);
  const canonical = `POST\n${pathname}/\n\ncontent-type:${contentType}\nhost:${host}\nx-sdk-date:${date}\n\ncontent-type;host;x-sdk-date\n${sha256(body)}`;
  const signature = createHmac('sha256', secret)
    .update(`SDK-HMAC-SHA256\n${date}\n${sha256(canonical)}`)
    .digest('hex');
  return {
    method: 'POST',
    headers: {
      'content-type': contentType,
      'X-Sdk-Date': date,
      Authorization: `SDK-HMAC-SHA256 Access=${pushKey}, SignedHeaders=content-type;host;x-sdk-date, Signature=${signature}`,
    },
    body,
  };
}

function shown(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
