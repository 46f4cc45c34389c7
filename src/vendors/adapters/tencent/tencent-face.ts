import Type, { type Static } from 'typebox';
import type { FailureReason } from '../../../foundation/contract/errors/failure-reasons.ts';
import { type Money, parseMoney } from '../../../foundation/money.ts';
import type {
  Outcome,
  SessionResult,
  SessionStart,
  SessionStarted,
} from '../../providers/provider.ts';
import { failureByCode, fieldOf, textOf, UnexpectedResponse } from '../../providers/read-answer.ts';
import { asFaceVendor, type CodeMeaning } from '../../providers/vendor.ts';
import { address, amount, text } from '../../providers/vendor-setting.ts';
import {
  type CallTencent,
  createCallTencent,
  requireAnswer,
  tencentCodes,
  tencentError,
  tencentKeys,
} from './tencent-cloud.ts';
import { tencentFaceAdvice } from './tencent-face-advice.ts';

const config = Type.Object({
  ...tencentKeys,
  merchantId: text({
    title: { en: 'E-Zheng-Tong merchant ID', zh: 'E 证通商户 ID' },
    help: {
      en: 'For ordinary browsers. See E-Zheng-Tong in the FaceID console.',
      zh: '用于普通浏览器，在人脸核身控制台的 E 证通页面查看。',
    },
    maxLength: 50,
  }),
  ruleId: text({
    title: { en: 'RuleId of the WeChat flow', zh: '微信 H5 业务流程 RuleId' },
    help: {
      en: 'For people in WeChat. See the approved flow in the FaceID console.',
      zh: '用于微信内，在人脸核身控制台的业务流程中查看。',
    },
    maxLength: 50,
  }),
  costPerCheck: Type.Optional(
    amount({
      title: { en: 'Cost per check', zh: '每次核身成本' },
      help: {
        en: 'Price of a check that the vendor charges for.',
        zh: '服务商对计费结果收取的单价。',
      },
      examples: ['1'],
    }),
  ),
  endpoint: address({
    title: { en: 'Address', zh: '接口地址' },
    default: 'https://faceid.tencentcloudapi.com',
  }),
});
type Config = Static<typeof config>;

/** Codes for starting a session. */
const codes: Readonly<Record<string, CodeMeaning>> = {
  ...tencentCodes,
  'FailedOperation.CompareSystemError': ['unknown', 'provider_fault'],
  'FailedOperation.DbError': ['unknown', 'provider_fault'],
  'FailedOperation.DecryptSystemError': ['unavailable', 'provider_setup'],
  'FailedOperation.IdFormatError': ['rejected', 'identity_invalid'],
  'FailedOperation.IdNameMisMatch': ['rejected', 'identity_mismatch'],
  'FailedOperation.IdNoExistSystem': ['rejected', 'identity_not_found'],
  'FailedOperation.IdPhotoNoExist': ['rejected', 'photo_missing'],
  'FailedOperation.NameFormatError': ['rejected', 'identity_invalid'],
  'FailedOperation.RequestLimitExceeded': ['unavailable', 'provider_limit'],
  'FailedOperation.StsUnAuthErrError': ['unavailable', 'provider_setup'],
  'FailedOperation.UnKnown': ['unknown', 'provider_fault'],
  'FailedOperation.UnregisteredEid': ['rejected', 'identity_not_found'],
  'InternalError.EncryptSystemError': ['unknown', 'provider_fault'],
  'InternalError.UnKnown': ['unknown', 'provider_fault'],
  'InvalidParameter.RuleId': ['unavailable', 'provider_setup'],
  'InvalidParameter.UnsupportEncryptField': ['unavailable', 'provider_setup'],
  'InvalidParameterValue.RuleIdDisabled': ['unavailable', 'provider_setup'],
  'InvalidParameterValue.RuleIdNotExist': ['unavailable', 'provider_setup'],
  'UnauthorizedOperation.ActivateError': ['unavailable', 'provider_setup'],
  'UnauthorizedOperation.Activating': ['unavailable', 'provider_setup'],
  'UnauthorizedOperation.Arrears': ['unavailable', 'provider_balance'],
  'UnauthorizedOperation.ChargeStatusException': ['unavailable', 'provider_balance'],
  'UnauthorizedOperation.NonAuthorize': ['unavailable', 'provider_setup'],
  'UnauthorizedOperation.Nonactivated': ['unavailable', 'provider_setup'],
  UnsupportedOperation: ['unavailable', 'provider_setup'],
};

