import { createHash, createHmac } from 'node:crypto';
import Type, { type Static } from 'typebox';
import type { Money } from '../../../foundation/money.ts';
import type { HttpAnswer } from '../../../foundation/outbound/http-client.ts';
import { isSameSignature } from '../../providers/is-same-signature.ts';
import type { Outcome, Receipt, StatusItem, StatusQuery } from '../../providers/provider.ts';
import {
  failureByCode,
  fieldOf,
  parseFineCost,
  parseJson,
  readJson,
  textOf,
  UnexpectedResponse,
} from '../../providers/read-answer.ts';
import {
  asMessageVendor,
  type Callback,
  type CallbackReading,
  type CodeMeaning,
  type ReceiptMeaning,
  type Tools,
} from '../../providers/vendor.ts';
import { address, choice, secret, text, whole } from '../../providers/vendor-setting.ts';
import { encodeGsm7 } from '../../smpp/gsm7.ts';
import { vonageAdvice } from './vonage-advice.ts';

const signatureMethods = ['md5hash', 'md5', 'sha1', 'sha256', 'sha512'] as const;
export type SignatureMethod = (typeof signatureMethods)[number];

const config = Type.Object({
  apiKey: text({
    title: { en: 'API key', zh: 'API Key' },
    help: { en: 'On the first page of the dashboard.', zh: '在 Vonage 控制台首页查看。' },
    pattern: '^[0-9a-zA-Z]{8}$',
  }),
  apiSecret: secret({ title: { en: 'API secret', zh: 'API Secret' } }),
  signatureSecret: Type.Optional(
    secret({
      title: { en: 'Signature secret', zh: '签名密钥' },
      help: {
        en: 'Enter it only after Vonage enabled signed webhooks: receipts without a signature are then refused.',
        zh: '仅在 Vonage 为账户开通签名回调后填写；填写后，未签名的回执一律拒收。',
      },
    }),
  ),
  signatureMethod: choice(signatureMethods, {
    title: { en: 'Signature method', zh: '签名算法' },
    help: {
      en: 'As chosen in the dashboard’s settings. md5hash is Vonage’s default.',
      zh: '与控制台设置保持一致；Vonage 默认为 md5hash。',
    },
    default: 'sha256',
  }),
  sender: text({
    title: { en: 'Sender', zh: '发送方' },
    help: {
      en: 'A number in international form without the plus, or a name.',
      zh: '不带加号的国际格式号码，或名称。',
    },
    examples: ['447700900000', 'Acme'],
    maxLength: 16,
  }),
  validityMinutes: whole({
    title: { en: 'Validity (minutes)', zh: '有效期（分钟）' },
    help: {
      en: 'Vonage stops trying to deliver a message after this time. It recommends at least 30.',
      zh: '超过该时间仍未送达的短信，Vonage 不再投递；建议不少于 30 分钟。',
    },
    minimum: 1,
    maximum: 10_080,
    default: 60,
  }),
  costCurrency: Type.Optional(
    text({
      title: { en: 'Cost currency', zh: '成本币种' },
      help: {
        en: 'The currency of your Vonage account, if it is the platform’s own. Otherwise no costs are stored.',
        zh: '若 Vonage 账户币种与平台币种相同，在此填写；否则不记录成本。',
      },
      examples: ['EUR'],
      pattern: '^[A-Z]{3}$',
    }),
  ),
  endpoint: address({
    title: { en: 'Address', zh: '接口地址' },
    default: 'https://rest.nexmo.com',
  }),
  reportsEndpoint: address({
    title: { en: 'Address of reports', zh: '报表接口地址' },
    default: 'https://api.nexmo.com',
  }),
});
type Config = Static<typeof config>;

