import Type, { type Static } from 'typebox';
import { isCodeProduct } from '../../../foundation/contract/products.ts';
import type {
  FormFault,
  Outcome,
  Receipt,
  StatusItem,
  StatusQuery,
  TemplateSend,
} from '../../providers/provider.ts';
import {
  failureByCode,
  fieldOf,
  readJson,
  textOf,
  UnexpectedResponse,
} from '../../providers/read-answer.ts';
import { orderedValues } from '../../providers/template-values.ts';
import { asMessageVendor, type CallbackReading, type Tools } from '../../providers/vendor.ts';
import { address, text } from '../../providers/vendor-setting.ts';
import { readChinaTime } from '../china-time.ts';
import { createCallTencent, requireAnswer, tencentError, tencentKeys } from './tencent-cloud.ts';
import { tencentSmsAdvice } from './tencent-sms-advice.ts';
import { codes, receiptCodes } from './tencent-sms-codes.ts';

const config = Type.Object({
  ...tencentKeys,
  sdkAppId: text({
    title: { en: 'SmsSdkAppId', zh: '短信 SdkAppId' },
    help: {
      en: 'See application management in the SMS console.',
      zh: '在短信控制台的应用管理中查看。',
    },
    pattern: '^[0-9]{5,20}$',
    examples: ['1400006666'],
  }),
  region: text({
    title: { en: 'Region', zh: '地域' },
    pattern: '^[a-z]+(-[a-z0-9]+)+$',
    default: 'ap-guangzhou',
    examples: ['ap-guangzhou', 'ap-beijing', 'ap-nanjing'],
  }),
  endpoint: address({
    title: { en: 'Address', zh: '接口地址' },
    default: 'https://sms.tencentcloudapi.com',
  }),
});
type Config = Static<typeof config>;

/** Tolerates a difference of a few minutes between the vendor's clock and ours. */
const clockSlackMs = 5 * 60_000;
/** The longest time between a hold and its send. */
const longestSendMs = 15 * 60_000;
/** How long a message may take to appear in the records. The vendor documents no limit, so this is generous. */
const recordsDelayMs = 60 * 60_000;

const largestPage = 50;
const maxRecords = 1_000;

/**
 * Tencent Cloud SMS, for the mainland and abroad. It returns our reference when receipts are queried by number,
 * and in pushed receipts for accounts that ordered it, but not in its records, which have only its own id.
 */
export const tencentSms = asMessageVendor<typeof config>({
  kind: 'sms',
  code: 'tencent-sms',
  title: { en: 'Tencent Cloud SMS', zh: '腾讯云短信' },
  docs: 'https://cloud.tencent.com/document/api/382/6038',
  config,
  ...tencentSmsAdvice,
  codes,
  receiptCodes,
  horizonHours: 72,
  regions: 'all',
  receipts: ['push', 'query'],
  longMessages: true,
  template: { form: 'positional', needsCode: true, needsSignature: false },
  findFault,

  open(settings, tools) {
    const call = callOf(settings, tools);
    return {
      async send(send, { signal }): Promise<Outcome> {
        const answer = await call('SendSms', sendFields(send, settings), signal);
        const error = tencentError(answer);
        if (error) return failureByCode(codes, error.code, error.message);
        const status = fieldOf(answer, 'SendStatusSet', 0);
        const code = textOf(status, 'Code');
        const providerRef = textOf(status, 'SerialNo');
        if (code === 'Ok' && providerRef) return { kind: 'done', providerRef };
        return failureByCode(codes, code, textOf(status, 'Message'));
      },

      async queryStatus(query, { signal }): Promise<StatusItem> {
        return findMessage({ query, settings, signal, call, now: tools.clock.now() });
      },

      readCallback: ({ body }) => readReceipts(body, tools.clock.now()),
    };
  },
});

type Call = ReturnType<typeof createCallTencent>;

function callOf(settings: Config, tools: Tools): Call {
  const service = { name: 'sms', version: '2021-01-11', region: settings.region };
  return createCallTencent(service, settings, tools);
}

function sendFields(send: TemplateSend, { sdkAppId }: Config): object {
  return {
    PhoneNumberSet: [send.to],
    SmsSdkAppId: sdkAppId,
    TemplateId: send.form.code ?? '',
    ...(send.form.signature ? { SignName: send.form.signature } : {}),
    TemplateParamSet: orderedValues(send),
    SessionContext: send.reference,
  };
}

