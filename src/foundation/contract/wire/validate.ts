import type Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { Errors } from 'typebox/value';
import type { Detail } from '../errors/errors.ts';
import { characters } from '../text/characters.ts';
import { emailPattern } from '../text/email-address.ts';
import { type Problem, type ProblemName, problem, problems } from '../text/problems.ts';
import { redirectUrlProblem } from '../text/redirect-url.ts';
import { dayPattern } from './account.ts';
import { missingProblem } from './missing-problem.ts';
import { TemplateVariable } from './sms.ts';
import { timePattern } from './webhooks.ts';

const none: readonly Detail[] = Object.freeze([]);

/** The problems of a body that its schema rejects, one per field. */
export function faultsOf(schema: Type.TObject, body: Record<string, unknown>): Detail[] {
  const details: Detail[] = [];
  for (const [field, fieldSchema] of Object.entries(schema.properties)) {
    const found = Object.hasOwn(body, field)
      ? problemOf(fieldSchema, body[field])
      : isRequired(schema, field) && missingProblem(schema, field, body);
    if (found) details.push({ field, problem: found });
  }
  return details;
}

/** A schema without required fields has no `required` list. */
function isRequired(schema: Type.TObject, field: string): boolean {
  return (schema.required as readonly string[] | undefined)?.includes(field) ?? false;
}

const TemplateVariableValidator = Compile(TemplateVariable);

/** The problems of the notice fields that its template uses. */
export function findVariableFaults(
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
  [emailPattern, 'not_email'],
]);

function problemOf(schema: Type.TSchema, value: unknown): Problem | undefined {
  const errors = Errors(schema, value);
  // A union reports its branches first, and each only says why it does not match; `anyOf` has the useful
  // message.
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
      // Rules that a schema cannot express: a text's characters, and the redirectUrl.
      return (
        problems[error.params.message as ProblemName] ??
        redirectUrlProblem(String(value)) ??
        problems.wrong_form
      );
    default:
      return problems.wrong_form;
  }
}
