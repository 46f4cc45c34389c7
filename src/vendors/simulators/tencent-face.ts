import { decisionPage, readDecision, redirectTo } from './decision-page.ts';
import {
  type Asked,
  type Desk,
  type Simulator,
  type SimulatorAnswer,
  type SimulatorRequest,
  stranger,
  type Taken,
} from './simulator.ts';
import {
  findGatewayFault,
  readFields,
  type TencentFault,
  tencentAnswer,
  tencentRefusal,
  tencentSecretId,
  tencentSecretKey,
} from './tencent-gateway.ts';

const merchantId = '0NSJ243206261600932123';
/** The flows of the console: name and number are passed in, or the person photographs a card. */
const ruleId = '1';
const cardRuleId = '2';
const lifeMs = { eid: 600_000, biz: 7_200_000 };
const longestName = 32;
const longestUrl = 1024;
const pagePath = '/h5/';

type Fields = Record<string, unknown>;

/** Tencent Cloud FaceID, as documented. It sends no callbacks. */
export const tencentFaceSimulator: Simulator = {
  vendor: 'tencent-face',
  kind: 'face',
  config: (url) => ({
    ...{ secretId: tencentSecretId, secretKey: tencentSecretKey },
    ...{ ruleId, costPerCheck: '1', endpoint: url },
  }),

  read(request, desk): Asked {
    if (request.url.pathname.startsWith(pagePath)) {
      return { kind: 'answer', answer: servePage(request, desk) };
    }
    const fault = findGatewayFault(request, desk, { service: 'faceid', version: '2018-03-01' });
    if (fault) return refused(fault);
    const fields = readFields(request.body);
    if (!fields) return refused(['InvalidParameter', 'the body is no JSON object']);
    switch (request.headers['x-tc-action']) {
      case 'GetEidToken':
        if (fields.MerchantId !== merchantId) return refused(['InvalidParameter', 'MerchantId']);
        return readStart('eid', fields, entryOf(fields.Config));
      case 'DetectAuth':
        if (!isRule(fields)) return refused(['InvalidParameterValue.RuleIdNotExist', 'RuleId']);
        return readStart('biz', fields, fields.RuleId === cardRuleId ? 'card' : 'given');
      case 'CheckEidTokenStatus':
        return answerOf(desk, 'eid', fields.EidToken, (taken) => ({
          Status: eidStatus(taken, desk),
        }));
      case 'GetEidResult':
        return answerOf(desk, 'eid', fields.EidToken, (taken) => resultOf(taken, fields));
      case 'GetDetectInfoEnhanced':
        if (!isRule(fields)) return refused(['InvalidParameterValue.RuleIdNotExist', 'RuleId']);
        return answerOf(desk, 'biz', fields.BizToken, (taken) => resultOf(taken, fields));
      default:
        return refused(['InvalidAction', 'no such action']);
    }
  },

  done({ id, said }, { url }) {
    const token = said.flow === 'eid' ? { EidToken: id } : { BizToken: id };
    return tencentAnswer({ ...token, Url: `${url}${pagePath}${id}` });
  },
  rejected: (code = 'FailedOperation.IdFormatError') => tencentRefusal([code, 'refused']),
  receipt: () => null,
};

function refused(fault: TencentFault): Asked {
  return { kind: 'refused', because: fault.join(': '), answer: tencentRefusal(fault) };
}

function isRule({ RuleId }: Fields): boolean {
  return RuleId === ruleId || RuleId === cardRuleId;
}

/** Who says whose face is compared: 1 (the default), 2 and 3 let the person photograph or type it. */
function entryOf(config: unknown): 'given' | 'card' {
  const { InputType = '1' } = (config ?? {}) as Fields;
  return InputType === '4' ? 'given' : 'card';
}

