import { randomUUID } from 'node:crypto';
import Type, { type Static } from 'typebox';
import type { FailureReason } from '../../../foundation/contract/errors/failure-reasons.ts';
import { type Money, parseMoney } from '../../../foundation/money.ts';
import type {
  Failure,
  SessionResult,
  SessionStart,
  SessionStarted,
  SessionState,
} from '../../providers/provider.ts';
import {
  failureByCode,
  readJson,
  textOf,
  UnexpectedResponse,
} from '../../providers/read-answer.ts';
import { asFaceVendor, type CodeMeaning, type Tools } from '../../providers/vendor.ts';
import { address, amount, secret, text } from '../../providers/vendor-setting.ts';
import { createKycTickets, kycSignature, kycVersion, TicketRefused } from './kyc-tickets.ts';
import { tencentFaceH5Advice } from './tencent-face-h5-advice.ts';

const config = Type.Object({
  appId: text({
    title: { en: 'WBappid', zh: 'WBappid' },
    help: {
      en: 'Shown under 自助接入 > SDK/移动 H5 服务 of the FaceID console once the application is approved.',
      zh: '在人脸核身控制台“自助接入 > SDK/移动 H5 服务”申请，审核通过后查看。',
    },
    maxLength: 32,
  }),
  secret: secret({ title: { en: 'Secret of the WBappid', zh: 'WBappid 对应的密钥' } }),
  costPerCheck: Type.Optional(
    amount({
      title: { en: 'Cost per check', zh: '每次核身成本' },
      help: {
        en: 'Cost of a check that the vendor charges for.',
        zh: '服务商对计费结果收取的单价。',
      },
      examples: ['1'],
    }),
  ),
  endpoint: address({
    title: { en: 'Address', zh: '接口地址' },
    default: 'https://kyc1.qcloud.com',
  }),
});
type Config = Static<typeof config>;

/** Codes for starting a session. */
const codes: Readonly<Record<string, CodeMeaning>> = {
  '0': ['done', null],
  '400101': ['unavailable', 'provider_setup'],
  '400103': ['unavailable', 'provider_setup'],
  '400506': ['unavailable', 'provider_limit'],
  '66660000': ['unavailable', 'provider_setup'],
  '66660002': ['unavailable', 'provider_balance'],
  '66660003': ['unavailable', 'provider_limit'],
  '66660005': ['rejected', 'identity_not_found'],
  '66660010': ['rejected', 'identity_mismatch'],
  '66660015': ['rejected', 'identity_invalid'],
  '66660017': ['rejected', 'too_many_attempts'],
  '66660044': ['unavailable', 'provider_setup'],
  '66660046': ['unavailable', 'provider_setup'],
  '999999': ['unknown', 'provider_fault'],
};

/** How a session ended, why, and whether the vendor charges for it. */
export const kycResults: Readonly<
  Record<string, readonly [SessionState, FailureReason | null, 'billed'?]>
> = {
  '0': ['passed', null, 'billed'],
  '66660004': ['failed', 'face_mismatch', 'billed'],
  '66660005': ['failed', 'identity_not_found'],
  '66660010': ['failed', 'identity_mismatch', 'billed'],
  '66660015': ['failed', 'identity_invalid'],
  '66660017': ['failed', 'too_many_attempts'],
  // The person has not finished, or left: the vendor says the same of both.
  '66660011': ['open', null],
  // The remaining codes say nothing about the person: the session ends, the check does not.
  '-5008': ['expired', 'liveness'],
  '-5018': ['expired', 'liveness'],
  '-5023': ['expired', 'picture_quality'],
  '400600': ['expired', 'picture_quality'],
  '400601': ['expired', 'picture_quality'],
  '66660016': ['expired', 'picture_quality'],
  '66660018': ['expired', 'expired'],
  '66660023': ['expired', 'liveness'],
  '66660035': ['expired', 'picture_quality'],
  '66660037': ['expired', 'picture_quality'],
  '66660041': ['expired', 'picture_quality'],
  '66660046': ['expired', 'provider_setup'],
  '66665001': ['expired', 'liveness'],
};

/** A person can enter for 5 minutes; after this time an unfinished session counts as left. */
const lifeMs = 15 * 60_000;
/** The link works once, so the next press needs a new session. */
const linkMs = 10_000;

/**
 * Tencent Cloud FaceID in the browsers of phones ("H5（移动端浏览器）"), which has nothing in common with the
 * products for WeChat but the console. The session reference is the order number and the second of its start.
 */
