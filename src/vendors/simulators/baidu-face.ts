import { decisionPage, readDecision, redirectTo } from './decision-page.ts';
import {
  type Asked,
  type Desk,
  jsonAnswer,
  type Simulator,
  type SimulatorAnswer,
  type SimulatorRequest,
  stranger,
  type Taken,
} from './simulator.ts';

const apiKey = 'Va5yQRHlA4Fq5eR3LT0vuXV4';
const secretKey = 'stand-in-secret-key-of-32-letters';
const accessToken = '24.460da4889caad24cccdb1fea17221975.2592000.1491995545.282335-1234567';
const planId = '16144';
const solution = '/rpc/2.0/brain/solution/faceprint';
const pagePath = '/face/print/';
const lifeMs = 2 * 3_600_000;
const keptMs = 72 * 3_600_000;

interface Identity {
  name: string;
  idcard_number: string;
  idcard_type: string;
}

/** The person before the camera, when the plan lets them type, or the platform has not said whom to check. */
const somebody = { name: stranger.name, idcard_number: stranger.cardNo, idcard_type: '0' };
/** The identities that passed or failed, if the tester entered one on the page. */
const typed = new WeakMap<Taken, Identity>();

/** Baidu's H5 plan for face verification, as documented. It sends no callbacks. */
export const baiduFaceSimulator: Simulator = {
  vendor: 'baidu-face',
  kind: 'face',
  config: (url) => ({
    ...{ apiKey, secretKey, planId, costPerCheck: '0.8' },
    ...{ endpoint: url, page: `${url}/face/print` },
  }),

  read(request, desk): Asked {
    const { pathname } = request.url;
    if (pathname === pagePath) return { kind: 'answer', answer: servePage(request, desk) };
    if (request.method !== 'POST') return refused('6', 'no permission to access data');
    if (pathname === '/oauth/2.0/token') return issueToken(request);
    // The vendor's own client appends its name to the token once more.
    const [given] = (request.url.searchParams.get('access_token') ?? '').split('?');
    if (given !== accessToken) return refused('110', 'Access token invalid or no longer valid');
    const fields = readObject(request.body);
    if (!fields) return refused('283513', '请求参数错误');
    switch (pathname) {
      case `${solution}/verifyToken/generate`:
        return readPlan(fields);
      case `${solution}/idcard/submit`:
        return readIdentity(fields, desk);
      case `${solution}/result/getall`:
        return answerAll(fields, desk);
      default:
        return refused('6', 'no permission to access data');
    }
  },

  done: ({ id }) => success({ verify_token: id }),
  rejected: (code = '222022') => failure(code, 'refused'),
  receipt: () => null,
};

/** The parameters may be in the query or in a form. */
function issueToken({ url, body }: SimulatorRequest): Asked {
  const form = new URLSearchParams(body);
  const given = (name: string) => form.get(name) ?? url.searchParams.get(name);
  if (given('grant_type') !== 'client_credentials') {
    return refused('unsupported_grant_type', 'The authorization grant type is not supported');
  }
  if (given('client_id') !== apiKey) return refused('invalid_client', 'unknown client id');
  if (given('client_secret') !== secretKey) {
    return refused('invalid_client', 'Client authentication failed');
  }
  const scope = 'public brain_all_scope brain_face_scope';
  const token = { access_token: accessToken, expires_in: 2_592_000, scope };
  return { kind: 'answer', answer: jsonAnswer({ ...token, refresh_token: 'r', session_key: 'k' }) };
}

function readPlan({ plan_id }: Fields): Asked {
  if (String(plan_id) !== planId) return refused('283435', '方案不存在。Plan not exist.');
  return {
    kind: 'do',
    taking: {
      ...{ kind: 'session', reference: null, mobile: null, callbackUrl: null },
      said: { plan_id: planId },
    },
  };
}

function readIdentity({ verify_token, id_name, id_no, certificate_type = 0 }: Fields, desk: Desk) {
  const taken = findOpen(verify_token, desk);
  if (!taken) return invalidToken();
  if (typeof id_name !== 'string' || id_name === '') return refused('222023', '姓名格式错误');
  if (typeof id_no !== 'string' || !/^[0-9]{17}[0-9X]$/.test(id_no)) {
    return refused('222022', '身份证号不符合格式要求');
  }
  if (certificate_type !== 0 && certificate_type !== 4) return refused('216100', 'invalid param');
  Object.assign(taken.said, { id_name, id_no, certificate_type });
  return { kind: 'answer', answer: success(1) } as const;
}

