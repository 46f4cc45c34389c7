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

const accessKeyId = 'AKLTsimulatoraccesskeyid';
const secretAccessKey = 'volcengine-simulator-secret';
const smsAccount = '6df864b1';
const templateId = 'ST_6f8c0000';
const signature = '示例科技';
const longestSkewMs = 15 * 60_000;
const actions = { SendSms: '2020-01-01', GetSmsSendDetails: '2021-01-11' };

/** Volcengine SMS, as documented. */
export const volcengineSmsSimulator: Simulator = {
  vendor: 'volcengine-sms',
  kind: 'sms',
  config: (url) => ({ accessKeyId, secretAccessKey, smsAccount, endpoint: url }),
  form: { code: templateId, signature },
  idOf: (digits) => `bde1b10d-19cf-460f-${digits.slice(2, 6)}-${digits.slice(6)}`,

  read(request, desk): Asked {
    const fault = findGatewayFault(request, desk);
    if (fault) return refused(fault);
    const fields = readObject(request.body);
    if (!fields) return refused('RE:0009');
    if (request.url.searchParams.get('Action') === 'SendSms') return readSend(fields);
    return { kind: 'answer', answer: listRecords(fields, desk) };
  },

  done: ({ id }) => answer({ Result: { MessageID: [id] } }),
  rejected: (code = 'RE:0006') => refusal(code),
  receipt: receiptOf,
  // Receipts are unsigned, so anyone can forge one.
  forged: (taken, desk) => receiptOf({ ...taken, state: 'delivered' }, desk),
};

/** The gateway in front of every Volcengine product. */
function findGatewayFault(request: SimulatorRequest, desk: Desk): string | undefined {
  const { method, url, headers, body } = request;
  const given =
    /^HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/cn-north-1\/volcSMS\/request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!given) return 'InvalidAuthorization';
  const [, id, day = '', names = '', signed] = given;
  if (id !== accessKeyId) return 'InvalidAccessKey';
  const time = headers['x-date'] ?? '';
  if (!/^\d{8}T\d{6}Z$/.test(time) || !time.startsWith(day)) return 'MissingRequestInfo';
  if (!(Math.abs(desk.now().getTime() - readTime(time)) <= longestSkewMs)) {
    return 'InvalidTimestamp';
  }
  const hash = headers['x-content-sha256'];
  const isWhole = names.split(';').includes('x-date') && (!hash || hash === sha256(body));
  if (!isWhole || signatureOf(request, day, names) !== signed) return 'SignatureDoesNotMatch';
  const action = url.searchParams.get('Action') ?? '';
  const isKnown =
    Object.hasOwn(actions, action) &&
    actions[action as keyof typeof actions] === url.searchParams.get('Version');
  if (!isKnown || method !== 'POST') return 'InvalidActionOrVersion';
  return undefined;
}

function signatureOf(request: SimulatorRequest, day: string, names: string): string {
  const { method, url, headers, body } = request;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const lines = names.split(';').map((name) => `${name}:${(headers[name] ?? '').trim()}\n`);
  const canonical = `${method}\n${url.pathname}\n${query}\n${lines.join('')}\n${names}\n${sha256(body)}`;
  const scope = `${day}/cn-north-1/volcSMS/request`;
  const toSign = `HMAC-SHA256\n${headers['x-date']}\n${scope}\n${sha256(canonical)}`;
  let key: Buffer = Buffer.from(secretAccessKey);
  for (const step of scope.split('/')) key = createHmac('sha256', key).update(step).digest();
  return createHmac('sha256', key).update(toSign).digest('hex');
}

function readSend(fields: Record<string, unknown>): Asked {
  const values = readObject(String(fields.TemplateParam ?? '{}'));
  const fault = findSendFault(fields, values);
  if (fault) return refused(fault);
  return {
    kind: 'do',
    taking: {
      kind: 'message',
      reference: typeof fields.Tag === 'string' ? fields.Tag : null,
      mobile: String(fields.PhoneNumbers),
      said: { Sign: signature, TemplateID: templateId, TemplateParam: values },
      callbackUrl: null,
    },
  };
}

