import { createHash, randomUUID } from 'node:crypto';
import Type, { type Static, type TOptional, type TString } from 'typebox';
import { isCodeProduct } from '../../../foundation/contract/products.ts';
import { type Bilingual, prefixField } from '../../../foundation/contract/text/bilingual.ts';
import { problems } from '../../../foundation/contract/text/problems.ts';
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
import { orderedValues } from '../../providers/template-values.ts';
import {
  asMessageVendor,
  type Callback,
  type CallbackReading,
  type CodeMeaning,
  type ReceiptMeaning,
  type Tools,
} from '../../providers/vendor.ts';
import { address, flag, secret, text, type Words } from '../../providers/vendor-setting.ts';
import { carrierCodes } from '../carrier-codes.ts';
import { findEmptyValue } from '../empty-value.ts';
import { huaweiAdvice } from './huawei-advice.ts';
import { findSignatureFault, type KeyPair } from './huawei-signature.ts';

const config = Type.Object({
  appKey: text({
    title: { en: 'Application Key', zh: 'Application Key' },
    help: { en: 'See the application in the console.', zh: '在短信控制台的应用管理中查看。' },
  }),
  appSecret: secret({ title: { en: 'Application Secret', zh: 'Application Secret' } }),
  endpoint: address({
    title: { en: 'APP access address', zh: 'APP 接入地址' },
    examples: ['https://smsapi.cn-north-4.myhuaweicloud.com:443'],
  }),
  sender: text({
    title: { en: 'Channel number', zh: '签名通道号' },
    help: {
      en:
        'The channel of the signature. Codes and notifications have separate channels: create ' +
        'one provider for each.',
      zh: '短信签名的通道号。验证码与通知的通道不同：请各建一个服务商。',
    },
    pattern: '^[0-9A-Za-z+]{1,21}$',
  }),
  signedReceipts: flag({
    title: { en: 'Signed receipts', zh: '状态报告带签名' },
    help: {
      en:
        'Turn it on here and for the application. Receipts without a valid signature are then ' +
        'rejected.',
      zh: '与应用的“推送 AK/SK 鉴权”同时开启；开启后拒收没有有效签名的状态报告。',
    },
    default: false,
  }),
  ...pushPair('push', { en: 'Push', zh: '推送' }),
  ...pushPair('secondPush', { en: 'Second push', zh: '第二组推送' }),
});
type Config = Static<typeof config>;

/** The application's own pair for pushes. Two pairs are valid at once while one replaces the other. */
function pushPair<Name extends string>(name: Name, { en, zh }: Words) {
  return {
    [`${name}Key`]: Type.Optional(
      text({
        title: { en: `${en} AK`, zh: `${zh} AK` },
        help: {
          en: 'As set for the application under push authentication. Needed for signed receipts.',
          zh: '与应用的“推送 AK/SK 鉴权”中设置的一致；开启签名时填写。',
        },
      }),
    ),
    [`${name}Secret`]: Type.Optional(secret({ title: { en: `${en} SK`, zh: `${zh} SK` } })),
  } as Record<`${Name}Key` | `${Name}Secret`, TOptional<TString>>;
}

/** A key without its secret verifies nothing, and the other way round. */
function findConfigFaults(settings: Config): readonly Bilingual[] {
  const names = ['push', 'secondPush'] as const;
  return names.flatMap((name) => {
    const [key, given] = [`${name}Key`, `${name}Secret`] as const;
    if ((settings[key] === undefined) === (settings[given] === undefined)) return [];
    return [prefixField(settings[key] === undefined ? key : given, problems.required)];
  });
}

const setUp: CodeMeaning = ['unavailable', 'provider_setup'];

/**
 * https://support.huaweicloud.com/api-msgsms/sms_05_0050.html and sms_05_0001.html (2026-11-17). Every code but the
 * first two and E000510 refuses the whole request.
 */
