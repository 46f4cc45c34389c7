import { createHash, createHmac } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { isSameSignature } from '../../providers/is-same-signature.ts';
import type { FormFault, Outcome, Receipt, TemplateSend } from '../../providers/provider.ts';
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
  type Callback,
  type CallbackReading,
  type CodeMeaning,
  type ReceiptMeaning,
  type Tools,
} from '../../providers/vendor.ts';
import { address, secret, text } from '../../providers/vendor-setting.ts';
import { carrierCodes } from '../carrier-codes.ts';
import { findTooLong } from '../too-long.ts';
import { baiduSmsAdvice } from './baidu-sms-advice.ts';

const config = Type.Object({
  accessKeyId: text({
    title: { en: 'Access Key ID', zh: 'Access Key ID' },
    help: {
      en: 'Use a sub-user that is allowed only SMS.',
      zh: '请使用仅授权短信服务的子用户的密钥。',
    },
  }),
  secretAccessKey: secret({ title: { en: 'Secret Access Key', zh: 'Secret Access Key' } }),
  callbackToken: Type.Optional(
    secret({
      title: { en: 'Receipt token', zh: '状态回调 token' },
      help: {
        en:
          'The token that the vendor signs receipts with. Receipts without a valid signature are then ' +
          'rejected; without a token, all receipts count as unsigned.',
        zh: '状态回调签名所用的 token。填写后拒收没有有效签名的回执；不填则所有回执都视为未签名。',
      },
    }),
  ),
  endpoint: address({
    title: { en: 'Address', zh: '接口地址' },
    default: 'https://smsv3.bj.baidubce.com',
  }),
});
type Config = Static<typeof config>;

const setupFault: CodeMeaning = ['unavailable', 'provider_setup'];
const badTemplate: CodeMeaning = ['unavailable', 'template_refused'];
const optedOut: CodeMeaning = ['rejected', 'blocked_by_person'];

const codes: Readonly<Record<string, CodeMeaning>> = {
  '1000': ['done', null],
  '4501': setupFault,
  '4502': setupFault,
  '4503': ['rejected', 'number_invalid'],
  '4504': ['unavailable', 'variable_refused'],
  '4505': setupFault,
  '4506': setupFault,
  '4507': ['rejected', 'number_invalid'],
  '4508': ['rejected', 'content_refused'],
  '4511': setupFault,
  '4512': setupFault,
  '4518': setupFault,
  '4601': badTemplate,
  '4602': badTemplate,
  '4603': badTemplate,
  '4605': badTemplate,
  '4606': ['rejected', 'variable_refused'],
  '4607': badTemplate,
  // Brackets and empty values are forbidden here and allowed elsewhere.
  '4608': ['unavailable', 'variable_refused'],
  '4609': ['unavailable', 'region'],
  '4610': ['unavailable', 'variable_refused'],
  '4641': optedOut,
  '4642': optedOut,
  '4643': optedOut,
  '4651': optedOut,
  '4652': ['rejected', 'blocked_by_carrier'],
  '4653': ['rejected', 'blocked_by_carrier'],
  '6002': setupFault,
  '6005': setupFault,
  '6006': ['unavailable', 'signature_refused'],
  '6012': ['unavailable', 'provider_balance'],
  '6013': setupFault,
  // The codes that all products of the vendor share.
  AccessDenied: setupFault,
  InappropriateJSON: setupFault,
  InvalidAccessKeyId: setupFault,
  InvalidHTTPAuthHeader: setupFault,
  InvalidHTTPRequest: setupFault,
  InvalidURI: setupFault,
  InvalidVersion: setupFault,
  MalformedJSON: setupFault,
  OptInRequired: setupFault,
  PreconditionFailed: setupFault,
  RequestExpired: setupFault,
  SignatureDoesNotMatch: setupFault,
  // An earlier request had the same token, and may have sent the message.
  IdempotentParameterMismatch: ['unknown', 'provider_fault'],
  InternalError: ['unknown', 'provider_fault'],
};

const failed: ReceiptMeaning = ['undelivered', 'provider_fault'];
const setUp: ReceiptMeaning = ['rejected', 'provider_setup'];
const badContent: ReceiptMeaning = ['rejected', 'content_refused'];
const badValue: ReceiptMeaning = ['rejected', 'variable_refused'];
const badSignature: ReceiptMeaning = ['rejected', 'signature_refused'];
const blocked: ReceiptMeaning = ['rejected', 'blocked_by_person'];

