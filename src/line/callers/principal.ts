import type { BlockList } from 'node:net';
import type { KeyScope, Mode, Product } from '../../foundation/contract/products.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { Money } from '../../foundation/money.ts';
import type { Template } from '../../products/messages/template.ts';
import type { Routes } from '../../vendors/providers/route.ts';
import type { LimitSettings, NumberLimits } from '../limits/limits.ts';
import type { PriceRule } from '../pricing/price-of.ts';

/**
 * Everything the line needs to know about a caller before the hold, read once and cached. The two versions
 * identify the state of the account and the platform that was read; the hold rejects an outdated one as
 * stale.
 */
export interface Principal {
  accountId: number;
  keyId: number;
  mode: Mode;
  accountVersion: number;
  platformVersion: number;
  isSuspended: boolean;
  scopes: readonly KeyScope[];
  /** The networks that may use the key; null for all. */
  addresses: BlockList | null;
  expiresAtMs: number;
  isRevoked: boolean;
  perSecond: number | null;
  keyCap: Money | null;
  limits: LimitSettings | null;
  redirectOrigins: readonly string[] | null;
  nationalIdCheck: boolean | null;
  /** Whether a further message of a verification has the same code as the one before. */
  keepsCode: boolean;
  products: Readonly<Record<Product, ProductTerms>>;
  /**
   * Whether the platform's operator is named. Live face checks require it, because people must see who runs
   * them.
   */
  isOperatorNamed: boolean;
  /** The routes of this caller, the most specific first. */
  routes: Routes;
}

/** The terms of a product for one caller. */
export interface ProductTerms {
  isOn: boolean;
  price: PriceRule;
  /** The template assigned to this caller for each language a call may ask for. */
  templates: Readonly<Record<Language, Template | null>>;
  numberLimits: NumberLimits | null;
}
