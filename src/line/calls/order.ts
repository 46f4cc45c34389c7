import type { Product } from '../../foundation/contract/products.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { SuccessMessage } from '../../foundation/contract/wire/messages.ts';
import type { MessageContent } from '../../products/messages/content.ts';
import type { Outcome, ProviderContext } from '../../vendors/providers/provider.ts';
import type { NumberLimits } from '../limits/limits.ts';

/** A valid request for a product: what it will cost is open, what it will do is not. */
export interface Order {
  product: Product;
  language: Language;
  parts: number;
  templateId: string | null;
  /** What is sent; null for a face verification, of which the check keeps what there is to keep. */
  message: MessageContent | null;
  recipient: Recipient | null;
  /** The providers that may carry it out, best first. */
  providers: readonly string[];
  attempt(providerCode: string, context: ProviderContext): Promise<Outcome>;
  success: SuccessMessage;
  /** The reply's data once a provider has done it. */
  dataFrom(providerCode: string): object;
  /** The values that no log and no evidence may show. */
  personal(): readonly string[];
  /** The row of the check that the settle records, for a face verification. */
  check: string | null;
}

/** Whom a message goes to, as far as limits must know. */
export interface Recipient {
  /** E.164; it goes no further than this process. */
  mobile: string;
  /** By ISO code; null for numbers of no country. */
  region: string | null;
  numberHash(): Buffer;
  prefix: string;
  codeHash(): Buffer | null;
  limits: NumberLimits | null;
}
