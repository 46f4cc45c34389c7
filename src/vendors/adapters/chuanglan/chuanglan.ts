import Type, { type Static } from 'typebox';
import type { Outcome, Receipt, TemplateSend } from '../../providers/provider.ts';
import {
  failureByCode,
  readJson,
  receiptByCode,
  textOf,
  UnexpectedResponse,
} from '../../providers/read-answer.ts';
import {
  asMessageVendor,
  type CallbackReading,
  type CodeMeaning,
  type ReceiptMeaning,
  type Tools,
} from '../../providers/vendor.ts';
import { address, secret, text } from '../../providers/vendor-setting.ts';
import { carrierCodes } from '../carrier-codes.ts';
import { readChinaTime } from '../china-time.ts';
import { findTooLong } from '../too-long.ts';
import { chuanglanAdvice } from './chuanglan-advice.ts';

const config = Type.Object({
  account: text({
    title: { en: 'API account', zh: 'API 账号' },
    help: {
      en:
        'See the product’s API information in the console. Codes (YZM…) and notifications (N…) ' +
        'have separate accounts: create one provider for each.',
      zh: '在控制台的产品 API 信息中查看。验证码（YZM 开头）与通知（N 开头）账号不同：请各建一个服务商。',
    },
    examples: ['N6000001'],
  }),
  password: secret({ title: { en: 'API password', zh: 'API 密码' } }),
  endpoint: address({
    title: { en: 'Address', zh: '接口地址' },
    default: 'https://smssh1.253.com',
  }),
});
type Config = Static<typeof config>;

const setupFault: CodeMeaning = ['unavailable', 'provider_setup'];
const overLimit: CodeMeaning = ['unavailable', 'provider_limit'];
const badTemplate: CodeMeaning = ['unavailable', 'template_refused'];

/** All codes but 0 answer the submission, before the vendor takes the message. */
const codes: Readonly<Record<string, CodeMeaning>> = {
  '0': ['done', null],
  '101': setupFault,
  '102': setupFault,
  '103': overLimit,
  '104': ['unavailable', 'provider_fault'],
  '105': ['rejected', 'content_refused'],
  '106': ['rejected', 'content_refused'],
  '107': ['rejected', 'number_invalid'],
  '108': setupFault,
  '109': ['unavailable', 'provider_balance'],
  '110': setupFault,
  '111': overLimit,
  '112': setupFault,
  '113': setupFault,
  '114': setupFault,
  '115': ['rejected', 'content_refused'],
  '116': ['unavailable', 'signature_refused'],
  '117': setupFault,
  '118': setupFault,
  '119': setupFault,
  '120': overLimit,
  '121': setupFault,
  '122': overLimit,
  '123': setupFault,
  '124': badTemplate,
  '125': badTemplate,
  '126': badTemplate,
  '127': setupFault,
  '128': setupFault,
  '129': setupFault,
  '130': setupFault,
};

const receiptCodes: Readonly<Record<string, ReceiptMeaning>> = {
  ...carrierCodes,
  // The vendor's reviewers refused the text.
  REJECT: ['rejected', 'content_refused'],
};

const longestText = 536;

/**
 * Chuanglan 253, the API that sends a text with its signature. Its receipts are unsigned, and it has no status
 * query: a call whose response was lost waits for the operator.
 */
export const chuanglan = asMessageVendor<typeof config>({
  kind: 'sms',
  code: 'chuanglan',
  title: { en: 'Chuanglan 253', zh: '创蓝云智（253）' },
  docs: 'https://doc.chuanglan.com/document/HAQYSZKH9HT5Z50L',
  config,
  ...chuanglanAdvice,
  codes,
  receiptCodes,
  horizonHours: 72,
  regions: ['CN'],
  receipts: ['push'],
  longMessages: true,
  template: { form: 'text', needsCode: false, needsSignature: true },
  findFault: (send) => findTooLong({ ...send, text: textWithSignature(send) }, longestText),

  open(settings, tools) {
    return {
      send: async (send, { signal }) => readOutcome(await post(settings, tools, signal, send)),
      readCallback: ({ url }) => readReceipt(new URL(url).searchParams, tools.clock.now()),
    };
  },
});

async function post(
  { account, password, endpoint }: Config,
  { http }: Tools,
  signal: AbortSignal,
  send: TemplateSend,
): Promise<unknown> {
  const body = {
    ...{ account, password },
    msg: textWithSignature(send),
    phone: send.to.replace(/^\+86/, ''),
    report: 'true',
    uid: send.reference,
  };
  const answer = await http.request({
    method: 'POST',
    url: `${endpoint}/msg/v1/send/json`,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
    signal,
  });
  if (answer.status !== 200) throw new UnexpectedResponse(`HTTP ${answer.status}`);
  return readJson(answer);
}

/**
 * The signature comes first, in the brackets that the carriers require. A text may already begin with it, but
 * not with another: the caller may have written it into a variable.
 */
function textWithSignature({ text: written, form }: TemplateSend): string {
  const signature = `【${form.signature}】`;
  return written.startsWith(signature) ? written : `${signature}${written}`;
}

function readOutcome(answer: unknown): Outcome {
  const code = textOf(answer, 'code');
  const providerRef = textOf(answer, 'msgId');
  // A response may count the accepted numbers; success for none of them is a contradiction.
  const isAccepted = code === '0' && textOf(answer, 'successNum') !== '0';
  if (isAccepted && providerRef) return { kind: 'done', providerRef };
  return failureByCode(codes, code, textOf(answer, 'errorMsg'));
}

/** A receipt is the query of a GET request. */
function readReceipt(query: URLSearchParams, now: Date): CallbackReading {
  const [reference, providerRef, vendorCode] = ['uid', 'msgid', 'status'].map(
    (name) => query.get(name) ?? '',
  );
  if (!vendorCode || !(reference || providerRef)) {
    return { kind: 'refused', because: 'form', detail: 'no receipt' };
  }
  const [state, reason] = receiptByCode(receiptCodes, vendorCode);
  const receipt: Receipt = {
    ...(reference ? { reference } : { providerRef: providerRef ?? '' }),
    ...{ state, vendorCode },
    ...(reason && { reason }),
    detail: query.get('statusDesc') || vendorCode,
    at: readShortTime(query.get('notifyTime') ?? '') ?? now,
  };
  return {
    kind: 'receipts',
    receipts: [receipt],
    isSigned: false,
    answer: { status: 200, contentType: 'application/json', body: '{"clcode":"000000"}' },
  };
}

/** `260131235959`, in China. */
function readShortTime(time: string): Date | undefined {
  const spaced = time.replace(/^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '20$1-$2-$3 $4:$5:$6');
  return readChinaTime(spaced);
}
