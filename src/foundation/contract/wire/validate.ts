import type Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { Errors } from 'typebox/value';
import { type Detail, fail } from '../errors/errors.ts';
import { characters } from '../text/characters.ts';
import { guessField } from '../text/guess-field.ts';
import { type Problem, type ProblemName, problem, problems } from '../text/problems.ts';
import { redirectUrlProblem } from '../text/redirect-url.ts';
import { BalanceRequest, dayPattern, longestUsageDays, UsageRequest } from './account.ts';
import { FaceRecheckRequest, FaceVerifyRequest } from './face.ts';
import { SmsCodeRequest, SmsNoticeRequest, SmsStatusRequest, TemplateVariable } from './sms.ts';
import {
  timePattern,
  WebhookDeliveryListRequest,
  WebhookEndpointCreateRequest,
  WebhookEndpointDeleteRequest,
  WebhookEndpointListRequest,
  WebhookEndpointRollSecretRequest,
  WebhookEndpointTestRequest,
  WebhookEndpointUpdateRequest,
  WebhookListenRequest,
  WebhookReplayRequest,
} from './webhooks.ts';

/** Every request body of the contract, by the name of its model. */
export const requestSchemas = {
  FaceVerifyRequest,
  FaceRecheckRequest,
  SmsCodeRequest,
  SmsNoticeRequest,
  SmsStatusRequest,
  BalanceRequest,
  UsageRequest,
  WebhookEndpointCreateRequest,
  WebhookEndpointListRequest,
  WebhookEndpointUpdateRequest,
  WebhookEndpointDeleteRequest,
  WebhookEndpointRollSecretRequest,
  WebhookEndpointTestRequest,
  WebhookDeliveryListRequest,
  WebhookReplayRequest,
  WebhookListenRequest,
} as const;

export type RequestName = keyof typeof requestSchemas;

export type RequestBody<Name extends RequestName> = Name extends 'SmsNoticeRequest'
  ? SmsNoticeRequest
  : Type.Static<(typeof requestSchemas)[Name]>;

const validators = {
  FaceVerifyRequest: Compile(FaceVerifyRequest),
  FaceRecheckRequest: Compile(FaceRecheckRequest),
  SmsCodeRequest: Compile(SmsCodeRequest),
  SmsNoticeRequest: Compile(SmsNoticeRequest),
  SmsStatusRequest: Compile(SmsStatusRequest),
  BalanceRequest: Compile(BalanceRequest),
  UsageRequest: Compile(UsageRequest),
  WebhookEndpointCreateRequest: Compile(WebhookEndpointCreateRequest),
  WebhookEndpointListRequest: Compile(WebhookEndpointListRequest),
  WebhookEndpointUpdateRequest: Compile(WebhookEndpointUpdateRequest),
  WebhookEndpointDeleteRequest: Compile(WebhookEndpointDeleteRequest),
  WebhookEndpointRollSecretRequest: Compile(WebhookEndpointRollSecretRequest),
  WebhookEndpointTestRequest: Compile(WebhookEndpointTestRequest),
  WebhookDeliveryListRequest: Compile(WebhookDeliveryListRequest),
  WebhookReplayRequest: Compile(WebhookReplayRequest),
  WebhookListenRequest: Compile(WebhookListenRequest),
} as const satisfies Record<RequestName, { Check(value: unknown): boolean }>;

const none: readonly Detail[] = Object.freeze([]);

/**
 * Names every fault of a body at once, one for each field. A good body costs one compiled check;
 * the slower way that finds the words is taken only for a body that is refused anyway.
 */
export function checkBody(name: RequestName, body: Record<string, unknown>): readonly Detail[] {
  if (!validators[name].Check(body)) {
    return [...faultsOf(requestSchemas[name], body), ...misnamedRecheck(name, body)];
  }
  if (name === 'UsageRequest') return checkPeriod(body as UsageRequest);
  return name === 'WebhookReplayRequest' ? checkReplay(body as WebhookReplayRequest) : none;
}

/** The body as the type that it has been proved to be; otherwise an invalid_request is thrown. */
export function readBody<Name extends RequestName>(
  name: Name,
  body: Record<string, unknown>,
): RequestBody<Name> {
  const details = checkBody(name, body);
  if (details.length > 0) fail('invalid_request', { details });
  return body as RequestBody<Name>;
}

function faultsOf(schema: Type.TObject, body: Record<string, unknown>): Detail[] {
  const details: Detail[] = [];
  for (const [field, fieldSchema] of Object.entries(schema.properties)) {
    const found = Object.hasOwn(body, field)
      ? problemOf(fieldSchema, body[field])
      : isRequired(schema, field) && missingProblem(schema, field, body);
    if (found) details.push({ field, problem: found });
  }
  return details;
}

/** A schema of which no field is needed has no list of those that are. */
function isRequired(schema: Type.TObject, field: string): boolean {
  return (schema.required as readonly string[] | undefined)?.includes(field) ?? false;
}