/** https://developer.vonage.com/en/api-errors/sms (2026-11-17) */
const codes: Readonly<Record<string, CodeMeaning>> = {
  '0': ['done', null],
  '1': ['unavailable', 'provider_limit'],
  '2': ['unavailable', 'provider_setup'],
  '3': ['unavailable', 'provider_setup'],
  '4': ['unavailable', 'provider_setup'],
  // An error while processing the message: Vonage does not say that it was not sent.
  '5': ['unknown', 'provider_fault'],
  '6': ['rejected', 'number_invalid'],
  '7': ['rejected', 'blocked_by_person'],
  '8': ['unavailable', 'provider_setup'],
  '9': ['unavailable', 'provider_balance'],
  '10': ['unavailable', 'provider_limit'],
  '11': ['unavailable', 'provider_setup'],
  '12': ['rejected', 'content_refused'],
  '14': ['unavailable', 'provider_setup'],
  '15': ['unavailable', 'provider_setup'],
  '22': ['unavailable', 'provider_setup'],
  '23': ['unavailable', 'provider_setup'],
  '29': ['unavailable', 'provider_setup'],
  '32': ['unavailable', 'provider_setup'],
  '33': ['rejected', 'number_invalid'],
};

/** https://developer.vonage.com/messaging/sms/guides/delivery-receipts#dlr-error-codes (2026-11-17) */
const receiptCodes: Readonly<Record<string, ReceiptMeaning>> = {
  '1': ['undelivered', 'provider_fault'],
  '2': ['undelivered', 'number_off'],
  '3': ['undelivered', 'number_invalid'],
  '4': ['undelivered', 'blocked_by_person'],
  '5': ['undelivered', 'provider_fault'],
  '6': ['undelivered', 'blocked_by_carrier'],
  '7': ['undelivered', 'number_off'],
  '8': ['undelivered', 'provider_fault'],
  // The person has asked not to receive messages of this service.
  '9': ['undelivered', 'blocked_by_person'],
  '10': ['undelivered', 'content_refused'],
  '11': ['undelivered', 'region'],
  '12': ['undelivered', 'number_invalid'],
  '13': ['undelivered', 'blocked_by_carrier'],
  // The recipient's plan has no SMS.
  '14': ['undelivered', 'number_not_mobile'],
  '15': ['undelivered', 'number_off'],
  '16': ['undelivered', 'provider_limit'],
  '50': ['undelivered', 'provider_setup'],
  '51': ['undelivered', 'provider_setup'],
  '52': ['undelivered', 'provider_setup'],
  '53': ['undelivered', 'blocked_by_person'],
  '54': ['undelivered', 'blocked_by_carrier'],
  '99': ['undelivered', 'provider_fault'],
};

/** The states of receipts and reports. A carrier rejects a message only after it left Vonage. */
export const states: Readonly<Record<string, Receipt['state']>> = {
  submitted: 'sent',
  accepted: 'sent',
  buffered: 'sent',
  unknown: 'sent',
  delivered: 'delivered',
  expired: 'expired',
  failed: 'undelivered',
  rejected: 'undelivered',
  deleted: 'undelivered',
};

/** A report covers the time of the call. How soon it shows a message is not published. */
const searchBeforeMs = 10 * 60_000;
const searchAfterMs = 3_600_000;
const reportsDelayMs = 2 * 3_600_000;

/**
 * Vonage's SMS API. It does not recognize a repeated request; its receipts and reports carry our reference.
 * Receipts are signed for accounts that ordered it. Each part of a long message has its own receipt.
 */
