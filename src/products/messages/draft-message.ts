import { randomUUIDv7 } from 'node:crypto';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import { readBody } from '../../foundation/contract/operations/read-body.ts';
import { isCodeProduct, isSentInParts } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { prefixField } from '../../foundation/contract/text/bilingual.ts';
import { parseEmail } from '../../foundation/contract/text/email-address.ts';
import { findVariableFaults } from '../../foundation/contract/wire/validate.ts';
import type { Vendor } from '../../vendors/providers/any-vendor.ts';
import type { TemplateSend } from '../../vendors/providers/provider.ts';
import { referenceOf } from '../../vendors/providers/reference.ts';
import { countParts } from './count-parts.ts';
import { parseMobile } from './mobile.ts';
import { missingVariables, readTemplate, renderTemplate } from './template.ts';
import type { StoredTemplate } from './template-queries.ts';

export interface DraftRecipient {
  mobile?: string | undefined;
  /** For a message by e-mail. */
  email?: string | undefined;
}

/** The recipient of a draft, and the values for its template. */
export interface Draft extends DraftRecipient {
  values: Readonly<Record<string, string>>;
}

/** The one recipient that a message of this kind can have. */
export function recipientFor(
  kind: Vendor['kind'],
  { mobile, email }: DraftRecipient,
): DraftRecipient {
  if (kind === 'email') return email === undefined ? refuse('email_missing') : { email };
  return mobile === undefined ? refuse('mobile_missing') : { mobile };
}

/** A free text by the operator, for a provider that accepts any text. */
export function templateOfText(text: string): StoredTemplate {
  const template = readTemplate({ templateId: 'none', text, forms: {} });
  return { ...template, product: 'sms_notice', assignments: [] };
}

/**
 * A live message exactly as a call would send it, but without a call. Its reference has account 0, which does
 * not exist, so its receipts match no account and are found by `findTrialReceipts`.
 */
export function draftMessage(
  template: StoredTemplate,
  { mobile: asTyped = '', email, values }: Draft,
  defaultRegion: string,
): TemplateSend {
  const recipient =
    email === undefined ? numberOf(asTyped, defaultRegion) : { to: addressOf(email), region: null };
  const missing = missingVariables(template, values);
  if (missing.length > 0) {
    refuse('template_values_missing', { template: template.templateId, names: missing });
  }
  if (email === undefined) refuseBadValues(template, asTyped, values);
  const text = renderTemplate(template, values);
  const callId = randomUUIDv7();
  return {
    callId,
    reference: referenceOf({ accountId: 0, callId }),
    product: template.product,
    mode: 'live',
    ...recipient,
    templateId: template.templateId,
    text,
    variables: Object.fromEntries(template.variables.map((name) => [name, values[name] ?? ''])),
    form: {},
    parts: isSentInParts(template.product) ? countParts(text) : 1,
  };
}

function numberOf(asTyped: string, defaultRegion: string): Pick<TemplateSend, 'to' | 'region'> {
  const mobile = parseMobile(asTyped, defaultRegion);
  if (!mobile) return refuse('mobile_invalid');
  return { to: mobile.e164, region: mobile.region ?? null };
}

function addressOf(email: string): string {
  return parseEmail(email) ?? refuse('email_invalid');
}

/** Refuses values that a caller could not send, with the same messages. */
function refuseBadValues(
  { product, variables }: StoredTemplate,
  mobile: string,
  values: Readonly<Record<string, string>>,
): void {
  const faults = [...findVariableFaults(variables, values)];
  if (isCodeProduct(product)) {
    try {
      readBody('sms_code', { mobile, ...values });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      faults.push(...(error.details ?? []));
    }
  }
  if (faults.length === 0) return;
  const texts = faults.map(({ field, problem }) => prefixField(field, problem));
  // The contract and the template may report the same fault.
  const byText = new Map(texts.map((text) => [text.en, text]));
  refuse('fields_invalid', { faults: [...byText.values()] });
}
