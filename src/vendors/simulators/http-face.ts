import { decisionPage, readDecision, redirectTo } from './decision-page.ts';
import {
  callBack,
  describedSettings,
  findSignatureFault,
  readBody,
  refused,
} from './described-vendor.ts';
import {
  type Asked,
  type Desk,
  jsonAnswer,
  type Simulator,
  type SimulatorRequest,
  stranger,
  type Taken,
} from './simulator.ts';

const path = '/v1/sessions';
const pages = '/pages/';
const lifeMs = 30 * 60_000;

/** A face vendor of our own design, described by its settings alone. */
export const httpFaceSimulator: Simulator = {
  vendor: 'http-face',
  kind: 'face',
  config: (url) => ({
    ...describedSettings,
    startUrl: `${url}${path}`,
    startBody:
      '{"name":"{{name}}","idNumber":"{{cardNo}}","back":"{{returnUrl}}","callback":"{{callbackUrl}}","reference":"{{reference}}"}',
    codeAt: 'code',
    sessionAt: 'session',
    urlAt: 'url',
    expiresAt: 'expires',
    detailAt: 'message',
    codes: [
      '0 = done',
      '2001 = rejected identity_invalid',
      '2002 = unavailable provider_setup',
      '2003 = unavailable provider_limit',
    ].join('\n'),
    resultUrl: `${url}${path}/{{session}}`,
    resultCodeAt: 'code',
    resultSessionAt: 'session',
    resultStateAt: 'state',
    resultErrorAt: 'error',
    resultTaskAt: 'task',
    resultNameAt: 'name',
    resultCardNoAt: 'idNumber',
    states: [
      'OPEN = open',
      'PASSED = passed',
      'FAILED = failed face_mismatch',
      'FAILED 3 = failed liveness',
      'CANCELLED = cancelled abandoned',
      'EXPIRED = expired',
    ].join('\n'),
    eraseUrl: `${url}${path}/{{session}}`,
    callbackSessionAt: 'session',
  }),

  read(request, desk): Asked {
    const { method, url } = request;
    if (url.pathname.startsWith(pages)) return showPage(request, desk);
    const fault = findSignatureFault(request, desk);
    if (fault) return refused(fault, 2002);
    if (url.pathname === path && method === 'POST') return readStart(request);
    const taken = desk.find(decodeURIComponent(url.pathname.slice(path.length + 1)));
    if (!taken) return refused('no such session', 2404);
    if (method === 'DELETE') return { kind: 'answer', answer: jsonAnswer({ code: 0 }) };
    return { kind: 'answer', answer: jsonAnswer({ code: 0, ...show(taken) }) };
  },

  done: ({ id, at }, { url }) =>
    jsonAnswer({
      code: 0,
      session: id,
      url: `${url}${pages}${id}`,
      expires: Math.floor((at.getTime() + lifeMs) / 1000),
    }),
  rejected: (code = '2001') => jsonAnswer({ code: Number(code), message: 'refused' }),
  receipt: ({ id }, desk) => callBack({ session: id }, desk),
  forged: ({ id }, desk) => callBack({ session: id }, desk, true),
};

function readStart(request: SimulatorRequest): Asked {
  const { name, idNumber, back, callback, reference } = readBody(request);
  const isPerson = typeof name === 'string' && name !== '' && typeof idNumber === 'string';
  if (!isPerson || !/^\d{17}[\dX]$/.test(idNumber)) return refused('bad person', 2001);
  if (typeof back !== 'string' || !URL.canParse(back)) return refused('no way back', 2002);
  return {
    kind: 'do',
    taking: {
      kind: 'session',
      reference: typeof reference === 'string' ? reference : null,
      mobile: null,
      said: { name, idNumber, back },
      callbackUrl: typeof callback === 'string' ? callback : null,
    },
  };
}

/** This vendor accepts anybody with a card of their own, and says who it was. */
function show({ id, state, said }: Taken) {
  const isPassed = state === 'passed' || state === 'stranger';
  const who = state === 'stranger' ? stranger : { name: said.name, cardNo: said.idNumber };
  return {
    session: id,
    state: isPassed ? 'PASSED' : state.toUpperCase(),
    error: state === 'failed' ? '3' : '0',
    task: `task-${id}`,
    ...(isPassed ? { name: who.name, idNumber: who.cardNo } : {}),
  };
}

/** The page where the tester chooses the outcome and returns. */
function showPage(request: SimulatorRequest, desk: Desk): Asked {
  const taken = desk.find(decodeURIComponent(request.url.pathname.slice(pages.length)));
  if (!taken) return { kind: 'answer', answer: { status: 404, body: 'no such session' } };
  const isOver = taken.state !== 'open';
  const decision = readDecision(request);
  if (request.method !== 'POST' || isOver || !decision) {
    return { kind: 'answer', answer: decisionPage({ vendor: 'http-face', isOver }) };
  }
  desk.decide(taken.id, decision);
  const back = new URL(String(taken.said.back));
  back.searchParams.set('session', taken.id);
  return { kind: 'answer', answer: redirectTo(back.href) };
}
