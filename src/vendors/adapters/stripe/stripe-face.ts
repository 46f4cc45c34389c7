import Type, { type Static } from 'typebox';
import type { FailureReason } from '../../../foundation/contract/errors/failure-reasons.ts';
import { type Bilingual, prefixField } from '../../../foundation/contract/text/bilingual.ts';
import { nameWords } from '../../providers/confirm-person.ts';
import type {
  Outcome,
  SessionResult,
  SessionStart,
  SessionStarted,
  SessionState,
} from '../../providers/provider.ts';
import { fieldOf, textOf, UnexpectedResponse } from '../../providers/read-answer.ts';
import {
  asFaceVendor,
  type Callback,
  type CallbackReading,
  type CodeMeaning,
} from '../../providers/vendor.ts';
import { secret } from '../../providers/vendor-setting.ts';
import {
  createCall,
  endpoint,
  eventAnswer,
  failureOf,
  readSignedEvent,
  webhookSecret,
} from './stripe-api.ts';
import { stripeFaceAdvice } from './stripe-face-advice.ts';

const config = Type.Object({
  apiKey: secret({
    title: { en: 'Restricted key', zh: '受限密钥' },
    help: {
      en:
        'A live restricted key (rk_live_…) that can write Verification Sessions and Reports and read recent ' +
        'sensitive verification results.',
      zh:
        '生产环境的受限密钥（rk_live_…），需具备 Verification Sessions and Reports 的写权限和 ' +
        'Access recent sensitive verification results 的读权限。',
    },
  }),
  webhookSecret,
  endpoint,
});
type Config = Static<typeof config>;

/** A secret key cannot read the number on the document, and a test key verifies nobody. */
function findConfigFaults({ apiKey }: Config): readonly Bilingual[] {
  if (apiKey.startsWith('rk_live_')) return [];
  const problem = {
    en: 'must be a live restricted key, which begins with rk_live_',
    zh: '必须是生产环境的受限密钥，以 rk_live_ 开头',
  };
  return [prefixField('apiKey', problem)];
}

/** By error code, and by HTTP status for errors without a listed code. */
const codes: Readonly<Record<string, CodeMeaning>> = {
  '200': ['done', null],
  '400': ['unavailable', 'provider_setup'],
  '401': ['unavailable', 'provider_setup'],
  '403': ['unavailable', 'provider_setup'],
  '404': ['unavailable', 'provider_setup'],
  '429': ['unavailable', 'provider_limit'],
  '500': ['unknown', 'provider_fault'],
  '502': ['unknown', 'provider_fault'],
  '503': ['unknown', 'provider_fault'],
  '504': ['unknown', 'provider_fault'],
  account_invalid: ['unavailable', 'provider_setup'],
  api_key_expired: ['unavailable', 'provider_setup'],
  lock_timeout: ['unavailable', 'provider_limit'],
  platform_api_key_expired: ['unavailable', 'provider_setup'],
  rate_limit: ['unavailable', 'provider_limit'],
  secret_key_required: ['unavailable', 'provider_setup'],
};

/** Why a session needs new input (`last_error.code`). */
export const lastErrors: Readonly<
  Record<string, readonly [Exclude<SessionState, 'passed'>, FailureReason]>
> = {
  abandoned: ['cancelled', 'abandoned'],
  consent_declined: ['cancelled', 'consent_refused'],
  country_not_supported: ['failed', 'document_refused'],
  // Another device may work, so the session ends but the check does not.
  device_not_supported: ['expired', 'device_refused'],
  document_expired: ['failed', 'document_refused'],
  document_type_not_supported: ['failed', 'document_refused'],
  document_unverified_other: ['failed', 'document_refused'],
  id_number_insufficient_document_data: ['failed', 'document_refused'],
  id_number_mismatch: ['failed', 'identity_mismatch'],
  id_number_unverified_other: ['failed', 'identity_invalid'],
  selfie_document_missing_photo: ['failed', 'photo_missing'],
  selfie_face_mismatch: ['failed', 'face_mismatch'],
  selfie_manipulated: ['failed', 'liveness'],
  selfie_unverified_other: ['failed', 'liveness'],
  under_supported_age: ['failed', 'under_age'],
};

const sessionsPath = '/v1/identity/verification_sessions';
/** What Stripe leaves out of a session unless it is asked for by name. */
const expanded = new URLSearchParams([
  ['expand[]', 'verified_outputs'],
  ['expand[]', 'last_verification_report.document.number'],
]);
const lifeMs = 48 * 3_600_000;
const newsTypes = ['verified', 'requires_input', 'canceled'].map(
  (name) => `identity.verification_session.${name}`,
);

/**
 * Stripe Identity: a document and a face; it does not support mainland ID cards. It compares nothing with a given
 * name or number, so the platform compares those that Stripe read.
 */
