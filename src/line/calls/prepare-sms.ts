import { fail } from '../../foundation/contract/errors/errors.ts';
import { readBody } from '../../foundation/contract/operations/read-body.ts';
import type { MessageProduct, VerifyProduct } from '../../foundation/contract/products.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { problems } from '../../foundation/contract/text/problems.ts';
import { templateVariables } from '../../foundation/contract/wire/sms.ts';
import { findVariableFaults } from '../../foundation/contract/wire/validate.ts';
import { missingVariables } from '../../products/messages/template.ts';
import type { Principal } from '../callers/principal.ts';
import type { Line } from './line.ts';
import type { MessageOrder } from './order.ts';
import { orderMessage, reachOf, readMobile } from './order-message.ts';

/** The products whose text is the caller's. */
type SmsProduct = Exclude<MessageProduct, VerifyProduct>;

type Ports = Pick<Line, 'registry' | 'settings' | 'rehearsals' | 'log' | 'conversion'>;

/** Validates an SMS request completely: recipient, text and parts are known before any money moves. */
export function prepareSms(
  ports: Ports,
  caller: Principal,
  product: SmsProduct,
  callId: string,
  body: Record<string, unknown>,
  language: Language,
): MessageOrder {
  const { mobile: asSent, variables, code } = readSms(product, body);
  const reach = reachOf(readMobile(ports, caller, asSent));
  const template = caller.products[product].templates[language];
  if (!template) fail('template_not_assigned');
  const missing = missingVariables(template, variables);
  if (missing.length > 0) {
    const details = missing.map((field) => ({ field, problem: problems.needed_by_template }));
    fail('missing_variable', { details });
  }
  const faults = product === 'sms_notice' ? findVariableFaults(template.variables, body) : [];
  if (faults.length > 0) fail('invalid_request', { details: faults });
  return orderMessage(ports, caller, callId, {
    product,
    language,
    asSent,
    reach,
    template,
    variables,
    code,
  });
}

interface ReadSms {
  mobile: string;
  variables: Readonly<Record<string, string>>;
  code: string | null;
}

/** The template's variables: `code`, or `content` and every other field of the notice's body. */
function readSms(product: SmsProduct, body: Record<string, unknown>): ReadSms {
  if (product === 'sms_code') {
    const { mobile, code } = readBody('sms_code', body);
    return { mobile, variables: { code }, code };
  }
  const { mobile } = readBody('sms_notice', body);
  return { mobile, variables: Object.fromEntries(templateVariables(body)), code: null };
}
