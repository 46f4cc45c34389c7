import { createHash, createHmac } from 'node:crypto';
import Type, { type Static } from 'typebox';
import type { Receipt, StatusItem, StatusQuery, TemplateSend } from '../../providers/provider.ts';
import {
  failureByCode,
  fieldOf,
  parseJson,
  readJson,
  receiptByCode,
  textOf,
  UnexpectedResponse,
} from '../../providers/read-answer.ts';
import { namedValues } from '../../providers/template-values.ts';
import {
  asMessageVendor,
  type CallbackReading,
  type CodeMeaning,
  type ReceiptMeaning,
  type Tools,
} from '../../providers/vendor.ts';
import { address, secret, text } from '../../providers/vendor-setting.ts';
import { chinaDay } from '../china-time.ts';
import { volcengineSmsAdvice } from './volcengine-sms-advice.ts';

const config = Type.Object({
  accessKeyId: text({
    title: { en: 'Access Key ID', zh: 'Access Key ID' },
    help: {
      en: 'Use an IAM user that is allowed only SMS.',
      zh: '请使用仅授权短信服务的 IAM 用户的密钥。',
    },
  }),
  secretAccessKey: secret({ title: { en: 'Secret Access Key', zh: 'Secret Access Key' } }),
  smsAccount: text({
    title: { en: 'Message group ID', zh: '消息组 ID' },
    help: {
      en: 'See the message groups in the SMS console.',
      zh: '在短信服务控制台的消息组列表中查看。',
    },
    pattern: '^[0-9A-Za-z]{4,32}$',
    examples: ['6df864b1'],
  }),
  endpoint: address({
    title: { en: 'Address', zh: '接口地址' },
    default: 'https://sms.volcengineapi.com',
  }),
});
type Config = Static<typeof config>;

const setupFault: CodeMeaning = ['unavailable', 'provider_setup'];
const fault: CodeMeaning = ['unknown', 'provider_fault'];

/** What the gateway refuses before the product sees the request. */
const gatewayRefusals = [
  ...['MissingParameter', 'MissingRequestInfo', 'InnerApiNeedAccountInfo', 'InvalidAuthorization'],
  ...['InvalidCredential', 'MissingAuthenticationToken', 'MissingSignature', 'InvalidAccessKey'],
  ...['InvalidClientTokenId', 'SignatureDoesNotMatch', 'InvalidSecretToken', 'InvalidTimestamp'],
  ...['LackPolicy', 'LackProjectPolicy', 'AccessDenied', 'ServiceNotFound'],
  ...['InvalidActionOrVersion', 'MethodNotAllowed'],
];
/** The gateway's own failures, which do not say whether the product got the request. */
const gatewayFaults = [
  ...['UndefinedError', 'InternalError', 'InternalServiceError', 'ServiceUnavailableTemp'],
  'FailToConnect',
];

const codes: Readonly<Record<string, CodeMeaning>> = {
  ...Object.fromEntries(gatewayRefusals.map((code) => [code, setupFault])),
  ...Object.fromEntries(gatewayFaults.map((code) => [code, fault])),
  InternalServiceTimeout: ['unknown', 'no_answer'],
  FlowLimitExceeded: ['unavailable', 'provider_limit'],
  AccountFlowLimitExceeded: ['unavailable', 'provider_limit'],
  'RE:0000': setupFault,
  'RE:0001': setupFault,
  'RE:0002': setupFault,
  'RE:0003': setupFault,
  'RE:0004': ['unavailable', 'signature_refused'],
  'RE:0005': ['unavailable', 'template_refused'],
  'RE:0006': ['rejected', 'number_invalid'],
  'RE:0007': setupFault,
  'RE:0009': setupFault,
  'RE:0010': ['unavailable', 'provider_balance'],
  'RE:0011': ['unavailable', 'region'],
  'RE:0012': setupFault,
  'RE:0013': ['unavailable', 'provider_limit'],
  'RE:0500': fault,
  // Video messages, which a template of the wrong kind asks for.
  'VE:0001': setupFault,
  'VE:0002': ['unavailable', 'template_refused'],
  'VE:0003': ['unavailable', 'signature_refused'],
  'VE:0004': ['unavailable', 'template_refused'],
};

