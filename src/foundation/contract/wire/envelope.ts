import Type from 'typebox';
import { formatMoney, type Money, moneyPattern } from '../../money.ts';
import { type ApiError, errorTable, type Reason, reasons } from '../errors/errors.ts';
import { type FailureReason, failureReasons } from '../errors/failure-reasons.ts';
import type { PriceSource } from '../products.ts';
import type { Language } from '../text/languages.ts';
import { problems } from '../text/problems.ts';

/** A longer header is not a real language list. */
const longestLanguageList = 512;

const weight = /^q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/i;

/**
 * Picks the reply language by the weights of an Accept-Language header. Header order breaks ties, `*` stands
 * for any language not named, and the default is English.
 */
export function pickLanguage(acceptLanguage: string | undefined): Language {
  // Only a list with Chinese or `*` can lead to a language other than English.
  if (!acceptLanguage || !/zh|\*/i.test(acceptLanguage)) return 'en';
  if (acceptLanguage.length > longestLanguageList) return 'en';
  let en = -1;
  let zh = -1;
  let other = 0;
  let first: Language = 'en';
  for (const range of acceptLanguage.split(',')) {
    const [tag = '', parameter] = range.split(';', 2);
    const quality = parameter === undefined ? 1 : Number(weight.exec(parameter.trim())?.[1] ?? -1);
    if (quality < 0) continue;
    const language = tag.trim().toLowerCase().split('-', 1)[0];
    if (language === 'en') en = Math.max(en, quality);
    else if (language === 'zh') {
      if (en < 0) first = 'zh';
      zh = Math.max(zh, quality);
    } else if (language === '*') other = quality;
  }
  if (en < 0) en = other;
  if (zh < 0) zh = other;
  if (zh === en) return zh > 0 ? first : 'en';
  return zh > en ? 'zh' : 'en';
}

/** The headers of a request for a reply in a language; English needs none. */
export function askFor(language: Language): Readonly<Record<string, string>> {
  return language === 'en' ? {} : { 'accept-language': language };
}

/**
 * An amount in a request or reply: a string, because a JSON number would lose the last digits of large amounts.
 */
export function amount(description: string, example = '0.0500') {
  return Type.String({ pattern: moneyPattern, description, examples: [example] });
}

export const RequestId = Type.String({
  format: 'uuid',
  description: 'Request ID: a UUID, version 7. Quote it when you contact support.',
  examples: ['019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47'],
});

const sourceMeanings: Readonly<Record<PriceSource, string>> = {
  default: 'the list price of the product.',
  account: 'a price agreed with the account.',
  recheck_free: 'a free recheck.',
  free: 'a free operation.',
};

function describeSource(source: PriceSource): string {
  return `\`${source}\`: ${sourceMeanings[source]}`;
}

/** The schema of a success reply, around the schema of its data. */
export function envelopeOf<Data extends Type.TSchema>(
  name: string,
  data: Data,
  sources: readonly PriceSource[] = ['free'],
) {
  return Type.Object(
    {
      code: Type.Literal(0, { type: 'integer', description: '0 on success.' }),
      message: Type.String({ description: 'The result as text, for people.' }),
      requestId: RequestId,
      priceSource: Type.Enum([...sources], {
        type: 'string',
        description: `Source of the price. ${sources.map(describeSource).join(' ')}`,
        examples: sources.slice(0, 1),
      }),
      unitPrice: amount('Price of the call, with four decimals.'),
      data,
    },
    { title: name, description: 'The envelope of every success response.' },
  );
}

/** The headers of every reply in the envelope. */
export const envelopeHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
} as const;

interface Success<Data> {
  requestId: string;
  message: string;
  price: { source: PriceSource; unitPrice: Money };
  data: Data;
}

/** The body of a success reply: exactly the contract's fields, in its order. */
export function successBody<Data>({ requestId, message, price, data }: Success<Data>) {
  return {
    code: 0 as const,
    message,
    requestId,
    priceSource: price.source,
    unitPrice: formatMoney(price.unitPrice),
    data,
  };
}

export const ErrorDetail = Type.Object(
  {
    field: Type.String({ description: 'The invalid field.', examples: ['mobile'] }),
    problem: Type.String({
      description: 'What is wrong with the field, in the language of `message`.',
      examples: [problems.required.en],
    }),
    reason: Type.Optional(
      Type.Enum(Object.keys(failureReasons) as FailureReason[], {
        type: 'string',
        description: 'Why the provider rejected the field; for programs.',
        examples: ['number_invalid'],
      }),
    ),
  },
  { title: 'ErrorDetail', description: 'One invalid field.' },
);

export const ErrorResponse = Type.Object(
  {
    code: Type.Integer({
      minimum: 40000,
      maximum: 59999,
      description: 'The HTTP status times one hundred, plus a number. Its meaning never changes.',
      examples: [errorTable.invalid_request.code],
    }),
    message: Type.String({
      description: 'The error as text, for people: English or Chinese, chosen by Accept-Language.',
      examples: [errorTable.invalid_request.message.en],
    }),
    requestId: RequestId,
    reason: Type.Enum(reasons as Reason[], {
      type: 'string',
      description: 'The name of the error, for programs. It corresponds one to one with `code`.',
      examples: ['invalid_request'],
    }),
    details: Type.Optional(Type.Array(ErrorDetail, { description: 'The invalid fields, if any.' })),
    docUrl: Type.String({
      format: 'uri',
      description: 'URL of the page with the cause of this error and its fix.',
      examples: ['http://127.0.0.1:8080/docs/errors/40005'],
    }),
  },
  { title: 'ErrorResponse', description: 'The body of every error response.' },
);

interface ErrorBody {
  code: number;
  message: string;
  requestId: string;
  reason: Reason;
  details?: readonly { field: string; problem: string; reason?: FailureReason }[];
  docUrl: string;
}

/** The base URL of the error pages, from the service's public URL. */
export function docBaseOf(publicUrl: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/docs/errors`;
}

/** The body of an error reply. `docBase` is the base URL of the error pages (`docBaseOf`). */
export function errorBody(
  error: ApiError,
  { requestId, language, docBase }: { requestId: string; language: Language; docBase: string },
): ErrorBody {
  const row = errorTable[error.reason];
  const details = error.details?.map(({ field, problem, reason }) => ({
    field,
    problem: problem[language],
    ...(reason ? { reason } : {}),
  }));
  return {
    code: row.code,
    message: row.message[language],
    requestId: error.requestId ?? requestId,
    reason: error.reason,
    ...(details ? { details } : undefined),
    docUrl: `${docBase}/${row.code}`,
  };
}
