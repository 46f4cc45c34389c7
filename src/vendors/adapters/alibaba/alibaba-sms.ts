import Type, { type Static } from 'typebox';
import type { Receipt, StatusItem, StatusQuery, TemplateSend } from '../../providers/provider.ts';
import { fieldOf, readJson, textOf, UnexpectedResponse } from '../../providers/read-answer.ts';
import { namedValues } from '../../providers/template-values.ts';
import {
  asMessageVendor,
  type CallbackReading,
  type CodeMeaning,
  type OpenMessages,
  type ReceiptMeaning,
  type Tools,
} from '../../providers/vendor.ts';
import { chinaDay, readChinaTime } from '../china-time.ts';
import { findTooLong } from '../too-long.ts';
import { alibabaSmsAdvice } from './alibaba-sms-advice.ts';
import { alibabaFailure, alibabaSettings, callAlibaba, gatewayCodes } from './call-alibaba.ts';

const config = Type.Object(alibabaSettings('https://dysmsapi.aliyuncs.com'));
type Config = Static<typeof config>;

const version = '2017-05-25';
const longestText = 500;

/**
 * Refusals before the message is accepted: https://help.aliyun.com/zh/sms/developer-reference/api-error-codes
 * (2026-11-17), and abroad https://www.alibabacloud.com/help/doc-detail/116206.htm (2019-11-22).
 */
