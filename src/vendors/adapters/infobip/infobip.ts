import Type, { type Static } from 'typebox';
import type { HttpAnswer } from '../../../foundation/outbound/http-client.ts';
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
import { address, secret, text, whole } from '../../providers/vendor-setting.ts';
import { infobipAdvice } from './infobip-advice.ts';

const config = Type.Object({
  apiKey: secret({
    title: { en: 'API key', zh: 'API Key' },
    help: {
      en: 'With the scopes sms:message:send and sms:logs:read.',
      zh: '需授予 sms:message:send 与 sms:logs:read 权限。',
    },
  }),
  sender: text({
    title: { en: 'Sender', zh: '发送方' },
    help: {
      en: 'A number or a name that Infobip has registered for your account.',
      zh: '已在 Infobip 账户中登记的号码或名称。',
    },
    examples: ['InfoSMS', '447860099299'],
    maxLength: 16,
  }),
  validityMinutes: whole({
    title: { en: 'Validity (minutes)', zh: '有效期（分钟）' },
    help: {
      en: 'Infobip stops trying to deliver a message after this time.',
      zh: '超过该时间仍未送达的短信，Infobip 不再投递。',
    },
    minimum: 1,
    maximum: 2_880,
    default: 60,
  }),
  costCurrency: Type.Optional(
    text({
      title: { en: 'Cost currency', zh: '成本币种' },
      help: {
        en: 'Costs are stored only if Infobip bills in the platform’s own currency. Enter it here.',
        zh: '仅当 Infobip 以平台币种计费时才记录成本：在此填写该币种。',
      },
      examples: ['EUR'],
      pattern: '^[A-Z]{3}$',
    }),
  ),
  endpoint: address({
    title: { en: 'Address', zh: '接口地址' },
    help: {
      en: 'Your account’s own base URL, on the first page of the Infobip portal.',
      zh: '账户专属的 Base URL，在 Infobip 门户首页查看。',
    },
    examples: ['https://xyz12.api.infobip.com'],
    default: 'https://api.infobip.com',
  }),
});
type Config = Static<typeof config>;

/**
 * Infobip's status names and error names, and `E` with the status of a refused HTTP request.
 * https://www.infobip.com/docs/essentials/api-essentials/response-status-and-error-codes (2026-11-17). Voice,
 * e-mail and chat have others.
 */
const codes: Readonly<Record<string, CodeMeaning>> = {
  E400: ['unavailable', 'provider_setup'],
  E401: ['unavailable', 'provider_setup'],
  E403: ['unavailable', 'provider_setup'],
  E404: ['unavailable', 'provider_setup'],
  E429: ['unavailable', 'provider_limit'],
  MISSING_TO: ['rejected', 'number_invalid'],
  REJECTED_DESTINATION: ['rejected', 'number_invalid'],
  REJECTED_DESTINATION_BLOCKLISTED: ['rejected', 'blocked_by_person'],
  REJECTED_DESTINATION_NOT_REGISTERED: ['unavailable', 'provider_setup'],
  REJECTED_DND: ['rejected', 'blocked_by_person'],
  // A message with our reference exists there, so only the logs can tell what became of it.
  REJECTED_DUPLICATE_MESSAGE_ID: ['unknown', 'provider_fault'],
  REJECTED_FLOODING_FILTER: ['rejected', 'frequency'],
  REJECTED_INVALID_UDH: ['rejected', 'content_refused'],
  REJECTED_MESSAGE_TOO_LONG: ['rejected', 'content_refused'],
  REJECTED_NETWORK: ['unavailable', 'region'],
  REJECTED_NOT_ENOUGH_CREDITS: ['unavailable', 'provider_balance'],
  REJECTED_PREFIX_MISSING: ['rejected', 'number_invalid'],
  REJECTED_PREPAID_PACKAGE_EXPIRED: ['unavailable', 'provider_balance'],
  REJECTED_ROUTE_NOT_AVAILABLE: ['unavailable', 'provider_setup'],
  REJECTED_SENDER: ['unavailable', 'provider_setup'],
  REJECTED_SOURCE: ['unavailable', 'provider_setup'],
  REJECTED_SYSTEM_ERROR: ['unavailable', 'provider_fault'],
  // Its fraud filter: another provider would carry what the operator pays Infobip to stop.
  SIGNALS_BLOCKED: ['rejected', 'blocked_by_carrier'],
  UNDELIVERABLE_NOT_SENT: ['unavailable', 'provider_fault'],
  UNDELIVERABLE_REJECTED_PLATFORM: ['unavailable', 'provider_fault'],
};