export const vonage = asMessageVendor<typeof config>({
  kind: 'sms',
  code: 'vonage',
  title: { en: 'Vonage', zh: 'Vonage' },
  docs: 'https://developer.vonage.com/en/api/sms',
  config,
  ...vonageAdvice,
  codes,
  receiptCodes,
  horizonHours: 72,
  regions: 'all',
  receipts: ['push', 'query'],
  longMessages: true,
  template: { form: 'text', needsCode: false, needsSignature: false },

  open(settings, tools) {
    return {
      async send(send, { signal }): Promise<Outcome> {
        const form = {
          from: settings.sender,
          to: send.to.slice(1),
          text: send.text,
          type: encodeGsm7(send.text) ? 'text' : 'unicode',
          ttl: String(settings.validityMinutes * 60_000),
          callback: tools.callbackUrl(),
          'client-ref': clientRef(send.reference, send.parts),
        };
        const url = `${settings.endpoint}/sms/json`;
        return readOutcome(await call(settings, tools, signal, url, form), settings);
      },

      async queryStatus(query, { signal }): Promise<StatusItem> {
        const now = tools.clock.now();
        const url = `${settings.reportsEndpoint}/v2/reports/records?${search(query, settings, now)}`;
        const answer = await call(settings, tools, signal, url);
        const report = readJson(answer);
        const records = fieldOf(report, 'records');
        if (answer.status !== 200 || !Array.isArray(records)) {
          throw new UnexpectedResponse(`HTTP ${answer.status} without records`);
        }
        const isWhole = fieldOf(report, '_links', 'next') === undefined;
        return findStatus(query, records, isWhole, settings, now);
      },

      readCallback: (callback) => readCallback(settings, callback, tools.clock.now()),
    };
  },
});

/**
 * All parts of a message share its client reference. A long message's reference ends with its parts, so that
 * a receipt for one part is not taken for the whole message.
 */
function clientRef(reference: string, parts: number): string {
  return parts > 1 ? `${reference}/${parts}` : reference;
}