const refusals: Readonly<Record<string, CodeMeaning>> = {
  'isv.MOBILE_NUMBER_ILLEGAL': ['rejected', 'number_invalid'],
  'isv.BUSINESS_LIMIT_CONTROL': ['rejected', 'frequency'],
  'isv.BUSINESS_LIMIT_HOUR': ['rejected', 'frequency'],
  'isv.BUSINESS_LIMIT_DAY': ['rejected', 'frequency'],
  BUSINESS_LIMIT_CONTROL_MINUTE: ['rejected', 'frequency'],
  BUSINESS_LIMIT_CONTROL_PHONE: ['rejected', 'frequency'],
  'isv.SMS_CONTENT_ILLEGAL': ['rejected', 'content_refused'],
  'isv.UNSUPPORTED_CONTENT': ['rejected', 'content_refused'],
  'isv.SMS_CONTENT_MISMATCH_TEMPLATE_TYPE': ['rejected', 'content_refused'],
  'isv.TEMPLATE_PARAMS_ILLEGAL': ['rejected', 'variable_refused'],
  'isv.PARAM_LENGTH_LIMIT': ['rejected', 'variable_refused'],
  'isv.PARAM_NOT_SUPPORT_URL': ['rejected', 'variable_refused'],
  'isv.CUSTOMER_REFUSED': ['rejected', 'blocked_by_person'],
  // Once a word in a variable; now the number is on the vendor's list of people who want no messages.
  'isv.BLACK_KEY_CONTROL_LIMIT': ['rejected', 'blocked_by_person'],

  'isv.SMS_SIGNATURE_ILLEGAL': ['unavailable', 'signature_refused'],
  'isv.SMS_SIGN_ILLEGAL': ['unavailable', 'signature_refused'],
  'isv.SIGN_NAME_ILLEGAL': ['unavailable', 'signature_refused'],
  'isv.SIGN_STATE_ILLEGAL': ['unavailable', 'signature_refused'],
  'isv.SMS_SIGNATURE_SCENE_ILLEGAL': ['unavailable', 'signature_refused'],
  'isv.SMS_SIGN_NAME_ILLEGAL': ['unavailable', 'signature_refused'],
  'isv.SENDERID_ERROR': ['unavailable', 'signature_refused'],
  'isv.SMS_TEMPLATE_ILLEGAL': ['unavailable', 'template_refused'],
  'isv.TEMPLATE_MISSING_PARAMETERS': ['unavailable', 'template_refused'],
  'isv.INVALID_JSON_PARAM': ['unavailable', 'template_refused'],
  'isv.SMS_CONTENT_CODE_ILLEGAL': ['unavailable', 'template_refused'],
  'isv.CONTENT_MISSING_PARAMETERS': ['unavailable', 'template_refused'],
  // A test template goes with the test signature, to bound numbers, with 4 to 6 digits.
  'isv.SMS_TEST_SIGN_TEMPLATE_LIMIT': ['unavailable', 'template_refused'],
  'isv.SMS_TEST_TEMPLATE_PARAMS_ILLEGAL': ['unavailable', 'variable_refused'],
  'isv.SMS_TEST_NUMBER_LIMIT': ['unavailable', 'provider_setup'],
  'isv.DOMESTIC_NUMBER_NOT_SUPPORTED': ['unavailable', 'region'],
  'isv.NOT_SUPPORTED_COUNTRY': ['unavailable', 'region'],
  'isv.COUNTRY_RESTRICTED': ['unavailable', 'region'],
  'isv.OUT_OF_SERVICE': ['unavailable', 'provider_balance'],
  'isv.AMOUNT_NOT_ENOUGH': ['unavailable', 'provider_balance'],
  'isv.BILLING_DEDUCTION_ERROR': ['unavailable', 'provider_balance'],
  'isv.DAY_LIMIT_CONTROL': ['unavailable', 'provider_limit'],
  'isv.MONTH_LIMIT_CONTROL': ['unavailable', 'provider_limit'],
  'isv.MOBILE_COUNT_OVER_LIMIT': ['unavailable', 'provider_setup'],
  'isv.INVALID_PARAMETERS': ['unavailable', 'provider_setup'],
  'isv.DENY_IP_RANGE': ['unavailable', 'provider_setup'],
  'isv.EXTEND_CODE_ERROR': ['unavailable', 'provider_setup'],
  'isv.ONE_CODE_MULTIPLE_SIGN': ['unavailable', 'provider_setup'],
  'isv.CODE_EXCEED_LIMIT': ['unavailable', 'provider_setup'],
  'isv.CODE_ERROR': ['unavailable', 'provider_setup'],
  'isv.ACCOUNT_NOT_EXISTS': ['unavailable', 'provider_setup'],
  'isv.ACCOUNT_ABNORMAL': ['unavailable', 'provider_setup'],
  'isv.SECURITY_FROZEN_ACCOUNT': ['unavailable', 'provider_setup'],
  'isv.PRODUCT_UN_SUBSCRIPT': ['unavailable', 'provider_setup'],
  'isv.PRODUCT_UNSUBSCRIBE': ['unavailable', 'provider_setup'],
  'isp.RAM_PERMISSION_DENY': ['unavailable', 'provider_setup'],
  'isv.RAM_CHECK_FAILED': ['unavailable', 'provider_setup'],
  'isv.FORBIDDEN_ACTION': ['unavailable', 'provider_setup'],
  'isp.RES_OWNER_ID_UNKNOWN': ['unavailable', 'provider_setup'],
};

const codes: Readonly<Record<string, CodeMeaning>> = {
  OK: ['done', null],
  ...gatewayCodes,
  ...refusals,
  // An internal error; the vendor does not say whether the message was sent.
  'isp.SYSTEM_ERROR': ['unknown', 'provider_fault'],
  'isp.GATEWAY_ERROR': ['unknown', 'provider_fault'],
};

const delivered: ReceiptMeaning = ['delivered', null];

