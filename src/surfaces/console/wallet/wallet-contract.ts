import Type, { type Static } from 'typebox';
import { modes, products } from '../../../foundation/contract/products.ts';
import { languages } from '../../../foundation/contract/text/languages.ts';
import { paymentParts } from '../../../money/ledger/own-references.ts';
import { ActorName } from '../kit/actor-name.ts';
import { nullable } from '../kit/nullable.ts';
import { money, time } from '../kit/wire-formats.ts';

const day = Type.String({ format: 'date' });
const mode = Type.Enum([...modes]);
const product = Type.Enum([...products]);
export const month = Type.String({
  pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$',
  examples: ['2026-10'],
});
const typed = Type.String({ minLength: 1, maxLength: 24, description: 'An amount as typed.' });
const reference = Type.String({ minLength: 1, maxLength: 200 });
const reason = Type.String({ minLength: 1, maxLength: 500 });

export const InMode = Type.Object({ mode });

export const WalletsQuery = Type.Object({
  mode,
  low: Type.Optional(Type.Boolean({ description: 'Only those below their threshold.' })),
  after: Type.Optional(Type.Integer({ minimum: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
});
export const WalletsWatched = Type.Omit(WalletsQuery, ['limit']);
export const WalletRow = Type.Object({
  accountId: Type.Integer(),
  accountName: Type.String(),
  available: money,
  held: money,
  creditLimit: money,
  lowBalance: nullable(money),
  isLow: Type.Boolean(),
  /** How many days the available balance lasts, by the last seven closed days; null without spending. */
  lastsDays: nullable(Type.Integer()),
});
export type WalletRow = Static<typeof WalletRow>;
export const WalletsPage = Type.Object({
  currency: Type.String(),
  wallets: Type.Array(WalletRow),
  total: Type.Object(
    { wallets: Type.Integer(), available: money, held: money },
    { description: 'Of all wallets of the mode.' },
  ),
  since: nullable(Type.String({ format: 'date', description: 'The day of the first account.' })),
  next: nullable(Type.Integer()),
});
export type WalletsPage = Static<typeof WalletsPage>;

export const AskedTopUp = Type.Object({ askedAt: time });
export type AskedTopUp = Static<typeof AskedTopUp>;

export const Wallet = Type.Object({
  ...WalletRow.properties,
  currency: Type.String(),
  timeZone: Type.String(),
  since: Type.String({ format: 'date', description: 'The day on which the account was made.' }),
  /** Charged for calls accepted today, minus refunds: the figure of the overview and of the usage. */
  spentToday: money,
  /** What counts toward the daily limit: held money too, and refunded money still. */
  limitUsedToday: money,
  spendCapDay: nullable(money),
  mails: Type.Object(
    { balance: Type.Boolean(), statements: Type.Boolean(), isPossible: Type.Boolean() },
    { description: 'What the account gets by mail, and whether the platform can send mail.' },
  ),
  topUpAskedAt: nullable(time),
  isPayable: Type.Boolean({ description: 'Customers are offered a way to pay into it.' }),
  days: Type.Array(Type.Object({ day, balance: money }), {
    description: 'The balance at the end of each of the last thirty days with movements.',
  }),
});
export type Wallet = Static<typeof Wallet>;

const movementKinds = ['calls', 'top_up', 'adjust', 'refund'] as const;
export const MovementsQuery = Type.Object({
  mode,
  kind: Type.Optional(Type.Enum([...movementKinds])),
  before: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
});
const MovedPayment = Type.Object({
  paymentId: Type.String({ format: 'uuid' }),
  part: Type.Enum(paymentParts, { description: 'What of the payment moved.' }),
  title: nullable(Type.Object({ en: Type.String(), zh: Type.String() })),
  method: Type.String(),
});
export const Movement = Type.Object({
  id: Type.String(),
  at: time,
  day,
  kind: Type.Enum([...movementKinds]),
  amount: money,
  product: nullable(product),
  calls: nullable(Type.Integer()),
  reference: nullable(Type.String()),
  reason: nullable(Type.String()),
  balance: nullable(money),
  payment: nullable(MovedPayment),
  invoice: nullable(
    Type.Object(
      { invoiceId: Type.String(), number: Type.String() },
      { description: 'Of the payment or the bank transfer that came in.' },
    ),
  ),
  /** Who moved it; for operators. */
  by: Type.Optional(nullable(ActorName)),
});
export type Movement = Static<typeof Movement>;
export const MovementsPage = Type.Object({
  movements: Type.Array(Movement),
  next: nullable(Type.String({ description: 'The `before` of the next page.' })),
});
export type MovementsPage = Static<typeof MovementsPage>;

export const StatementQuery = Type.Object({
  mode,
  month,
  language: Type.Optional(Type.Enum([...languages])),
});
const productSum = { product, calls: Type.Integer(), charged: money };
export const Statement = Type.Object({
  number: Type.String(),
  accountId: Type.Integer(),
  accountName: Type.String(),
  mode,
  month: Type.String(),
  from: day,
  to: day,
  timeZone: Type.String(),
  currency: Type.String(),
  language: Type.Enum([...languages]),
  operatorName: Type.String(),
  isFinal: Type.Boolean(),
  isEqual: Type.Boolean(),
  opening: money,
  toppedUp: money,
  charged: money,
  refunded: money,
  adjusted: money,
  closing: money,
  held: money,
  byProduct: Type.Array(Type.Object(productSum)),
  byDay: Type.Array(Type.Object({ day, ...productSum })),
  verifications: nullable(
    Type.Object({
      started: Type.Integer(),
      approved: Type.Integer(),
      percent: Type.String({ examples: ['81.5%'] }),
    }),
  ),
});
export type Statement = Static<typeof Statement>;

export const TopUp = Type.Object({ mode, amount: typed, reference, reason });
export const Adjustment = TopUp;
export const Credit = Type.Object({ mode, amount: typed, reference, reason });
export const Threshold = Type.Object({ mode, amount: nullable(typed) });
export const Mails = Type.Object({ balance: Type.Boolean(), statements: Type.Boolean() });
export const Refund = Type.Object({
  requestId: Type.String({ format: 'uuid' }),
  reference,
  reason,
});
export const Moved = Type.Object({
  available: money,
  held: money,
  isRepeat: Type.Optional(Type.Boolean({ description: 'The reference was used before.' })),
});
export type Moved = Static<typeof Moved>;
export const ThresholdSet = Type.Object({ lowBalance: nullable(money) });
