import { createHmac } from 'node:crypto';
import { decisionPage, readDecision, redirectTo } from './decision-page.ts';
import {
  type Asked,
  type CallbackRequest,
  type Desk,
  type Simulator,
  type SimulatorAnswer,
  type SimulatorRequest,
  stranger,
  type Taken,
} from './simulator.ts';

/** Of one account: what each key may do. Every key creates and reads sessions of its own mode only. */
const keys: Readonly<Record<string, { livemode: boolean; readsNumbers: boolean }>> = {
  rk_live_simulator: { livemode: true, readsNumbers: true },
  rk_live_without_numbers: { livemode: true, readsNumbers: false },
  rk_test_simulator: { livemode: false, readsNumbers: true },
};
const webhookSecret = 'whsec_simulator';
const sessionsPath = '/v1/identity/verification_sessions';
const pagePath = '/start/';
const lifeMs = 48 * 3_600_000;

/** The default document, unless the tester enters another one on the page. */
const usualDocument = { first_name: 'Jenny', last_name: 'Rosen', document_number: 'P1234567' };
const documents = new WeakMap<Taken, typeof usualDocument>();
const redacted = new WeakSet<Taken>();

const knownFields =
  /^(type|return_url|client_reference_id|metadata\[[^\]]{1,40}\]|expand\[\d*\]|options\[document\]\[(require_live_capture|require_matching_selfie|require_id_number|allowed_types)\](\[\d*\])?)$/;

/** Stripe Identity, as documented. */
export const stripeFaceSimulator: Simulator = {
  vendor: 'stripe-face',
  kind: 'face',
  config: (url) => ({ apiKey: 'rk_live_simulator', webhookSecret, endpoint: url }),

  read(request, desk): Asked {
    const { pathname } = request.url;
    if (pathname.startsWith(pagePath)) {
      return { kind: 'answer', answer: servePage(request, desk) };
    }
    const [, apiKey = ''] = /^Bearer (.*)$/.exec(request.headers.authorization ?? '') ?? [];
    const key = Object.hasOwn(keys, apiKey) && keys[apiKey];
    if (!key) return refused(401, 'Invalid API Key provided');
    if (pathname === sessionsPath && request.method === 'POST') {
      return readStart(request.body, key.livemode);
    }
    const [id, action] = pathname.slice(sessionsPath.length + 1).split('/');
    const taken = pathname.startsWith(`${sessionsPath}/`) && desk.find(id?.slice(3) ?? '');
    if (!taken || taken.said.livemode !== key.livemode) {
      return refused(404, 'No such session', 'resource_missing');
    }
    if (request.method === 'GET' && !action) {
      return answerWith(taken, desk, expandedIn(request.url), key.readsNumbers);
    }
    if (request.method === 'POST' && action === 'redact') return redact(taken, desk);
    return refused(404, 'Unrecognized request URL');
  },

  done: (taken, desk) => ({ status: 200, body: JSON.stringify(sessionOf(taken, desk)) }),

  rejected(code = '400') {
    // An error that is only an HTTP status has no code. A code without a status of its own comes with 402.
    if (/^[45]\d\d$/.test(code)) return errorAnswer(Number(code), 'refused');
    const status = { rate_limit: 429, lock_timeout: 429, api_key_expired: 401 }[code] ?? 402;
    return errorAnswer(status, 'refused', code);
  },

  receipt: (taken, desk) => eventOf(taken, desk, webhookSecret),
  forged: (taken, desk) => eventOf({ ...taken, state: 'passed' }, desk, 'whsec_somebody_else'),
};

