import { createHmac } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { nameWords } from '../../providers/confirm-person.ts';
import { isSameSignature } from '../../providers/is-same-signature.ts';
import type {
  Failure,
  Outcome,
  Person,
  SessionResult,
  SessionStart,
  SessionStarted,
} from '../../providers/provider.ts';
import {
  failureByCode,
  fieldOf,
  parseJson,
  readJson,
  textOf,
  UnexpectedResponse,
} from '../../providers/read-answer.ts';
import {
  asFaceVendor,
  type Callback,
  type CallbackReading,
  type Tools,
} from '../../providers/vendor.ts';
import { address, choice, secret, text } from '../../providers/vendor-setting.ts';
import { veriffAdvice } from './veriff-advice.ts';
import { codes, declines } from './veriff-codes.ts';

const config = Type.Object({
  apiKey: text({
    title: { en: 'API key', zh: 'API 密钥' },
    help: {
      en: 'See the integration in the Customer Portal. A test integration verifies no one.',
      zh: '在 Customer Portal 的 Integration 页面查看。测试 Integration 不会真正核验。',
    },
    maxLength: 100,
  }),
  sharedSecret: secret({
    title: { en: 'Shared secret key', zh: '共享密钥' },
    help: {
      en: 'Signs requests and webhooks. See the same page.',
      zh: '用于请求和 Webhook 的签名，与 API 密钥在同一页面。',
    },
  }),
  cardNo: choice(['document', 'personal'], {
    title: { en: 'ID number in calls', zh: '请求中的证件号码' },
    help: {
      en:
        'document: the number of the document, such as a passport number. personal: the national ' +
        'identification number printed on it.',
      zh: 'document：证件本身的号码，如护照号；personal：证件上的个人身份号码。',
    },
    default: 'document',
  }),
  endpoint: address({
    title: { en: 'Base URL', zh: '接口地址（Base URL）' },
    help: {
      en: 'As the integration’s page shows it.',
      zh: '以 Integration 页面显示的为准。',
    },
    default: 'https://stationapi.veriff.com',
  }),
});
type Config = Static<typeof config>;

const sessionsPath = '/v1/sessions';
/** A session without a final decision ends 7 days after its creation. */
const lifeMs = 7 * 24 * 3_600_000;

/** Veriff: a document and a face. The person and the document of the result are those that it read itself. */
export const veriff = asFaceVendor<typeof config>({
  kind: 'face',
  code: 'veriff',
  title: { en: 'Veriff', zh: 'Veriff' },
  docs: 'https://devdocs.veriff.com/docs/how-to-create-an-integration.md',
  ...veriffAdvice,
  identityProof: {
    en:
      'Veriff is never told whom to expect, so the name and the number in its decision can only come from the ' +
      'document; both must be those of the call.',
    zh: '平台不向 Veriff 提供姓名和证件号码，其结果中的信息只能来自证件；两者均须与请求一致。',
  },
  config,
  codes,
  horizonHours: 7 * 24,
  devices: ['mobile', 'desktop'],
  needsNationalId: false,
  browserData: null,

  open(settings, tools) {
    const call = createCall(settings, tools);
    return {
      screen: ({ name }) => screenName(name),

      async startSession(start, { signal }): Promise<SessionStarted> {
        const body = JSON.stringify(startBody(start));
        const { status, said } = await call('POST', sessionsPath, body, signal);
        if (status !== 201) return failureOf(status, said);
        const sessionRef = textOf(said, 'verification', 'id');
        const url = textOf(said, 'verification', 'url');
        if (!sessionRef || !url) throw new UnexpectedResponse('no id or no url');
        const expiresAt = new Date(tools.clock.nowMs() + lifeMs);
        return { kind: 'started', sessionRef, url, expiresAt };
      },

      async queryResult(sessionRef, { signal }): Promise<SessionResult> {
        const { status, said } = await call('GET', decisionPath(sessionRef), sessionRef, signal);
        if (status !== 200) throw new UnexpectedResponse(failureOf(status, said).detail);
        return resultOf(said, sessionRef, settings);
      },

      readCallback: (callback) => readDecision(callback, settings),

      async erase(sessionRef, { signal }): Promise<void> {
        const { status, said } = await call('DELETE', pathOf(sessionRef), sessionRef, signal);
        if (status === 200) return;
        // An integration without the right to delete must not look like a session that is already deleted.
        const left = await call('GET', decisionPath(sessionRef), sessionRef, signal);
        if (status === 404 && left.status === 404) return;
        throw new UnexpectedResponse(failureOf(status, said).detail);
      },
    };
  },
});

