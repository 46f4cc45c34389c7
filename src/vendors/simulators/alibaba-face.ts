import { type Acs3Gate, acs3Answer, passAcs3 } from './acs3-verifier.ts';
import { decisionPage, readDecision, redirectTo } from './decision-page.ts';
import type {
  Asked,
  CallbackRequest,
  Desk,
  Simulator,
  SimulatorAnswer,
  SimulatorRequest,
  Taken,
} from './simulator.ts';

const gate: Acs3Gate = {
  accessKeyId: 'LTAI5tSimulatorAccessKeyId',
  accessKeySecret: 'simulator-access-key-secret',
  version: '2019-03-07',
  actions: ['InitFaceVerify', 'DescribeFaceVerify', 'DeleteFaceVerifyResult'],
};
const sceneId = '1000000006';
const addressLifeMs = 30 * 60_000;

/** The sessions whose data were erased, for each simulator. */
const erased = new WeakMap<Desk, Set<string>>();

/** Alibaba Cloud's financial-grade check (product ID_PRO on a web page), as documented. */
export const alibabaFaceSimulator: Simulator = {
  vendor: 'alibaba-face',
  kind: 'face',
  config: (url) => ({
    accessKeyId: gate.accessKeyId,
    accessKeySecret: gate.accessKeySecret,
    endpoint: url,
    sceneId,
    script: `${url}/jsvm_all.js`,
  }),

  read(request, desk): Asked {
    if (request.url.pathname === '/jsvm_all.js') return { kind: 'answer', answer: script() };
    if (request.url.pathname === '/verify') return { kind: 'answer', answer: visit(request, desk) };
    const asked = passAcs3(request, desk, gate);
    if ('kind' in asked) return asked;
    switch (asked.action) {
      case 'InitFaceVerify':
        return readStart(asked.parameters, desk);
      case 'DescribeFaceVerify':
        return { kind: 'answer', answer: describeResult(asked.parameters, desk) };
      default:
        return { kind: 'answer', answer: erase(asked.parameters, desk) };
    }
  },

  // If the vendor does not trust the MetaInfo, it returns an id without a URL.
  done: ({ id, said }, desk) => {
    const url = isMetaInfo(said.MetaInfo)
      ? { CertifyUrl: `${desk.url}/verify?certifyId=${id}` }
      : {};
    return acs3Answer('200', { Message: 'success', ResultObject: { CertifyId: id, ...url } });
  },
  rejected: (code = '417') => acs3Answer(code),
  receipt: (taken) => callback(taken),
  // Callbacks are unsigned, so a forged one looks like the vendor's.
  forged: (taken) => callback({ ...taken, state: 'passed' }),
};

function readStart(given: URLSearchParams, desk: Desk): Asked {
  const code = findSessionFault(given, desk);
  if (code) return { kind: 'refused', because: code, answer: acs3Answer(code) };
  return {
    kind: 'do',
    taking: {
      kind: 'session',
      reference: given.get('OuterOrderNo'),
      mobile: null,
      said: Object.fromEntries(given),
      callbackUrl: given.get('CallbackUrl'),
    },
  };
}

function findSessionFault(given: URLSearchParams, desk: Desk): string | undefined {
  const get = (name: string) => given.get(name) ?? '';
  const needed = ['SceneId', 'OuterOrderNo', 'ProductCode', 'MetaInfo', 'CertName', 'CertNo'];
  if (needed.some((name) => get(name) === '')) return '400';
  if (get('SceneId') !== sceneId) return '404';
  if (get('ProductCode') !== 'ID_PRO' || get('CertType') !== 'IDENTITY_CARD') return '401';
  if (!/^[0-9A-Za-z]{1,32}$/.test(get('OuterOrderNo'))) return '401';
  if (desk.taken.some(({ reference }) => reference === get('OuterOrderNo'))) return '401';
  if (!/^\d{17}[0-9X]$/.test(get('CertNo')) || /[a-z]/i.test(get('CertName'))) return '401';
  if (!/^https?:\/\//.test(get('ReturnUrl'))) return '401';
  if (given.has('CallbackUrl') && !get('CallbackUrl').startsWith('https://')) return '401';
  return undefined;
}

/** Apps send their SDK's version, web pages that of the script. */
function isMetaInfo(text: unknown): boolean {
  try {
    const { zimVer, bioMetaInfo } = JSON.parse(String(text));
    return typeof (zimVer ?? bioMetaInfo) === 'string';
  } catch {
    return false;
  }
}

function describeResult(given: URLSearchParams, desk: Desk): SimulatorAnswer {
  const found = desk.find(given.get('CertifyId') ?? '');
  if (given.get('SceneId') !== sceneId) return acs3Answer('404');
  if (!found || erased.get(desk)?.has(found.id)) return acs3Answer('406');
  // The vendor returns the same code for a person who left early and one who has not started.
  if (found.state === 'open' || found.state === 'cancelled') return acs3Answer('424');
  // A stranger's face is compared with the photo of the number that the session was opened for.
  const result = found.state === 'passed' ? ['T', '200'] : ['F', '204'];
  const [Passed, SubCode] = result;
  return acs3Answer('200', {
    Message: 'success',
    ResultObject: { Passed, SubCode, MaterialInfo: '{"faceAttack":"F"}', DeviceRisk: '' },
  });
}

function erase(given: URLSearchParams, desk: Desk): SimulatorAnswer {
  const id = given.get('CertifyId') ?? '';
  if (!desk.find(id)) return acs3Answer('406');
  const gone = erased.get(desk) ?? new Set();
  erased.set(desk, gone);
  const result = gone.has(id)
    ? { DeleteResult: 'N', FailReason: 'NOT_DELETE_REPEATEDLY' }
    : { DeleteResult: 'Y' };
  gone.add(id);
  return acs3Answer('200', { Message: 'success', ResultObject: { CertifyId: id, ...result } });
}

/** The vendor calls back only for people who finished. */
function callback({ id, state }: Taken): CallbackRequest | null {
  if (state === 'open' || state === 'cancelled') return null;
  const said = state === 'passed' ? 'passed=T&subcode=200' : 'passed=F&subcode=204';
  return { method: 'GET', query: `?certifyId=${id}&${said}`, headers: {}, body: '' };
}

function script(): SimulatorAnswer {
  const headers = { 'content-type': 'text/javascript; charset=utf-8' };
  const body = `window.getMetaInfo = () => ({
  bioMetaInfo: '4.1.0:2916352,0', deviceType: 'h5', ua: navigator.userAgent,
});`;
  return { status: 200, headers, body };
}

/** The page where a tester passes, fails or leaves; it works once, until the URL expires. */
function visit(request: SimulatorRequest, desk: Desk): SimulatorAnswer {
  const session = desk.find(request.url.searchParams.get('certifyId') ?? '');
  const isOpen = session?.state === 'open' && desk.now().getTime() - +session.at < addressLifeMs;
  if (!isOpen) return { ...decisionPage({ vendor: 'alibaba-face', isOver: true }), status: 410 };
  const page = decisionPage({ vendor: 'alibaba-face', isOver: false });
  if (request.method !== 'POST') return page;
  const outcome = readDecision(request);
  if (!outcome) return { ...page, status: 400 };
  desk.decide(session.id, outcome);
  const location = new URL(String(session.said.ReturnUrl));
  const code = { passed: 1000, failed: 2006, stranger: 2006, cancelled: 1003 }[outcome];
  const response = { code, extInfo: { certifyId: session.id } };
  location.searchParams.set('response', JSON.stringify(response));
  return redirectTo(location.href);
}
