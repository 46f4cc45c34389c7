import Type, { type Static } from 'typebox';
import { products } from '../../../foundation/contract/products.ts';
import { planMarkPattern } from '../../../line/pricing/plan-mark.ts';
import { nullable } from '../kit/nullable.ts';
import { money, time } from '../kit/wire-formats.ts';

const product = Type.Enum([...products]);
const typed = Type.String({ minLength: 1, maxLength: 24, description: 'An amount as typed.' });

/** Revenue and cost of a product's calls in 30 days, for operators. */
export const Margin = Type.Object({
  product,
  calls: Type.Integer(),
  price: money,
  cost: nullable(money),
  margin: nullable(money),
  uncosted: Type.Integer(),
  uncostedPrice: money,
});
export type Margin = Static<typeof Margin>;
export const Margins = Type.Object({ days: Type.Integer(), margins: Type.Array(Margin) });
export type Margins = Static<typeof Margins>;

export const PriceRow = Type.Object({
  product,
  defaultPrice: money,
  accountPrice: nullable(money),
  perPart: Type.Boolean(),
});
export type PriceRow = Static<typeof PriceRow>;

export const Plan = Type.Object({
  planId: Type.Integer(),
  accountId: nullable(Type.Integer()),
  accountName: nullable(Type.String()),
  product,
  unitPrice: nullable(money),
  effectAt: time,
  setBy: Type.Optional(Type.String()),
});
export type Plan = Static<typeof Plan>;

export const PriceBook = Type.Object({
  currency: Type.String(),
  prices: Type.Array(PriceRow),
});
export type PriceBook = Static<typeof PriceBook>;

const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 200 }));
const nextMark = nullable(Type.String({ description: 'The `after` of the next page.' }));

export const PlansQuery = Type.Object({
  after: Type.Optional(Type.String({ pattern: planMarkPattern })),
  limit,
});
export const PlansPage = Type.Object({ plans: Type.Array(Plan), next: nextMark });
export type PlansPage = Static<typeof PlansPage>;

/** A price agreed with an account. */
const Agreed = Type.Object({
  accountId: Type.Integer(),
  accountName: Type.String(),
  product,
  unitPrice: money,
});

/** The cursor of a page is an account and a product: `12_sms_code`. */
export const AgreedQuery = Type.Object({
  after: Type.Optional(Type.String({ pattern: `^[1-9]\\d{0,8}_(${products.join('|')})$` })),
  limit,
});
export const AgreedPage = Type.Object({ prices: Type.Array(Agreed), next: nextMark });
export type AgreedPage = Static<typeof AgreedPage>;

export const HistoryQuery = Type.Object({
  product: Type.Optional(product),
  before: Type.Optional(Type.Integer({ minimum: 1 })),
  limit,
});
export const PastPrice = Type.Object({
  priceId: Type.Integer(),
  accountId: nullable(Type.Integer()),
  accountName: nullable(Type.String()),
  product,
  unitPrice: nullable(money),
  perPart: nullable(Type.Boolean()),
  effectAt: time,
  setBy: Type.Optional(nullable(Type.String())),
});
export type PastPrice = Static<typeof PastPrice>;
export const HistoryPage = Type.Object({
  prices: Type.Array(PastPrice),
  next: nullable(Type.Integer()),
});
export type HistoryPage = Static<typeof HistoryPage>;

export const NewPrice = Type.Object({
  product,
  amount: nullable(typed),
  from: Type.Optional(time),
});
export type NewPrice = Static<typeof NewPrice>;
export const PerPart = Type.Object({ product, perPart: Type.Boolean() });
export const OnePlan = Type.Object({ planId: Type.Integer({ minimum: 1 }) });
export const Done = Type.Object({ ok: Type.Literal(true) });
