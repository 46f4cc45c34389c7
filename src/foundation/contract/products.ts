import type { Language } from './text/languages.ts';

interface ProductRow {
  /** The kind of its providers; null for a product without a path, which is charged with another one. */
  readonly kind: 'sms' | 'voice' | 'email' | 'face' | null;
  readonly name: Readonly<Record<Language, string>>;
  /** The operation that sells it, if that has another name. */
  readonly operation?: 'verify_start';
  /** Which limits apply to a recipient; null where no message is sent. */
  readonly numberLimits: 'code' | 'verify' | 'notice' | null;
  /** What an installation gets with the product; absent for the products that every installation has. */
  readonly first?: FirstTerms;
}

/** The list price of a new product, and its template if it sends messages. */
export interface FirstTerms {
  readonly unitPrice: bigint;
  readonly template?: { readonly templateId: string; readonly text: string };
}

/** The products an account can buy. The name is also that of its operation, unless the row names one or has none. */
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
    name: { en: 'Verify by SMS', zh: '短信验证' },
    numberLimits: 'verify',
    first: {
      unitPrice: 500n,
      template: {
        templateId: 'VERIFY_DEFAULT',
        text: 'Your verification code is {code}. Do not share it with anyone.',
      },
    },
  },
  verify_voice: {
    kind: 'voice',
    name: { en: 'Verify by voice', zh: '语音验证' },
    operation: 'verify_start',
    numberLimits: 'verify',
    first: {
      unitPrice: 1_000n,
      template: {
        templateId: 'VERIFY_VOICE',
        text: 'Your verification code is {code}.',
      },
    },
  },
  verify_email: {
    kind: 'email',
    name: { en: 'Verify by email', zh: '邮箱验证' },
    operation: 'verify_start',
    numberLimits: 'verify',
    first: {
      unitPrice: 100n,
      template: {
        templateId: 'VERIFY_EMAIL',
        text:
          'Subject: Your verification code\n\nYour verification code is {code}. Do not share it ' +
          'with anyone.\n\nIf you did not ask for it, ignore this email.',
      },
    },
  },
  /** Held when a verification starts, and charged if its code is approved. */
  verify_approval: {
    kind: null,
    name: { en: 'Approved verification', zh: '验证成功' },
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
/** Products that a request asks for. */
export type CalledProduct = ProductOf<'sms' | 'voice' | 'email' | 'face'>;
export const calledProducts = products.filter(
  (product): product is CalledProduct => productTable[product].kind !== null,
);

/** Products that send messages. */
export type MessageProduct = ProductOf<'sms' | 'voice' | 'email'>;

export function isMessageProduct(product: Product): product is MessageProduct {
  const { kind } = productTable[product];
  return kind !== 'face' && kind !== null;
}

/** Whether its messages are counted in parts, and can be charged so. */
export function isSentInParts(product: Product): boolean {
  return productTable[product].kind === 'sms';
}

/** Whether the only variable of its messages is a code. */
export function isCodeProduct(product: Product): boolean {
  return product === 'sms_code' || isVerifyProduct(product);
}

/** The ways by which a verification sends its code, and the product that each is. */
export const channelProducts = {
  sms: 'verify_start',
  voice: 'verify_voice',
  email: 'verify_email',
} as const satisfies Record<string, Product>;
export type Channel = keyof typeof channelProducts;
export const channels = Object.keys(channelProducts) as readonly Channel[];
export const verifyProducts = Object.values(channelProducts);
export type VerifyProduct = (typeof verifyProducts)[number];

export function isVerifyProduct(product: Product): product is VerifyProduct {
  return (verifyProducts as readonly Product[]).includes(product);
}

export function productNames(language: Language): Readonly<Record<Product, string>> {
  const names = products.map((product) => [product, productTable[product].name[language]]);
  return Object.fromEntries(names) as Record<Product, string>;
}

export const messageProducts: readonly MessageProduct[] = products.filter(isMessageProduct);

/** What a key may be used for besides products: managing webhooks, and topping up the wallet. */
export const freeScopes = ['webhooks', 'payments'] as const;
export type KeyScope = CalledProduct | (typeof freeScopes)[number];
export const keyScopes: readonly KeyScope[] = [...calledProducts, ...freeScopes];

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
