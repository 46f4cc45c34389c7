import { randomUUID } from 'node:crypto';
import Type, { type Static } from 'typebox';
import type { FailureReason } from '../../../foundation/contract/errors/failure-reasons.ts';
import { type Bilingual, prefixField } from '../../../foundation/contract/text/bilingual.ts';
import { NotSent } from '../../../foundation/outbound/http-client.ts';
import type {
  SessionResult,
  SessionStart,
  SessionStarted,
  SessionState,
} from '../../providers/provider.ts';
import { textOf, UnexpectedResponse } from '../../providers/read-answer.ts';
import {
  asFaceVendor,
  type CallbackReading,
  type CodeMeaning,
  type OpenFace,
  type Tools,
} from '../../providers/vendor.ts';
import { address, choice, text } from '../../providers/vendor-setting.ts';
import { alibabaFaceAdvice } from './alibaba-face-advice.ts';
import {
  type AlibabaAnswer,
  type AlibabaCall,
  alibabaFailure,
  alibabaSettings,
  callAlibaba,
  gatewayCodes,
} from './call-alibaba.ts';

const models = [
  'LIVENESS',
  'PHOTINUS_LIVENESS',
  'MULTI_ACTION',
  'MULTI_PHOTINUS',
  'MOVE_ACTION',
  'MULTI_FAPTCHA',
] as const;

const config = Type.Object({
  ...alibabaSettings('https://cloudauth.aliyuncs.com'),
  standbyEndpoint: Type.Optional(
    address({
      title: { en: 'Standby address', zh: '备用接口地址' },
      help: {
        en: 'Asked while the address cannot be reached or answers 500, as the vendor recommends.',
        zh: '接口地址无法连接或返回 500 时使用，阿里云建议配置。',
      },
      examples: ['https://cloudauth.cn-beijing.aliyuncs.com'],
    }),
  ),
  sceneId: text({
    title: { en: 'Scene ID', zh: '认证场景 ID' },
    help: {
      en: 'ID of an H5 scene of the product ID_PRO, created in their console.',
      zh: '在实人认证控制台创建的 H5 认证场景（方案 ID_PRO）的 ID。',
    },
    pattern: '^[0-9]{1,18}$',
  }),
  model: choice(models, {
    title: { en: 'Liveness', zh: '活体检测类型' },
    help: {
      en: 'What the person must do. The vendor recommends MOVE_ACTION.',
      zh: '要求用户完成的动作，阿里云推荐 MOVE_ACTION。',
    },
    default: 'LIVENESS',
  }),
  script: address({
    title: { en: 'URL of the browser script', zh: '浏览器脚本地址' },
    help: {
      en:
        'The page runs it in a closed frame after the person consents; a session cannot start ' +
        'without its data.',
      zh: '用户授权后，页面在隔离的框架中运行该脚本；没有它采集的 MetaInfo，无法发起认证。',
    },
    default: 'https://o.alicdn.com/yd-cloudauth/cloudauth-cdn/jsvm_all.js',
  }),
});
type Config = Static<typeof config>;

/** The hosts from which the vendor serves its script. */
const scriptHosts = [
  'o.alicdn.com',
  'cn-shanghai-aliyun-cloudauth.oss-cn-shanghai.aliyuncs.com',
] as const;
/** Where a simulator runs. */
const thisMachine = ['127.0.0.1', 'localhost', '[::1]'];

function findConfigFaults({ script }: Config): Bilingual[] {
  const url = URL.parse(script);
  const isOwn = url?.protocol === 'https:' && scriptHosts.some((host) => host === url.host);
  if (isOwn || thisMachine.includes(url?.hostname ?? '')) return [];
  const hosts = scriptHosts.join(', ');
  const problem = {
    en: `must be an https URL on one of the vendor's hosts: ${hosts}`,
    zh: `必须是阿里云域名下的 https 地址：${hosts}`,
  };
  return [prefixField('script', problem)];
}

const version = '2019-03-07';
/** How long a session's URL can be opened; it accepts one submission. */
const sessionMs = 30 * 60_000;

