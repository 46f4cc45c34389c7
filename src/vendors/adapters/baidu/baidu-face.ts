import Type, { type Static } from 'typebox';
import { type Money, parseMoney } from '../../../foundation/money.ts';
import type {
  Failure,
  Person,
  SessionResult,
  SessionStart,
  SessionStarted,
} from '../../providers/provider.ts';
import { failureByCode, fieldOf, textOf, UnexpectedResponse } from '../../providers/read-answer.ts';
import { asFaceVendor } from '../../providers/vendor.ts';
import { address, amount, secret, text } from '../../providers/vendor-setting.ts';
import { baiduFaceAdvice } from './baidu-face-advice.ts';
import { resultCodes, startCodes } from './baidu-face-codes.ts';
import { baiduCode, createCallBaiduAi } from './call-baidu-ai.ts';

const config = Type.Object({
  apiKey: text({
    title: { en: 'API Key', zh: 'API Key' },
    help: {
      en: 'Of the application that the plan’s project uses. See the Face console.',
      zh: '方案所属项目关联的应用的 API Key，在人脸识别控制台的应用列表查看。',
    },
    maxLength: 100,
  }),
  secretKey: secret({
    title: { en: 'Secret Key', zh: 'Secret Key' },
    help: { en: 'Of the same application.', zh: '同一应用的 Secret Key。' },
  }),
  planId: text({
    title: { en: 'Plan ID', zh: '方案 ID' },
    help: {
      en:
        'An H5 plan that compares with the authority’s photo, takes the identity from the caller, and ends ' +
        'its URL after a failed attempt. Not the project’s ID.',
      zh: 'H5 方案 ID（不是项目 ID）：比对源为权威人脸库，信息录入为指定用户身份核验，认证未通过时 URL 失效。',
    },
    pattern: '^[0-9]{1,18}$',
  }),
  costPerCheck: Type.Optional(
    amount({
      title: { en: 'Cost per charged attempt', zh: '每次计费核验的成本' },
      help: {
        en: 'The result says which attempts the vendor charges for.',
        zh: '是否计费以服务商返回的结果为准。',
      },
      examples: ['0.8'],
    }),
  ),
  endpoint: address({
    title: { en: 'API address', zh: '接口地址' },
    default: 'https://aip.baidubce.com',
  }),
  page: address({
    title: { en: 'Address of the H5 page', zh: 'H5 认证页面地址' },
    default: 'https://brain.baidu.com/face/print',
  }),
});
type Config = Static<typeof config>;

const solution = '/rpc/2.0/brain/solution/faceprint';
const lifeMs = 2 * 3_600_000;
/** The person has not begun. */
const notStarted = '283450';

/**
 * Baidu's H5 plan for phone browsers and WeChat: the vendor's page films a person whose name and ID number this
 * platform submits.
 */
export const baiduFace = asFaceVendor<typeof config>({
  kind: 'face',
  code: 'baidu-face',
  title: { en: 'Baidu AI Cloud', zh: '百度智能云人脸实名认证' },
  docs: 'https://ai.baidu.com/ai-doc/FACE/skxie72kp',
  ...baiduFaceAdvice,
  identityProof: {
    en:
      'The platform submits the name and ID number; the result names the identity that was compared, which must ' +
      'be that of the call, and a similarity to the authority’s photo above the plan’s threshold.',
    zh: '姓名和身份证号由平台上报；结果返回实际比对的身份，须与请求一致，且与权威库照片的相似度达到方案阈值。',
  },
  config,
  codes: startCodes,
  horizonHours: 72,
  devices: ['mobile', 'wechat'],
  needsNationalId: true,
  browserData: null,

  open(settings, tools) {
    const call = createCallBaiduAi(settings, tools);
    return {
      async startSession(start, { signal }): Promise<SessionStarted> {
        const made = await call(`${solution}/verifyToken/generate`, planOf(settings), signal);
        if (!isSuccess(made)) return failureOf(made);
        const sessionRef = textOf(made, 'result', 'verify_token');
        if (!sessionRef) throw new UnexpectedResponse('no verify_token');
        const fields = identityOf(sessionRef, start);
        const submitted = await call(`${solution}/idcard/submit`, fields, signal);
        if (!isSuccess(submitted)) return failureOf(submitted);
        const expiresAt = new Date(tools.clock.nowMs() + lifeMs);
        return { kind: 'started', sessionRef, url: urlOf(sessionRef, start, settings), expiresAt };
      },

      async queryResult(sessionRef, { signal }): Promise<SessionResult> {
        const fields = { verify_token: sessionRef };
        const said = await call(`${solution}/result/getall`, fields, signal);
        if (baiduCode(said) === notStarted) return { state: 'open', taskId: sessionRef };
        if (!isSuccess(said)) throw new UnexpectedResponse(failureOf(said).detail);
        return resultOf(fieldOf(said, 'result'), sessionRef, settings);
      },
    };
  },
});