const receiptCodes: Readonly<Record<string, ReceiptMeaning>> = {
  // Some refusals come only after the message was accepted.
  ...Object.fromEntries(
    Object.entries(refusals).map(([code, [, reason]]): [string, ReceiptMeaning] => [
      code,
      ['rejected', reason],
    ]),
  ),
  DELIVERED: delivered,
  MOBILE_NOT_ON_SERVICE: ['undelivered', 'number_off'],
  MOBILE_ACCOUNT_ABNORMAL: ['undelivered', 'number_off'],
  // The vendor's own spelling.
  MOBLLE_TERMINAL_ERROR: ['undelivered', 'number_off'],
  INVALID_NUMBER: ['undelivered', 'number_invalid'],
  SP_NOT_BY_INTER_SMS: ['undelivered', 'region'],
  SP_UNKNOWN_ERROR: ['undelivered', 'provider_fault'],
  IS_CLOSE: ['undelivered', 'provider_fault'],
  NO_ROUTE: ['undelivered', 'provider_fault'],
  REQUEST_SUCCESS: ['expired', 'expired'],
  MOBILE_SEND_LIMIT: ['rejected', 'frequency'],
  MOBILE_IN_BLACK: ['rejected', 'blocked_by_person'],
  USER_REJECT: ['rejected', 'blocked_by_person'],
  CONTENT_KEYWORD: ['rejected', 'content_refused'],
  CONTENT_ERROR: ['rejected', 'content_refused'],
  PARAMS_ILLEGAL: ['rejected', 'variable_refused'],
  SIGNATURE_BLACKLIST: ['rejected', 'signature_refused'],
  // The carrier has not registered the signature for this channel yet.
  PORT_NOT_REGISTERED: ['rejected', 'signature_refused'],
};

/**
 * Alibaba Cloud SMS. It returns our reference in receipts and in its records, which it keeps for 30 days and
 * which are queried by number and day.
 */
export const alibabaSms = asMessageVendor<typeof config>({
  kind: 'sms',
  code: 'alibaba-sms',
  title: { en: 'Alibaba Cloud SMS', zh: '阿里云短信' },
  docs: 'https://help.aliyun.com/zh/sms/developer-reference/api-dysmsapi-2017-05-25-createsmstemplate',
  config,
  ...alibabaSmsAdvice,
  codes,
  receiptCodes,
  horizonHours: 29 * 24,
  regions: 'all',
  receipts: ['push', 'query'],
  longMessages: true,
  template: { form: 'named', needsCode: true, needsSignature: true },
  findFault: (send) => findTooLong(send, longestText),

  open(settings, tools): OpenMessages {
    return {
      async send(send, { signal }) {
        const query = sendQuery(send);
        const call = { action: 'SendSms', version, query };
        const answer = await callAlibaba(settings, tools, signal, call, 'OK');
        const providerRef = textOf(answer.body, 'BizId');
        if (answer.code === 'OK' && providerRef) return { kind: 'done', providerRef };
        return alibabaFailure(codes, answer);
      },
      queryStatus: (query, { signal }) => queryStatus(settings, tools, signal, query),
      readCallback: ({ body }) => readReceipts(body, tools.clock.now()),
    };
  },
});

function sendQuery(send: TemplateSend): Record<string, string> {
  return {
    PhoneNumbers: numberOf(send.to),
    SignName: send.form.signature ?? '',
    TemplateCode: send.form.code ?? '',
    TemplateParam: JSON.stringify(namedValues(send)),
    OutId: send.reference,
  };
}

/** Mainland numbers without the country code, others with it; never with a plus. */
function numberOf(mobile: string): string {
  return mobile.replace(/^\+86(?=1\d{10}$)|^\+/, '');
}

const pageSize = 50;
/** Limits the search: for a number with more messages in one day, the result stays unknown. */
const maxPages = 10;
/**
 * A message held on one day may be sent on the next, or be recorded on the previous day by the vendor's clock.
 */
const longestSendMs = 5 * 60_000;
const clockGapMs = 5 * 60_000;
/** How long a message may take to appear in the records. The vendor documents no limit, so this is generous. */
const recordedAfterMs = 60 * 60_000;

async function queryStatus(
  settings: Config,
  tools: Tools,
  signal: AbortSignal,
  query: StatusQuery,
): Promise<StatusItem> {
  const heldAt = query.heldAt.getTime();
  const times = [heldAt - clockGapMs, heldAt + longestSendMs];
  const days = new Set(times.map((time) => chinaDay(new Date(time))));
  let isComplete = true;
  for (const day of days) {
    const { found, isWhole } = await findRecord(settings, tools, signal, query, day);
    if (found) return toStatusItem(found, query, tools.clock.now());
    isComplete &&= isWhole;
  }
  const at = tools.clock.now();
  // A message with a vendor id was accepted, whatever the records show.
  const isCertain = isComplete && !query.providerRef && at.getTime() - heldAt > recordedAfterMs;
  return {
    state: isCertain ? 'absent' : 'unknown',
    providerRef: query.providerRef ?? '',
    detail: isComplete ? 'its records do not show it' : 'its records are too long to be read',
    at,
  };
}