const codes: Readonly<Record<string, CodeMeaning>> = {
  '000000': ['done', null],
  // "System error": usually an unreadable request, but not always.
  E000000: ['unknown', 'provider_fault'],
  E000001: setUp,
  E000002: setUp,
  E000003: setUp,
  E000004: setUp,
  E000005: setUp,
  E000006: setUp,
  E000007: setUp,
  E000008: setUp,
  E000020: setUp,
  E000021: setUp,
  E000022: setUp,
  E000023: setUp,
  E000024: setUp,
  E000025: setUp,
  E000026: setUp,
  E000027: setUp,
  E000040: setUp,
  // These are of the AK/SK signature that can stand in the place of X-WSSE.
  E000041: setUp,
  E000042: setUp,
  E000043: setUp,
  E000044: setUp,
  E000045: setUp,
  E000101: setUp,
  E000102: setUp,
  E000103: setUp,
  E000104: setUp,
  E000105: setUp,
  E000106: setUp,
  E000109: setUp,
  E000110: setUp,
  E000111: setUp,
  // The account is frozen, for lack of money or for a violation of the vendor's rules.
  E000112: setUp,
  E000503: ['unavailable', 'variable_refused'],
  E000510: ['unavailable', 'provider_fault'],
  E000620: setUp,
  E000623: ['unavailable', 'provider_limit'],
  E000630: ['unavailable', 'provider_fault'],
  E200015: ['unavailable', 'provider_limit'],
  E200028: ['rejected', 'variable_refused'],
  E200029: ['unavailable', 'template_refused'],
  E200030: ['unavailable', 'template_refused'],
  E200031: setUp,
  E200033: ['unavailable', 'template_refused'],
  E200037: ['unavailable', 'provider_fault'],
  // A duplicate number in the batch; we never send one.
  E200041: ['unknown', 'provider_fault'],
};

const receiptCodes: Readonly<Record<string, ReceiptMeaning>> = {
  ...carrierCodes,
  E000628: ['rejected', 'region'],
  E000629: ['rejected', 'provider_balance'],
  E000632: ['rejected', 'provider_setup'],
  E200018: ['rejected', 'provider_setup'],
  E200024: ['rejected', 'region'],
  E200025: ['rejected', 'region'],
  E200026: ['rejected', 'region'],
  E200027: ['rejected', 'provider_setup'],
  E200032: ['rejected', 'template_refused'],
  E200036: ['rejected', 'provider_limit'],
  E200038: ['undelivered', 'provider_fault'],
  E200051: ['rejected', 'content_refused'],
  'E:RPTSD': ['rejected', 'frequency'],
  'SC:0001': ['rejected', 'content_refused'],
  'SC:0014': ['rejected', 'template_refused'],
};

/**
 * Huawei Cloud. It returns our reference in receipts but has no status query: if a response is lost, only the
 * receipt can settle the message, and it moves money only if receipts are signed.
 */
export const huawei = asMessageVendor<typeof config>({
  kind: 'sms',
  code: 'huawei',
  title: { en: 'Huawei Cloud SMS', zh: '华为云短信' },
  docs: 'https://support.huaweicloud.com/api-msgsms/sms_05_0001.html',
  config,
  ...huaweiAdvice,
  findConfigFaults,
  codes,
  receiptCodes,
  horizonHours: 72,
  regions: 'all',
  receipts: ['push'],
  longMessages: true,
  template: { form: 'positional', needsCode: true, needsSignature: false },
  findFault,

  open(settings, tools) {
    return {
      async send(send, { signal }): Promise<Outcome> {
        const answer = await tools.http.request({
          method: 'POST',
          url: `${settings.endpoint}/sms/batchSendSms/v1`,
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            ...writeCredentials(settings, tools.clock.now()),
          },
          body: new URLSearchParams(writeForm(send, settings, tools)).toString(),
          signal,
        });
        // With these statuses, the body contains the reason for a refusal.
        if (![200, 400, 401, 403].includes(answer.status)) {
          throw new UnexpectedResponse(`HTTP ${answer.status}`);
        }
        return readOutcome(readJson(answer));
      },

      readCallback: (callback) => readCallback(callback, settings, tools.clock.now()),
    };
  },
});

function findFault(send: TemplateSend): FormFault | undefined {
  const isCode = isCodeProduct(send.product) && send.region === 'CN';
  return findEmptyValue(send) ?? (isCode ? findCodeFault(send) : undefined);
}

/**
 * A code template of the mainland has one variable, of at most 8 digits: Huawei's rules for templates and
 * variables (产品介绍 > 短信模板须知, 短信变量须知; 2026-11-16).
 */
function findCodeFault(send: TemplateSend): FormFault | undefined {
  const [code = '', ...others] = orderedValues(send);
  if (others.length > 0) {
    return {
      field: 'templateId',
      problem: {
        en: `${send.templateId} has more than the one variable that this provider's code templates have`,
        zh: `${send.templateId} 有多个变量，而该服务商的验证码模板只能有一个变量`,
      },
      isOperators: true,
    };
  }
  if (/^\d{1,8}$/.test(code)) return undefined;
  const problem = {
    en: 'must have at most 8 digits and nothing else for this provider',
    zh: '对该服务商只能是不超过 8 位的数字',
  };
  return { field: 'code', problem };
}

