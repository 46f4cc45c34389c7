import type { Product, SmsProduct } from '../../foundation/contract/products.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { messageValues } from '../../foundation/redact.ts';
import type { MessageContent } from '../../products/messages/content.ts';
import type { Person, ProviderForm, TemplateSend } from '../../vendors/providers/provider.ts';
import type { NumberLimits } from '../limits/limits.ts';

/** A valid request for a product, as data: what it will do is known, what it will cost is not. */
export type Order = SmsOrder | FaceOrder;

interface OrderFacts {
  product: Product;
  language: Language;
  parts: number;
  templateId: string | null;
  /** The providers that may carry it out, best first. */
  providers: readonly string[];
}

export interface SmsOrder extends OrderFacts {
  kind: 'sms';
  product: SmsProduct;
  templateId: string;
  message: MessageContent;
  recipient: Recipient;
  /** What a provider is asked to send, in the form that it gets. */
  send: Omit<TemplateSend, 'form'>;
  forms: Readonly<Record<string, ProviderForm>>;
  /** Every value of the request, whether the template uses it or not. */
  given: Readonly<Record<string, string>>;
  check: null;
}

export interface FaceOrder extends OrderFacts {
  kind: 'face';
  product: 'face_verify';
  /** The check keeps what there is to keep. */
  message: null;
  recipient: null;
  person: Person;
  authToken: string;
  authUrl: string;
  /** The row of the check that the settle records. */
  check: string;
}

/** Whom a message goes to, as far as limits must know. */
export interface Recipient {
  /** E.164; it goes no further than this process. */
  mobile: string;
  /** By ISO code; null for numbers of no country. */
  region: string | null;
  prefix: string;
  /** The code, where the number is limited and so never gets the same one twice in a row. */
  code: string | null;
  limits: NumberLimits | null;
}

/** The reply's data once a provider has done it. */
export function replyDataOf(order: Order, providerCode: string): object {
  const { product: productCode } = order;
  if (order.kind === 'face') {
    return { productCode, providerCode, authToken: order.authToken, authUrl: order.authUrl };
  }
  return { productCode, mobile: order.message.asSent, templateId: order.templateId };
}

/** The values that no log and no evidence may show. */
export function personalValuesOf(order: Order): readonly string[] {
  if (order.kind === 'face') return [order.person.name, order.person.cardNo];
  const { asSent, e164, text } = order.message;
  return [...messageValues(asSent, e164, text), ...Object.values(order.given)];
}