/** The meaning of a status that is not listed, by its group. */
export const groups: Readonly<Record<string, ReceiptMeaning>> = {
  ACCEPTED: ['sent', null],
  PENDING: ['sent', null],
  // Only DELIVERED_TO_HANDSET says that the message arrived.
  DELIVERED: ['sent', null],
  UNDELIVERABLE: ['undelivered', 'provider_fault'],
  EXPIRED: ['expired', 'expired'],
  REJECTED: ['rejected', 'provider_fault'],
};

const noSuchNumber: ReceiptMeaning = ['undelivered', 'number_invalid'];
const unreachable: ReceiptMeaning = ['undelivered', 'number_off'];
const noMessages: ReceiptMeaning = ['undelivered', 'number_not_mobile'];
const optedOut: ReceiptMeaning = ['undelivered', 'blocked_by_person'];
const blocked: ReceiptMeaning = ['undelivered', 'blocked_by_carrier'];
const tooMany: ReceiptMeaning = ['undelivered', 'frequency'];
const overLimit: ReceiptMeaning = ['undelivered', 'provider_limit'];
const setup: ReceiptMeaning = ['undelivered', 'provider_setup'];
const expired: ReceiptMeaning = ['expired', 'expired'];

/** Statuses say what became of a message; errors say why, and count only beside a status that failed. */
const receiptCodes: Readonly<Record<string, ReceiptMeaning>> = {
  PENDING_ACCEPTED: ['sent', null],
  PENDING_ENROUTE: ['sent', null],
  PENDING_WAITING_DELIVERY: ['sent', null],
  DELIVERED_TO_OPERATOR: ['sent', null],
  DELIVERED_TO_HANDSET: ['delivered', null],
  EXPIRED_EXPIRED: expired,
  // The operator never reported, so the message may have arrived.
  EXPIRED_DLR_UNKNOWN: ['sent', null],
  UNDELIVERABLE_REJECTED_OPERATOR: blocked,
  UNDELIVERABLE_NOT_DELIVERED: ['undelivered', 'provider_fault'],
  ...Object.fromEntries(
    Object.entries(codes)
      .filter(([name]) => !/^E\d/.test(name))
      .map(([name, [, reason]]) => [name, ['rejected', reason] as ReceiptMeaning]),
  ),
  REJECTED_DUPLICATE_MESSAGE_ID: ['sent', null],

  EC_UNKNOWN_SUBSCRIBER: noSuchNumber,
  EC_UNIDENTIFIED_SUBSCRIBER: noSuchNumber,
  EC_INVALID_DESTINATION_ADDRESS: noSuchNumber,
  EC_INVALID_REQUEST_DESTINATION: noSuchNumber,
  EC_OPERATOR_NOT_FOUND: noSuchNumber,
  EC_DEACTIVATED_LIST: noSuchNumber,
  EC_ABSENT_SUBSCRIBER: unreachable,
  EC_ABSENT_SUBSCRIBER_SM: unreachable,
  EC_CALL_BARRED: unreachable,
  EC_DEST_ADDRESS_SUSPENDED: unreachable,
  EC_SM_DF_MEMORYCAPACITYEXCEEDED: unreachable,
  EC_SUBSCRIBER_BUSY_FOR_MT_SMS: unreachable,
  EC_TEMPORARY_HANDSET_FAILURE: unreachable,
  EC_USER_OUT_OF_CREDIT: unreachable,
  EC_CANNOT_RECEIVE_SC: noMessages,
  EC_DESTINATION_NOT_SMS_PROVISIONED: noMessages,
  EC_DEST_ADDRESS_UNABLE_TO_RECEIVE_SMS: noMessages,
  EC_TELESERVICE_NOT_PROVISIONED: noMessages,
  // The person answered STOP.
  EC_CONTENT_BLOCKED: optedOut,
  EC_BLACKLISTED_DESTINATIONADDRESS: optedOut,
  EC_DEST_ADDRESS_BLACKLISTED: optedOut,
  EC_SC_BLOCKED_BY_END_USER: optedOut,
  EC_BLOCKED_BY_CAMPAIGN_BLACKLIST: blocked,
  EC_CONTENT_BLOCKED_BY_OPERATOR: blocked,
  EC_DESTINATION_BLOCKED_BY_OPERATOR: blocked,
  EC_ILLEGAL_SUBSCRIBER: blocked,
  EC_IMSI_BLACKLISTED: blocked,
  EC_REJECTED_SPAM_BY_OPERATOR: blocked,
  EC_SC_BLOCKED_FOR_END_USER: blocked,
  EC_SIGNALS_BLOCKED: blocked,
  EC_SMS_REJECTED_BY_MOBILE_OPERATOR: blocked,
  EC_DESTINATION_FLOODING: tooMany,
  EC_DESTINATION_TXT_FLOODING: tooMany,
  EC_DUPLICATE_MESSAGE: tooMany,
  EC_10DLC_LIMIT_REACHED: overLimit,
  EC_LIMIT_REACHED: overLimit,
  EC_QUOTA_REACHED: overLimit,
  EC_SIGNALS_HARD_LIMIT_REACHED: overLimit,
  EC_MONTHLY_LIMIT_REACHED: ['undelivered', 'provider_balance'],
  EC_MSG_TEXT_TOO_LONG: ['undelivered', 'content_refused'],
  EC_ACCOUNT_ACCESS_DENIED: setup,
  EC_BLACKLISTED_SENDERADDRESS: setup,
  EC_CAMPAIGNID_NOT_PROVISIONED: setup,
  EC_CAMPAIGN_ID_REJECTED: setup,
  EC_INVALID_SOURCE_ADDRESS: setup,
  EC_SC_BLOCKED: setup,
  EC_SC_EXPIRED: setup,
  EC_SC_NOT_PROVISIONED: setup,
  EC_SOURCE_ADDRESS_IS_BLOCKED: setup,
  EC_TF_NUMBER_NOT_VERIFIED: setup,
  EC_MESSAGE_CANCELED: expired,
  EC_MESSAGE_EXPIRED: expired,
  EC_VALIDITY_EXPIRED: expired,
  EC_VP_EXPIRED: expired,
};

