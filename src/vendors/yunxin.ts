import { createHash, randomUUID } from 'node:crypto';
import Type, { type Static } from 'typebox';
import type { Outcome, StatusItem } from '../providers/provider.ts';
import { failureByCode, fieldOf, OddAnswer, readJson, textOf } from '../providers/read-answer.ts';
import { address, secret, text } from '../providers/setting.ts';
import { namedValues } from '../providers/template-values.ts';
import { asSmsVendor, type CodeMeaning, type Tools } from '../providers/vendor.ts';

const config = Type.Object({
  appKey: text({
    title: { en: 'App Key', zh: 'App Key' },
    help: { en: 'In the console, under the application.', zh: '在云信控制台的应用详情中查看。' },
  }),
  appSecret: secret({ title: { en: 'App Secret', zh: 'App Secret' } }),
  endpoint: address({
    title: { en: 'Address', zh: '接口地址' },
    default: 'https://sms.yunxinapi.com',
  }),
});
type Config = Static<typeof config>;

const codes: Readonly<Record<string, CodeMeaning>> = {
  '200': ['done', null],
  '400': ['rejected', 'provider_setup'],
  '403': ['unavailable', 'provider_balance'],
  '404': ['unavailable', 'template_refused'],
  '412': ['rejected', 'blocked_by_person'],
  '414': ['rejected', 'variable_refused'],
  '416': ['rejected', 'frequency'],
  '426': ['unavailable', 'provider_setup'],
  '601': ['rejected', 'content_refused'],
};

/** What `querystatus` says of one number. Accepted by the channel is not yet on the phone. */
const states: Readonly<Record<string, Pick<StatusItem, 'state' | 'reason'>>> = {
  '0': { state: 'unknown' },
  '1': { state: 'sent' },
  '2': { state: 'rejected', reason: 'blocked_by_carrier' },
  '3': { state: 'rejected', reason: 'content_refused' },
};

/**
 * NetEase Yunxin. It takes no reference of ours, and answers a question only about an id of its own: what
 * became of a message whose answer was lost it cannot tell.
 */
export const yunxin = asSmsVendor<typeof config>({
  kind: 'sms',
  code: 'yunxin',
  title: { en: 'NetEase Yunxin', zh: '网易云信' },
  config,
  codes,
  receiptCodes: {},
  horizonHours: 72,
  regions: 'all',
  receipts: ['query'],
  longMessages: true,
  template: { form: 'named', needsCode: true, needsSignature: false },

  open(settings, tools) {
    return {
      async send(send, { signal }): Promise<Outcome> {
        const answer = await call(settings, tools, signal, '/sms/sendtemplate.action', {
          templateid: send.form.code ?? '',
          mobiles: JSON.stringify([numberOf(send.mobile)]),
          paramMap: JSON.stringify(namedValues(send)),
        });
        const code = textOf(answer, 'code');
        const providerRef = textOf(answer, 'obj');
        if (code === '200' && providerRef) return { kind: 'done', providerRef };
        return failureByCode(codes, code, textOf(answer, 'msg'));
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
        const told = states[vendorCode] ?? { state: 'unknown' };
        const updated = new Date(Number(textOf(item, 'updatetime')));
        return {
          ...told,
          ...{ providerRef, vendorCode, detail: `status ${vendorCode}` },
          at: Number.isNaN(updated.getTime()) ? at : updated,
        };
      },
    };
  },
});

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
  if (answer.status !== 200) throw new OddAnswer(`HTTP ${answer.status}`);
  return readJson(answer);
}

export function yunxinCheckSum(appSecret: string, nonce: string, curTime: string): string {
  return createHash('sha1').update(`${appSecret}${nonce}${curTime}`).digest('hex');
}

/** Mainland numbers without their country; others with it, as `+1-2025550123`. */
function numberOf(mobile: string): string {
  return mobile.startsWith('+86') ? mobile.slice(3) : mobile;
}
