import Type, { type Static } from 'typebox';
import type { Outcome, Receipt, StatusItem, StatusQuery } from '../../providers/provider.ts';
import {
  failureByCode,
  parseCost,
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
import { address, secret } from '../../providers/vendor-setting.ts';
import { carrierCodes } from '../carrier-codes.ts';
import { readChinaTime, writeChinaTime } from '../china-time.ts';
import { findEmptyValue } from '../empty-value.ts';
import { yunpianAdvice } from './yunpian-advice.ts';

const config = Type.Object({
  apikey: secret({
    title: { en: 'API key', zh: 'APIKEY' },
    help: {
      en: 'See sub-accounts in the Yunpian console.',
      zh: '在云片控制台的子账号管理中查看。',
    },
  }),
  endpoint: address({
    title: { en: 'Address', zh: '接口地址' },
    help: { en: 'From abroad: https://us.yunpian.com', zh: '海外：https://us.yunpian.com' },
    default: 'https://sms.yunpian.com',
  }),
});
type Config = Static<typeof config>;

/** https://www.yunpian.com/official/document/sms/zh_CN/returnvalue_common (2026-11-17), and the vendor's own client. */
const codes: Readonly<Record<string, CodeMeaning>> = {
  '0': ['done', null],
  '1': ['unavailable', 'provider_setup'],
  '2': ['unavailable', 'variable_refused'],
  '3': ['unavailable', 'provider_balance'],
  '4': ['rejected', 'content_refused'],
  '5': ['unavailable', 'template_refused'],
  '7': ['unavailable', 'template_refused'],
  '8': ['rejected', 'frequency'],
  '9': ['rejected', 'frequency'],
  '10': ['rejected', 'blocked_by_person'],
  // Once a wrong HTTP method, which we never use; now the number wants no messages.
  '11': ['rejected', 'blocked_by_person'],
  '12': ['unavailable', 'provider_setup'],
  '13': ['unavailable', 'provider_limit'],
  '14': ['unavailable', 'variable_refused'],
  '15': ['unavailable', 'signature_refused'],
  '16': ['unavailable', 'signature_refused'],
  '17': ['rejected', 'frequency'],
  '18': ['unavailable', 'signature_refused'],
  '19': ['unavailable', 'provider_setup'],
  '20': ['unavailable', 'region'],
  '21': ['unavailable', 'provider_setup'],
  '22': ['rejected', 'frequency'],
  '23': ['unavailable', 'region'],
  '25': ['unavailable', 'provider_setup'],
  '26': ['unavailable', 'provider_setup'],
  '27': ['unavailable', 'provider_setup'],
  // A carrier that the account does not serve.
  '28': ['unavailable', 'region'],
  '33': ['rejected', 'frequency'],
  '40': ['unavailable', 'provider_setup'],
  '43': ['rejected', 'frequency'],
  '48': ['rejected', 'variable_refused'],
  '52': ['rejected', 'content_refused'],
  '53': ['rejected', 'frequency'],
  '55': ['unavailable', 'provider_fault'],
  '56': ['rejected', 'number_invalid'],
  '58': ['rejected', 'variable_refused'],
  '60': ['unavailable', 'template_refused'],
  '-1': ['unavailable', 'provider_setup'],
  '-2': ['unavailable', 'provider_setup'],
  '-3': ['unavailable', 'provider_setup'],
  '-4': ['unavailable', 'provider_limit'],
  '-5': ['unavailable', 'provider_limit'],
  '-6': ['unavailable', 'provider_setup'],
  '-7': ['unavailable', 'provider_setup'],
  '-8': ['unavailable', 'provider_setup'],
  '-11': ['unavailable', 'provider_setup'],
  '-50': ['unknown', 'provider_fault'],
  '-51': ['unknown', 'provider_fault'],
  '-53': ['unknown', 'provider_fault'],
  '-57': ['unavailable', 'signature_refused'],
  '-62': ['unavailable', 'provider_setup'],
};

const receiptCodes: Readonly<Record<string, ReceiptMeaning>> = {
  ...carrierCodes,
  'YP:54': ['undelivered', 'number_invalid'],
};

/** The records file a message under the minute in which it was accepted, by the vendor's clock. */
const searchBeforeMs = 10 * 60_000;
const searchAfterMs = 3_600_000;
/** After this time, a message that is not in the records will not appear. */
const recordsDelayMs = 2 * 3_600_000;
const pageSize = 100;
const maxPages = 5;

/**
 * Yunpian. Its receipts are unsigned. It returns our reference only to accounts with that feature; for others
 * only its own id identifies the message, and a lost response cannot be resolved by a query.
 */
export const yunpian = asMessageVendor<typeof config>({
  kind: 'sms',
  code: 'yunpian',
  title: { en: 'Yunpian', zh: '云片' },
  docs: 'https://www.yunpian.com/official/document/sms/zh_CN/returnvalue_common',
  config,
  ...yunpianAdvice,
  codes,
  receiptCodes,
  horizonHours: 72,
  regions: 'all',
  receipts: ['push', 'query'],
  longMessages: true,
  template: { form: 'named', needsCode: true, needsSignature: false },
  findFault: findEmptyValue,

  open(settings, tools) {
    return {
      async send(send, { signal }): Promise<Outcome> {
        const answer = await call(settings, tools, signal, '/v2/sms/tpl_single_send.json', {
          mobile: numberOf(send.to),
          tpl_id: send.form.code ?? '',
          tpl_value: writeValues(namedValues(send)),
          uid: send.reference,
          callback_url: tools.callbackUrl(),
        });
        return readOutcome(answer);
      },

      async queryStatus(query, { signal }): Promise<StatusItem> {
        const now = tools.clock.now();
        const rows = await listRecords(query, (form) =>
          call(settings, tools, signal, '/v2/sms/get_record.json', form),
        );
        return findStatus(query, rows, now);
      },

      readCallback: (callback) => readCallback(callback, tools.clock.now()),
    };
  },
});

async function call(
  { apikey, endpoint }: Config,
  { http }: Tools,
  signal: AbortSignal,
  path: string,
  form: Record<string, string>,
): Promise<unknown> {
  const answer = await http.request({
    method: 'POST',
    url: `${endpoint}${path}`,
    headers: {
      accept: 'application/json;charset=utf-8',
      'content-type': 'application/x-www-form-urlencoded;charset=utf-8',
    },
    body: new URLSearchParams({ apikey, ...form }).toString(),
    signal,
  });
  // A refusal comes with 400 and gives the reason in the body.
  if (answer.status !== 200 && answer.status !== 400)
    throw new UnexpectedResponse(`HTTP ${answer.status}`);
  return readJson(answer);
}

/** `#code#=1234&#name#=…`: each part is encoded here, and the whole again as a form field. */
function writeValues(values: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(values).map(([name, value]) =>
    [`#${name}#`, value].map(encodeURIComponent).join('='),
  );
  return pairs.join('&');
}

function readOutcome(answer: unknown): Outcome {
  const code = textOf(answer, 'code');
  const providerRef = textOf(answer, 'sid');
  if (code !== '0' || !providerRef) {
    return failureByCode(codes, code, textOf(answer, 'detail') || textOf(answer, 'msg'));
  }
  const cost = textOf(answer, 'unit') === 'RMB' ? parseCost(textOf(answer, 'fee')) : undefined;
  return { kind: 'done', providerRef, ...(cost !== undefined && { cost }) };
}

/** The messages to the number around that time; undefined if the list is incomplete. */
async function listRecords(
  { to: mobile, heldAt }: StatusQuery,
  ask: (form: Record<string, string>) => Promise<unknown>,
): Promise<unknown[] | undefined> {
  const rows: unknown[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const answer = await ask({
      mobile: numberOf(mobile),
      start_time: writeChinaTime(new Date(heldAt.getTime() - searchBeforeMs)),
      end_time: writeChinaTime(new Date(heldAt.getTime() + searchAfterMs)),
      page_num: String(page),
      page_size: String(pageSize),
      type: 'all',
    });
    if (!Array.isArray(answer)) return undefined;
    rows.push(...answer);
    if (answer.length < pageSize) return rows;
  }
  return undefined;
}

function findStatus(query: StatusQuery, rows: unknown[] | undefined, now: Date): StatusItem {
  const providerRef = query.providerRef ?? '';
  if (!rows)
    return { state: 'unknown', providerRef, detail: 'the records are incomplete', at: now };
  const ours = rows.find(
    (row) =>
      textOf(row, 'uid') === query.reference ||
      (providerRef !== '' && textOf(row, 'sid') === providerRef),
  );
  if (ours) return readRecord(ours, now);
  // An accepted message, or a record without a reference, may be ours; then the state is unknown.
  const isAbsent =
    providerRef === '' &&
    now.getTime() - query.heldAt.getTime() > recordsDelayMs &&
    rows.every((row) => textOf(row, 'uid') !== '');
  const detail = 'it is not in the records';
  return { state: isAbsent ? 'absent' : 'unknown', providerRef, detail, at: now };
}

function readRecord(row: unknown, now: Date): StatusItem {
  const providerRef = textOf(row, 'sid');
  const report = textOf(row, 'report_status');
  if (report === 'SUCCESS' || report === 'FAIL') {
    return { ...readWord(row, now), providerRef };
  }
  const wasSent = textOf(row, 'send_status') === 'SUCCESS';
  const at = readChinaTime(textOf(row, 'send_time')) ?? now;
  return { state: wasSent ? 'sent' : 'unknown', providerRef, detail: report, at };
}

/** The fields that records and receipts share. */
function readWord(item: unknown, now: Date): Omit<Receipt, 'reference' | 'providerRef'> {
  const [state, reason] = meaningOf(textOf(item, 'report_status'), textOf(item, 'error_msg'));
  const vendorCode = textOf(item, 'error_msg') || textOf(item, 'report_status');
  return {
    ...{ state, vendorCode },
    ...(reason && { reason }),
    detail: textOf(item, 'error_detail') || vendorCode,
    at: readChinaTime(textOf(item, 'user_receive_time')) ?? now,
  };
}

/** A failure stays a failure, even if the carrier's code is not a failure code. */
function meaningOf(report: string, code: string): ReceiptMeaning {
  if (report === 'SUCCESS') return ['delivered', null];
  const [state, reason] = receiptByCode(receiptCodes, code);
  return reason ? [state, reason] : ['undelivered', 'provider_fault'];
}

function readCallback({ body }: Callback, now: Date): CallbackReading {
  const items = readItems(new URLSearchParams(body).get('sms_status') ?? '');
  if (!Array.isArray(items)) {
    return { kind: 'refused', because: 'form', detail: 'sms_status is no list' };
  }
  return {
    kind: 'receipts',
    receipts: items.flatMap((item) => readReceipt(item, now)),
    isSigned: false,
    answer: { status: 200, contentType: 'text/plain', body: 'SUCCESS' },
  };
}

/** Some of the vendor's systems encode the field twice. */
function readItems(text: string): unknown {
  const items = parseJson(text);
  if (items !== undefined || !text.includes('%')) return items;
  try {
    return parseJson(decodeURIComponent(text));
  } catch {
    return undefined;
  }
}

function readReceipt(item: unknown, now: Date): Receipt[] {
  const reference = textOf(item, 'uid');
  const providerRef = textOf(item, 'sid');
  const report = textOf(item, 'report_status');
  if (!(reference || providerRef) || (report !== 'SUCCESS' && report !== 'FAIL')) return [];
  return [{ ...(reference ? { reference } : { providerRef }), ...readWord(item, now) }];
}

/** Mainland numbers without the country code; others with it and the plus. */
function numberOf(mobile: string): string {
  return mobile.startsWith('+86') ? mobile.slice(3) : mobile;
}
