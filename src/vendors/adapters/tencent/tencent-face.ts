import Type, { type Static } from 'typebox';
import type { FailureReason } from '../../../foundation/contract/errors/failure-reasons.ts';
import { type Bilingual, prefixField } from '../../../foundation/contract/text/bilingual.ts';
import { type Money, parseMoney } from '../../../foundation/money.ts';
import type {
  Outcome,
  Person,
  SessionResult,
  SessionStart,
  SessionStarted,
  SessionState,
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
  ruleId: Type.Optional(
    text({
      title: { en: 'RuleId of the WeChat H5 flow', zh: '微信 H5 业务流程 RuleId' },
      help: {
        en: 'Needs an official account of your own. See the approved flow in the FaceID console.',
        zh: '需要自有公众号，在人脸核身控制台的业务流程中查看。',
      },
      maxLength: 50,
    }),
  ),
  merchantId: Type.Optional(
    text({
      title: { en: 'E-Zheng-Tong merchant ID', zh: 'E 证通商户 ID' },
      help: {
        en: 'Used without a RuleId. See E-Zheng-Tong in the FaceID console.',
        zh: '未填写 RuleId 时使用，在人脸核身控制台的 E 证通页面查看。',
      },
      maxLength: 50,
    }),
  ),
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
    default: 'https://faceid.tencentcloudapi.com',
  }),
});
type Config = Static<typeof config>;

function findConfigFaults({ merchantId, ruleId }: Config): Bilingual[] {
  if (merchantId || ruleId) return [];
  const problem = {
    en: 'is required, unless merchantId is set',
    zh: '与 merchantId 至少填写一项',
  };
  return [prefixField('ruleId', problem)];
}

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
  Record<string, readonly [SessionState, FailureReason | null, ('billed' | 'unsure')?]>
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

/** The two products: WeChat H5, and E-Zheng-Tong. Each has its own actions. */
const flows = {
  eid: { start: 'GetEidToken', token: 'EidToken', lifeMs: 600_000 },
  biz: { start: 'DetectAuth', token: 'BizToken', lifeMs: 7_200_000 },
} as const;
type Flow = keyof typeof flows;

/** How a person can enter their identity at the vendor (`IdInfoFrom`): somebody else can enter theirs. */
const ownEntries = ['NFC', 'OCR', '手动输入'];

/**
 * Tencent Cloud FaceID. The pages of both products open only in WeChat. The session reference says which product
 * is in use.
 */
export const tencentFace = asFaceVendor<typeof config>({
  kind: 'face',
  code: 'tencent-face',
  title: { en: 'Tencent Cloud FaceID in WeChat', zh: '腾讯云人脸核身（微信）' },
  config,
  ...tencentFaceAdvice,
  findConfigFaults,
  codes,
  horizonHours: 72,
  identityProof: {
    en:
      'The result of WeChat H5 names the person whose face was compared; E-Zheng-Tong is told to compare the ' +
      'name and ID number of the call (InputType 4), and a result for which the person entered a card or a ' +
      'number does not pass.',
    zh:
      '微信 H5 的结果返回被比对人的姓名和身份证号，与请求一致才通过；E 证通按请求传入的姓名和身份证号比对' +
      '（InputType 4），由用户拍摄证件或自行填写身份的结果不予通过。',
  },
  devices: ['wechat'],
  needsNationalId: true,
  browserData: null,

  open(settings, tools) {
    const call = createCallTencent({ name: 'faceid', version: '2018-03-01' }, settings, tools);
    return {
      screen: ({ name }) => screenName(name),

      async startSession(start, { signal }): Promise<SessionStarted> {
        const flow: Flow = settings.ruleId ? 'biz' : 'eid';
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
    // Without InputType the person photographs a card, and that card says who is compared.
    ...(flow === 'eid'
      ? { MerchantId: merchantId, Config: { InputType: '4' } }
      : { RuleId: ruleId }),
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
  const fields = { EidToken: token, InfoType: '1' };
  switch (vendorCode) {
    case 'init':
    case 'doing':
      return { state: 'open', taskId: token, vendorCode };
    case 'timeout': {
      // Attempts before the timeout were charged, and only the result lists them.
      const cost = costOf(
        'eid',
        fieldOf(await call('GetEidResult', fields, signal), 'Text'),
        settings,
      );
      const expired = { state: 'expired', taskId: token, reason: 'expired', vendorCode } as const;
      return cost === undefined ? expired : { ...expired, cost };
    }
    case 'finished':
      return resultOf('eid', token, await call('GetEidResult', fields, signal), settings);
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
  const detail = textOf(words, 'ErrMsg');
  const cost = costOf(flow, words, settings);
  const facts = { taskId, vendorCode, detail, ...(cost === undefined ? {} : { cost }) };
  // A missing or unlisted code decides nothing.
  const [state, reason] = meaningOf(vendorCode) ?? ['open', null];
  if (state === 'passed') return { ...facts, state, compared: comparedBy(flow, words) };
  return { ...facts, state, ...(reason ? { reason } : {}) };
}

function meaningOf(vendorCode: string) {
  return Object.hasOwn(resultCodes, vendorCode) ? resultCodes[vendorCode] : undefined;
}

/**
 * E-Zheng-Tong returns no plain identity, because Tencent only gives it encrypted. It was told to compare the
 * identity of the call, and the result says if the person entered another.
 */
function comparedBy(flow: Flow, words: unknown): 'given' | Partial<Person> {
  const named = { name: textOf(words, 'Name'), cardNo: textOf(words, 'IdCard') };
  // A name alone is that of many people.
  if (named.cardNo) return named;
  if (flow === 'biz') throw new UnexpectedResponse('passed, without an ID number');
  const entry = textOf(words, 'IdInfoFrom');
  if (ownEntries.includes(entry)) throw new UnexpectedResponse(`the person entered ${entry}`);
  return 'given';
}

/**
 * The vendor's charge so far. It charges per attempt, and the result says for which. Without that, its price
 * table decides by the code of the result; it charges for forged faces only in WeChat H5.
 */
function costOf(flow: Flow, words: unknown, { costPerCheck }: Config): Money | undefined {
  if (costPerCheck === undefined) return undefined;
  const each = parseMoney(costPerCheck) ?? 0n;
  const attempts = fieldOf(words, 'LivenessDetail');
  const charges = Array.isArray(attempts)
    ? attempts.map((one) => fieldOf(one, 'IsNeedCharge'))
    : [];
  if (charges.length > 0 && charges.every((charge) => typeof charge === 'boolean')) {
    return each * BigInt(charges.filter(Boolean).length);
  }
  const vendorCode = textOf(words, 'ErrCode');
  const [state = 'open', , charge] = meaningOf(vendorCode) ?? [];
  if (state === 'open' || charge === 'unsure') return undefined;
  const isFree = charge !== 'billed' || (flow === 'eid' && vendorCode === '1002');
  return isFree ? 0n : each;
}