function planOf({ planId }: Config): object {
  return { plan_id: planId };
}

/** Residence permits of people from Hong Kong, Macao and Taiwan have numbers that begin with 81, 82 or 83. */
function identityOf(verify_token: string, { person }: SessionStart): object {
  const id_no = person.cardNo.toUpperCase();
  const certificate_type = /^8[123]/.test(id_no) ? 4 : 0;
  return { verify_token, id_name: person.name, id_no, certificate_type };
}

function urlOf(token: string, { returnUrl }: SessionStart, { page }: Config): string {
  const query = new URLSearchParams({ token, successUrl: returnUrl, failedUrl: returnUrl });
  return `${page}/?${query}`;
}

function isSuccess(said: unknown): boolean {
  return fieldOf(said, 'success') === true;
}

function failureOf(said: unknown): Failure {
  const words = textOf(said, 'error_msg') || textOf(said, 'error_description');
  return failureByCode(startCodes, baiduCode(said), `${baiduCode(said)}: ${words}`);
}

function resultOf(result: unknown, taskId: string, settings: Config): SessionResult {
  const attempts = fieldOf(result, 'verify_result');
  if (!Array.isArray(attempts)) throw new UnexpectedResponse('no verify_result');
  if (attempts.length === 0) return { state: 'open', taskId };
  const passed = attempts.find((attempt) => fieldOf(attempt, 'is_verify_passed') === true);
  const cost = costOf(result, settings);
  const facts = { taskId, ...(cost === undefined ? {} : { cost }) };
  if (passed) return { ...facts, state: 'passed', compared: comparedIn(passed) };
  return { ...facts, ...failureIn(attempts.at(-1)) };
}

/** A pass without proof that this person’s face was compared with the authority’s photo is no answer. */
function comparedIn(attempt: unknown): Person {
  const kind = textOf(attempt, 'charge_type');
  if (['match', 'live'].includes(kind)) throw new UnexpectedResponse(`the plan is of type ${kind}`);
  if (!isSimilar(attempt)) throw new UnexpectedResponse('passed without a similarity');
  const name = textOf(attempt, 'idcard_confirm', 'name');
  const cardNo = textOf(attempt, 'idcard_confirm', 'idcard_number');
  if (!name || !cardNo || /\*/.test(name + cardNo)) {
    throw new UnexpectedResponse('passed without a readable identity');
  }
  return { name, cardNo };
}

function isSimilar(attempt: unknown): boolean {
  const score = fieldOf(attempt, 'verify_detail', 'score');
  const threshold = fieldOf(attempt, 'verify_detail', 'threshold');
  return typeof score === 'number' && typeof threshold === 'number' && score >= threshold;
}

function failureIn(attempt: unknown) {
  const vendorCode = textOf(attempt, 'code');
  const detail = textOf(attempt, 'message');
  const known = Object.hasOwn(resultCodes, vendorCode) ? resultCodes[vendorCode] : undefined;
  if (known) return { state: known[0], reason: known[1], vendorCode, detail };
  const isCompared = typeof fieldOf(attempt, 'verify_detail', 'score') === 'number';
  const reason = isCompared ? 'face_mismatch' : 'not_understood';
  return { state: 'failed', reason, vendorCode, detail } as const;
}

/** The vendor counts the attempts that it charges for. */
function costOf(result: unknown, { costPerCheck }: Config): Money | undefined {
  const charged = textOf(result, 'verify_charge_count');
  const each = costPerCheck === undefined ? undefined : parseMoney(costPerCheck);
  return each === undefined || !/^[0-9]{1,3}$/.test(charged) ? undefined : each * BigInt(charged);
}
