import type { BlockList } from 'node:net';
import type { KeyScope, Mode, Product } from '../../foundation/contract/products.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { Money } from '../../foundation/money.ts';
import type { Template } from '../../products/messages/template.ts';
import type { Routes } from '../../vendors/providers/route.ts';
import type { LimitSettings, NumberLimits } from '../limits/limits.ts';
import type { PriceRule } from '../pricing/price-of.ts';

/**
 * Everything the line must know about a caller before the hold, read once and kept. The two versions
 * say of which state of the platform it is true; the hold refuses it when that has changed.
 */
export interface Principal {
  accountId: number;
  keyId: number;
  mode: Mode;
  accountVersion: number;
  platformVersion: number;
  isSuspended: boolean;
  scopes: readonly KeyScope[];
  /** The addresses that the key may be used from; null for all. */
  addresses: BlockList | null;
  expiresAtMs: number;
  isRevoked: boolean;
  perSecond: number | null;
  keyCap: Money | null;
  limits: LimitSettings | null;
  redirectOrigins: readonly string[] | null;
  nationalIdCheck: boolean | null;
  products: Readonly<Record<Product, ProductTerms>>;
  /** Whether persons can be told who runs the platform; without that no live face check is sold. */
  isOperatorNamed: boolean;
  /** Who serves this caller, the most specific route first. */
  routes: Routes;
}

/** What a product is for one caller. */
export interface ProductTerms {
  isOn: boolean;
  price: PriceRule;
  /** The one assigned to this caller, by the language that a call asks for. */
  templates: Readonly<Record<Language, Template | null>>;
  numberLimits: NumberLimits | null;
}