function findSendFault(fields: Record<string, unknown>, values: unknown): string | undefined {
  const { SmsAccount, Sign, TemplateID, TemplateParam, PhoneNumbers } = fields;
  if (SmsAccount !== smsAccount) return 'RE:0003';
  if (Sign !== signature) return 'RE:0004';
  if (TemplateID !== templateId) return 'RE:0005';
  // The values are a JSON document inside a string.
  if (typeof TemplateParam !== 'string' || !values) return 'RE:0009';
  const isNumber = /^((\+86)?1[3-9]\d{9}|\+(?!86)[1-9]\d{6,14})$/.test(String(PhoneNumbers));
  return isNumber ? undefined : 'RE:0006';
}

/** A number's messages of one day in China, newest first. Records do not carry the sender's tag. */
function listRecords(fields: Record<string, unknown>, desk: Desk): SimulatorAnswer {
  const { subAccount, phoneNumber, messageId, sendDate, pageIndex, pageSize } = fields;
  if (subAccount !== smsAccount) return refusal('RE:0003');
  const isPage = Number(pageIndex) >= 1 && Number(pageSize) >= 1;
  if (!isPage || !/^\d{8}$/.test(String(sendDate))) return refusal('RE:0009');
  const rows = desk.taken
    .filter(({ mobile, at, id }) => {
      const isAsked = !messageId || messageId === id;
      return isAsked && mobile === phoneNumber && dayOf(at) === sendDate;
    })
    .toReversed();
  const start = (Number(pageIndex) - 1) * Number(pageSize);
  const sendDetailsResults = rows.slice(start, start + Number(pageSize)).map(recordOf);
  return answer({
    Result: { account: '2000000000', subAccount, total: rows.length, sendDetailsResults },
  });
}

function recordOf({ id, mobile, state, at }: Taken) {
  const statuses: Record<string, [status: number, code: string, words: string]> = {
    delivered: [3, '0', '发送成功'],
    undelivered: [2, 'NE:0105', '号码异常'],
  };
  const [status, errorCode, errorMessage] = statuses[state] ?? [1, '', ''];
  return {
    status,
    errorCode,
    errorMessage,
    phoneNumber: mobile,
    signature,
    templateID: templateId,
    content: '******',
    channelType: 'CN_OTP',
    messageId: id,
    msgCount: 1,
    sendTime: at.getTime(),
    receiptTime: status === 1 ? 0 : at.getTime(),
  };
}

function receiptOf(taken: Taken, desk: Desk): CallbackRequest {
  const isDelivered = taken.state === 'delivered';
  const receipt = {
    account: '2000000000',
    sub_account: smsAccount,
    signature,
    mobile: taken.mobile,
    channel_type: 'CN_OTP',
    service_id: '106966940000',
    send_time: taken.at.getTime(),
    template_id: templateId,
    ext: taken.reference ?? '',
    message_id: taken.id,
    status_code: isDelivered ? '0' : 'NE:0105',
    description: isDelivered ? 'DELIVRD' : '空号',
    msg_count: 1,
    recv_time: desk.now().getTime(),
  };
  const headers = { 'content-type': 'application/json;charset=utf-8' };
  return { method: 'POST', headers, body: JSON.stringify([receipt]) };
}

function refused(code: string): Asked {
  return { kind: 'refused', because: code, answer: refusal(code) };
}

const statuses: Readonly<Record<string, number>> = {
  InvalidAuthorization: 400,
  InvalidTimestamp: 400,
  MissingRequestInfo: 400,
  InvalidAccessKey: 401,
  SignatureDoesNotMatch: 401,
  AccessDenied: 403,
  InvalidActionOrVersion: 404,
  FlowLimitExceeded: 429,
  InternalError: 500,
};

/** The gateway's codes have HTTP statuses of their own; the product's come with 200. */
function refusal(code: string): SimulatorAnswer {
  const status = statuses[code] ?? 200;
  return { ...answer({ metadata: { Error: { CodeN: 0, Code: code, Message: code } } }), status };
}

function answer({ Result, metadata = {} }: { Result?: object; metadata?: object }) {
  const ResponseMetadata = {
    RequestId: randomUUID(),
    Service: 'volcSMS',
    Region: 'cn-north-1',
    ...metadata,
  };
  return { status: 200, body: JSON.stringify({ ResponseMetadata, ...(Result && { Result }) }) };
}

/** `20260131T235959Z`. */
function readTime(text: string): number {
  return Date.parse(
    text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
}

function dayOf(time: Date): string {
  const ahead = new Date(time.getTime() + 8 * 3_600_000);
  return ahead.toISOString().slice(0, 10).replaceAll('-', '');
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

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
