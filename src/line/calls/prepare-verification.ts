import { randomUUIDv7 } from 'node:crypto';
import { fail } from '../../foundation/contract/errors/errors.ts';
import { readBody } from '../../foundation/contract/operations/read-body.ts';
import type { VerifyProduct } from '../../foundation/contract/products.ts';
import { parseEmail } from '../../foundation/contract/text/email-address.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { problems } from '../../foundation/contract/text/problems.ts';
import { defaultPurpose, type VerifyStartRequest } from '../../foundation/contract/wire/verify.ts';
import type { Template } from '../../products/messages/template.ts';
import { codeOf, makeCode, withoutCode } from '../../products/verifications/code.ts';
import { findOpenVerification } from '../../products/verifications/queries.ts';
import type { Principal } from '../callers/principal.ts';
import { priceOf } from '../pricing/price-of.ts';
import type { Line } from './line.ts';
import type { MessageOrder, OrderedApproval } from './order.ts';
import { orderMessage, type Reach, reachOf, readMobile } from './order-message.ts';

type Ports = Pick<
  Line,
  'registry' | 'settings' | 'rehearsals' | 'log' | 'conversion' | 'pool' | 'clock' | 'vault'
>;

/**
 * Makes the code and the message that carries it. The stored text has the code only in test mode, where the
 * inbox shows it and no one else gets it.
 */
export function prepareVerification(
  ports: Ports,
  caller: Principal,
  product: VerifyProduct,
  callId: string,
  body: Record<string, unknown>,
  replyLanguage: Language,
): MessageOrder | Promise<MessageOrder> {
  const asked = readBody('verify_start', body);
  const { purpose = defaultPurpose, codeLength = 6, reference = null } = asked;
  const reach = readRecipient(ports, caller, asked);
  const played = caller.mode === 'test' ? ports.rehearsals.verificationOf(reach.to) : undefined;
  const ttlSeconds = played?.ttlSeconds ?? asked.ttlSeconds ?? 600;
  const language = asked.language ?? replyLanguage;
  const orderWith = (made: string, kept: string | null): MessageOrder => {
    const code = played?.hasZeros ? '0'.repeat(codeLength) : made;
    const order = orderMessage(ports, caller, callId, {
      product,
      language,
      asSent: asked.email ?? asked.mobile ?? '',
      reach,
      template: templateOf(caller, product, language, asked.templateId),
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
        ...{ purpose, ttlSeconds, reference, code, kept },
        approval: orderApproval(caller),
        started: null,
      },
    };
  };
  if (!caller.keepsCode) return orderWith(makeCode(codeLength), null);
  return findKept(ports, caller, reach, purpose).then((kept) =>
    orderWith(codeOf(ports.vault, kept ?? callId, codeLength), kept),
  );
}

/** The hold refuses the code as stale if this verification has ended by then. */
function findKept(
  { pool, clock, vault }: Ports,
  caller: Principal,
  { to }: Reach,
  purpose: string,
): Promise<string | null> {
  const target = { numberHash: vault.fingerprint('number', to), purpose };
  return findOpenVerification(pool, caller, target, clock.databaseNow());
}

/** Only the hold knows whether the message starts a verification; if it does not, this is not used. */
function orderApproval(caller: Principal): OrderedApproval | null {
  const { isOn, price: rule } = caller.products.verify_approval;
  const price = priceOf(rule, 1);
  return isOn && price.amount > 0n ? { callId: randomUUIDv7(), price } : null;
}

type Named = Pick<VerifyStartRequest, 'mobile' | 'email'>;

/** The recipient of a start or a check, in its one spelling. */
export function readRecipient(
  ports: Pick<Line, 'settings' | 'rehearsals'>,
  caller: Principal,
  { mobile = '', email }: Named,
): Reach {
  if (email === undefined) return reachOf(readMobile(ports, caller, mobile));
  const address = parseEmail(email);
  if (address) return { to: address, region: null, prefix: null };
  return fail('invalid_request', { details: [{ field: 'email', problem: problems.not_email }] });
}

/** A caller can name a template that is assigned to it, and no other. */
function templateOf(
  caller: Principal,
  product: VerifyProduct,
  language: Language,
  templateId: string | undefined,
): Template {
  const { templates } = caller.products[product];
  const assigned = [templates[language], templates.en, templates.zh];
  const template =
    templateId === undefined
      ? templates[language]
      : assigned.find((one) => one?.templateId === templateId);
  return template ?? fail('template_not_assigned');
}
