import type { HttpAnswer } from '../../foundation/outbound/http-client.ts';
import type { Person, SessionResult, SessionStart, SessionStarted } from '../providers/provider.ts';
import { UnexpectedResponse } from '../providers/read-answer.ts';
import type { Callback, CallbackReading, OpenFace, Tools } from '../providers/vendor.ts';
import type { CompiledFace } from './compile-face.ts';
import type { DescribedCallback } from './described-callback.ts';
import type { DescribedRequest } from './described-request.ts';
import type { FaceSettings } from './face-settings.ts';
import {
  isSuccess,
  itemsAt,
  meaningOf,
  meaningOfState,
  readDescribed,
  textAt,
} from './read-described.ts';
import { readTime } from './read-time.ts';
import { standingValues } from './standing-values.ts';

export function openDescribedFace(
  compiled: CompiledFace,
  settings: FaceSettings,
  tools: Tools,
): OpenFace {
  const { start, result, erase, callback } = compiled;
  const standing = (request: DescribedRequest) => standingValues(settings, tools, request);
  return {
    async startSession(asked, { signal }) {
      const request = start.build({ ...standing(start), ...startValues(asked) });
      const answer = await tools.http.request({ ...request, signal });
      return startedBy(compiled, settings, tools, answer);
    },
    async queryResult(session, { signal }) {
      const request = result.build({ ...standing(result), session });
      return resultOf(compiled, session, await tools.http.request({ ...request, signal }));
    },
    ...(callback && {
      readCallback: (given) => readSessions(compiled, callback, given),
    }),
    ...(erase && {
      async erase(session, { signal }) {
        const request = erase.build({ ...standing(erase), session });
        const answer = await tools.http.request({ ...request, signal });
        // A session that no longer exists counts as erased.
        if (isSuccess(answer) || answer.status === 404 || answer.status === 410) return;
        throw new UnexpectedResponse(`HTTP ${answer.status}`);
      },
    }),
  };
}

function startValues({ checkId, person, returnUrl, device, language }: SessionStart) {
  return { reference: checkId, ...person, returnUrl, device, language };
}

function startedBy(
  { codes, at }: CompiledFace,
  { lifeMinutes, zoneHours }: FaceSettings,
  { clock }: Tools,
  answer: HttpAnswer,
): SessionStarted {
  const body = readDescribed(answer, undefined);
  const { code, meaning } = meaningOf(codes, answer, textAt(body, at('codeAt')));
  const detail = textAt(body, at('detailAt')) || `HTTP ${answer.status}`;
  const { state: kind, reason } = meaning ?? { state: 'unknown' };
  if (kind === 'rejected' || kind === 'unavailable') {
    return { kind, reason: reason ?? 'provider_fault', vendorCode: code, detail };
  }
  const [sessionRef, url] = [textAt(body, at('sessionAt')), textAt(body, at('urlAt'))];
  const isPage = /^https?:\/\//.test(url) && URL.canParse(url);
  // A success without its required fields does not match the operator's description.
  if (kind === 'unknown' || !isSuccess(answer) || !sessionRef || !isPage) {
    return { kind: 'unknown', reason: reason ?? 'not_understood', vendorCode: code, detail };
  }
  const stated = readTime(textAt(body, at('expiresAt')), zoneHours, clock.now());
  const expiresAt = stated ?? new Date(clock.nowMs() + lifeMinutes * 60_000);
  return { kind: 'started', sessionRef, url, expiresAt };
}

/** Throws if the response says nothing about this session, so that it is asked again. */
function resultOf(
  { states, at }: CompiledFace,
  session: string,
  answer: HttpAnswer,
): SessionResult {
  const body = readDescribed(answer, undefined);
  const named = textAt(body, at('resultSessionAt'));
  if (named !== '' && named !== session)
    throw new UnexpectedResponse('a result of another session');
  const state = isSuccess(answer) ? textAt(body, at('resultStateAt')) : '';
  const error = textAt(body, at('resultErrorAt'));
  const code = textAt(body, at('resultCodeAt'));
  const meaning =
    state === ''
      ? (states.get(`code ${code}`) ?? states.get(`HTTP ${answer.status}`))
      : meaningOfState(states, state, error);
  const words = [state, error].filter(Boolean).join(' ') || code || `HTTP ${answer.status}`;
  if (!meaning) throw new UnexpectedResponse(`nothing known by ${words}`);
  const vendorCode = error || state || code;
  const facts = {
    taskId: textAt(body, at('resultTaskAt')) || session,
    ...(vendorCode ? { vendorCode } : {}),
    detail: words,
  };
  if (meaning.state !== 'passed') return { ...facts, ...meaning, state: meaning.state };
  return { ...facts, state: 'passed', compared: comparedIn(body, at) };
}

/** Whom the result names. If the description says where, a result without it is no result. */
function comparedIn(body: unknown, at: CompiledFace['at']): 'given' | Partial<Person> {
  const [nameAt, cardNoAt] = [at('resultNameAt'), at('resultCardNoAt')];
  if (!nameAt && !cardNoAt) return 'given';
  const named = {
    ...(nameAt ? { name: textAt(body, nameAt) } : {}),
    ...(cardNoAt ? { cardNo: textAt(body, cardNoAt) } : {}),
  };
  if (Object.values(named).includes('')) throw new UnexpectedResponse('passed, without saying who');
  return named;
}

function readSessions(
  { at }: CompiledFace,
  callback: DescribedCallback,
  given: Callback,
): CallbackReading {
  const read = callback.read(given);
  if ('kind' in read) return read;
  const sessionRefs = itemsAt(read.payload, undefined)
    .map((item) => textAt(item, at('callbackSessionAt')))
    .filter((session) => session !== '' && session.length <= 4_096);
  return { kind: 'sessions', sessionRefs, answer: callback.answer };
}