function readStart(
  flow: 'eid' | 'biz',
  { IdCard, Name, Extra, RedirectUrl }: Fields,
  entry: 'given' | 'card',
): Asked {
  const isNamed = entry === 'given' || IdCard !== undefined || Name !== undefined;
  if (isNamed && (typeof IdCard !== 'string' || !/^[0-9]{17}[0-9X]$/.test(IdCard))) {
    return refused(['FailedOperation.IdFormatError', 'IdCard']);
  }
  if (isNamed && (typeof Name !== 'string' || Name === '' || [...Name].length > longestName)) {
    return refused(['FailedOperation.NameFormatError', 'Name']);
  }
  if (typeof RedirectUrl !== 'string' || RedirectUrl.length > longestUrl) {
    return refused(['InvalidParameter', 'RedirectUrl']);
  }
  return {
    kind: 'do',
    taking: {
      kind: 'session',
      reference: typeof Extra === 'string' ? Extra : null,
      mobile: null,
      said: { flow, entry, IdCard, Name, RedirectUrl },
      callbackUrl: null,
    },
  };
}

function answerOf(
  desk: Desk,
  flow: 'eid' | 'biz',
  token: unknown,
  say: (taken: Taken) => object,
): Asked {
  const taken = desk.find(String(token));
  if (taken?.said.flow !== flow) {
    return refused(['InvalidParameterValue.BizTokenIllegal', 'no such token']);
  }
  return { kind: 'answer', answer: tencentAnswer(say(taken)) };
}

/** The vendor has no state for a person who left: the session stays open until it expires. */
function eidStatus(taken: Taken, desk: Desk): string {
  if (codeOf(taken) !== null) return 'finished';
  if (isOver(taken, desk)) return 'timeout';
  return taken.state === 'open' ? 'init' : 'doing';
}

/** A stranger is compared with their own card where the card decides, and otherwise with the given person. */
function codeOf({ state, said }: Taken): number | null {
  if (state === 'stranger') return said.entry === 'card' ? 0 : 2016;
  return { passed: 0, failed: 2016 }[state as string] ?? null;
}

function resultOf(taken: Taken, { InfoType }: Fields): object {
  const { said, state } = taken;
  const code = codeOf(taken);
  const isCards = said.entry === 'card' && state === 'stranger';
  const who = isCards ? stranger : { name: said.Name, cardNo: said.IdCard };
  // E-Zheng-Tong returns the identity only encrypted, and only to merchants who applied for it.
  const isPlain = said.flow === 'biz' && code !== null;
  const words = {
    ErrCode: code,
    ErrMsg: code === 0 ? '成功' : code && '无法判断为同一人',
    IdCard: isPlain ? who.cardNo : null,
    Name: isPlain ? who.name : null,
    IdInfoFrom: code === null ? null : said.entry === 'card' ? 'OCR' : '其他',
    Extra: taken.reference,
    Sim: code === null ? null : code === 0 ? '92.14' : '31.50',
    LivenessDetail: code === null ? [] : [{ Errcode: code, IsNeedCharge: true }],
  };
  // Any other InfoType returns a picture, so a test fails if the adapter ever asks for one.
  const picture = InfoType === '1' ? null : { BestFrame: 'iVBORw0KGgo=' };
  return { Text: words, IdCardData: null, BestFrame: picture, EidInfo: null };
}

/** The address is a page of WeChat's OAuth, which answers so in every other browser. */
const openInWeChat: SimulatorAnswer = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>抱歉，出错了</title><h1>请在微信客户端打开链接</h1>',
};

function servePage(request: SimulatorRequest, desk: Desk): SimulatorAnswer {
  const taken = desk.find(request.url.pathname.slice(pagePath.length));
  if (!taken) return { status: 404, body: '' };
  if (!/MicroMessenger/.test(request.headers['user-agent'] ?? '')) return openInWeChat;
  const isLate = taken.state !== 'open' || isOver(taken, desk);
  if (request.method !== 'POST' || isLate) {
    return decisionPage({ vendor: 'tencent-face', isOver: isLate });
  }
  const decision = readDecision(request);
  if (!decision) return { status: 400, body: '' };
  desk.decide(taken.id, decision);
  const back = new URL(String(taken.said.RedirectUrl));
  if (taken.said.flow === 'eid') back.searchParams.set('token', taken.id);
  return redirectTo(back.href);
}

function isOver({ said, at }: Taken, desk: Desk): boolean {
  return desk.now().getTime() > at.getTime() + lifeMs[said.flow === 'eid' ? 'eid' : 'biz'];
}
