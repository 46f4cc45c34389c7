import Type, { type Static } from 'typebox';
import { modes } from '../../../foundation/contract/products.ts';
import { nullable } from '../kit/nullable.ts';

const money = Type.String();

export const MonthQuery = Type.Object({
  mode: Type.Optional(Type.Enum([...modes])),
  month: Type.String({ maxLength: 7, description: 'Such as `2026-10`.' }),
});

const MonthSums = Type.Object({
  calls: Type.Integer({ description: 'Successful calls.' }),
  revenue: Type.String({
    description: 'Charges minus refunds, of the calls accepted in the month.',
  }),
  cost: nullable(money),
  margin: nullable(
    Type.String({ description: 'Of the calls with a known cost; null if there are none.' }),
  ),
  uncosted: Type.Integer({ description: 'Successful calls with an unknown cost.' }),
  uncostedRevenue: money,
});
export type MonthSums = Static<typeof MonthSums>;

const MonthRow = Type.Object({
  key: Type.String({ description: 'The account, provider or product.' }),
  name: Type.String(),
  now: nullable(MonthSums),
  before: nullable(MonthSums),
});
export type MonthRow = Static<typeof MonthRow>;

const Books = Type.Object({
  charged: money,
  refunded: money,
  revenue: Type.String({ description: 'What the statements of all accounts add up to.' }),
});

/** A month of the whole platform beside the month before. */
export const MoneyMonth = Type.Object({
  month: Type.String(),
  before: Type.String(),
  total: Type.Object({ now: MonthSums, before: MonthSums }),
  accounts: Type.Array(MonthRow),
  providers: Type.Array(MonthRow),
  products: Type.Array(MonthRow),
  moreAccounts: Type.Integer({ description: 'Accounts with less revenue, which are left out.' }),
  books: Books,
  otherMonths: Type.String({
    description: 'Revenue of calls accepted in the month minus what was booked in it.',
  }),
  isFinal: Type.Boolean({ description: 'All days of the month are closed.' }),
});
export type MoneyMonth = Static<typeof MoneyMonth>;
