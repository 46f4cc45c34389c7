import type { KeyObject } from 'node:crypto';
import { createVerify, randomBytes } from 'node:crypto';
import type { Desk, SimulatorAnswer, SimulatorRequest, Taken } from './simulator.ts';

/** The AppSecret of the official account. */
export const appSecret = '00000000000000000000000000000001';
/** The openid of a payer who says nothing else by the cookie `openid`. */
export const payerOpenid = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o';

const authorizePath = '/connect/oauth2/authorize';
const tokenPath = '/sns/oauth2/access_token';
/** What WeChat itself does with the argument of `getBrandWCPayRequest`. */
const cashierPath = '/_app/cashier';

interface Account {
  appId: string;
  /** The public key of the merchant, which signs what the page hands over. */
  merchantKey: KeyObject;
}

interface Code {
  openid: string;
  isUsed: boolean;
  endsAt: number;
}

/** The codes that each running simulator has given out. */
const codesOf = new WeakMap<Desk, Map<string, Code>>();
const codeLifeMs = 5 * 60_000;
/** A prepay_id is dead after two hours. */
const prepayLifeMs = 2 * 3_600_000;

const isOpenid = /^o[\w-]{27}$/;

/** The official account's page authorization, and WeChat on the payer's phone; undefined for another path. */
export function serveApp(
  request: SimulatorRequest,
  desk: Desk,
  account: Account,
): SimulatorAnswer | undefined {
  const { pathname } = request.url;
  if (pathname === authorizePath) return authorize(request, desk, account);
  if (pathname === tokenPath) return giveOpenid(request, desk, account);
  if (pathname === cashierPath) return openCashier(request, desk, account);
  return undefined;
}

/** `snsapi_base`: the payer is asked nothing, and sent back at once. */
function authorize(
  { url, headers }: SimulatorRequest,
  desk: Desk,
  { appId }: Account,
): SimulatorAnswer {
  const query = url.searchParams;
  const names = [...query.keys()].join(' ');
  const back = URL.parse(query.get('redirect_uri') ?? '');
  const state = query.get('state') ?? '';
  const isForm =
    /MicroMessenger/.test(headers['user-agent'] ?? '') &&
    names === 'appid redirect_uri response_type scope state' &&
    query.get('appid') === appId &&
    query.get('response_type') === 'code' &&
    query.get('scope') === 'snsapi_base' &&
    /^[a-zA-Z0-9]{1,128}$/.test(state);
  if (!back || !isForm) return { status: 400, body: 'Open this link in the WeChat client.' };
  const [, openid = payerOpenid] = /(?:^|;\s*)openid=([\w-]+)/.exec(headers.cookie ?? '') ?? [];
  const code = randomBytes(16).toString('hex');
  const codes = codesOf.get(desk) ?? new Map<string, Code>();
  codesOf.set(desk, codes);
  codes.set(code, { openid, isUsed: false, endsAt: desk.now().getTime() + codeLifeMs });
  back.searchParams.set('code', code);
  back.searchParams.set('state', state);
  return { status: 302, headers: { location: back.toString() }, body: '' };
}

function giveOpenid({ url }: SimulatorRequest, desk: Desk, { appId }: Account): SimulatorAnswer {
  const query = url.searchParams;
  if (query.get('appid') !== appId) return fault(40013, 'invalid appid');
  if (query.get('secret') !== appSecret) return fault(40125, 'invalid appsecret');
  if (query.get('grant_type') !== 'authorization_code') return fault(40002, 'invalid grant_type');
  const given = query.get('code');
  if (!given) return fault(41008, 'missing code');
  const code = codesOf.get(desk)?.get(given);
  if (!code || code.endsAt < desk.now().getTime()) return fault(40029, 'invalid code');
  if (code.isUsed) return fault(40163, 'code been used');
  code.isUsed = true;
  return plain({
    ...{ access_token: randomBytes(16).toString('hex'), expires_in: 7_200, scope: 'snsapi_base' },
    ...{ refresh_token: randomBytes(16).toString('hex'), openid: code.openid },
  });
}

const fault = (errcode: number, errmsg: string) => plain({ errcode, errmsg });

function plain(node: object): SimulatorAnswer {
  return { status: 200, headers: { 'content-type': 'text/plain' }, body: JSON.stringify(node) };
}

/**
 * WeChat opens its cashier with what the page hands over, if the merchant signed it and it names an open order. The body is
 * `{argument, payer}`, where the payer says `ok`, `cancel` or `fail`; the answer is that of the bridge.
 */
function openCashier({ body }: SimulatorRequest, desk: Desk, account: Account): SimulatorAnswer {
  const { argument, payer } = JSON.parse(body) as {
    argument: Record<string, string>;
    payer: string;
  };
  const say = (end: string) => plain({ err_msg: `get_brand_wcpay_request:${end}` });
  const order = findPrepaid(argument, desk, account);
  if (!order || payer === 'fail') return say('fail');
  if (payer !== 'ok') return say('cancel');
  desk.decide(order.id, 'paid');
  return say('ok');
}

function findPrepaid(
  argument: Record<string, string>,
  desk: Desk,
  { appId, merchantKey }: Account,
): Taken | undefined {
  const { timeStamp, nonceStr, package: packed = '', signType, paySign = '' } = argument;
  const text = `${argument.appId}\n${timeStamp}\n${nonceStr}\n${packed}\n`;
  const isSigned =
    argument.appId === appId &&
    signType === 'RSA' &&
    /^\d{10}$/.test(timeStamp ?? '') &&
    /^[0-9A-Za-z]{1,32}$/.test(nonceStr ?? '') &&
    createVerify('RSA-SHA256').update(text).verify(merchantKey, paySign, 'base64');
  if (!isSigned) return undefined;
  const now = desk.now().getTime();
  return desk.taken.find(
    (order) =>
      packed === `prepay_id=${prepayIdOf(order)}` &&
      order.state === 'open' &&
      now - order.at.getTime() < prepayLifeMs &&
      now < new Date(String(order.said.time_expire)).getTime(),
  );
}

export const prepayIdOf = ({ id }: Taken) => `wx${id}`;

/** Why an order inside WeChat is refused; the openid of another application is one of its refusals. */
export function findPayerProblem(payer: unknown, desk: Desk): string | undefined {
  const { openid = '' } = (payer ?? {}) as { openid?: string };
  const known = [...(codesOf.get(desk)?.values() ?? [])].some((code) => code.openid === openid);
  return isOpenid.test(openid) && known ? undefined : 'PARAM_ERROR';
}
