import {
  type CalledProduct,
  type MessageProduct,
  productTable,
  type VerifyProduct,
} from '../../foundation/contract/products.ts';
import { maskEmail } from '../../foundation/contract/text/email-address.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { VerifyStartResponse } from '../../foundation/contract/wire/verify.ts';
import { messageValues } from '../../foundation/redact.ts';
import type { MessageContent } from '../../products/messages/content.ts';
import type { Person, ProviderForm, TemplateSend } from '../../vendors/providers/provider.ts';
import type { NumberLimits } from '../limits/limits.ts';
import type { Price } from '../pricing/price-of.ts';

/** A valid request for a product, as data: what to do is known, the price is not yet. */
export type Order = MessageOrder | FaceOrder;

interface OrderFacts {
  product: CalledProduct;
  language: Language;
  parts: number;
  templateId: string | null;
  /** The providers that may carry it out, in order of preference. */
  providers: readonly string[];
}

export interface MessageOrder extends OrderFacts {
  kind: 'message';
  product: MessageProduct;
  templateId: string;
  message: MessageContent;
  recipient: Recipient;
  /** The message to send; each provider's own form is added when it is asked. */
  send: Omit<TemplateSend, 'form'>;
  forms: Readonly<Record<string, ProviderForm>>;
  /** Every value of the request, including those that the template does not use. */
  given: Readonly<Record<string, string>>;
  check: null;
  /** The verification that the message is for. */
  verification?: OrderedVerification;
}

/** A code to be sent, and what the hold says about its verification. */
interface OrderedVerification {
  purpose: string;
  ttlSeconds: number;
  reference: string | null;
  code: string;
  /** The open verification whose code this is again; null for a new code. */
  kept: string | null;
  /** The call that is charged if the code is approved; null if that costs nothing. */
  approval: OrderedApproval | null;
  started: StartedVerification | null;
}

export interface OrderedApproval {
  callId: string;
  price: Price;
}

/** The verification of a held call: a new one, or the open one whose code it replaces. */
export interface StartedVerification {
  verificationId: string;
  /** Both as the reply says them. */
  expiresAt: string;
  resendAfter: string;
  /** The provider to ask first, because the planned one sent the message before. */
  turnedTo?: string;
}

export interface FaceOrder extends OrderFacts {
  kind: 'face';
  product: 'face_verify';
  /** A face order stores no message; its data is in the check. */
  message: null;
  recipient: null;
  person: Person;
  authToken: string;
  authUrl: string;
  /** The row of the check, which the settle inserts. */
  check: string;
}

/** The recipient of a message, as far as limits need it. */
export interface Recipient {
  /** E.164, or an e-mail address in its one spelling; never leaves this process. */
  to: string;
  /** ISO code; null for an address, and for numbers that belong to no country. */
  region: string | null;
  /** Null for an address. */
  prefix: string | null;
  /** Set only where the number is limited: the same code is never sent twice in a row. */
  code: string | null;
  limits: NumberLimits | null;
}

/** The `data` of the reply after a provider has done the call. */
export function replyDataOf(order: Order, providerCode: string): object {
  const { product: productCode } = order;
  if (order.kind === 'face') {
    return { productCode, providerCode, authToken: order.authToken, authUrl: order.authUrl };
  }
  if (order.verification?.started) {
    return verificationData(
      order.product as VerifyProduct,
      order.message.to,
      order.verification.started,
    );
  }
  return smsReplyData(productCode, order.message.asSent, order.templateId);
}

export function verificationData(
  productCode: VerifyProduct,
  to: string | undefined,
  { verificationId, expiresAt, resendAfter }: StartedVerification,
): VerifyStartResponse {
  const channel = productTable[productCode].kind;
  return {
    productCode,
    verificationId,
    ...(channel === 'email'
      ? { email: to ? maskEmail(to) : '' }
      : { mobile: to ? maskNumber(to) : '' }),
    channel,
    expiresAt,
    resendAfter,
  };
}

/** Enough digits for someone who knows the number, and too few for anyone else. */
function maskNumber(e164: string): string {
  return `${e164.slice(0, Math.max(3, e164.length - 8))}****${e164.slice(-4)}`;
}

export function smsReplyData(
  productCode: CalledProduct,
  mobile?: string,
  templateId?: string | null,
) {
  return { productCode, mobile, templateId };
}

/** Personal values, which must not appear in logs or evidence. */
export function personalValuesOf(order: Order): readonly string[] {
  if (order.kind === 'face') return [order.person.name, order.person.cardNo];
  const { asSent, to, text } = order.message;
  return [...messageValues(asSent, to, text), ...Object.values(order.given)];
}
