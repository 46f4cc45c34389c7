import { randomBytes, sign } from 'node:crypto';
import type { InAppPayments } from '../../providers/payment.ts';
import type { Failure, ProviderContext } from '../../providers/provider.ts';
import {
  failureByCode,
  fieldOf,
  readJson,
  textOf,
  UnexpectedResponse,
} from '../../providers/read-answer.ts';
import type { Tools } from '../../providers/vendor.ts';
import { type CallWechatPay, refusalOf, type WechatPayKeys } from './call-wechat-pay.ts';
import { wechatPayCodes } from './wechat-pay-codes.ts';
import type { WechatPayConfig } from './wechat-pay-config.ts';

type AppOrder = Parameters<InAppPayments['begin']>[0];

interface Jsapi {
  settings: WechatPayConfig & { appSecret: string };
  keys: WechatPayKeys;
  tools: Pick<Tools, 'http' | 'clock'>;
  call: CallWechatPay;
  /** What every way to pay has: why an order is not begun, and what is sent. */
  order: { faultOf(asked: AppOrder): Failure | undefined; contentOf(asked: AppOrder): object };
}

/** Payments inside WeChat (JSAPI): the official account tells who pays, and WeChat's own browser opens the cashier. */
export function createJsapi({ settings, keys, tools, call, order }: Jsapi): InAppPayments {
  const { appId, payerEndpoint } = settings;
  return {
    payerUrl({ pageUrl, state }) {
      // WeChat compares the address with a pattern, so the order of the parameters counts.
      const query = new URLSearchParams([
        ['appid', appId],
        ['redirect_uri', pageUrl],
        ['response_type', 'code'],
        ['scope', 'snsapi_base'],
        ['state', state],
      ]);
      return `${payerEndpoint}/connect/oauth2/authorize?${query}#wechat_redirect`;
    },

    async begin(asked, code, { signal }) {
      const fault = order.faultOf(asked);
      if (fault) return fault;
      const openid = await readPayer(settings, tools, code, signal);
      if (typeof openid !== 'string') return openid;
      const path = '/v3/pay/transactions/jsapi';
      const reply = await call(path, signal, { ...order.contentOf(asked), payer: { openid } });
      if (reply.code === 'OUT_TRADE_NO_USED') {
        // The fields are ours and always the same, so another account in WeChat has opened it before.
        return { kind: 'other_payer', detail: refusalOf(reply).detail };
      }
      if (reply.code !== '200') return refusalOf(reply);
      const prepayId = textOf(reply.said, 'prepay_id');
      if (!prepayId) throw new UnexpectedResponse('no prepay_id');
      const handOver = signForApp(appId, prepayId, keys, tools.clock.nowMs());
      return { kind: 'started', vendorRef: null, handOver };
    },
  };
}

/** What the page hands to `getBrandWCPayRequest`, under WeChat's own names. */
function signForApp(appId: string, prepayId: string, { own }: WechatPayKeys, nowMs: number) {
  const timeStamp = String(Math.floor(nowMs / 1_000));
  const nonceStr = randomBytes(16).toString('hex').toUpperCase();
  const packed = `prepay_id=${prepayId}`;
  const text = Buffer.from(`${appId}\n${timeStamp}\n${nonceStr}\n${packed}\n`);
  const paySign = sign('sha256', text, own).toString('base64');
  return { appId, timeStamp, nonceStr, package: packed, signType: 'RSA', paySign };
}

/** The payer's openid for our official account, by the code with which WeChat sent the payer back; it works once. */
async function readPayer(
  { appId, appSecret, accountEndpoint }: Jsapi['settings'],
  { http }: Pick<Tools, 'http'>,
  code: string,
  signal: ProviderContext['signal'],
): Promise<string | Failure> {
  const query = new URLSearchParams([
    ['appid', appId],
    ['secret', appSecret],
    ['code', code],
    ['grant_type', 'authorization_code'],
  ]);
  const answer = await http.request({
    method: 'GET',
    url: `${accountEndpoint}/sns/oauth2/access_token?${query}`,
    headers: { accept: 'application/json' },
    signal,
  });
  const said = readJson(answer);
  const fault = fieldOf(said, 'errcode');
  if (fault !== undefined && fault !== 0) {
    const detail = `errcode ${textOf(said, 'errcode')}: ${textOf(said, 'errmsg')}`;
    return failureByCode(wechatPayCodes, textOf(said, 'errcode'), detail);
  }
  const openid = textOf(said, 'openid');
  if (answer.status !== 200 || !openid) throw new UnexpectedResponse('no openid');
  return openid;
}
