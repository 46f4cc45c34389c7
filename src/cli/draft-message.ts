import { randomUUIDv7 } from 'node:crypto';
import { ApiError } from '../contract/errors.ts';
import { checkVariables, readBody } from '../contract/validate.ts';
import { Refused } from '../db/refused.ts';
import { countParts } from '../messages/count-parts.ts';
import { parseMobile } from '../messages/mobile.ts';
import { missingVariables, readTemplate, renderTemplate } from '../messages/template.ts';
import type { StoredTemplate } from '../messages/template-queries.ts';
import type { TemplateSend } from '../providers/provider.ts';
import { referenceOf } from '../providers/reference.ts';

export interface DraftOptions {
  mobile: string;
  /** Each as `name=value`. */
  var?: string[];
}

/** A text of the operator's own, for a provider that takes texts. */
export function templateOfText(text: string): StoredTemplate {
  const template = readTemplate({ templateId: 'none', text, forms: {} });
  return { ...template, product: 'sms_notice', assignments: [] };
}

/**
 * A live message as the line would send it, of a call that there is not: no account has the number nought,
 * so that whatever a vendor says of it later is nobody's.
 */
export function draftMessage(
  template: StoredTemplate,
  { mobile: asTyped, var: given = [] }: DraftOptions,
  defaultRegion: string,
): TemplateSend {
  const mobile = parseMobile(asTyped, defaultRegion);
  if (!mobile) throw new Refused('It is not a valid mobile number.');
  const values = readVariables(given);
  const missing = missingVariables(template, values);
  if (missing.length > 0) {
    const options = missing.map((name) => `--var ${name}=…`).join(' ');
    throw new Refused(`The template ${template.templateId} needs ${options}.`);
  }
  refuseBadValues(template, asTyped, values);
  const text = renderTemplate(template, values);
  const callId = randomUUIDv7();
  return {
    callId,
    reference: referenceOf({ accountId: 0, callId }),
    mode: 'live',
    mobile: mobile.e164,
    region: mobile.region ?? null,
    templateId: template.templateId,
    text,
    variables: Object.fromEntries(template.variables.map((name) => [name, values[name] ?? ''])),
    form: {},
    parts: countParts(text),
  };
}

function readVariables(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((entry) => {
      const at = entry.indexOf('=');
      if (at < 1) throw new Refused(`A variable is name=value, and ${entry} is not.`);
      return [entry.slice(0, at), entry.slice(at + 1)];
    }),
  );
}

/** What a caller could not send is refused in the same words. */
function refuseBadValues(
  { product, variables }: StoredTemplate,
  mobile: string,
  values: Record<string, string>,
): void {
  const faults = [...checkVariables(variables, values)];
  if (product === 'sms_code') {
    try {
      readBody('SmsCodeRequest', { mobile, ...values });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      faults.push(...(error.details ?? []));
    }
  }
  if (faults.length === 0) return;
  const sentences = faults.map(({ field, problem }) => `${field} ${problem.en}`);
  throw new Refused(`${[...new Set(sentences)].join('; ')}.`);
}