const receiptCodes: Readonly<Record<string, ReceiptMeaning>> = {
  '0': ['delivered', null],
  'NE:0100': ['undelivered', 'number_invalid'],
  'NE:0103': ['undelivered', 'number_off'],
  'NE:0104': ['undelivered', 'number_not_mobile'],
  'NE:0105': ['undelivered', 'number_off'],
  // The number was ported to another carrier, which this channel does not reach.
  'NE:0106': ['rejected', 'blocked_by_carrier'],
  'CR:0200': ['rejected', 'content_refused'],
  'CR:0201': ['rejected', 'blocked_by_person'],
  'CR:0202': ['rejected', 'frequency'],
  // Outside the hours in which this kind of message is allowed.
  'CR:0203': ['rejected', 'template_refused'],
  'CR:0204': ['rejected', 'provider_balance'],
  'CR:0205': ['rejected', 'content_refused'],
  'CR:0206': ['rejected', 'provider_limit'],
  // The account is in the vendor's load-test mode, which delivers nothing.
  'CR:0207': ['rejected', 'provider_setup'],
  'CR:0208': ['rejected', 'provider_limit'],
  'CR:0209': ['rejected', 'region'],
  'CR:0210': ['rejected', 'region'],
  'CR:0212': ['rejected', 'signature_refused'],
  'CR:0213': ['rejected', 'frequency'],
  'CR:0215': ['rejected', 'signature_refused'],
  'CR:0216': ['rejected', 'content_refused'],
  'CR:0217': ['rejected', 'content_refused'],
  'CE:0300': ['rejected', 'variable_refused'],
  'CE:0301': ['rejected', 'content_refused'],
  'CE:0302': ['undelivered', 'provider_fault'],
  'CE:0304': ['rejected', 'provider_setup'],
  'CE:0305': ['rejected', 'provider_setup'],
  'SY:0500': ['undelivered', 'provider_fault'],
  'SY:0501': ['undelivered', 'provider_fault'],
  'UN:0900': ['undelivered', 'provider_fault'],
};

/**
 * Volcengine SMS. It returns our reference in receipts but not in its records, which are searched by number
 * and day. The documents name no limits for the records, so the horizon is the one of its neighbours.
 */
export const volcengineSms = asMessageVendor<typeof config>({
  kind: 'sms',
  code: 'volcengine-sms',
  title: { en: 'Volcengine SMS', zh: '火山引擎短信服务' },
  docs: 'https://www.volcengine.com/docs/6361/67323',
  config,
  ...volcengineSmsAdvice,
  codes,
  receiptCodes,
  horizonHours: 72,
  regions: 'all',
  receipts: ['push', 'query'],
  longMessages: true,
  template: { form: 'named', needsCode: true, needsSignature: true },

  open(settings, tools) {
    return {
      async send(send, { signal }) {
        const answer = await call(settings, tools, signal, sendAction, sendFields(send, settings));
        const error = fieldOf(answer, 'ResponseMetadata', 'Error');
        if (error) return failureByCode(codes, textOf(error, 'Code'), textOf(error, 'Message'));
        const providerRef = textOf(answer, 'Result', 'MessageID', 0);
        if (providerRef) return { kind: 'done', providerRef };
        throw new UnexpectedResponse('neither an id nor an error');
      },
      queryStatus: (query, { signal }) => queryStatus(settings, tools, signal, query),
      readCallback: ({ body }) => readReceipts(body, tools.clock.now()),
    };
  },
});

interface Action {
  name: string;
  version: string;
}
const sendAction: Action = { name: 'SendSms', version: '2020-01-01' };
const recordsAction: Action = { name: 'GetSmsSendDetails', version: '2021-01-11' };
const contentType = 'application/json; charset=utf-8';

async function call(
  { endpoint, ...key }: Config,
  { http, clock }: Tools,
  signal: AbortSignal,
  { name, version }: Action,
  fields: object,
): Promise<unknown> {
  const query = `Action=${name}&Version=${version}`;
  const url = `${endpoint}/?${query}`;
  const body = JSON.stringify(fields);
  const { host } = new URL(url);
  const signed = { method: 'POST', host, query, contentType, body, date: clock.now() };
  const scope = { service: 'volcSMS', region: 'cn-north-1' };
  const headers = volcengineHeaders({ ...signed, ...scope }, key);
  const answer = await http.request({ method: 'POST', url, headers, body, signal });
  const json = readJson(answer);
  const isError = fieldOf(json, 'ResponseMetadata', 'Error') !== undefined;
  if (answer.status !== 200 && !isError) throw new UnexpectedResponse(`HTTP ${answer.status}`);
  return json;
}