/** The delay of the logs is not published. After this time, a message that is not in them was never accepted. */
const logsDelayMs = 2 * 3_600_000;

/**
 * Infobip. Our reference is the message's id there, so a lost response is found in the logs, and the same
 * message cannot be accepted twice. Its receipts are unsigned.
 */
export const infobip = asMessageVendor<typeof config>({
  kind: 'sms',
  code: 'infobip',
  title: { en: 'Infobip', zh: 'Infobip' },
  docs: 'https://www.infobip.com/docs/developer-resources/quickstart',
  config,
  ...infobipAdvice,
  codes,
  receiptCodes,
  // The logs cover 48 hours.
  horizonHours: 47,
  regions: 'all',
  receipts: ['push', 'query'],
  longMessages: true,
  template: { form: 'text', needsCode: false, needsSignature: false },

  open(settings, tools) {
    return {
      async send(send, { signal }): Promise<Outcome> {
        const message = {
          sender: settings.sender,
          destinations: [{ to: send.to.slice(1), messageId: send.reference }],
          content: { text: send.text },
          options: { validityPeriod: { amount: settings.validityMinutes, timeUnit: 'MINUTES' } },
          webhooks: {
            delivery: { url: tools.callbackUrl() },
            contentType: 'application/json',
          },
        };
        // Infobip must not replace the links of a text.
        const options = { tracking: { shortenUrl: false, trackClicks: false } };
        const body = JSON.stringify({ messages: [message], options });
        return readOutcome(await call(settings, tools, signal, '/sms/3/messages', body));
      },

      async queryStatus(query, { signal }): Promise<StatusItem> {
        const id = encodeURIComponent(query.providerRef ?? query.reference);
        const answer = await call(settings, tools, signal, `/sms/3/logs?messageId=${id}`);
        const results = fieldOf(readJson(answer), 'results');
        if (answer.status !== 200 || !Array.isArray(results)) {
          throw new UnexpectedResponse(`HTTP ${answer.status} without logs`);
        }
        return findStatus(query, results, settings, tools.clock.now());
      },

      readCallback: (callback) => readCallback(callback, tools.clock.now()),
    };
  },
});

