import { createHash, randomUUID } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { isCodeProduct } from '../../../foundation/contract/products.ts';
import { isSameSignature } from '../../providers/is-same-signature.ts';
import type {
  Failure,
  FormFault,
  Outcome,
  Receipt,
  StatusItem,
  TemplateSend,
} from '../../providers/provider.ts';
import {
  failureByCode,
  fieldOf,
  parseJson,
  readJson,
  receiptByCode,
  textOf,
  UnexpectedResponse,
} from '../../providers/read-answer.ts';
import { namedValues, orderedValues } from '../../providers/template-values.ts';
import {
  asMessageVendor,
  type Callback,
  type CallbackReading,
  type CodeMeaning,
  type Tools,
} from '../../providers/vendor.ts';
import { address, choice, secret, text } from '../../providers/vendor-setting.ts';
import { carrierCodes } from '../carrier-codes.ts';
import { readChinaTime } from '../china-time.ts';
import { splitMobile } from '../split-mobile.ts';
import { yunxinAdvice } from './yunxin-advice.ts';

const config = Type.Object({
  appKey: text({
    title: { en: 'App Key', zh: 'App Key' },
    help: { en: 'See the application in the console.', zh: '在云信控制台的应用详情中查看。' },
  }),
  appSecret: secret({ title: { en: 'App Secret', zh: 'App Secret' } }),
  variables: choice(['named', 'positional'], {
    title: { en: 'Template variables', zh: '模板变量' },
    help: {
      en:
        'Named as in #{code}, for accounts opened since November 5, 2025; positional for ' +
        'earlier accounts, whose templates have %s.',
      zh: '2025 年 11 月 5 日起开通的账号用 named（如 #{code}）；此前开通、模板含 %s 的账号用 positional。',
    },
    default: 'named',
  }),
  endpoint: address({
    title: { en: 'Address', zh: '接口地址' },
    default: 'https://sms.yunxinapi.com',
  }),
});
type Config = Static<typeof config>;

/** The table of codes of every Yunxin operation, and https://doc.yunxin.163.com/sms (2026-11-17). */
const codes: Readonly<Record<string, CodeMeaning>> = {
  '200': ['done', null],
  '301': ['unavailable', 'provider_setup'],
  '315': ['unavailable', 'provider_setup'],
  '400': ['unavailable', 'provider_setup'],
  '403': ['unavailable', 'provider_balance'],
  '404': ['unavailable', 'template_refused'],
  '405': ['rejected', 'variable_refused'],
  '406': ['unavailable', 'provider_setup'],
  '412': ['rejected', 'blocked_by_person'],
  // A wrong code was entered. It belongs to an operation that we never call, so nothing was sent.
  '413': ['unavailable', 'provider_setup'],
  '414': ['rejected', 'variable_refused'],
  '416': ['rejected', 'frequency'],
  // "Repeated operation" and, further down, "repeated request": the vendor may have taken the first one.
  '417': ['unknown', 'provider_fault'],
  '418': ['unavailable', 'provider_fault'],
  '419': ['unavailable', 'provider_limit'],
  '422': ['unavailable', 'provider_setup'],
  '426': ['unavailable', 'provider_setup'],
  '431': ['unknown', 'provider_fault'],
  '500': ['unknown', 'provider_fault'],
  '503': ['unknown', 'provider_fault'],
  '514': ['unknown', 'provider_fault'],
  '601': ['rejected', 'content_refused'],
};

/** Words that show that a 414 is about the headers, which the operator configures, and not about the values. */
const aboutHeaders = /checksum|appkey|header|curtime|nonce/i;

/** The states of `querystatus` for one number. Accepted by the channel does not mean delivered. */
export const states: Readonly<Record<string, Pick<StatusItem, 'state' | 'reason'>>> = {
  '0': { state: 'unknown' },
  '1': { state: 'sent' },
  '2': { state: 'rejected', reason: 'blocked_by_carrier' },
  '3': { state: 'rejected', reason: 'content_refused' },
};

/**
 * NetEase Yunxin. It sends codes and notifications by different operations, and a template works with only one
 * of them. It accepts no reference, and status queries need its own id: if a response is lost, the vendor
 * cannot tell what happened. Its receipts are signed.
 */
export const yunxin = asMessageVendor<typeof config>({
  kind: 'sms',
  code: 'yunxin',
  title: { en: 'NetEase Yunxin', zh: '网易云信' },
  docs: 'https://doc.yunxin.163.com',
  config,
  ...yunxinAdvice,
  codes,
  receiptCodes: carrierCodes,
  horizonHours: 72,
  regions: 'all',
  receipts: ['push', 'query'],
  longMessages: true,
  template: { form: 'named', needsCode: true, needsSignature: false },
  findFault,

  open(settings, tools) {
    return {
      async send(send, { signal }): Promise<Outcome> {
        const { path, form, idField } = isCodeProduct(send.product) ? sendCode : sendTemplate;
        const fields = { templateid: send.form.code ?? '', ...form(send, settings) };
        const answer = await call(settings, tools, signal, path, fields);
        const code = textOf(answer, 'code');
        const providerRef = textOf(answer, idField);
        if (code === '200' && /^\d+$/.test(providerRef)) return { kind: 'done', providerRef };
        return readFailure(code, textOf(answer, 'msg') || textOf(answer, 'desc'));
      },

      async queryStatus({ providerRef }, { signal }): Promise<StatusItem> {
        const at = tools.clock.now();
        if (!providerRef) return { state: 'unknown', providerRef: '', detail: 'it gave no id', at };
        const answer = await call(settings, tools, signal, '/sms/querystatus.action', {
          sendid: providerRef,
        });
        const item = fieldOf(answer, 'obj', 0);
        if (textOf(answer, 'code') !== '200' || item === undefined) {
          return { state: 'unknown', providerRef, detail: textOf(answer, 'msg'), at };
        }
        const vendorCode = textOf(item, 'status');
        const known = Object.hasOwn(states, vendorCode) ? states[vendorCode] : undefined;
        const meaning = known ?? { state: 'unknown' };
        const updated = new Date(Number(textOf(item, 'updatetime')));
        return {
          ...meaning,
          ...{ providerRef, vendorCode, detail: `status ${vendorCode}` },
          at: Number.isNaN(updated.getTime()) ? at : updated,
        };
      },

      readCallback: (callback) => readCallback(callback, settings, tools),
    };
  },
});

