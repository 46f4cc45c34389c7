import { randomUUIDv7 } from 'node:crypto';
import { fail } from '../../foundation/contract/errors/errors.ts';
import { readBody } from '../../foundation/contract/operations/read-body.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { defaultPurpose } from '../../foundation/contract/wire/verify.ts';
import type { Template } from '../../products/messages/template.ts';
import { makeCode, withoutCode } from '../../products/verifications/code.ts';
import type { Principal } from '../callers/principal.ts';
import { priceOf } from '../pricing/price-of.ts';
import type { Line } from './line.ts';
import type { OrderedApproval, SmsOrder } from './order.ts';
import { orderMessage, readMobile } from './order-message.ts';

type Ports = Pick<Line, 'registry' | 'settings' | 'rehearsals' | 'log'>;

/**
 * Makes the code and the message that carries it. The stored text has the code only in test mode, where the
 * inbox shows it and no one else gets it.
 */
export function prepareVerification(
  ports: Ports,
  caller: Principal,
  callId: string,
  body: Record<string, unknown>,
  replyLanguage: Language,
): SmsOrder {
  const asked = readBody('verify_start', body);
  const { purpose = defaultPurpose, codeLength = 6, reference = null } = asked;
  const mobile = readMobile(ports, caller, asked.mobile);
  const played = caller.mode === 'test' ? ports.rehearsals.verificationOf(mobile.e164) : undefined;
  const ttlSeconds = played?.ttlSeconds ?? asked.ttlSeconds ?? 600;
  const language = asked.language ?? replyLanguage;
  const code = played?.hasZeros ? '0'.repeat(codeLength) : makeCode(codeLength);
  const order = orderMessage(ports, caller, callId, {
    product: 'verify_start',
    language,
    asSent: asked.mobile,
    mobile,
    template: templateOf(caller, language, asked.templateId),
    variables: { code },
    code: null,
  });
  const { message } = order;
  return {
    ...order,
    language: replyLanguage,
    message:
      caller.mode === 'test' ? message : { ...message, text: withoutCode(message.text, code) },
    verification: {
      ...{ purpose, ttlSeconds, reference, code },
      approval: orderApproval(caller),
      started: null,
    },
  };
}

/** Only the hold knows whether the message starts a verification; if it does not, this is not used. */
function orderApproval(caller: Principal): OrderedApproval | null {
  const { isOn, price: rule } = caller.products.verify_approval;
  const price = priceOf(rule, 1);
  return isOn && price.amount > 0n ? { callId: randomUUIDv7(), price } : null;
}

/** A caller can name a template that is assigned to it, and no other. */
function templateOf(
  caller: Principal,
  language: Language,
  templateId: string | undefined,
): Template {
  const { templates } = caller.products.verify_start;
  const assigned = [templates[language], templates.en, templates.zh];
  const template =
    templateId === undefined
      ? templates[language]
      : assigned.find((one) => one?.templateId === templateId);
  return template ?? fail('template_not_assigned');
}