function call(
  { apiKey, endpoint }: Config,
  { http }: Tools,
  signal: AbortSignal,
  path: string,
  body?: string,
): Promise<HttpAnswer> {
  return http.request({
    method: body ? 'POST' : 'GET',
    url: `${endpoint}${path}`,
    headers: {
      authorization: `App ${apiKey}`,
      accept: 'application/json',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body } : {}),
    signal,
  });
}

/** A status in one of these groups says that Infobip accepted the message. */
const acceptedGroups = ['ACCEPTED', 'PENDING', 'DELIVERED'];

function readOutcome(answer: HttpAnswer): Outcome {
  const body = readJson(answer);
  if (answer.status !== 200) {
    return failureByCode(codes, `E${answer.status}`, textOf(body, 'description'));
  }
  const messages = fieldOf(body, 'messages');
  const message = Array.isArray(messages) && messages.length === 1 ? messages[0] : undefined;
  const providerRef = textOf(message, 'messageId');
  const name = textOf(message, 'status', 'name');
  if (providerRef && acceptedGroups.includes(textOf(message, 'status', 'groupName'))) {
    return { kind: 'done', providerRef };
  }
  return failureByCode(codes, name, textOf(message, 'status', 'description') || name);
}

function findStatus(
  { providerRef, reference, heldAt }: StatusQuery,
  results: readonly unknown[],
  { costCurrency }: Config,
  now: Date,
): StatusItem {
  const id = providerRef ?? reference;
  const log = results.find((each) => textOf(each, 'messageId') === id);
  if (!log) {
    const isAbsent = providerRef === null && now.getTime() - heldAt.getTime() > logsDelayMs;
    const state = isAbsent ? 'absent' : 'unknown';
    return { state, providerRef: providerRef ?? '', detail: 'it is not in the logs', at: now };
  }
  const isPriced = costCurrency !== undefined && textOf(log, 'price', 'currency') === costCurrency;
  const parts = Number(textOf(log, 'messageCount') || 1);
  const cost = isPriced ? parseFineCost(textOf(log, 'price', 'pricePerMessage'), parts) : undefined;
  return {
    ...(readWord(log, now) ?? { state: 'unknown', detail: 'no known status', at: now }),
    providerRef: id,
    ...(cost === undefined ? {} : { cost }),
  };
}

function readCallback({ body }: Callback, now: Date): CallbackReading {
  const results = fieldOf(parseJson(body), 'results');
  if (!Array.isArray(results)) {
    return { kind: 'refused', because: 'form', detail: 'there are no results' };
  }
  return {
    kind: 'receipts',
    receipts: results.flatMap((each) => {
      const reference = textOf(each, 'messageId');
      const word = readWord(each, now);
      return reference && word ? [{ reference, ...word }] : [];
    }),
    isSigned: false,
    answer: { status: 200, contentType: 'application/json', body: '{}' },
  };
}

/** What logs and receipts share; undefined for a status of an unknown group. */
function readWord(
  item: unknown,
  now: Date,
): Omit<Receipt, 'reference' | 'providerRef'> | undefined {
  const [status, error] = [textOf(item, 'status', 'name'), textOf(item, 'error', 'name')];
  const [state, reason] = meaningOf(status) ?? groupMeaningOf(textOf(item, 'status', 'groupName'));
  if (!state) return undefined;
  const isExplained = reason && error !== 'NO_ERROR';
  return {
    state,
    // The error says more than the status why a message was not delivered.
    ...(reason && { reason: (isExplained && meaningOf(error)?.[1]) || reason }),
    vendorCode: (isExplained && error) || status,
    detail: textOf(item, isExplained && error ? 'error' : 'status', 'description') || status,
    at: readTime(textOf(item, 'doneAt')) ?? now,
  };
}

function meaningOf(name: string) {
  return Object.hasOwn(receiptCodes, name) ? receiptCodes[name] : undefined;
}

function groupMeaningOf(name: string) {
  return (Object.hasOwn(groups, name) && groups[name]) || ([] as const);
}

function readTime(text: string): Date | undefined {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