function call(
  { apiKey, apiSecret }: Config,
  { http }: Tools,
  signal: AbortSignal,
  url: string,
  form?: Record<string, string>,
): Promise<HttpAnswer> {
  return http.request({
    method: form ? 'POST' : 'GET',
    url,
    headers: {
      authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`,
      accept: 'application/json',
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
    signal,
  });
}

/** There is one item for each part. Parts with different statuses may have been sent in part. */
function readOutcome(answer: HttpAnswer, { costCurrency }: Config): Outcome {
  const messages = fieldOf(readJson(answer), 'messages');
  const [first, ...others] = Array.isArray(messages) ? messages : [];
  const status = textOf(first, 'status');
  if (answer.status >= 500 || others.some((each) => textOf(each, 'status') !== status)) {
    throw new UnexpectedResponse(`HTTP ${answer.status} with different statuses`);
  }
  const refs = [first, ...others].map((each) => textOf(each, 'message-id'));
  if (status !== '0' || !refs.every(Boolean)) {
    return failureByCode(codes, status, textOf(first, 'error-text'));
  }
  const costs = [first, ...others].map((each) => parseFineCost(textOf(each, 'message-price')));
  const cost = costCurrency === undefined ? undefined : addCosts(costs);
  return {
    kind: 'done',
    providerRef: refs[0] as string,
    ...(refs.length > 1 ? { partRefs: refs } : {}),
    ...(cost === undefined ? {} : { cost }),
  };
}

/** By the vendor's ID if there is one; otherwise by number and time, because each record costs money. */
function search({ providerRef, to: mobile, heldAt }: StatusQuery, { apiKey }: Config, now: Date) {
  const at = (ms: number) => new Date(ms).toISOString();
  return new URLSearchParams({
    account_id: apiKey,
    product: 'SMS',
    direction: 'outbound',
    ...(providerRef
      ? { id: providerRef }
      : {
          to: mobile.slice(1),
          date_start: at(heldAt.getTime() - searchBeforeMs),
          date_end: at(Math.min(heldAt.getTime() + searchAfterMs, now.getTime())),
        }),
  });
}

function findStatus(
  { providerRef, reference, heldAt }: StatusQuery,
  records: readonly unknown[],
  isWhole: boolean,
  { costCurrency }: Config,
  now: Date,
): StatusItem {
  const ours = records.filter((each) =>
    providerRef
      ? textOf(each, 'message_id') === providerRef
      : textOf(each, 'client_ref').replace(/\/\d+$/, '') === reference,
  );
  // A long message may have a record for each part, and is delivered when all are.
  const record = ours.find((each) => textOf(each, 'status') !== 'delivered') ?? ours[0];
  if (!record) {
    // A record without a reference may be ours.
    const isAbsent =
      providerRef === null &&
      isWhole &&
      now.getTime() - heldAt.getTime() > reportsDelayMs &&
      records.every((each) => textOf(each, 'client_ref') !== '');
    const state = isAbsent ? 'absent' : 'unknown';
    return { state, providerRef: providerRef ?? '', detail: 'it is not in the report', at: now };
  }
  // A record found by its ID is of one part, and the response already had the price of all parts.
  const cost = providerRef === null ? costOf(ours, costCurrency) : undefined;
  const [status, code] = [textOf(record, 'status'), textOf(record, 'error_code')];
  return {
    ...(readWord(status, code) ?? { state: 'unknown', vendorCode: status }),
    providerRef: textOf(record, 'message_id'),
    detail: textOf(record, 'error_code_description') || status,
    at: now,
    ...(cost === undefined ? {} : { cost }),
  };
}

/** The cost of all parts; undefined if a record has none in our currency. */
function costOf(records: readonly unknown[], costCurrency: string | undefined): Money | undefined {
  const costs = records.map((each) =>
    costCurrency !== undefined && textOf(each, 'currency') === costCurrency
      ? parseFineCost(textOf(each, 'total_price'))
      : undefined,
  );
  return addCosts(costs);
}

/** Undefined unless every part has a cost. */
function addCosts(costs: readonly (Money | undefined)[]): Money | undefined {
  return costs.reduce(
    (sum, each) => (sum === undefined || each === undefined ? undefined : sum + each),
    0n,
  );
}

function readWord(status: string, code: string) {
  const state = Object.hasOwn(states, status) ? states[status] : undefined;
  if (!state) return undefined;
  if (state === 'expired') return { state, reason: 'expired', vendorCode: code || status } as const;
  if (state !== 'undelivered') return { state, vendorCode: status };
  const meaning = Object.hasOwn(receiptCodes, code) ? receiptCodes[code] : undefined;
  return { state, reason: meaning?.[1] ?? 'provider_fault', vendorCode: code || status } as const;
}

function readCallback(settings: Config, callback: Callback, now: Date): CallbackReading {
  const fields = readFields(callback);
  const { signatureSecret, signatureMethod } = settings;
  if (signatureSecret) {
    const expected = vonageSignature(signatureMethod, signatureSecret, fields);
    if (!isSameSignature(fields.sig?.toLowerCase(), expected)) {
      return { kind: 'refused', because: 'signature', detail: 'sig does not match' };
    }
  }
  const { messageId: providerRef, 'client-ref': ref = '', status = '' } = fields;
  const word = readWord(status, fields['err-code'] ?? '');
  const name = ref && !ref.includes('/') ? { reference: ref } : providerRef && { providerRef };
  return {
    kind: 'receipts',
    receipts: word && name ? [{ ...name, ...word, detail: status, at: now }] : [],
    isSigned: signatureSecret !== undefined,
    answer: { status: 200, contentType: 'text/plain', body: 'ok' },
  };
}

/** A receipt comes by GET, as a form or as JSON, as the account's settings say. */
function readFields({ method, url, headers, body }: Callback): Record<string, string> {
  if (method === 'GET') return Object.fromEntries(new URL(url).searchParams);
  if (!headers['content-type']?.includes('json')) {
    return Object.fromEntries(new URLSearchParams(body));
  }
  const sent = parseJson(body);
  const names = typeof sent === 'object' && sent !== null ? Object.keys(sent) : [];
  return Object.fromEntries(names.map((name) => [name, textOf(sent, name)]));
}

/** Over all fields but the signature, sorted by name, with `&` and `=` in values replaced. */
export function vonageSignature(
  method: SignatureMethod,
  signatureSecret: string,
  { sig: _, ...fields }: Readonly<Record<string, string>>,
): string {
  const signed = Object.keys(fields)
    .sort()
    .map((name) => `&${name}=${fields[name]?.replace(/[&=]/g, '_')}`)
    .join('');
  if (method === 'md5hash') {
    return createHash('md5').update(`${signed}${signatureSecret}`).digest('hex');
  }
  return createHmac(method, signatureSecret).update(signed).digest('hex');
}