const codes: Readonly<Record<string, CodeMeaning>> = {
  ...gatewayCodes,
  '200': ['done', null],
  '400': ['unavailable', 'provider_setup'],
  '401': ['rejected', 'identity_invalid'],
  '402': ['unavailable', 'provider_setup'],
  '404': ['unavailable', 'provider_setup'],
  '410': ['unavailable', 'provider_setup'],
  '411': ['unavailable', 'provider_setup'],
  '412': ['unavailable', 'provider_balance'],
  // Another device may work.
  '414': ['unavailable', 'device_refused'],
  '415': ['unavailable', 'device_refused'],
  '416': ['unavailable', 'device_refused'],
  '417': ['rejected', 'identity_not_found'],
  '418': ['rejected', 'too_many_attempts'],
  '427': ['rejected', 'device_refused'],
  '500': ['unknown', 'provider_fault'],
};

/** Why a person failed, by `SubCode`. Only `Passed` decides whether they failed. */
export const failures: Readonly<Record<string, FailureReason>> = {
  '201': 'identity_mismatch',
  '202': 'identity_not_found',
  '203': 'photo_missing',
  '204': 'face_mismatch',
  '205': 'liveness',
  '206': 'device_refused',
  '207': 'face_mismatch',
  '209': 'provider_fault',
};

/** The session state for a response code without a result. A code that is not listed decides nothing. */
export const states: Readonly<
  Record<string, { state: Exclude<SessionState, 'passed'>; reason?: FailureReason }>
> = {
  '403': { state: 'open' },
  '424': { state: 'open' },
  '406': { state: 'expired' },
  '417': { state: 'failed', reason: 'identity_not_found' },
  '418': { state: 'failed', reason: 'too_many_attempts' },
  '427': { state: 'failed', reason: 'device_refused' },
};

/**
 * Alibaba Cloud's financial-grade check of a person against the authority's photo, on the vendor's web page.
 * The vendor never reports a person who leaves that page: the session stays open until it expires.
 */
export const alibabaFace = asFaceVendor<typeof config>({
  kind: 'face',
  code: 'alibaba-face',
  title: { en: 'Alibaba Cloud', zh: '阿里云实人认证' },
  config,
  ...alibabaFaceAdvice,
  findConfigFaults,
  codes,
  horizonHours: 72,
  identityProof: {
    en:
      'The session is opened for the name and ID number of the call, the person cannot enter others, and the ' +
      'vendor compares the face with the authority’s photo of that number.',
    zh: '会话按请求中的姓名和身份证号发起，用户无法更改，阿里云将人脸与该身份证号的权威照片比对。',
  },
  devices: ['mobile', 'desktop', 'wechat'],
  needsNationalId: true,
  browserData: ({ script }) => ({ script, call: 'getMetaInfo' }),

  open(settings, tools): OpenFace {
    const ask = (call: Omit<AlibabaCall, 'version'>, signal: AbortSignal) =>
      askEither(settings, tools, signal, { ...call, version });
    return {
      async startSession(start, { signal }) {
        if (!start.browserData) return withoutAddress('the browser gave no MetaInfo');
        return readStart(await ask(startCall(settings, tools, start), signal), tools);
      },

      async queryResult(sessionRef, { signal }) {
        const query = { SceneId: settings.sceneId, CertifyId: sessionRef };
        return readResult(await ask({ action: 'DescribeFaceVerify', query }, signal), sessionRef);
      },

      async erase(sessionRef, { signal }) {
        const query = { CertifyId: sessionRef, DeleteAfterQuery: 'N' };
        confirmErased(await ask({ action: 'DeleteFaceVerifyResult', query }, signal));
      },

      readCallback: ({ url }) => readCallback(url),
    };
  },
});

/**
 * Asks the standby if the first address cannot be reached or fails inside. Both know the same sessions, and a
 * session that nobody opens costs nothing, so asking twice does no harm.
 */
