import { createHash } from 'node:crypto';
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
import { orderedValues } from '../../providers/template-values.ts';
import {
  asMessageVendor,
  type CallbackReading,
  type CodeMeaning,
  type ReceiptMeaning,
  type Tools,
} from '../../providers/vendor.ts';
import { address, secret, text } from '../../providers/vendor-setting.ts';
import { carrierCodes } from '../carrier-codes.ts';
import { splitMobile } from '../split-mobile.ts';
import { findTooLong } from '../too-long.ts';
import { ucloudSmsAdvice } from './ucloud-sms-advice.ts';

const config = Type.Object({
  publicKey: text({
    title: { en: 'API public key', zh: 'API 公钥' },
    help: {
      en: 'See API keys in the console. Use a sub-account that is allowed only USMS.',
      zh: '在控制台的 API 密钥管理中查看。请使用仅授权短信服务的子账号。',
    },
  }),
  privateKey: secret({ title: { en: 'API private key', zh: 'API 私钥' } }),
  projectId: Type.Optional(
    text({
      title: { en: 'Project ID', zh: '项目 ID' },
      help: { en: 'Required for a sub-account.', zh: '子账号必填。' },
      examples: ['org-abcdef'],
    }),
  ),
  endpoint: address({
    title: { en: 'Address', zh: '接口地址' },
    default: 'https://api.ucloud.cn',
  }),
});
type Config = Static<typeof config>;

const setupFault: CodeMeaning = ['unavailable', 'provider_setup'];
const fault: CodeMeaning = ['unknown', 'provider_fault'];

const codes: Readonly<Record<string, CodeMeaning>> = {
  '0': ['done', null],
  // "A fault of the API or service" does not say whether the message was sent.
  '18004': fault,
  '18007': fault,
  '18000': setupFault,
  '18001': setupFault,
  '18002': setupFault,
  '18003': setupFault,
  '18013': ['unavailable', 'provider_balance'],
  '18014': ['rejected', 'number_invalid'],
  '18016': ['unavailable', 'signature_refused'],
  '18017': ['unavailable', 'template_refused'],
  '18018': ['unavailable', 'template_refused'],
  '18019': setupFault,
  '18023': ['rejected', 'content_refused'],
  '18033': ['unavailable', 'variable_refused'],
  // The gateway's.
  '151': fault,
  '160': setupFault,
  '161': setupFault,
  '170': setupFault,
  '171': setupFault,
  '172': setupFault,
  '173': setupFault,
  '174': setupFault,
  '180': setupFault,
  '200': fault,
  '290': setupFault,
  '291': setupFault,
  '292': setupFault,
  '294': setupFault,
};

const receiptCodes: Readonly<Record<string, ReceiptMeaning>> = {
  ...carrierCodes,
  MSBLACK: ['rejected', 'blocked_by_carrier'],
};

const longestText = 500;

/**
 * UCloud USMS. It returns our reference, in a shorter form, in unsigned receipts, and is queried by its own id
 * only: a call whose response was lost waits for the operator.
 */
export const ucloudSms = asMessageVendor<typeof config>({
  kind: 'sms',
  code: 'ucloud-sms',
  title: { en: 'UCloud USMS', zh: 'UCloud 短信服务 USMS' },
  docs: 'https://docs.ucloud.cn/usms/introduction/2005/2101',
  config,
  codes,
  receiptCodes,
  ...ucloudSmsAdvice,
  horizonHours: 72,
  regions: 'all',
  receipts: ['push', 'query'],
  longMessages: true,
  template: { form: 'positional', needsCode: true, needsSignature: true },
  findFault: (send) => findTooLong(send, longestText),

  open(settings, tools) {
    return {
      async send(send, { signal }) {
        const answer = await call(settings, tools, signal, 'SendUSMSMessage', sendFields(send));
        const code = textOf(answer, 'RetCode');
        const providerRef = textOf(answer, 'SessionNo');
        if (code === '0' && providerRef) return { kind: 'done', providerRef };
        return failureByCode(codes, code, textOf(answer, 'Message'));
      },
      queryStatus: (query, { signal }) => queryStatus(settings, tools, signal, query),
      readCallback: ({ body }) => readReceipts(body, tools.clock.now()),
    };
  },
});

async function call(
  { publicKey, privateKey, projectId, endpoint }: Config,
  { http }: Tools,
  signal: AbortSignal,
  action: string,
  fields: Readonly<Record<string, string>>,
): Promise<unknown> {
  const form = {
    Action: action,
    PublicKey: publicKey,
    ...(projectId !== undefined && { ProjectId: projectId }),
    ...fields,
  };
  const answer = await http.request({
    method: 'POST',
    url: `${endpoint}/`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...form, Signature: ucloudSignature(form, privateKey) }).toString(),
    signal,
  });
  if (answer.status !== 200) throw new UnexpectedResponse(`HTTP ${answer.status}`);
  return readJson(answer);
}