function missingProblem(schema: Type.TObject, field: string, body: Record<string, unknown>) {
  const found = guessField(field, body, Object.keys(schema.properties));
  return found === undefined ? problems.required : problem('misnamed', { found });
}

/** A recheck whose token has another name is a new check that lacks everything. */
function misnamedRecheck(name: RequestName, body: Record<string, unknown>): readonly Detail[] {
  if (name !== 'FaceVerifyRequest' || Object.hasOwn(body, 'name') || Object.hasOwn(body, 'cardNo'))
    return none;
  const found = guessField('authToken', body, Object.keys(FaceVerifyRequest.properties));
  if (found === undefined) return none;
  return [{ field: 'authToken', problem: problem('misnamed_recheck', { found }) }];
}

const TemplateVariableValidator = Compile(TemplateVariable);

/** The faults of those fields of a notice that its template uses. */
export function checkVariables(
  names: readonly string[],
  body: Readonly<Record<string, unknown>>,
): readonly Detail[] {
  if (
    names.every((name) => !Object.hasOwn(body, name) || TemplateVariableValidator.Check(body[name]))
  ) {
    return none;
  }
  return names.flatMap((field) => {
    const found = Object.hasOwn(body, field) && problemOf(TemplateVariable, body[field]);
    return found ? [{ field, problem: found }] : [];
  });
}

const patternProblems = new Map<string, ProblemName>([
  ...Object.values(characters).map((row) => [row.pattern, row.problem] as const),
  [dayPattern, 'not_day'],
  [timePattern, 'not_time'],
]);

function problemOf(schema: Type.TSchema, value: unknown): Problem | undefined {
  const errors = Errors(schema, value);
  // Of a union the branches come first and each says only why it is not itself.
  const error = errors.find(({ keyword }) => keyword === 'anyOf') ?? errors[0];
  return error && wordsFor(error, value);
}

const formatProblems: Readonly<Record<string, ProblemName>> = {
  uuid: 'not_uuid',
  date: 'unreal_day',
  'date-time': 'not_time',
};

const typeProblems: Readonly<Record<string, Problem>> = {
  string: problems.not_string,
  integer: problems.not_integer,
  boolean: problems.not_boolean,
  array: problems.not_list,
};

function wordsFor(error: TLocalizedValidationError, value: unknown): Problem {
  switch (error.keyword) {
    case 'type':
      return typeProblems[String(error.params.type)] ?? problems.wrong_form;
    case 'minimum':
    case 'maximum':
      return problem('out_of_range', {
        sign: error.params.comparison,
        limit: String(error.params.limit),
      });
    case 'minItems':
      return problems.empty;
    case 'maxItems':
      return problem('too_many', { limit: error.params.limit });
    case 'uniqueItems':
      return problems.names_twice;
    case 'enum':
      return problem('not_one_of', { values: error.params.allowedValues.join(', ') });
    case 'minLength':
      return error.params.limit === 1
        ? problems.empty
        : problem('too_short', { limit: error.params.limit });
    case 'maxLength':
      return problem('too_long', { limit: error.params.limit });
    case 'pattern':
      return problems[patternProblems.get(String(error.params.pattern)) ?? 'wrong_form'];
    case 'format':
      return problems[formatProblems[error.params.format] ?? 'wrong_form'];
    case 'anyOf':
      return problems.not_variable;
    case '~refine':
      // What a schema alone cannot describe: a text's characters, and the redirectUrl.
      return (
        problems[error.params.message as ProblemName] ??
        redirectUrlProblem(String(value)) ??
        problems.wrong_form
      );
    default:
      return problems.wrong_form;
  }
}

/** One delivery, or an endpoint with the time from which on; neither both nor half of it. */
function checkReplay(body: WebhookReplayRequest): readonly Detail[] {
  const { deliveryId, endpointId, from, to } = body;
  if (deliveryId !== undefined) {
    const others = Object.entries({ endpointId, from, to }).filter(
      ([, value]) => value !== undefined,
    );
    return others.map(([field]) => ({ field, problem: problems.beside_delivery }));
  }
  if (endpointId === undefined)
    return [{ field: 'deliveryId', problem: problems.nothing_to_replay }];
  if (from === undefined) return [{ field: 'from', problem: problems.required }];
  const isBefore = to !== undefined && Date.parse(to) < Date.parse(from);
  return isBefore ? [{ field: 'to', problem: problems.before_from }] : none;
}

const dayLength = 86_400_000;

function checkPeriod({ from, to }: UsageRequest): readonly Detail[] {
  const days = (Date.parse(to) - Date.parse(from)) / dayLength + 1;
  if (days < 1) return [{ field: 'to', problem: problems.before_from }];
  if (days > longestUsageDays) {
    return [{ field: 'to', problem: problem('long_period', { days: longestUsageDays }) }];
  }
  return none;
}