export const stripeFace = asFaceVendor<typeof config>({
  kind: 'face',
  code: 'stripe-face',
  title: { en: 'Stripe Identity', zh: 'Stripe Identity' },
  docs: 'https://docs.stripe.com/api/identity/verification_sessions.md',
  config,
  findConfigFaults,
  ...stripeFaceAdvice,
  // Each could be turned off. Then anybody passed: with a document of their own, or with that of the person.
  retiredSettings: ['compareName', 'selfie'],
  codes,
  horizonHours: 72,
  identityProof: {
    en:
      'Stripe is never told whom to expect, so the name and the number in its result can only come from the ' +
      'document; both must be those of the call.',
    zh: '平台不向 Stripe 提供姓名和证件号码，其结果中的信息只能来自证件；两者均须与请求一致。',
  },
  devices: ['mobile', 'desktop'],
  needsNationalId: false,
  browserData: null,

  open(settings, tools) {
    const call = createCall(settings, tools);
    return {
      screen: ({ name }) => screenName(name),

      async startSession(start, { signal }): Promise<SessionStarted> {
        const { status, said } = await call(sessionsPath, signal, startFields(start));
        if (status !== 200) return failureOf(codes, status, said);
        const sessionRef = textOf(said, 'id');
        const url = textOf(said, 'url');
        if (!sessionRef || !url) throw new UnexpectedResponse('no id or no url');
        const expiresAt = new Date(tools.clock.nowMs() + lifeMs);
        return { kind: 'started', sessionRef, url, expiresAt };
      },

      async queryResult(sessionRef, { signal }): Promise<SessionResult> {
        const { status, said } = await call(`${pathOf(sessionRef)}?${expanded}`, signal);
        if (status !== 200) throw new UnexpectedResponse(failureOf(codes, status, said).detail);
        return resultOf(said, sessionRef);
      },

      readCallback: (callback) => readEvent(callback, settings, tools.clock.nowMs()),

      async erase(sessionRef, { signal }): Promise<void> {
        const { status, said } = await call(`${pathOf(sessionRef)}/redact`, signal, {});
        if (status === 200 || textOf(said, 'error', 'code') === 'resource_missing') return;
        // If redaction is refused, the session shows whether it was already redacted.
        const now = await call(pathOf(sessionRef), signal);
        if (textOf(now.said, 'redaction', 'status') !== '') return;
        throw new UnexpectedResponse(failureOf(codes, status, said).detail);
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

function startFields({ checkId, returnUrl }: SessionStart): Record<string, string> {
  return {
    type: 'document',
    return_url: returnUrl,
    client_reference_id: checkId,
    'options[document][require_live_capture]': 'true',
    'options[document][require_matching_selfie]': 'true',
  };
}

function resultOf(session: unknown, sessionRef: string): SessionResult {
  const status = textOf(session, 'status');
  if (textOf(session, 'id') !== sessionRef) throw new UnexpectedResponse('another session');
  switch (status) {
    case 'verified':
      return verifiedResult(session, sessionRef);
    case 'requires_input':
      return inputResult(session, sessionRef);
    case 'processing':
      return { state: 'open', taskId: sessionRef, vendorCode: status };
    case 'canceled':
      return { state: 'cancelled', taskId: sessionRef, reason: 'abandoned', vendorCode: status };
    default:
      throw new UnexpectedResponse(`status ${status}`);
  }
}

/**
 * Stripe leaves out what the key may not read, and what a redacted session had. Then nobody knows who was verified,
 * so it is no result. Neither is one of test mode, where Stripe looks at nothing.
 */
function verifiedResult(session: unknown, taskId: string): SessionResult {
  if (fieldOf(session, 'livemode') !== true) throw new UnexpectedResponse('verified in test mode');
  const outputs = fieldOf(session, 'verified_outputs');
  const names = [textOf(outputs, 'first_name'), textOf(outputs, 'last_name')].filter(Boolean);
  if (names.length === 0)
    throw new UnexpectedResponse('verified, without a name in verified_outputs');
  const cardNo = textOf(session, 'last_verification_report', 'document', 'number');
  if (!cardNo) throw new UnexpectedResponse('verified, without the number of the document');
  return { state: 'passed', taskId, compared: { name: names.join(' '), cardNo } };
}

function inputResult(session: unknown, taskId: string): SessionResult {
  const vendorCode = textOf(session, 'last_error', 'code');
  if (!vendorCode) return { state: 'open', taskId };
  const detail = textOf(session, 'last_error', 'reason');
  // An unlisted code decides nothing.
  if (!Object.hasOwn(lastErrors, vendorCode)) return { state: 'open', taskId, vendorCode, detail };
  const [state, reason] = lastErrors[vendorCode] ?? ['open', undefined];
  return { state, taskId, vendorCode, detail, ...(reason ? { reason } : {}) };
}

function readEvent(callback: Callback, settings: Config, nowMs: number): CallbackReading {
  const read = readSignedEvent(callback, settings.webhookSecret, nowMs);
  if ('refused' in read) return read.refused;
  const id = textOf(read.event, 'data', 'object', 'id');
  const isNews = newsTypes.includes(textOf(read.event, 'type')) && id !== '';
  return { kind: 'sessions', sessionRefs: isNews ? [id] : [], answer: eventAnswer };
}
