import type Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { Errors } from 'typebox/value';
import { BalanceRequest, dayPattern, longestUsageDays, UsageRequest } from './account.ts';
import { characters } from './characters.ts';
import { type Detail, fail } from './errors.ts';
import { FaceRecheckRequest, FaceVerifyRequest } from './face.ts';
import { SmsCodeRequest, SmsNoticeRequest, SmsStatusRequest, TemplateVariable } from './sms.ts';

/** Every request body of the contract, by the name of its model. */
export const requestSchemas = {
  FaceVerifyRequest,
  FaceRecheckRequest,
  SmsCodeRequest,
  SmsNoticeRequest,
  SmsStatusRequest,
  BalanceRequest,
  UsageRequest,
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
} as const satisfies Record<RequestName, { Check(value: unknown): boolean }>;

const none: readonly Detail[] = Object.freeze([]);

/**
 * Names every fault of a body at once, one for each field. A good body costs one compiled check;
 * the slower way that finds the words is taken only for a body that is refused anyway.
 */
export function checkBody(name: RequestName, body: Record<string, unknown>): readonly Detail[] {
  if (!validators[name].Check(body)) return faultsOf(requestSchemas[name], body);
  return name === 'UsageRequest' ? checkPeriod(body as UsageRequest) : none;
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
    const problem = Object.hasOwn(body, field)
      ? problemOf(fieldSchema, body[field])
      : schema.required.includes(field) && 'is required';
    if (problem) details.push({ field, problem });
  }
  return details;
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
    const problem = Object.hasOwn(body, field) && problemOf(TemplateVariable, body[field]);
    return problem ? [{ field, problem }] : [];
  });
}

const patternProblems = new Map<string, string>([
  ...Object.values(characters).map(({ pattern, problem }) => [pattern, problem] as const),
  [dayPattern, 'must be a day as YYYY-MM-DD'],
]);

function problemOf(schema: Type.TSchema, value: unknown): string | undefined {
  const errors = Errors(schema, value);
  // Of a union the branches come first and each says only why it is not itself.
  const error = errors.find(({ keyword }) => keyword === 'anyOf') ?? errors[0];
  return error && wordsFor(error);
}

function wordsFor(error: TLocalizedValidationError): string {
  switch (error.keyword) {
    case 'type':
      return `must be ${error.params.type === 'integer' ? 'an' : 'a'} ${error.params.type}`;
    case 'minLength':
      return error.params.limit === 1
        ? 'must not be empty'
        : `must have at least ${error.params.limit} characters`;
    case 'maxLength':
      return `must have at most ${error.params.limit} characters`;
    case 'pattern':
      return patternProblems.get(String(error.params.pattern)) ?? 'has the wrong form';
    case 'format':
      return error.params.format === 'uuid' ? 'must be a UUID' : 'must be a real day as YYYY-MM-DD';
    case 'anyOf':
      return 'must be a number, or a text of at most 500 characters without control characters';
    case '~refine':
      return error.params.message;
    default:
      return error.message;
  }
}

const dayLength = 86_400_000;

function checkPeriod({ from, to }: UsageRequest): readonly Detail[] {
  const days = (Date.parse(to) - Date.parse(from)) / dayLength + 1;
  if (days < 1) return [{ field: 'to', problem: 'must not be before from' }];
  if (days > longestUsageDays) {
    return [{ field: 'to', problem: `must end a period of at most ${longestUsageDays} days` }];
  }
  return none;
}