/** Searches a number's records of one day for our reference. */
async function findRecord(
  settings: Config,
  tools: Tools,
  signal: AbortSignal,
  { to: mobile, reference }: StatusQuery,
  day: string,
): Promise<{ found?: unknown; isWhole: boolean }> {
  for (let page = 1, seen = 0; page <= maxPages; page++) {
    const query = {
      PhoneNumber: numberOf(mobile),
      SendDate: day,
      PageSize: String(pageSize),
      CurrentPage: String(page),
    };
    const call = { action: 'QuerySendDetails', version, query };
    const { code, message, body } = await callAlibaba(settings, tools, signal, call, 'OK');
    const total = Number(textOf(body, 'TotalCount') || Number.NaN);
    if (code !== 'OK' || Number.isNaN(total)) throw new UnexpectedResponse(`${code}: ${message}`);
    const listed = fieldOf(body, 'SmsSendDetailDTOs', 'SmsSendDetailDTO');
    const items: unknown[] = Array.isArray(listed) ? listed : [];
    const found = items.find((item) => textOf(item, 'OutId') === reference);
    if (found) return { found, isWhole: true };
    seen += items.length;
    if (seen >= total) return { isWhole: true };
    if (items.length === 0) return { isWhole: false };
  }
  return { isWhole: false };
}

function toStatusItem(item: unknown, { providerRef }: StatusQuery, now: Date): StatusItem {
  const vendorCode = textOf(item, 'ErrCode');
  const facts = {
    providerRef: providerRef ?? '',
    vendorCode,
    detail: `status ${textOf(item, 'SendStatus')} ${vendorCode}`.trim(),
    at: readChinaTime(textOf(item, 'ReceiveDate')) ?? now,
  };
  switch (textOf(item, 'SendStatus')) {
    case '1':
      return { ...facts, state: 'sent' };
    case '2':
      return { ...facts, ...asState(meaningOf(vendorCode)) };
    case '3':
      return { ...facts, state: 'delivered' };
    default:
      return { ...facts, state: 'unknown' };
  }
}

/** Why a message was not delivered. A code that means delivered contradicts the reported failure. */
function meaningOf(code: string): ReceiptMeaning {
  const meaning = Object.hasOwn(receiptCodes, code) ? receiptCodes[code] : undefined;
  return meaning && meaning !== delivered ? meaning : ['undelivered', 'provider_fault'];
}

function asState([state, reason]: ReceiptMeaning): Pick<Receipt, 'state' | 'reason'> {
  return reason ? { state, reason } : { state };
}

/** A push is an unsigned list with the receipts of every system that shares the account. */
function readReceipts(body: string, now: Date): CallbackReading {
  let posted: unknown;
  try {
    posted = readJson({ status: 200, headers: {}, text: body });
  } catch {
    return { kind: 'refused', because: 'form', detail: 'no JSON' };
  }
  const items: unknown[] = Array.isArray(posted) ? posted : [posted];
  return {
    kind: 'receipts',
    receipts: items.flatMap((item) => readReceipt(item, now)),
    isSigned: false,
    answer: { status: 200, contentType: 'application/json', body: '{"code":0,"msg":"OK"}' },
  };
}

function readReceipt(item: unknown, now: Date): Receipt[] {
  const reference = textOf(item, 'out_id');
  const providerRef = textOf(item, 'biz_id');
  const success = textOf(item, 'success');
  if (!['true', 'false'].includes(success) || (!reference && !providerRef)) return [];
  const vendorCode = textOf(item, 'err_code');
  return [
    {
      ...(reference ? { reference } : { providerRef }),
      ...asState(success === 'true' ? delivered : meaningOf(vendorCode)),
      vendorCode,
      detail: textOf(item, 'err_msg'),
      at: readChinaTime(textOf(item, 'report_time')) ?? now,
    },
  ];
}