function findFault(send: TemplateSend): FormFault | undefined {
  const { product, region, templateId, variables, form } = send;
  if (region === 'CN' && !form.signature) {
    return {
      field: 'templateId',
      problem: {
        en: `${templateId} has no signature for this provider`,
        zh: `${templateId} 缺少该服务商所需的签名`,
      },
      isOperators: true,
    };
  }
  const values = Object.entries(variables);
  const link = values.find(([, value]) => /https?:\/\//i.test(value));
  if (link) {
    const problem = {
      en: 'must not contain a link for this provider',
      zh: '发给该服务商时不能包含链接',
    };
    return { field: link[0], problem };
  }
  // Codes have templates of their own type, whose values are digits.
  const unexpected = values.find(([, value]) => !/^[0-9]{0,6}$/.test(value));
  if (!isCodeProduct(product) || !unexpected) return undefined;
  const problem = {
    en: 'must have at most 6 digits and nothing else for this provider',
    zh: '对该服务商只能是不超过 6 位的数字',
  };
  return { field: unexpected[0], problem };
}

interface Ask {
  query: StatusQuery;
  settings: Config;
  signal: AbortSignal;
  call: Call;
  now: Date;
}

/**
 * Finds a message's status: first in the carrier reports, which include our reference, then in the vendor's
 * records, which also show pending messages.
 */
async function findMessage(ask: Ask): Promise<StatusItem> {
  const { providerRef, reference } = ask.query;
  const reports = await readReports(ask);
  const report = reports.find((each) =>
    providerRef
      ? textOf(each, 'SerialNo') === providerRef
      : textOf(each, 'SessionContext') === reference,
  );
  if (report !== undefined) return nameReason(ask, itemOfReport(report, ask.now));
  return providerRef ? findRecord(ask, providerRef) : findAbsence(ask);
}

/** A report says in words why a message failed; the record has the carrier's code. */
async function nameReason(ask: Ask, reported: StatusItem): Promise<StatusItem> {
  if (reported.state === 'delivered') return reported;
  const recorded = await findRecord(ask, reported.providerRef);
  const isFailure = ['undelivered', 'rejected', 'expired'].includes(recorded.state);
  return isFailure ? { ...recorded, detail: reported.detail } : reported;
}

async function findRecord(ask: Ask, providerRef: string): Promise<StatusItem> {
  const { records } = await readRecords(ask);
  const record = records.find((each) => textOf(each, 'SerialNo') === providerRef);
  if (record !== undefined) return itemOfRecord(record, providerRef, ask.now);
  return { state: 'unknown', providerRef, detail: 'it is not among the records', at: ask.now };
}

/**
 * For a message without a vendor id, the records can prove only one thing: that nothing was accepted for its
 * number at that time.
 */
async function findAbsence(ask: Ask): Promise<StatusItem> {
  const { query, now } = ask;
  const nothing = { providerRef: '', at: now };
  if (now.getTime() - query.heldAt.getTime() < longestSendMs + recordsDelayMs) {
    return { ...nothing, state: 'unknown', detail: 'it may still come into the records' };
  }
  const { records, isWhole } = await readRecords(ask);
  if (!isWhole) return { ...nothing, state: 'unknown', detail: 'the records are incomplete' };
  const isTaken = records.some((each) => textOf(each, 'SendStatus') !== '1');
  return isTaken
    ? {
        ...nothing,
        state: 'unknown',
        detail: 'the records of the number do not say whose they are',
      }
    : { ...nothing, state: 'absent', detail: 'nothing was taken for the number at that time' };
}

/**
 * The messages to the number around the time of the hold. The end of the period must not be in the future by the
 * vendor's clock, and is the vendor's present if it is left out.
 */
async function readRecords({
  query,
  settings,
  signal,
  call,
  now,
}: Ask): Promise<{ records: unknown[]; isWhole: boolean }> {
  const records: unknown[] = [];
  const endMs = query.heldAt.getTime() + longestSendMs + clockSlackMs;
  const isPast = endMs < now.getTime() - clockSlackMs;
  for (let offset = 0; offset < maxRecords; offset += largestPage) {
    const page = await call(
      'DescribeSendRecordList',
      {
        PhoneNumber: query.to,
        SmsSdkAppId: settings.sdkAppId,
        BeginTime: secondsOf(query.heldAt.getTime() - clockSlackMs),
        ...(isPast ? { EndTime: secondsOf(endMs) } : {}),
        Limit: largestPage,
        Offset: offset,
      },
      signal,
    );
    const rows = listIn(page, 'SendRecordSet');
    records.push(...rows);
    if (rows.length < largestPage) return { records, isWhole: true };
  }
  return { records, isWhole: false };
}

/** The carrier reports for the number since the hold. */
async function readReports({ query, settings, signal, call, now }: Ask): Promise<unknown[]> {
  const fields = {
    BeginTime: secondsOf(query.heldAt.getTime() - clockSlackMs),
    EndTime: secondsOf(now.getTime()),
    Offset: 0,
    Limit: 100,
    PhoneNumber: query.to,
    SmsSdkAppId: settings.sdkAppId,
  };
  return listIn(
    await call('PullSmsSendStatusByPhoneNumber', fields, signal),
    'PullSmsSendStatusSet',
  );
}

function listIn(response: unknown, name: string): unknown[] {
  const list = fieldOf(requireAnswer(response), name);
  if (!Array.isArray(list)) throw new UnexpectedResponse(`no ${name}`);
  return list;
}

function itemOfRecord(record: unknown, providerRef: string, now: Date): StatusItem {
  const status = textOf(record, 'SendStatus');
  const at = dateOf(textOf(record, 'UserReceiveTime')) ?? now;
  switch (status) {
    case '1': {
      const vendorCode = textOf(record, 'RequestCode');
      const { reason } = failureByCode(codes, vendorCode, '');
      return { state: 'rejected', reason, providerRef, vendorCode, detail: vendorCode, at };
    }
    case '2':
    case '4': {
      const vendorCode = textOf(record, 'StatusCode');
      const meaning = receiptMeaning(status === '2', vendorCode);
      return { ...meaning, providerRef, vendorCode, detail: vendorCode, at };
    }
    case '3':
      return { state: 'sent', providerRef, vendorCode: status, detail: 'on its way', at };
    default:
      return { state: 'unknown', providerRef, vendorCode: status, detail: 'a new status', at };
  }
}

function itemOfReport(report: unknown, now: Date): StatusItem {
  const vendorCode = textOf(report, 'ReportStatus');
  return {
    ...receiptMeaning(vendorCode === 'SUCCESS', vendorCode),
    providerRef: textOf(report, 'SerialNo'),
    vendorCode,
    detail: textOf(report, 'Description'),
    at: dateOf(textOf(report, 'UserReceiveTime')) ?? now,
  };
}

function readReceipts(body: string, now: Date): CallbackReading {
  let list: unknown;
  try {
    list = readJson({ status: 200, headers: {}, text: body });
  } catch {
    list = undefined;
  }
  if (!Array.isArray(list)) {
    return { kind: 'refused', because: 'form', detail: 'expected a list of receipts' };
  }
  return {
    kind: 'receipts',
    receipts: list.map((each) => receiptOf(each, now)).filter((each) => each !== undefined),
    isSigned: false,
    answer: { status: 200, contentType: 'application/json', body: '{"result":0,"errmsg":"OK"}' },
  };
}

function receiptOf(entry: unknown, now: Date): Receipt | undefined {
  const providerRef = textOf(entry, 'sid');
  const status = textOf(entry, 'report_status');
  if (!providerRef || (status !== 'SUCCESS' && status !== 'FAIL')) return undefined;
  const vendorCode = textOf(entry, 'errmsg');
  const reference = textOf(entry, 'ext');
  return {
    ...receiptMeaning(status === 'SUCCESS', vendorCode),
    ...(reference ? { reference } : { providerRef }),
    vendorCode,
    detail: textOf(entry, 'description'),
    at: readChinaTime(textOf(entry, 'user_receive_time')) ?? now,
  };
}

function receiptMeaning(isDelivered: boolean, code: string): Pick<Receipt, 'state' | 'reason'> {
  if (isDelivered) return { state: 'delivered' };
  const [state, reason] = (Object.hasOwn(receiptCodes, code) && receiptCodes[code]) || [];
  if (!state || state === 'delivered') return { state: 'undelivered', reason: 'provider_fault' };
  return { state, ...(reason ? { reason } : {}) };
}

function secondsOf(ms: number): number {
  return Math.floor(ms / 1000);
}

/** Parses Unix seconds; an empty value or 0 is not a time. */
function dateOf(seconds: string): Date | undefined {
  return /^[1-9][0-9]{8,10}$/.test(seconds) ? new Date(Number(seconds) * 1000) : undefined;
}