/**
 * How a session ended (`Text.ErrCode`) and why. The vendor charges for few codes, and for some it is not known.
 */
export const resultCodes: Readonly<
  Record<string, readonly [SessionResult['state'], FailureReason | null, ('billed' | 'unsure')?]>
> = {
  '0': ['passed', null, 'billed'],
  '16': ['failed', 'too_many_attempts'],
  '17': ['open', null],
  '301': ['failed', 'identity_mismatch'],
  '302': ['failed', 'document_refused'],
  '1002': ['failed', 'liveness', 'billed'],
  '2002': ['failed', 'identity_invalid'],
  '2003': ['failed', 'identity_invalid'],
  '2005': ['failed', 'identity_not_found'],
  '2006': ['failed', 'identity_mismatch', 'billed'],
  '2007': ['failed', 'photo_missing'],
  '2008': ['failed', 'photo_missing'],
  '2009': ['failed', 'photo_missing'],
  '2011': ['failed', 'liveness', 'unsure'],
  '2015': ['failed', 'face_mismatch', 'unsure'],
  '2016': ['failed', 'face_mismatch', 'billed'],
  '2018': ['failed', 'too_many_attempts'],
  // The remaining codes say nothing about the person: the session ends, the check does not.
  '1': ['expired', 'provider_setup'],
  '2': ['expired', 'provider_setup'],
  '3': ['expired', 'provider_setup'],
  '4': ['expired', 'provider_fault'],
  '8': ['expired', 'provider_fault'],
  '10': ['expired', 'provider_fault'],
  '12': ['expired', 'provider_fault'],
  '13': ['expired', 'provider_fault'],
  '14': ['expired', 'provider_fault'],
  '15': ['expired', 'expired'],
  '201': ['expired', 'picture_quality'],
  '202': ['expired', 'picture_quality'],
  '203': ['expired', 'provider_setup'],
  '204': ['expired', 'provider_setup'],
  '303': ['expired', 'picture_quality'],
  '1001': ['expired', 'provider_fault'],
  '1003': ['expired', 'liveness'],
  '1004': ['expired', 'liveness'],
  '1005': ['expired', 'liveness'],
  '1006': ['expired', 'provider_fault'],
  '1007': ['expired', 'provider_fault'],
  '1008': ['expired', 'provider_fault'],
  '2001': ['expired', 'provider_fault'],
  '2004': ['expired', 'picture_quality'],
  '2010': ['expired', 'picture_quality'],
  '2012': ['expired', 'picture_quality', 'unsure'],
  '2013': ['expired', 'picture_quality', 'unsure'],
  '2014': ['expired', 'picture_quality', 'unsure'],
  '2017': ['expired', 'provider_fault'],
};

const longestName = 32;

/** The two flows: the link in WeChat, and E-Zheng-Tong in all other browsers. */
const flows = {
  eid: { start: 'GetEidToken', token: 'EidToken', lifeMs: 600_000 },
  biz: { start: 'DetectAuth', token: 'BizToken', lifeMs: 7_200_000 },
} as const;
type Flow = keyof typeof flows;

/**
 * Tencent Cloud FaceID. Its link works only in WeChat; other browsers use E-Zheng-Tong, a separate product with
 * its own actions. The session reference says which one is in use.
 */
export const tencentFace = asFaceVendor<typeof config>({
  kind: 'face',
  code: 'tencent-face',
  title: { en: 'Tencent Cloud FaceID', zh: '腾讯云人脸核身' },
  config,
  ...tencentFaceAdvice,
  codes,
  horizonHours: 72,
  devices: ['mobile', 'wechat'],
  needsNationalId: true,
  browserData: null,

  open(settings, tools) {
    const call = createCallTencent({ name: 'faceid', version: '2018-03-01' }, settings, tools);
    return {
      screen: ({ name }) => screenName(name),

      async startSession(start, { signal }): Promise<SessionStarted> {
        const flow: Flow = start.device === 'wechat' ? 'biz' : 'eid';
        const { start: action, token, lifeMs } = flows[flow];
        const answer = await call(action, startFields(flow, start, settings), signal);
        const error = tencentError(answer);
        if (error) return failureByCode(codes, error.code, error.message);
        const id = textOf(answer, token);
        const url = textOf(answer, 'Url');
        if (!id || !url) throw new UnexpectedResponse(`no ${token} or no Url`);
        const expiresAt = new Date(tools.clock.nowMs() + lifeMs);
        return { kind: 'started', sessionRef: `${flow}:${id}`, url, expiresAt };
      },

      async queryResult(sessionRef, { signal }): Promise<SessionResult> {
        const [flow, token] = splitRef(sessionRef);
        return flow === 'eid'
          ? askEid(call, token, settings, signal)
          : askBiz(call, token, settings, signal);
      },
    };
  },
});