/** The vendor's own codes, which stand in place of the carrier's if the vendor stopped the message. */
const receiptCodes: Readonly<Record<string, ReceiptMeaning>> = {
  ...carrierCodes,
  'B:00001': badValue,
  'B:00002': setUp,
  'B:00003': badContent,
  'B:00004': badValue,
  'B:00005': badValue,
  'B:00006': setUp,
  'B:00007': ['rejected', 'template_refused'],
  'B:00008': badSignature,
  'B:00009': badSignature,
  'B:00010': ['undelivered', 'number_invalid'],
  'B:00011': badContent,
  'B:00012': blocked,
  'B:00013': badContent,
  'B:00014': ['rejected', 'template_refused'],
  'B:00015': setUp,
  'B:00016': setUp,
  'B:00017': failed,
  'B:00018': ['rejected', 'provider_balance'],
  'B:00019': ['rejected', 'frequency'],
  'B:00020': failed,
  'B:00021': failed,
  'B:00022': failed,
  'B:00023': failed,
  'B:00024': failed,
  'B:00025': badContent,
  'B:00026': failed,
  'B:00027': ['rejected', 'provider_limit'],
  'B:00028': failed,
  'B:00029': badContent,
  'B:00030': badContent,
  'B:00033': blocked,
  'B:00034': blocked,
  'B:00035': blocked,
  'B:00036': blocked,
};

const longestText = 600;

/**
 * Baidu AI Cloud SMS. It has no status query: only a signed receipt with our reference ends a call whose
 * response was lost.
 */
export const baiduSms = asMessageVendor<typeof config>({
  kind: 'sms',
  code: 'baidu-sms',
  title: { en: 'Baidu AI Cloud SMS', zh: '百度智能云短信服务' },
  docs: 'https://cloud.baidu.com/doc/SMS/s/Akbrd02ci',
  config,
  ...baiduSmsAdvice,
  codes,
  receiptCodes,
  horizonHours: 72,
  regions: 'all',
  receipts: ['push'],
  longMessages: true,
  template: { form: 'named', needsCode: true, needsSignature: true },
  findFault: (send) => findTooLong(send, longestText) ?? findBadValue(send),

  open(settings, tools) {
    return {
      send: async (send, { signal }) => readOutcome(await post(settings, tools, signal, send)),
      readCallback: (callback) => readCallback(callback, settings, tools.clock.now()),
    };
  },
});

function findBadValue({ variables }: TemplateSend): FormFault | undefined {
  const found = Object.entries(variables).find(
    ([, value]) => value === '' || /[()[\]【】\t]/.test(value),
  );
  const problem = {
    en: 'must not be empty or contain brackets or tabs for this provider',
    zh: '发给该服务商时不能为空，也不能包含括号或制表符',
  };
  return found && { field: found[0], problem };
}

async function post(
  { endpoint, ...key }: Config,
  { http, clock }: Tools,
  signal: AbortSignal,
  send: TemplateSend,
): Promise<unknown> {
  // Two copies of the request, such as one repeated by a proxy, send one message.
  const query = `clientToken=${encodeURIComponent(send.reference)}`;
  const url = `${endpoint}/api/v3/sendSms?${query}`;
  const { host, pathname } = new URL(url);
  const body = JSON.stringify({
    mobile: numberOf(send.to),
    template: send.form.code ?? '',
    signatureId: send.form.signature ?? '',
    contentVar: namedValues(send),
    custom: send.reference,
  });
  const date = clock.now().toISOString().replace(/\.\d+/, '');
  const headers = { host, 'x-bce-date': date };
  const signed = { method: 'POST', path: pathname, query, headers, date };
  const answer = await http.request({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-bce-date': date,
      authorization: bceAuthorization(signed, key),
    },
    body,
    signal,
  });
  const json = readJson(answer);
  // A refusal may have another status, and gives its code in the body.
  const code = textOf(json, 'code');
  if (answer.status !== 200 && (code === '' || code === '1000')) {
    throw new UnexpectedResponse(`HTTP ${answer.status}`);
  }
  return json;
}

