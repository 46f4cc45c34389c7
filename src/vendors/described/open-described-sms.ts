import type { HttpAnswer } from '../../foundation/outbound/http-client.ts';
import { splitMobile } from '../adapters/split-mobile.ts';
import type {
  Outcome,
  Receipt,
  StatusItem,
  StatusQuery,
  TemplateSend,
} from '../providers/provider.ts';
import { parseCost } from '../providers/read-answer.ts';
import { namedValues, orderedValues } from '../providers/template-values.ts';
import type { Callback, CallbackReading, OpenMessages, Tools } from '../providers/vendor.ts';
import type { CompiledSms } from './compile-sms.ts';
import type { DescribedCallback } from './described-callback.ts';
import type { DescribedRequest } from './described-request.ts';
import type { Meaning } from './meaning-table.ts';
import {
  isEmptyList,
  isSuccess,
  itemsAt,
  meaningOf,
  meaningOfState,
  readDescribed,
  textAt,
} from './read-described.ts';
import { readTime } from './read-time.ts';
import type { SmsSettings } from './sms-settings.ts';
import { localDigits, standingValues } from './standing-values.ts';
import type { Values } from './template.ts';

export function openDescribedSms(
  compiled: CompiledSms,
  settings: SmsSettings,
  tools: Tools,
): OpenMessages {
  const { send, query, callback } = compiled;
  const standing = (request: DescribedRequest) => standingValues(settings, tools, request);
  return {
    receipts: [...(callback ? (['push'] as const) : []), ...(query ? (['query'] as const) : [])],
    async send(asked, { signal }): Promise<Outcome> {
      const request = send.build({ ...standing(send), ...sendValues(asked) });
      return outcomeOf(compiled, asked, await tools.http.request({ ...request, signal }));
    },
    ...(query && {
      queryStatus: (asked, { signal }) =>
        queryStatus({ compiled, query, settings, tools }, asked, standing(query), signal),
    }),
    ...(callback && {
      readCallback: (given) => readReceipts({ compiled, callback, settings, tools }, given),
    }),
  };
}

function sendValues(send: TemplateSend): Values {
  const named = namedValues(send);
  const each = Object.entries(named).map(([name, value]) => [`value.${name}`, value]);
  return {
    ...Object.fromEntries(each),
    ...mobileValues(send.to),
    reference: send.reference,
    text: send.text,
    values: named,
    valuesInOrder: orderedValues(send),
    template: send.form.code ?? '',
    templateId: send.templateId,
    signName: send.form.signature ?? '',
  };
}

function mobileValues(mobile: string): Values {
  const { countryCode, national } = splitMobile(mobile);
  return {
    mobile,
    mobileDigits: mobile.slice(1),
    mobileNational: national,
    mobileCountry: countryCode,
  };
}

function outcomeOf(
  { codes, answerPattern, at }: CompiledSms,
  { reference }: TemplateSend,
  answer: HttpAnswer,
): Outcome {
  const body = readDescribed(answer, answerPattern);
  const { code, meaning } = meaningOf(codes, answer, textAt(body, at('codeAt')));
  const detail = textAt(body, at('detailAt')) || `HTTP ${answer.status}`;
  const { state: kind, reason } = meaning ?? { state: 'unknown' };
  if (kind === 'rejected' || kind === 'unavailable') {
    return { kind, reason: reason ?? 'provider_fault', vendorCode: code, detail };
  }
  const providerRef = at('idAt') ? textAt(body, at('idAt')) : reference;
  // A success without its required fields does not match the operator's description.
  if (kind === 'unknown' || !isSuccess(answer) || !providerRef) {
    return { kind: 'unknown', reason: reason ?? 'not_understood', vendorCode: code, detail };
  }
  const cost = parseCost(textAt(body, at('costAt')));
  return { kind, providerRef, ...(cost === undefined ? {} : { cost }) };
}

interface Asking {
  compiled: CompiledSms;
  query: DescribedRequest;
  settings: SmsSettings;
  tools: Tools;
}