export const tencentFaceH5 = asFaceVendor<typeof config>({
  kind: 'face',
  code: 'tencent-face-h5',
  title: { en: 'Tencent Cloud FaceID in phone browsers', zh: '腾讯云人脸核身（手机浏览器）' },
  config,
  ...tencentFaceH5Advice,
  codes,
  horizonHours: 72,
  identityProof: {
    en:
      'The order is opened by this server for the name and ID number of the call, the vendor’s page asks for no ' +
      'others, and the result is that of the order.',
    zh: '订单由本服务器按请求中的姓名和身份证号创建，服务商页面不采集其他身份信息，结果按订单返回。',
  },
  devices: ['mobile'],
  needsNationalId: true,
  browserData: null,

  open(settings, tools) {
    const { appId, endpoint } = settings;
    const tickets = createKycTickets(settings, tools);
    return {
      async startSession(start, { signal }): Promise<SessionStarted> {
        const order = orderOf(start);
        try {
          const ticket = await tickets.sign(signal);
          const said = await post(settings, tools, 'server/getAdvFaceId', signal, {
            ...{ appId, orderNo: order.orderNo, userId: order.userId, nonce: order.nonce },
            ...{ name: start.person.name, idNo: start.person.cardNo.toUpperCase() },
            sign: kycSignature([appId, order.userId, kycVersion, ticket, order.nonce]),
          });
          const code = textOf(said, 'code');
          if (code !== '0') return failureByCode(codes, code, textOf(said, 'msg'));
          const faceId = textOf(said, 'result', 'faceId');
          if (!faceId) throw new UnexpectedResponse('no faceId');
          const nonceTicket = await tickets.nonce(order.userId, signal);
          const host = textOf(said, 'result', 'optimalDomain') || new URL(endpoint).host;
          const url = linkTo(host, settings, { ...order, faceId, nonceTicket }, start.returnUrl);
          const nowMs = tools.clock.nowMs();
          const sessionRef = `${order.orderNo}.${Math.floor(nowMs / 1000)}`;
          return { kind: 'started', sessionRef, url, expiresAt: new Date(nowMs + linkMs) };
        } catch (error) {
          return refusalOf(error);
        }
      },

      async queryResult(sessionRef, { signal }): Promise<SessionResult> {
        const [orderNo = '', second = ''] = sessionRef.split('.');
        if (!/^[0-9a-f]{32}$/.test(orderNo)) throw new Error('not a session of this vendor');
        const [ticket, nonce] = [await tickets.sign(signal), randomText()];
        const said = await post(settings, tools, 'v2/base/queryfacerecord', signal, {
          ...{ appId, orderNo, nonce },
          sign: kycSignature([appId, orderNo, kycVersion, ticket, nonce]),
        });
        const isLeft = tools.clock.nowMs() > Number(second) * 1000 + lifeMs;
        return resultOf(said, orderNo, settings, isLeft);
      },
    };
  },
});

interface Order {
  orderNo: string;
  userId: string;
  nonce: string;
}

/** Each check is a user of its own, so that the vendor links no two checks of a person. */
function orderOf({ checkId }: SessionStart): Order {
  const userId = checkId.replaceAll(/[^0-9A-Za-z]/g, '').slice(0, 32);
  return { orderNo: randomText(), userId, nonce: randomText() };
}

/** 32 letters and digits. */
function randomText(): string {
  return randomUUID().replaceAll('-', '');
}

/** Without `getFile` the result has neither picture nor video, so none ever reaches us. */
async function post(
  { endpoint }: Config,
  { http }: Tools,
  path: string,
  signal: AbortSignal,
  fields: { orderNo: string } & Record<string, string>,
): Promise<unknown> {
  const answer = await http.request({
    method: 'POST',
    url: `${endpoint}/api/${path}?orderNo=${fields.orderNo}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...fields, version: kycVersion }),
    signal,
  });
  if (answer.status !== 200) throw new UnexpectedResponse(`HTTP ${answer.status}`);
  const said = readJson(answer);
  if (textOf(said, 'code') === '') throw new UnexpectedResponse('no code');
  return said;
}

function linkTo(
  host: string,
  { appId, endpoint }: Config,
  { orderNo, userId, nonce, faceId, nonceTicket }: Order & { faceId: string; nonceTicket: string },
  returnUrl: string,
): string {
  const query = new URLSearchParams({
    ...{ appId, version: kycVersion, nonce, orderNo, faceId, url: returnUrl, userId },
    // Straight back to our page, without a page of the vendor between, and without an entry in the history.
    ...{ resultType: '1', redirectType: '1', from: 'browser' },
    sign: kycSignature([appId, userId, orderNo, kycVersion, faceId, nonceTicket, nonce]),
  });
  return `${new URL(endpoint).protocol}//${host}/api/web/login?${query}`;
}

/** A refused ticket means that nothing was started, whatever its code. */
function refusalOf(error: unknown): Failure {
  if (!(error instanceof TicketRefused)) throw error;
  const { code: vendorCode, message: detail } = error;
  const [, reason] = (Object.hasOwn(codes, vendorCode) && codes[vendorCode]) || [];
  return { kind: 'unavailable', reason: reason ?? 'provider_setup', vendorCode, detail };
}

function resultOf(said: unknown, taskId: string, settings: Config, isLeft: boolean): SessionResult {
  const vendorCode = textOf(said, 'code');
  const detail = textOf(said, 'msg');
  const known = Object.hasOwn(kycResults, vendorCode) ? kycResults[vendorCode] : undefined;
  if (!known) throw new UnexpectedResponse(`${vendorCode}: ${detail}`);
  const [state, reason, charge] = known;
  const facts = { taskId, vendorCode, detail };
  if (state === 'open') {
    return isLeft ? { ...facts, state: 'expired', reason: 'expired' } : { ...facts, state };
  }
  const cost = costOf(charge, settings);
  const ended = { ...facts, ...(cost === undefined ? {} : { cost }) };
  if (state !== 'passed') return { ...ended, state, ...(reason ? { reason } : {}) };
  if (textOf(said, 'result', 'orderNo') !== taskId) throw new UnexpectedResponse('another order');
  return { ...ended, state, compared: 'given' };
}

function costOf(charge: 'billed' | undefined, { costPerCheck }: Config): Money | undefined {
  if (costPerCheck === undefined) return undefined;
  return charge ? parseMoney(costPerCheck) : 0n;
}
