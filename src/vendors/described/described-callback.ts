import { fieldOf, readJson, textOf } from '../providers/read-answer.ts';
import type { Callback, CallbackAnswer, CallbackReading } from '../providers/vendor.ts';
import type { FaultCollector } from './collect-faults.ts';
import { DescriptionFault } from './collect-faults.ts';
import { descriptionFaults } from './description-faults.ts';
import { factNames, factsOf, joinParams } from './request-facts.ts';
import { type Algorithm, type Encoding, isSameSignature, signText } from './signature.ts';
import { asIs, fillTemplate, namesIn, parseTemplate, type Values } from './template.ts';

export const callbackFormats = ['json', 'form', 'query'] as const;

interface CallbackSettings {
  callbackFormat: (typeof callbackFormats)[number];
  callbackSigned?: string;
  callbackSignatureAt?: string;
  callbackSecret?: string;
  callbackAlgorithm: Algorithm;
  callbackEncoding: Encoding;
  callbackAnswer: string;
  callbackAnswerType: string;
}

export interface DescribedCallback {
  isSigned: boolean;
  answer: CallbackAnswer;
  /** The verified payload of a callback, or a refusal. */
  read(callback: Callback): { payload: unknown } | Extract<CallbackReading, { kind: 'refused' }>;
}

interface Spot {
  in: 'header' | 'query' | 'field';
  name: string;
}

export function compileCallback(
  collector: FaultCollector,
  settings: CallbackSettings,
): DescribedCallback {
  const { callbackFormat: format, callbackSigned, callbackSignatureAt } = settings;
  const verify =
    callbackSigned === undefined
      ? undefined
      : collector.take('callbackSigned', () => compileVerifier(settings, callbackSigned));
  if (callbackSignatureAt !== undefined && callbackSigned === undefined) {
    collector.add('callbackSigned', descriptionFaults.callback_signed_missing);
  }
  return {
    isSigned: verify !== undefined,
    answer: {
      status: 200,
      contentType: settings.callbackAnswerType,
      body: settings.callbackAnswer,
    },
    read(callback) {
      const payload = readPayload(format, callback);
      if (payload === undefined) {
        return { kind: 'refused', because: 'form', detail: `no ${format} in the callback` };
      }
      if (verify && !verify(callback, payload)) {
        return { kind: 'refused', because: 'signature', detail: 'the signature does not match' };
      }
      return { payload };
    },
  };
}

function readPayload(format: string, { url, body }: Callback): unknown {
  if (format === 'query') return Object.fromEntries(new URL(url).searchParams);
  if (format === 'form') return Object.fromEntries(new URLSearchParams(body));
  try {
    return readJson({ status: 200, headers: {}, text: body });
  } catch {
    return undefined;
  }
}

type Verify = (callback: Callback, payload: unknown) => boolean;

function compileVerifier(settings: CallbackSettings, signed: string): Verify {
  const { callbackSecret: secret = '', callbackAlgorithm, callbackEncoding } = settings;
  const spot = parseSpot(settings.callbackSignatureAt);
  const template = parseTemplate(signed, {
    names: [...factNames, 'secret'],
    prefixes: ['header.', 'query.', 'field.'],
  });
  const isKeyed = callbackAlgorithm.startsWith('hmac-') || namesIn(template).includes('secret');
  if (!isKeyed) throw new DescriptionFault(descriptionFaults.callback_not_secret);
  if (!secret) throw new DescriptionFault(descriptionFaults.callback_secret_missing);
  return (callback, payload) => {
    const valueAt = ({ in: place, name }: Spot) => {
      if (place === 'header') return callback.headers[name.toLowerCase()] ?? '';
      if (place === 'query') return new URL(callback.url).searchParams.get(name) ?? '';
      return textOf(payload, name);
    };
    const values: Record<string, string | object> = {
      ...callbackFacts(callback, payload, spot),
      secret,
    };
    for (const name of namesIn(template)) {
      const [, place, rest] = /^(header|query|field)\.(.+)$/.exec(name) ?? [];
      if (rest) values[name] = valueAt({ in: place as Spot['in'], name: rest });
    }
    const text = fillTemplate(template, values, asIs);
    const expected = signText(text, secret, callbackAlgorithm, callbackEncoding);
    return isSameSignature(valueAt(spot), expected);
  };
}

function parseSpot(text: string | undefined): Spot {
  const [, place, name] = /^(header|query|field) +([\w-]+)$/.exec(text ?? '') ?? [];
  if (!place || !name) {
    throw new DescriptionFault(descriptionFaults.signature_place_missing);
  }
  return { in: place as Spot['in'], name };
}

function callbackFacts({ method, url, body }: Callback, payload: unknown, spot: Spot): Values {
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  const fields = Object.keys(isObject ? payload : {})
    .filter((name) => spot.in === 'header' || name !== spot.name)
    .map((name): [string, string] => [name, plainText(fieldOf(payload, name))]);
  return {
    ...factsOf(new URL(url), body, null, ['bodySha256']),
    method,
    params: joinParams(fields),
  };
}

function plainText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
