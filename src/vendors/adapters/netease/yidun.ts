import { createHash, randomUUID } from 'node:crypto';
import Type, { type Static } from 'typebox';
import type { FormFault, Outcome, TemplateSend } from '../../providers/provider.ts';
import {
  failureByCode,
  readJson,
  textOf,
  UnexpectedResponse,
} from '../../providers/read-answer.ts';
import { namedValues } from '../../providers/template-values.ts';
import { asMessageVendor, type CodeMeaning } from '../../providers/vendor.ts';
import { address, secret, text } from '../../providers/vendor-setting.ts';
import { splitMobile } from '../split-mobile.ts';
import { yidunAdvice } from './yidun-advice.ts';

const config = Type.Object({
  secretId: text({
    title: { en: 'Secret ID', zh: '产品密钥 ID（secretId）' },
    help: { en: 'See the keys in the Yidun console.', zh: '在易盾控制台的密钥管理中查看。' },
  }),
  secretKey: secret({ title: { en: 'Secret key', zh: '产品私有密钥（secretKey）' } }),
  businessId: text({
    title: { en: 'Business ID', zh: '业务 ID（businessId）' },
    help: {
      en:
        'Codes, notifications and international messages are separate businesses: create one ' +
        'provider for each.',
      zh: '验证码、通知和国际短信分属不同业务：请为每个业务各建一个服务商。',
    },
  }),
  endpoint: address({
    title: { en: 'Address', zh: '接口地址' },
    default: 'https://sms.dun.163.com',
  }),
});
type Config = Static<typeof config>;

/** All but the last two are checks before anything is sent. */
const codes: Readonly<Record<string, CodeMeaning>> = {
  '200': ['done', null],
  '400': ['unavailable', 'provider_setup'],
  '401': ['unavailable', 'provider_setup'],
  '402': ['unavailable', 'provider_setup'],
  '404': ['unavailable', 'provider_setup'],
  '405': ['unavailable', 'variable_refused'],
  '410': ['unavailable', 'provider_setup'],
  '411': ['unavailable', 'provider_limit'],
  '413': ['unavailable', 'provider_limit'],
  '414': ['unavailable', 'variable_refused'],
  '415': ['unavailable', 'provider_setup'],
  '420': ['unavailable', 'provider_setup'],
  // The nonce was used before, so the message may already have been sent.
  '430': ['unknown', 'provider_fault'],
  '503': ['unknown', 'provider_fault'],
};

const longestTemplateId = 20;

/**
 * NetEase Yidun. It accepts no reference, and its public API has neither a status query nor receipts: an
 * accepted message stays `sent`, and only the operator can resolve an unknown one.
 */
export const yidun = asMessageVendor<typeof config>({
  kind: 'sms',
  code: 'yidun',
  title: { en: 'NetEase Yidun', zh: '网易易盾' },
  docs: 'https://github.com/yidun/yidun-sms-demo',
  config,
  ...yidunAdvice,
  codes,
  receiptCodes: {},
  horizonHours: 0,
  regions: 'all',
  receipts: [],
  longMessages: true,
  template: { form: 'named', needsCode: true, needsSignature: false },
  findFault,

  open(settings, { http, clock }) {
    return {
      async send(send, { signal }): Promise<Outcome> {
        const answer = await http.request({
          method: 'POST',
          url: `${settings.endpoint}/v2/sendsms`,
          headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
          body: new URLSearchParams(writeForm(send, settings, clock.nowMs())).toString(),
          signal,
        });
        if (answer.status !== 200) throw new UnexpectedResponse(`HTTP ${answer.status}`);
        return readOutcome(readJson(answer));
      },
    };
  },
});

function findFault({ templateId, form }: TemplateSend): FormFault | undefined {
  if ((form.code?.length ?? 0) <= longestTemplateId) return undefined;
  return {
    field: 'templateId',
    problem: {
      en: `${templateId} has a code of more than ${longestTemplateId} characters for this provider`,
      zh: `${templateId} 在该服务商的模板编号超过 ${longestTemplateId} 个字符`,
    },
  };
}

function writeForm(send: TemplateSend, settings: Config, nowMs: number): Record<string, string> {
  const { countryCode, national } = splitMobile(send.to);
  const form = {
    secretId: settings.secretId,
    businessId: settings.businessId,
    version: 'v2',
    timestamp: String(nowMs),
    nonce: randomUUID().replaceAll('-', ''),
    mobile: national,
    ...(countryCode === '86' ? {} : { internationalCode: countryCode }),
    templateId: send.form.code ?? '',
    paramType: 'json',
    params: JSON.stringify(namedValues(send)),
  };
  return { ...form, signature: yidunSignature(settings.secretKey, form) };
}

/** Every name and value, sorted by name, then the key. */
export function yidunSignature(secretKey: string, form: Readonly<Record<string, string>>): string {
  const names = Object.keys(form).sort();
  const signed = names.map((name) => `${name}${form[name]}`).join('');
  return createHash('md5').update(`${signed}${secretKey}`).digest('hex');
}

function readOutcome(answer: unknown): Outcome {
  const code = textOf(answer, 'code');
  if (code !== '200') return failureByCode(codes, code, textOf(answer, 'msg'));
  const providerRef = textOf(answer, 'data', 'requestId') || textOf(answer, 'data', 'taskId');
  const result = textOf(answer, 'data', 'result');
  if (result === '200' && providerRef) return { kind: 'done', providerRef };
  // The second code has a table that the vendor has not published.
  return failureByCode(codes, `200/${result}`, textOf(answer, 'msg'));
}