interface SendOperation {
  path: string;
  form(send: TemplateSend, settings: Config): Record<string, string>;
  /** Where a response has the message's id. */
  idField: 'msg' | 'obj';
}

/** Codes. A response's `obj` is the code itself, so it is never read: nothing may store or log it. */
const sendCode: SendOperation = {
  path: '/sms/sendcode.action',
  form: (send, { variables }) => ({
    mobile: numberOf(send.to),
    ...(variables === 'named'
      ? { paramMap: JSON.stringify(namedValues(send)) }
      : { authCode: send.variables.code ?? '' }),
  }),
  idField: 'msg',
};

/** Notifications. A response's `msg` is a word. */
const sendTemplate: SendOperation = {
  path: '/sms/sendtemplate.action',
  form: (send, { variables }) => ({
    mobiles: JSON.stringify([numberOf(send.to)]),
    ...(variables === 'named'
      ? { paramMap: JSON.stringify(namedValues(send)) }
      : { params: JSON.stringify(orderedValues(send)) }),
  }),
  idField: 'obj',
};

/** Earlier accounts give a code as `authCode`, which has 4 to 10 digits. */
function findFault(
  { product, variables }: TemplateSend,
  { variables: style }: Config,
): FormFault | undefined {
  if (!isCodeProduct(product) || style === 'named') return undefined;
  if (/^\d{4,10}$/.test(variables.code ?? '')) return undefined;
  return {
    field: 'code',
    problem: {
      en: 'must have 4 to 10 digits and nothing else for this provider',
      zh: '对该服务商只能是 4 至 10 位数字',
    },
  };
}

async function call(
  { appKey, appSecret, endpoint }: Config,
  { http, clock }: Tools,
  signal: AbortSignal,
  path: string,
  form: Record<string, string>,
): Promise<unknown> {
  const nonce = randomUUID();
  const curTime = String(Math.floor(clock.nowMs() / 1000));
  const answer = await http.request({
    method: 'POST',
    url: `${endpoint}${path}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded;charset=utf-8',
      AppKey: appKey,
      Nonce: nonce,
      CurTime: curTime,
      CheckSum: yunxinCheckSum(appSecret, nonce, curTime),
    },
    body: new URLSearchParams(form).toString(),
    signal,
  });
  if (answer.status !== 200) throw new UnexpectedResponse(`HTTP ${answer.status}`);
  return readJson(answer);
}

function readFailure(code: string, detail: string): Failure {
  const failure = failureByCode(codes, code, detail);
  if (code !== '414' || !aboutHeaders.test(detail)) return failure;
  return { ...failure, kind: 'unavailable', reason: 'provider_setup' };
}

export function yunxinCheckSum(appSecret: string, nonce: string, curTime: string): string {
  return createHash('sha1').update(`${appSecret}${nonce}${curTime}`).digest('hex');
}

/** Event copies: event 11 carries receipts; the others are acknowledged and ignored. */
function readCallback(
  { headers, body }: Callback,
  { appSecret }: Config,
  { clock }: Tools,
): CallbackReading {
  const digest = createHash('md5').update(body).digest('hex');
  const expected = yunxinCheckSum(appSecret, digest, headers.curtime ?? '');
  const isTheirs =
    isSameSignature(headers.md5?.toLowerCase(), digest) &&
    isSameSignature(headers.checksum?.toLowerCase(), expected);
  if (!isTheirs) {
    return { kind: 'refused', because: 'signature', detail: 'the checksum is not ours' };
  }
  const event = parseJson(body);
  const type = textOf(event, 'eventType');
  if (type === '') return { kind: 'refused', because: 'form', detail: 'no event' };
  const objects = type === '11' ? fieldOf(event, 'objects') : [];
  const receipts = Array.isArray(objects) ? objects : [];
  return {
    kind: 'receipts',
    receipts: receipts.flatMap((each) => readReceipt(each, clock.now())),
    isSigned: true,
    answer: { status: 200, contentType: 'application/json', body: '{"code":200}' },
  };
}

function readReceipt(item: unknown, now: Date): Receipt[] {
  const providerRef = textOf(item, 'sendid');
  const vendorCode = textOf(item, 'result');
  if (!providerRef || !vendorCode) return [];
  const [state, reason] = receiptByCode(carrierCodes, vendorCode);
  return [
    {
      ...{ providerRef, state, vendorCode },
      ...(reason && { reason }),
      detail: textOf(item, 'reason') || vendorCode,
      at: readChinaTime(textOf(item, 'reportTime')) ?? now,
    },
  ];
}

/** Mainland numbers without the country code; others as `+1-2025550123`. */
function numberOf(mobile: string): string {
  const { countryCode, national } = splitMobile(mobile);
  return countryCode === '86' ? national : `+${countryCode}-${national}`;
}