function sendFields(send: TemplateSend, { smsAccount }: Config): object {
  return {
    SmsAccount: smsAccount,
    Sign: send.form.signature ?? '',
    TemplateID: send.form.code ?? '',
    TemplateParam: JSON.stringify(namedValues(send)),
    PhoneNumbers: numberOf(send.to),
    Tag: send.reference,
  };
}

/** Mainland numbers without the country code; others in E.164. */
function numberOf(mobile: string): string {
  return mobile.replace(/^\+86(?=1\d{10}$)/, '');
}

/** The page size of the vendor's example; the largest one is not published. */
const pageSize = 15;
const maxPages = 10;
/** The vendor's clock may differ from ours, and a message may be sent a while after its hold. */
const clockGapMs = 5 * 60_000;
const longestSendMs = 15 * 60_000;
/** How long a message may take to appear in the records. The vendor publishes no limit, so this is generous. */
const recordsDelayMs = 2 * 3_600_000;
/** The document does not say whether a day is China's or UTC's, so both are searched. */
const zoneGapMs = 8 * 3_600_000;

async function queryStatus(
  settings: Config,
  tools: Tools,
  signal: AbortSignal,
  query: StatusQuery,
): Promise<StatusItem> {
  const heldAt = query.heldAt.getTime();
  const times = [heldAt - zoneGapMs, heldAt - clockGapMs, heldAt, heldAt + longestSendMs];
  const rows: unknown[] = [];
  let isWhole = true;
  for (const day of new Set(times.map((time) => chinaDay(new Date(time))))) {
    const listed = await listDay(settings, tools, signal, query, day);
    rows.push(...listed.rows);
    isWhole &&= listed.isWhole;
  }
  const now = tools.clock.now();
  const ours = rows.find((row) => query.providerRef && idOf(row) === query.providerRef);
  if (ours) return readRecord(ours, now);
  // Records carry no reference, so any message to the number around that time may be this one.
  const mayBeOurs = rows.some((row) => {
    const sentAt = Number(textOf(row, 'sendTime') || Number.NaN);
    return !(sentAt < heldAt - clockGapMs || sentAt > heldAt + longestSendMs);
  });
  const isLate = now.getTime() - heldAt > recordsDelayMs;
  // Whether the records find a number abroad is not documented, so for such a number silence proves nothing.
  const isMainland = numberOf(query.to) !== query.to;
  const isAbsent = isWhole && !mayBeOurs && isLate && isMainland && !query.providerRef;
  return {
    state: isAbsent ? 'absent' : 'unknown',
    providerRef: query.providerRef ?? '',
    detail: isWhole ? 'its records do not show it' : 'its records are too long to be read',
    at: now,
  };
}

/** A number's records of one day; only the message with the id, if there is one. */
async function listDay(
  settings: Config,
  tools: Tools,
  signal: AbortSignal,
  { to: mobile, providerRef }: StatusQuery,
  day: string,
): Promise<{ rows: unknown[]; isWhole: boolean }> {
  const rows: unknown[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const answer = await call(settings, tools, signal, recordsAction, {
      subAccount: settings.smsAccount,
      phoneNumber: numberOf(mobile),
      messageId: providerRef ?? '',
      sendDate: day,
      pageIndex: page,
      pageSize,
    });
    const total = Number(textOf(answer, 'Result', 'total') || Number.NaN);
    if (Number.isNaN(total)) {
      const code = textOf(answer, 'ResponseMetadata', 'Error', 'Code');
      throw new UnexpectedResponse(`no records: ${code}`);
    }
    const listed = fieldOf(answer, 'Result', 'sendDetailsResults');
    const items: unknown[] = Array.isArray(listed) ? listed : [];
    rows.push(...items);
    if (rows.length >= total) return { rows, isWhole: true };
    if (items.length === 0) break;
  }
  return { rows, isWhole: false };
}