function answerAll({ verify_token }: Fields, desk: Desk): Asked {
  const taken = desk.find(String(verify_token));
  if (!taken || isPast(taken, desk, keptMs)) return invalidToken();
  if (!['passed', 'failed', 'stranger'].includes(taken.state)) return notStarted();
  const known = taken.state === 'stranger' ? undefined : (typed.get(taken) ?? submittedTo(taken));
  const attempt = attemptOf(taken, known ?? somebody);
  const answer = success({
    ...{ verify_count: 1, ocr_charge_count: 0, match_charge_count: 0, verify_charge_count: 1 },
    verify_result: [attempt],
  });
  return { kind: 'answer', answer };
}

function attemptOf({ state, at }: Taken, identity: Identity): object {
  const isPassed = state !== 'failed';
  const time = at.toISOString().slice(0, 19).replace('T', ' ');
  return {
    order: 1,
    ...(isPassed
      ? { code: '0', message: '核验成功' }
      : { code: '222351', message: '身份证号与姓名不匹配' }),
    ...{ is_verify_passed: isPassed, verify_time: time, is_charged: true },
    ...{ charge_type: 'verify', charge_time: time, is_ocr_charge: false, ocr_count: 0 },
    verify_detail: {
      ...{ score: isPassed ? 92.4 : null, threshold: 80, liveness_score: 0, spoofing_score: null },
      ...{ verify_log_id: '1775074433891895605', face_image: 'https://bj.bcebos.com/face.jpg' },
    },
    idcard_confirm: { ...identity, idcard_ocr_result: null, idcard_images: null },
  };
}

function submittedTo({ said }: Taken): Identity | undefined {
  if (said.id_name === undefined) return undefined;
  const [name, idcard_number] = [String(said.id_name), String(said.id_no)];
  return { name, idcard_number, idcard_type: String(said.certificate_type) };
}

/** The addresses to return to come with the URL, as the customer's page builds it. */
function servePage(request: SimulatorRequest, desk: Desk): SimulatorAnswer {
  const { searchParams } = request.url;
  const taken = desk.find(searchParams.get('token') ?? '');
  if (!taken) return { status: 404, body: '' };
  const isLate = !findOpen(taken.id, desk);
  const { name, idcard_number } = submittedTo(taken) ?? somebody;
  if (request.method !== 'POST' || isLate) {
    const fields = { name, idcard_number };
    return decisionPage({ vendor: 'baidu-face', isOver: isLate, fields });
  }
  const decision = readDecision(request);
  if (!decision) return { status: 400, body: '' };
  const form = new URLSearchParams(request.body);
  typed.set(taken, {
    name: form.get('name') ?? name,
    idcard_number: form.get('idcard_number') ?? idcard_number,
    idcard_type: '0',
  });
  desk.decide(taken.id, decision);
  return redirectTo(
    searchParams.get(['passed', 'stranger'].includes(decision) ? 'successUrl' : 'failedUrl') ?? '',
  );
}

function findOpen(token: unknown, desk: Desk): Taken | undefined {
  const taken = desk.find(String(token));
  return taken?.state === 'open' && !isPast(taken, desk, lifeMs) ? taken : undefined;
}

function isPast({ at }: Taken, desk: Desk, ms: number): boolean {
  return desk.now().getTime() > at.getTime() + ms;
}

/** A query that a person who has not begun explains; it is no fault of the platform. */
function notStarted(): Asked {
  return { kind: 'answer', answer: failure('283450', '认证尚未开始') };
}

/** The documents give these words without a number: this one is made up. */
function invalidToken(): Asked {
  return refused('283000', 'Token无效或者已过期');
}

function refused(code: string, message: string): Asked {
  return { kind: 'refused', because: `${code} ${message}`, answer: failure(code, message) };
}

/** Words are errors of the OAuth endpoint, numbers those of the API, which answers them with 200. */
function failure(code: string, message: string): SimulatorAnswer {
  if (!/^\d+$/.test(code)) return jsonAnswer({ error: code, error_description: message }, 401);
  return jsonAnswer({ success: false, error_code: Number(code), error_msg: message, log_id: '1' });
}

function success(result: unknown): SimulatorAnswer {
  return jsonAnswer({ success: true, result, log_id: '1814798895' });
}

type Fields = Record<string, unknown>;

function readObject(body: string): Fields | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Fields) : undefined;
  } catch {
    return undefined;
  }
}