/** SHA-1 of all names and values in the order of the names, and of the private key. */
export function ucloudSignature(
  form: Readonly<Record<string, string>>,
  privateKey: string,
): string {
  const names = Object.keys(form).sort();
  const joined = names.map((name) => `${name}${form[name]}`).join('');
  return createHash('sha1').update(`${joined}${privateKey}`).digest('hex');
}

function sendFields(send: TemplateSend): Record<string, string> {
  const values = orderedValues(send).map((value, at) => [`TemplateParams.${at}`, value]);
  const userId = shortenReference(send.reference);
  return {
    'PhoneNumbers.0': numberOf(send.to),
    SigContent: send.form.signature ?? '',
    TemplateId: send.form.code ?? '',
    ...Object.fromEntries(values),
    ...(userId !== undefined && { UserId: userId }),
  };
}

/** Mainland numbers without the country code; others with it in parentheses. */
function numberOf(mobile: string): string {
  const { countryCode, national } = splitMobile(mobile);
  return countryCode === '86' ? national : `(${countryCode})${national}`;
}

/** The vendor takes 32 characters. The call's id and the account's number fit into 27. */
export function shortenReference(reference: string): string | undefined {
  const match = /^([0-9a-f-]{36})\.(\d{1,9})$/.exec(reference);
  if (!match) return undefined;
  const bytes = Buffer.alloc(20);
  bytes.write((match[1] as string).replaceAll('-', ''), 'hex');
  bytes.writeUInt32BE(Number(match[2]), 16);
  return bytes.toString('base64url');
}

/** Undefined if it is not one of ours. */
export function restoreReference(userId: string): string | undefined {
  if (!/^[\w-]{27}$/.test(userId)) return undefined;
  const bytes = Buffer.from(userId, 'base64url');
  const id = bytes.toString('hex', 0, 16);
  const callId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return `${callId}.${bytes.readUInt32BE(16)}`;
}

async function queryStatus(
  settings: Config,
  tools: Tools,
  signal: AbortSignal,
  { providerRef }: StatusQuery,
): Promise<StatusItem> {
  const now = tools.clock.now();
  const unknown = { state: 'unknown', providerRef: providerRef ?? '', at: now } as const;
  if (!providerRef) return { ...unknown, detail: 'it can be queried by its own id only' };
  const fields = { 'SessionNoSet.0': providerRef };
  const answer = await call(settings, tools, signal, 'GetUSMSSendReceipt', fields);
  const code = textOf(answer, 'RetCode');
  if (code !== '0') throw new UnexpectedResponse(`${code}: ${textOf(answer, 'Message')}`);
  const data = fieldOf(answer, 'Data');
  const sessions: unknown[] = Array.isArray(data) ? data : [];
  const ours = sessions.find((each) => textOf(each, 'SessionNo') === providerRef);
  if (!ours) return { ...unknown, detail: 'its records do not show it' };
  return { ...readWord(fieldOf(ours, 'ReceiptSet', 0), now), providerRef };
}

type Word = Pick<Receipt, 'state' | 'reason' | 'vendorCode' | 'detail' | 'at'>;

/** The fields that records and receipts share. Without a result, the carrier has not reported yet. */
function readWord(item: unknown, now: Date): Word {
  const vendorCode = textOf(item, 'ReceiptCode');
  const seconds = Number(textOf(item, 'ReceiptTime'));
  return {
    ...stateOf(textOf(item, 'ReceiptResult'), vendorCode),
    vendorCode,
    detail: textOf(item, 'ReceiptDesc') || vendorCode,
    at: seconds > 0 && seconds < 8.64e12 ? new Date(seconds * 1000) : now,
  };
}

function stateOf(result: string, vendorCode: string): Pick<Receipt, 'state' | 'reason'> {
  if (result === '发送成功' || result === 'Success') return { state: 'delivered' };
  if (result !== '发送失败' && result !== 'Fail') return { state: 'sent' };
  // A failure stays a failure, even if the carrier's code is not a failure code.
  const [state, reason] = receiptByCode(receiptCodes, vendorCode.toUpperCase());
  return reason ? { state, reason } : { state: 'undelivered', reason: 'provider_fault' };
}

/** A push has the receipts of every system that shares the account. Type 2 is a receipt; others are replies. */
function readReceipts(body: string, now: Date): CallbackReading {
  const posted = parseJson(body);
  const items = fieldOf(posted, 'Data');
  if (!Array.isArray(items)) return { kind: 'refused', because: 'form', detail: 'no receipts' };
  const isReceipts = textOf(posted, 'MsgType') === '2';
  return {
    kind: 'receipts',
    receipts: isReceipts ? items.flatMap((item) => readReceipt(item, now)) : [],
    isSigned: false,
    answer: { status: 200, contentType: 'application/json', body: '{"code":0,"message":"ok"}' },
  };
}

function readReceipt(item: unknown, now: Date): Receipt[] {
  const reference = restoreReference(textOf(item, 'UserId'));
  const providerRef = textOf(item, 'SessionNo');
  if (!textOf(item, 'ReceiptResult') || !(reference || providerRef)) return [];
  return [{ ...(reference ? { reference } : { providerRef }), ...readWord(item, now) }];
}