function writeForm(
  send: TemplateSend,
  { sender }: Config,
  { callbackUrl }: Tools,
): Record<string, string> {
  const values = orderedValues(send);
  return {
    from: sender,
    to: send.to,
    templateId: send.form.code ?? '',
    ...(values.length > 0 && { templateParas: JSON.stringify(values) }),
    ...(send.form.signature && { signature: send.form.signature }),
    statusCallback: callbackUrl(),
    extend: send.reference,
  };
}

function writeCredentials({ appKey, appSecret }: Config, now: Date): Record<string, string> {
  const nonce = randomUUID().replaceAll('-', '');
  const created = `${now.toISOString().slice(0, 19)}Z`;
  const digest = huaweiPasswordDigest(nonce, created, appSecret);
  return {
    Authorization: 'WSSE realm="SDP",profile="UsernameToken",type="Appkey"',
    'X-WSSE': `UsernameToken Username="${appKey}",PasswordDigest="${digest}",Nonce="${nonce}",Created="${created}"`,
  };
}

export function huaweiPasswordDigest(nonce: string, created: string, appSecret: string): string {
  return createHash('sha256').update(`${nonce}${created}${appSecret}`).digest('base64');
}

/** The response has one code, and each number has its own, more specific one. */
function readOutcome(answer: unknown): Outcome {
  const code = textOf(answer, 'code');
  const status = textOf(answer, 'result', 0, 'status');
  const providerRef = textOf(answer, 'result', 0, 'smsMsgId');
  if (code === '000000' && status === '000000' && providerRef) {
    return { kind: 'done', providerRef };
  }
  return failureByCode(codes, status || code, textOf(answer, 'description'));
}

/**
 * The keys that may sign a push. One of Huawei's documents names a pair for pushes (sms_05_0064), another one the
 * application's own (sms_05_0003), so both count; `Access` says which one signed.
 */
function pushPairs(settings: Config): readonly KeyPair[] {
  const { appKey, appSecret, pushKey, pushSecret, secondPushKey, secondPushSecret } = settings;
  const pairs = [
    [pushKey, pushSecret],
    [secondPushKey, secondPushSecret],
    [appKey, appSecret],
  ];
  return pairs.filter((pair): pair is [string, string] => pair.every((each) => each));
}

function readCallback(callback: Callback, settings: Config, now: Date): CallbackReading {
  const { signedReceipts } = settings;
  const fault = signedReceipts ? findSignatureFault(callback, pushPairs(settings)) : undefined;
  if (fault !== undefined) return { kind: 'refused', because: 'signature', detail: fault };
  const items = readItems(callback.body);
  if (!items) return { kind: 'refused', because: 'form', detail: 'no receipt' };
  return {
    kind: 'receipts',
    receipts: items.flatMap((item) => readReceipt(item, now)),
    isSigned: signedReceipts,
    answer: { status: 200, contentType: 'text/plain', body: 'OK' },
  };
}

/** One receipt as a form, or several as JSON for applications that batch them. */
function readItems(body: string): unknown[] | undefined {
  const list = fieldOf(parseJson(body), 'statusReportList');
  if (Array.isArray(list)) return list;
  const form = Object.fromEntries(new URLSearchParams(body));
  return form.smsMsgId ? [form] : undefined;
}

function readReceipt(item: unknown, now: Date): Receipt[] {
  const reference = textOf(item, 'extend');
  const providerRef = textOf(item, 'smsMsgId');
  const vendorCode = textOf(item, 'status');
  if (!(reference || providerRef) || !vendorCode) return [];
  const [state, reason] = receiptByCode(receiptCodes, vendorCode);
  const [no, of] = [Number(textOf(item, 'sequence')), Number(textOf(item, 'total'))];
  const updated = new Date(textOf(item, 'updateTime'));
  return [
    {
      ...(reference ? { reference } : { providerRef }),
      ...(of > 1 && no >= 1 && no <= of && { part: { no, of } }),
      ...{ state, vendorCode },
      ...(reason && { reason }),
      detail: textOf(item, 'statusDesc') || textOf(item, 'orgCode') || vendorCode,
      at: Number.isNaN(updated.getTime()) ? now : updated,
    },
  ];
}
