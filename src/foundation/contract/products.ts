import type { Language } from './text/languages.ts';

interface ProductRow {
  /** The kind of its providers; null for a product without a path, which is charged with another one. */
  readonly kind: 'sms' | 'face' | null;
  readonly name: Readonly<Record<Language, string>>;
  /** Which per-number limits apply; null where no message is sent. */
  readonly numberLimits: 'code' | 'verify' | 'notice' | null;
  /** What an installation gets with the product; absent for the products that every installation has. */
  readonly first?: FirstTerms;
}

/** The list price of a new product, and its template if it sends messages. */
export interface FirstTerms {
  readonly unitPrice: bigint;
  readonly template?: { readonly templateId: string; readonly text: string };
}

/** The products an account can buy. The name is also the last segment of the product's path, if it has one. */
export const productTable = {
  face_verify: {
    kind: 'face',
    name: { en: 'Face check', zh: '人脸核验' },
    numberLimits: null,
  },
  sms_code: { kind: 'sms', name: { en: 'Code SMS', zh: '验证码短信' }, numberLimits: 'code' },
  sms_notice: { kind: 'sms', name: { en: 'Notice SMS', zh: '通知短信' }, numberLimits: 'notice' },
  verify_start: {
    kind: 'sms',
    name: { en: 'Verify', zh: '验证' },
    numberLimits: 'verify',
    first: {
      unitPrice: 500n,
      template: {
        templateId: 'VERIFY_DEFAULT',
        text: 'Your verification code is {code}. Do not share it with anyone.',
      },
    },
  },
  /** Held when a verification starts, and charged if its code is approved. */
  verify_approval: {
    kind: null,
    name: { en: 'Verify approval', zh: '验证通过' },
    numberLimits: null,
    first: { unitPrice: 0n },
  },
} as const satisfies Record<string, ProductRow>;

export type Product = keyof typeof productTable;
export const products = Object.keys(productTable) as readonly Product[];

/** Products that an older version does not know, and what an installation gets with each. */
export const addedProducts: readonly (readonly [Product, FirstTerms])[] = products.flatMap(
  (product) => {
    const { first }: ProductRow = productTable[product];
    return first ? [[product, first] as const] : [];
  },
);

type ProductOf<Kind> = {
  [Name in Product]: (typeof productTable)[Name]['kind'] extends Kind ? Name : never;
}[Product];
/** Products with a path: a request asks for one of them. */
export type CalledProduct = ProductOf<'sms' | 'face'>;
export const calledProducts = products.filter(
  (product): product is CalledProduct => productTable[product].kind !== null,
);

/** Products that send messages. */
export type SmsProduct = ProductOf<'sms'>;

export function isSmsProduct(product: Product): product is SmsProduct {
  return productTable[product].kind === 'sms';
}

/** Whether the only variable of its messages is a code. */
export function isCodeProduct(product: Product): boolean {
  return product === 'sms_code' || product === 'verify_start';
}

export function productNames(language: Language): Readonly<Record<Product, string>> {
  const names = products.map((product) => [product, productTable[product].name[language]]);
  return Object.fromEntries(names) as Record<Product, string>;
}

export const smsProducts: readonly SmsProduct[] = products.filter(isSmsProduct);

/** What a key may be used for: products, and managing webhooks. */
export type KeyScope = CalledProduct | 'webhooks';
export const keyScopes: readonly KeyScope[] = [...calledProducts, 'webhooks'];

/** The scope of a key that buys a product. */
export function scopeOf(product: Product): KeyScope {
  return product === 'verify_approval' ? 'verify_start' : product;
}

/** A test key's calls never leave the machine and draw on the test wallet. */
export const modes = ['test', 'live'] as const;
export type Mode = (typeof modes)[number];

/** Why a call costs what it costs. */
export const priceSources = ['default', 'recheck_free', 'account', 'free'] as const;
export type PriceSource = (typeof priceSources)[number];

/** A provider's result for a call. All but `unknown` are final. */
export const outcomeKinds = ['done', 'rejected', 'unavailable', 'unknown'] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];

/** The state of a call: held until it has its outcome. */
export const callStates = ['held', ...outcomeKinds] as const;
export type CallState = (typeof callStates)[number];

/** Calls by their keys, as two columns of the same length. */
export interface CallColumns {
  accountIds: readonly number[];
  callIds: readonly string[];
}

/** The owner of money, keys and messages: always an account together with a mode. */
export interface Owner {
  accountId: number;
  mode: Mode;
}