function screenName(name: string): Outcome {
  if ([...name].length <= longestName) return { kind: 'done', providerRef: '' };
  const detail = `a name of more than ${longestName} characters`;
  return { kind: 'rejected', reason: 'identity_invalid', detail };
}

function startFields(flow: Flow, start: SessionStart, { merchantId, ruleId }: Config): object {
  const { person, checkId, returnUrl } = start;
  return {
    ...(flow === 'eid' ? { MerchantId: merchantId } : { RuleId: ruleId }),
    // The last character of an ID number may be an X, which the vendor accepts only in upper case.
    IdCard: person.cardNo.toUpperCase(),
    Name: person.name,
    Extra: checkId,
    RedirectUrl: returnUrl,
  };
}

function splitRef(sessionRef: string): [Flow, string] {
  const [flow = '', ...token] = sessionRef.split(':');
  if (flow !== 'eid' && flow !== 'biz') throw new Error('not a session of this vendor');
  return [flow, token.join(':')];
}

/** Fetches only the text result (`InfoType` 1), so no picture of the person ever reaches us. */
async function askEid(
  call: CallTencent,
  token: string,
  settings: Config,
  signal: AbortSignal,
): Promise<SessionResult> {
  const status = requireAnswer(await call('CheckEidTokenStatus', { EidToken: token }, signal));
  const vendorCode = textOf(status, 'Status');
  switch (vendorCode) {
    case 'init':
    case 'doing':
      return { state: 'open', taskId: token, vendorCode };
    case 'timeout':
      return { state: 'expired', taskId: token, reason: 'expired', vendorCode };
    case 'finished': {
      const fields = { EidToken: token, InfoType: '1' };
      return resultOf('eid', token, await call('GetEidResult', fields, signal), settings);
    }
    default:
      throw new UnexpectedResponse(`Status ${vendorCode}`);
  }
}

async function askBiz(
  call: CallTencent,
  token: string,
  settings: Config,
  signal: AbortSignal,
): Promise<SessionResult> {
  const fields = { BizToken: token, RuleId: settings.ruleId, InfoType: '1' };
  const answer = await call('GetDetectInfoEnhanced', fields, signal);
  const error = tencentError(answer);
  if (error?.code === 'InvalidParameterValue.BizTokenExpired') {
    return { state: 'expired', taskId: token, reason: 'expired', vendorCode: error.code };
  }
  return resultOf('biz', token, answer, settings);
}

function resultOf(flow: Flow, taskId: string, answer: unknown, settings: Config): SessionResult {
  const words = fieldOf(requireAnswer(answer), 'Text');
  if (typeof words !== 'object' || words === null) throw new UnexpectedResponse('no Text');
  const vendorCode = textOf(words, 'ErrCode');
  if (vendorCode === '') return { state: 'open', taskId };
  const detail = textOf(words, 'ErrMsg');
  // An unlisted code decides nothing.
  if (!Object.hasOwn(resultCodes, vendorCode)) return { state: 'open', taskId, vendorCode, detail };
  const [state, reason] = resultCodes[vendorCode] ?? ['open', null];
  const cost = costOf(flow, vendorCode, settings);
  return {
    ...{ state, taskId, vendorCode, detail },
    ...(reason ? { reason } : {}),
    ...(cost === undefined ? {} : { cost }),
  };
}

/** The vendor's charge for a session with this result. It charges for forged faces only in WeChat. */
function costOf(flow: Flow, vendorCode: string, { costPerCheck }: Config): Money | undefined {
  const [state, , charge] = resultCodes[vendorCode] ?? [];
  if (costPerCheck === undefined || state === 'open' || charge === 'unsure') return undefined;
  const isFree = charge !== 'billed' || (flow === 'eid' && vendorCode === '1002');
  return isFree ? 0n : parseMoney(costPerCheck);
}