function idOf(row: unknown): string {
  return textOf(row, 'messageId');
}

function readRecord(row: unknown, now: Date): StatusItem {
  const vendorCode = textOf(row, 'errorCode');
  const facts = {
    providerRef: idOf(row),
    vendorCode,
    detail: textOf(row, 'errorMessage'),
    at: timeOf(row, 'receiptTime') ?? now,
  };
  switch (textOf(row, 'status')) {
    case '1':
      return { ...facts, state: 'sent', at: timeOf(row, 'sendTime') ?? now };
    case '2':
      return { ...facts, ...asFailure(vendorCode) };
    case '3':
      return { ...facts, ...asState(vendorCode) };
    // The person used the code, or opened the link.
    case '4':
    case '5':
      return { ...facts, state: 'delivered' };
    default:
      return { ...facts, state: 'unknown' };
  }
}

function asState(code: string): Pick<Receipt, 'state' | 'reason'> {
  return code === '0' ? { state: 'delivered' } : asFailure(code);
}

/** A failure stays a failure, even if its code means delivered. */
function asFailure(code: string): Pick<Receipt, 'state' | 'reason'> {
  const [state, reason] = receiptByCode(receiptCodes, code);
  return reason ? { state, reason } : { state: 'undelivered', reason: 'provider_fault' };
}

/** A push is an unsigned list with the receipts of every system that shares the message group. */
function readReceipts(body: string, now: Date): CallbackReading {
  const items = parseJson(body);
  if (!Array.isArray(items)) return { kind: 'refused', because: 'form', detail: 'no JSON list' };
  return {
    kind: 'receipts',
    receipts: items.flatMap((item) => readReceipt(item, now)),
    isSigned: false,
    answer: { status: 200, contentType: 'application/json', body: '{}' },
  };
}

function readReceipt(item: unknown, now: Date): Receipt[] {
  const reference = textOf(item, 'ext');
  const providerRef = textOf(item, 'message_id');
  const vendorCode = textOf(item, 'status_code');
  if (!vendorCode || !(reference || providerRef)) return [];
  return [
    {
      ...(reference ? { reference } : { providerRef }),
      ...asState(vendorCode),
      vendorCode,
      detail: textOf(item, 'description'),
      at: timeOf(item, 'recv_time') ?? now,
    },
  ];
}

/** A time in milliseconds; undefined if the field is missing or zero. */
function timeOf(item: unknown, name: string): Date | undefined {
  const ms = Number(textOf(item, name));
  return ms > 0 && ms < 8.64e15 ? new Date(ms) : undefined;
}

interface VolcengineRequest {
  method: string;
  host: string;
  /** The parameters in the order of their names, encoded. */
  query: string;
  contentType: string;
  body: string;
  date: Date;
  service: string;
  region: string;
}

/** The headers of a request with its HMAC-SHA256 signature. `host` is signed but not included. */
export function volcengineHeaders(
  { method, host, query, contentType, body, date, service, region }: VolcengineRequest,
  { accessKeyId, secretAccessKey }: { accessKeyId: string; secretAccessKey: string },
): Record<string, string> {
  const time = date.toISOString().replace(/[-:]|\.\d+/g, '');
  const hash = sha256(body);
  const headers = { 'content-type': contentType, 'x-content-sha256': hash, 'x-date': time };
  const names = 'content-type;host;x-content-sha256;x-date';
  const lines = `content-type:${contentType}\nhost:${host}\nx-content-sha256:${hash}\nx-date:${time}\n`;
  const canonical = [method, '/', query, lines, names, hash].join('\n');
  const scope = [time.slice(0, 8), region, service, 'request'];
  const toSign = ['HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce<string | Buffer>((of, step) => hmac(of, step), secretAccessKey);
  const authorization = `HMAC-SHA256 Credential=${accessKeyId}/${scope.join('/')}, SignedHeaders=${names}, Signature=${hmac(key, toSign).toString('hex')}`;
  return { ...headers, authorization };
}

function sha256(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

function hmac(key: string | Buffer, value: string): Buffer {
  return createHmac('sha256', key).update(value).digest();
}