async function askEither(
  { standbyEndpoint, ...settings }: Config,
  tools: Tools,
  signal: AbortSignal,
  call: AlibabaCall,
): Promise<AlibabaAnswer> {
  const first = callAlibaba(settings, tools, signal, call, '200');
  if (!standbyEndpoint) return first;
  const standby = () =>
    callAlibaba({ ...settings, endpoint: standbyEndpoint }, tools, signal, call, '200');
  const answer = await first.catch((error) => {
    if (error instanceof NotSent) return null;
    throw error;
  });
  return answer && answer.code !== '500' ? answer : standby();
}

function startCall(
  { sceneId, model }: Config,
  { callbackUrl }: Tools,
  { person, returnUrl, browserData }: SessionStart,
): Omit<AlibabaCall, 'version'> {
  const callback = callbackUrl();
  return {
    action: 'InitFaceVerify',
    query: {
      SceneId: sceneId,
      // Must be unique per session, and a check may have several sessions.
      OuterOrderNo: randomUUID().replaceAll('-', ''),
      ProductCode: 'ID_PRO',
      CertType: 'IDENTITY_CARD',
      CertName: person.name,
      CertNo: person.cardNo.toUpperCase(),
      MetaInfo: browserData ?? '',
      ReturnUrl: returnUrl,
      // The vendor accepts only https URLs.
      ...(callback.startsWith('https://') ? { CallbackUrl: callback } : {}),
    },
    form: { Model: model },
  };
}

function readStart(answer: AlibabaAnswer, { clock }: Tools): SessionStarted {
  const sessionRef = textOf(answer.body, 'ResultObject', 'CertifyId');
  const url = textOf(answer.body, 'ResultObject', 'CertifyUrl');
  if (answer.code !== '200' || !sessionRef) return alibabaFailure(codes, answer);
  if (!/^https?:/.test(url)) return withoutAddress('no address for this browser’s MetaInfo');
  return { kind: 'started', sessionRef, url, expiresAt: new Date(clock.nowMs() + sessionMs) };
}

/** The vendor returns a URL only for a MetaInfo that it trusts. Another try or another browser may work. */
function withoutAddress(detail: string): SessionStarted {
  return { kind: 'unavailable', reason: 'device_refused', detail };
}

function readResult({ code, message, body }: AlibabaAnswer, taskId: string): SessionResult {
  const known = Object.hasOwn(states, code) ? states[code] : undefined;
  if (known) return { ...known, taskId, vendorCode: code, detail: message };
  const passed = textOf(body, 'ResultObject', 'Passed');
  if (code !== '200' || !['T', 'F'].includes(passed))
    throw new UnexpectedResponse(`${code}: ${message}`);
  const vendorCode = textOf(body, 'ResultObject', 'SubCode');
  if (passed === 'T') return { state: 'passed', taskId, vendorCode, compared: 'given' };
  const reason = (Object.hasOwn(failures, vendorCode) && failures[vendorCode]) || 'not_understood';
  return { state: 'failed', taskId, reason, vendorCode, detail: `SubCode ${vendorCode}` };
}

/** A session that never existed or is already deleted counts as erased. */
function confirmErased({ code, message, body }: AlibabaAnswer): void {
  const result = textOf(body, 'ResultObject', 'DeleteResult');
  const why = textOf(body, 'ResultObject', 'FailReason');
  if (['406', '424'].includes(code)) return;
  if (code === '200' && (result === 'Y' || why === 'NOT_DELETE_REPEATEDLY')) return;
  throw new UnexpectedResponse(`it did not erase: ${code} ${why || message}`);
}

/** The callback is an unsigned GET, sent only when a person has finished. */
function readCallback(url: string): CallbackReading {
  const ids = URL.parse(url)?.searchParams.getAll('certifyId') ?? [];
  const sessionRefs = ids.filter((id) => /^[\w-]{1,64}$/.test(id));
  if (sessionRefs.length === 0) {
    return { kind: 'refused', because: 'form', detail: 'no certifyId' };
  }
  const answer = { status: 200, contentType: 'text/plain', body: 'success' };
  return { kind: 'sessions', sessionRefs, answer };
}