function readStart(body: string, livemode: boolean): Asked {
  const form = new URLSearchParams(body);
  const unknown = [...form.keys()].find((name) => !knownFields.test(name));
  if (unknown) return refused(400, `Received unknown parameter: ${unknown}`, 'parameter_unknown');
  const type = form.get('type') ?? '';
  if (!['document', 'id_number'].includes(type)) {
    return refused(400, 'Missing required param: type', 'parameter_missing');
  }
  const returnUrl = form.get('return_url');
  if (returnUrl && !/^https?:\/\//.test(returnUrl)) return refused(400, 'Not a URL', 'url_invalid');
  const metadata = [...form].flatMap(([name, value]) => {
    const key = /^metadata\[(.*)\]$/.exec(name)?.[1];
    return key === undefined ? [] : [[key, value]];
  });
  if (metadata.some(([, value = '']) => value.length > 500)) {
    return refused(
      400,
      'Metadata values can have up to 500 characters',
      'parameter_invalid_string',
    );
  }
  const isSelfie = form.get('options[document][require_matching_selfie]') === 'true';
  return {
    kind: 'do',
    taking: {
      kind: 'session',
      reference: form.get('client_reference_id'),
      mobile: null,
      said: {
        ...{ type, return_url: returnUrl, isSelfie, livemode },
        metadata: Object.fromEntries(metadata),
      },
      callbackUrl: null,
    },
  };
}

function expandedIn(url: URL): string[] {
  const fields = [...url.searchParams].filter(([name]) => /^expand\[\d*\]$/.test(name));
  return fields.map(([, field]) => field);
}

/** The number on the document is sensitive: a key without that permission does not get it. */
function answerWith(
  taken: Taken,
  desk: Desk,
  expanded: readonly string[],
  readsNumbers: boolean,
): Asked {
  const session = sessionOf(taken, desk);
  const shown = session.status === 'verified' ? documentOf(taken) : null;
  const { document_number: number, ...names } = shown ?? {};
  const wants = (field: string) => expanded.some((each) => `${each}.`.startsWith(`${field}.`));
  const isNumbered = readsNumbers && wants('last_verification_report.document.number');
  const report = {
    id: session.last_verification_report,
    document: { status: 'verified', ...names, ...(isNumbered ? { number } : {}) },
  };
  const body = JSON.stringify({
    ...session,
    ...(wants('verified_outputs') ? { verified_outputs: shown && names } : {}),
    ...(shown && wants('last_verification_report') ? { last_verification_report: report } : {}),
  });
  return { kind: 'answer', answer: { status: 200, body } };
}

/** Stripe verifies any genuine document, whoever it belongs to. A redacted one has no outputs. */
function documentOf(taken: Taken): typeof usualDocument | null {
  if (redacted.has(taken)) return null;
  const [first_name = '', last_name = ''] = stranger.latinName;
  if (taken.state === 'stranger')
    return { first_name, last_name, document_number: stranger.cardNo };
  return documents.get(taken) ?? usualDocument;
}

function sessionOf(taken: Taken, desk: Desk) {
  const isOpen = taken.state === 'open';
  const isRedacted = redacted.has(taken);
  return {
    id: `vs_${taken.id}`,
    object: 'identity.verification_session',
    client_reference_id: taken.reference,
    created: Math.floor(taken.at.getTime() / 1000),
    last_error: lastErrorOf(taken),
    last_verification_report: isOpen ? null : `vr_${taken.id}`,
    livemode: taken.said.livemode,
    metadata: isRedacted ? {} : taken.said.metadata,
    options: { document: { require_matching_selfie: taken.said.isSelfie } },
    redaction: isRedacted ? { status: 'processing' } : null,
    status: sessionStatus(taken, isRedacted),
    type: taken.said.type,
    url: isOpen && !isRedacted ? `${desk.url}${pagePath}${taken.id}` : null,
  };
}

function sessionStatus({ state }: Taken, isRedacted: boolean): string {
  if (state === 'passed' || state === 'stranger') return 'verified';
  return isRedacted ? 'canceled' : 'requires_input';
}

function lastErrorOf({ state }: Taken): { code: string; reason: string } | null {
  if (state === 'failed') {
    return { code: 'selfie_face_mismatch', reason: 'The face is not that of the document.' };
  }
  if (state === 'cancelled') {
    return { code: 'consent_declined', reason: 'The user declined to be verified.' };
  }
  return null;
}

/** A redacted session cannot be redacted again. */
function redact(taken: Taken, desk: Desk): Asked {
  if (redacted.has(taken)) return refused(400, 'This session is redacted already');
  redacted.add(taken);
  return answerWith(taken, desk, [], false);
}

function servePage(request: SimulatorRequest, desk: Desk): SimulatorAnswer {
  const taken = desk.find(request.url.pathname.slice(pagePath.length));
  if (!taken) return { status: 404, body: '' };
  const isOver = taken.state !== 'open' || desk.now().getTime() > taken.at.getTime() + lifeMs;
  if (request.method !== 'POST' || isOver) {
    return decisionPage({ vendor: 'stripe-face', isOver, fields: usualDocument });
  }
  const decision = readDecision(request);
  if (!decision) return { status: 400, body: '' };
  const form = new URLSearchParams(request.body);
  const shown = Object.keys(usualDocument).map((name) => [name, form.get(name) ?? '']);
  documents.set(taken, Object.fromEntries(shown));
  desk.decide(taken.id, decision);
  return redirectTo(String(taken.said.return_url));
}

function eventOf(taken: Taken, desk: Desk, secret: string): CallbackRequest {
  const session = sessionOf(taken, desk);
  const time = Math.floor(desk.now().getTime() / 1000);
  const body = JSON.stringify({
    id: `evt_${taken.id}`,
    object: 'event',
    livemode: session.livemode,
    type: `identity.verification_session.${session.status}`,
    created: time,
    data: { object: session },
  });
  const signature = createHmac('sha256', secret).update(`${time}.${body}`, 'utf8').digest('hex');
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': `t=${time},v1=${signature}`,
  };
  return { method: 'POST', headers, body };
}

function refused(status: number, message: string, code?: string): Asked {
  return { kind: 'refused', because: message, answer: errorAnswer(status, message, code) };
}

function errorAnswer(status: number, message: string, code?: string): SimulatorAnswer {
  const error = { type: 'invalid_request_error', message, ...(code ? { code } : {}) };
  return { status, body: JSON.stringify({ error }) };
}