async function queryStatus(
  { compiled, query, settings, tools }: Asking,
  asked: StatusQuery,
  standing: Values,
  signal: AbortSignal,
): Promise<StatusItem> {
  const { at, queryPattern, states } = compiled;
  const now = tools.clock.now();
  const providerRef = asked.providerRef ?? '';
  const unknown = (detail: string) => ({ state: 'unknown' as const, providerRef, detail, at: now });
  if (!providerRef && query.names.includes('id')) return unknown('it gave no id');
  const request = query.build({
    ...standing,
    ...mobileValues(asked.to),
    day: localDigits(asked.heldAt, settings.zoneHours).slice(0, 8),
    reference: asked.reference,
    id: providerRef,
  });
  const answer = await tools.http.request({ ...request, signal });
  const body = readDescribed(answer, queryPattern);
  const item = isSuccess(answer) ? findItem(compiled, asked, body) : undefined;
  const state = textAt(item, at('queryStateAt'));
  const error = textAt(item, at('queryErrorAt'));
  const found =
    state === ''
      ? wordOfAnswer(compiled, answer, body)
      : { code: error || state, meaning: meaningOfState(states, state, error) };
  const { meaning, code: vendorCode } = found;
  if (!meaning) return { ...unknown(`nothing known by ${vendorCode}`), vendorCode };
  const heldForMs = now.getTime() - asked.heldAt.getTime();
  if (meaning.state === 'absent' && heldForMs < settings.absentAfterMinutes * 60_000) {
    return { ...unknown('not in its records yet'), vendorCode };
  }
  return {
    ...meaning,
    providerRef: providerRef || textAt(item, at('queryIdAt')),
    vendorCode,
    detail: [state, error].filter(Boolean).join(' ') || vendorCode,
    at: readTime(textAt(item, at('queryTimeAt')), settings.zoneHours, now) ?? now,
  };
}

/** Finds the item of our message, and never that of another message. */
function findItem({ at, query }: CompiledSms, asked: StatusQuery, body: unknown): unknown {
  const items = itemsAt(body, at('queryListAt'));
  const isOnly = items.length === 1;
  const isAskedFor = (name: string) => isOnly && query?.names.includes(name);
  return items.find((item) => {
    const reference = textAt(item, at('queryReferenceAt'));
    const id = textAt(item, at('queryIdAt'));
    if (reference !== '') return reference === asked.reference;
    if (id !== '' && asked.providerRef) return id === asked.providerRef;
    return isAskedFor('reference') || (id === '' && isAskedFor('id'));
  });
}

/**
 * The meaning of a response without a state for our message: by its code, its status, or an empty list. Their
 * table keys have prefixes, because a response code is not a message state.
 */
function wordOfAnswer({ states, at }: CompiledSms, answer: HttpAnswer, body: unknown) {
  const isEmpty = isSuccess(answer) && isEmptyList(body, at('queryListAt'));
  const keys = [
    `code ${textAt(body, at('queryCodeAt'))}`,
    `HTTP ${answer.status}`,
    ...(isEmpty ? ['(none)'] : []),
  ];
  const code = keys.find((key) => states.has(key)) ?? `HTTP ${answer.status}`;
  return { code, meaning: states.get(code) };
}

interface Reading {
  compiled: CompiledSms;
  callback: DescribedCallback;
  settings: SmsSettings;
  tools: Tools;
}

function readReceipts(
  { compiled, callback, settings, tools }: Reading,
  given: Callback,
): CallbackReading {
  const { at, states } = compiled;
  const read = callback.read(given);
  if ('kind' in read) return read;
  const now = tools.clock.now();
  const receipts = itemsAt(read.payload, at('receiptListAt')).flatMap((item): Receipt[] => {
    const [id, reference] = [
      textAt(item, at('receiptIdAt')),
      textAt(item, at('receiptReferenceAt')),
    ];
    const [state, error] = [textAt(item, at('receiptStateAt')), textAt(item, at('receiptErrorAt'))];
    const word = finalWord(meaningOfState(states, state, error));
    if (!word || (id === '' && reference === '')) return [];
    return [
      {
        ...word,
        ...(reference ? { reference } : { providerRef: id }),
        vendorCode: error || state,
        detail: [state, error].filter(Boolean).join(' '),
        at: readTime(textAt(item, at('receiptTimeAt')), settings.zoneHours, now) ?? now,
      },
    ];
  });
  return { kind: 'receipts', receipts, isSigned: callback.isSigned, answer: callback.answer };
}

/** Ignores receipts whose state is unknown or absent. */
function finalWord(
  meaning: Meaning<StatusItem['state']> | undefined,
): Pick<Receipt, 'state' | 'reason'> | undefined {
  if (!meaning || meaning.state === 'absent' || meaning.state === 'unknown') return undefined;
  return { ...meaning, state: meaning.state };
}