function screenName(name: string): Outcome {
  if (nameWords(name).length > 0) return { kind: 'done', providerRef: '' };
  return { kind: 'rejected', reason: 'identity_invalid', detail: 'a name without a letter' };
}

function pathOf(sessionRef: string): string {
  return `${sessionsPath}/${encodeURIComponent(sessionRef)}`;
}

function decisionPath(sessionRef: string): string {
  return `${pathOf(sessionRef)}/decision`;
}

type Call = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  signed: string,
  signal: AbortSignal,
) => Promise<{ status: number; said: unknown }>;

/** The signature of a POST covers its body, that of any other request the session's id. */
function createCall({ apiKey, sharedSecret, endpoint }: Config, { http }: Tools): Call {
  return async (method, path, signed, signal) => {
    const answer = await http.request({
      ...{ method, url: `${endpoint}${path}`, signal },
      headers: {
        'content-type': 'application/json',
        'x-auth-client': apiKey,
        'x-hmac-signature': veriffSignature(sharedSecret, signed),
      },
      ...(method === 'POST' ? { body: signed } : {}),
    });
    return { status: answer.status, said: readJson(answer) };
  };
}

export function veriffSignature(sharedSecret: string, signed: string): string {
  return createHmac('sha256', sharedSecret).update(signed, 'utf8').digest('hex');
}

/** It names no person: see `identityProof`. */
function startBody({ checkId, returnUrl, language }: SessionStart): object {
  return { verification: { callback: returnUrl, vendorData: checkId, lang: language } };
}

function failureOf(status: number, said: unknown): Failure {
  const code = textOf(said, 'code');
  return failureByCode(
    codes,
    code || String(status),
    `HTTP ${status} ${code}: ${textOf(said, 'message')}`,
  );
}

function resultOf(said: unknown, sessionRef: string, settings: Config): SessionResult {
  const decision = fieldOf(said, 'verification');
  // The decision is null until there is one.
  if (decision === null) return { state: 'open', taskId: sessionRef };
  if (textOf(decision, 'id') !== sessionRef) throw new UnexpectedResponse('another session');
  // The status decides, because the vendor's documents give one code to several of them.
  const vendorCode = textOf(decision, 'status');
  switch (vendorCode) {
    case 'approved':
      return { state: 'passed', taskId: sessionRef, compared: comparedIn(decision, settings) };
    case 'declined':
      return declinedResult(decision, sessionRef);
    // The person can submit again under the same URL, and in a review the vendor is not done.
    case 'resubmission_requested':
    case 'review':
      return { state: 'open', taskId: sessionRef, vendorCode };
    case 'expired':
      return { state: 'expired', taskId: sessionRef, reason: 'expired', vendorCode };
    case 'abandoned':
      return { state: 'cancelled', taskId: sessionRef, reason: 'abandoned', vendorCode };
    default:
      throw new UnexpectedResponse(`status ${vendorCode}`);
  }
}

/** A pass without the name or the number is no answer: many people share a name. */
function comparedIn(decision: unknown, { cardNo: compared }: Config): Person {
  const names = [textOf(decision, 'person', 'firstName'), textOf(decision, 'person', 'lastName')];
  const name = names.join(' ').trim();
  if (!name) throw new UnexpectedResponse('approved without a name');
  const cardNo =
    compared === 'document'
      ? textOf(decision, 'document', 'number')
      : textOf(decision, 'person', 'idNumber');
  if (!cardNo) throw new UnexpectedResponse(`approved without the ${compared} number`);
  return { name, cardNo };
}

function declinedResult(decision: unknown, taskId: string): SessionResult {
  const vendorCode = textOf(decision, 'reasonCode');
  const detail = textOf(decision, 'reason');
  // Integrations have codes of their own; whatever the code, the session is declined.
  const reason =
    (Object.hasOwn(declines, vendorCode) && declines[vendorCode]) || 'document_refused';
  return { state: 'failed', taskId, reason, vendorCode, detail };
}

function readDecision({ headers, body }: Callback, { sharedSecret }: Config): CallbackReading {
  const given = headers['x-hmac-signature'] ?? headers['vrf-hmac-signature'];
  if (!isSameSignature(given, veriffSignature(sharedSecret, body))) {
    return { kind: 'refused', because: 'signature', detail: 'a wrong or no signature' };
  }
  const decision = parseJson(body);
  if (decision === undefined) return { kind: 'refused', because: 'form', detail: 'no JSON' };
  const id = textOf(decision, 'verification', 'id');
  return {
    kind: 'sessions',
    sessionRefs: id ? [id] : [],
    answer: { status: 200, contentType: 'text/plain', body: 'ok' },
  };
}