/** Mainland numbers without the country code; others in E.164. */
function numberOf(mobile: string): string {
  return mobile.replace(/^\+86(?=1\d{10}$)/, '');
}

/** The response has one code, and each number has its own. */
function readOutcome(answer: unknown): Outcome {
  const item = fieldOf(answer, 'data', 0);
  const [whole, own] = [textOf(answer, 'code'), textOf(item, 'code')];
  const providerRef = textOf(item, 'messageId');
  if (whole === '1000' && own === '1000' && providerRef) return { kind: 'done', providerRef };
  // A number that was accepted in a request that failed is a contradiction: it may have been sent.
  if (own === '1000') return failureByCode(codes, '1000', 'its codes contradict each other');
  const [code, source] = whole === '1000' ? [own, item] : [whole, answer];
  return failureByCode(codes, code, textOf(source, 'message'));
}

function readCallback(callback: Callback, settings: Config, now: Date): CallbackReading {
  const { callbackToken } = settings;
  if (callbackToken !== undefined && !isSigned(callback, callbackToken)) {
    return { kind: 'refused', because: 'signature', detail: 'the signature is not ours' };
  }
  const posted = parseJson(callback.body);
  if (typeof posted !== 'object' || posted === null) {
    return { kind: 'refused', because: 'form', detail: 'no JSON' };
  }
  const items: unknown[] = Array.isArray(posted) ? posted : [posted];
  return {
    kind: 'receipts',
    receipts: items.flatMap((item) => readReceipt(item, now)),
    isSigned: callbackToken !== undefined,
    answer: { status: 200, contentType: 'application/json', body: '{}' },
  };
}

function isSigned({ headers, body }: Callback, token: string): boolean {
  const expected = createHash('md5').update(`${token}${headers.timestamp}${body}`).digest('hex');
  return isSameSignature(headers.signature?.toLowerCase(), expected);
}

function readReceipt(item: unknown, now: Date): Receipt[] {
  const reference = textOf(item, 'custom');
  const providerRef = textOf(item, 'messageId');
  const result = textOf(item, 'code');
  if (!['0', '2'].includes(result) || !(reference || providerRef)) return [];
  const vendorCode = textOf(item, 'carrierCode');
  const [state, reason] = result === '0' ? (['delivered'] as const) : failureOf(vendorCode);
  const deliveredAt = new Date(textOf(item, 'deliverTime'));
  return [
    {
      ...(reference ? { reference } : { providerRef }),
      ...{ state, vendorCode },
      ...(reason && { reason }),
      detail: `${result} ${vendorCode}`.trim(),
      at: Number.isNaN(deliveredAt.getTime()) ? now : deliveredAt,
    },
  ];
}

/** A failure stays a failure, even if the carrier's code is not a failure code. */
function failureOf(vendorCode: string): ReceiptMeaning {
  const meaning = receiptByCode(receiptCodes, vendorCode);
  return meaning[1] ? meaning : failed;
}

interface BceRequest {
  method: string;
  /** Encoded. */
  path: string;
  /** The parameters in the order of their names, encoded. */
  query: string;
  headers: Readonly<Record<string, string>>;
  /** The time of the signature, such as `2026-01-31T23:59:59Z`. */
  date: string;
}

const validSeconds = 1_800;

/** The `Authorization` header by bce-auth-v1, which signs these headers. */
export function bceAuthorization(
  { method, path, query, headers, date }: BceRequest,
  { accessKeyId, secretAccessKey }: { accessKeyId: string; secretAccessKey: string },
): string {
  const prefix = `bce-auth-v1/${accessKeyId}/${date}/${validSeconds}`;
  const lines = Object.entries(headers)
    .map(([name, value]) => `${encode(name)}:${encode(value.trim())}`)
    .sort();
  const names = Object.keys(headers).sort().join(';');
  const canonical = [method, path, query, ...lines].join('\n');
  return `${prefix}/${names}/${hmac(hmac(secretAccessKey, prefix), canonical)}`;
}

/** RFC 3986, which escapes more than `encodeURIComponent`. */
function encode(value: string): string {
  return encodeURIComponent(value).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: string, value: string): string {
  return createHmac('sha256', key).update(value).digest('hex');
}
