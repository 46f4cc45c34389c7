import Type, { type Static } from 'typebox';
import { payingApps } from '../../../foundation/contract/paying-apps.ts';
import { modes } from '../../../foundation/contract/products.ts';
import { languages } from '../../../foundation/contract/text/languages.ts';
import { paymentStates } from '../../../money/payments/payment.ts';
import { nullable } from '../kit/nullable.ts';
import { idAsked, money, time } from '../kit/wire-formats.ts';

const mode = Type.Enum([...modes]);
const paymentId = Type.String({ format: 'uuid' });
const code = Type.String({ minLength: 1, maxLength: 64 });
const title = Type.Object({ en: Type.String(), zh: Type.String() });
const typedAmount = Type.String({
  minLength: 1,
  maxLength: 24,
  description: 'An amount as typed.',
});
const shows = Type.Enum(['page', 'qr']);

export const InMode = Type.Object({ mode });

/** What the payer is charged, and at which rate; null where it is the wallet's currency. */
const conversion = {
  chargedCurrency: Type.String(),
  rate: nullable(Type.String()),
  rateSetAt: nullable(time),
};

export const Offer = Type.Object({
  providerCode: Type.String(),
  providerTitle: title,
  method: Type.String(),
  title,
  shows,
  app: Type.Optional(
    Type.Enum([...payingApps], { description: 'It works only in the browser of this app.' }),
  ),
  saves: Type.Optional(Type.Literal(true)),
  currency: Type.String(),
  minimum: money,
  maximum: money,
  feePercent: money,
  feeFixed: money,
  ...conversion,
});
export type Offer = Static<typeof Offer>;

export const AutoTopUp = Type.Object({
  isOn: Type.Boolean(),
  threshold: money,
  amount: money,
  monthlyCap: money,
  card: nullable(Type.String({ description: 'What the owner of the saved card knows it by.' })),
  leaving: Type.Integer({ description: 'Removed cards that their provider has not removed yet.' }),
  stopped: nullable(Type.Enum(['declined', 'taken_back', 'mismatched'])),
  spent: Type.String({ description: 'What the automatic payments of this month cost.' }),
});
export type AutoTopUp = Static<typeof AutoTopUp>;

export const AutoTopUpForm = Type.Object({
  isOn: Type.Boolean(),
  threshold: typedAmount,
  amount: typedAmount,
  monthlyCap: typedAmount,
});

export const Funds = Type.Object({
  offers: Type.Array(Offer, { description: 'The ways to pay; the first is the default.' }),
  bank: nullable(
    Type.Object(
      { details: Type.String(), reference: Type.String() },
      { description: 'Where to send a bank transfer, and what to write on it.' },
    ),
  ),
  automatic: nullable(AutoTopUp),
});
export type Funds = Static<typeof Funds>;

export const NewPayment = Type.Object({
  mode,
  amount: typedAmount,
  provider: code,
  method: code,
  saves: Type.Optional(
    Type.Boolean({ description: 'Save the method for automatic top-ups of the live wallet.' }),
  ),
  charged: {
    ...money,
    description: 'What the page says that the payer pays: anything else is refused.',
  },
  chargedCurrency: Type.String({ maxLength: 3 }),
  attempt: Type.String({
    format: 'uuid',
    description: 'Made by the page for each form: the same one with the same fields pays once.',
  }),
});

export const PaymentAsked = Type.Object({ mode, paymentId: idAsked });
export const ReceiptQuery = Type.Object({
  ...PaymentAsked.properties,
  language: Type.Optional(Type.Enum([...languages])),
});

export const PaymentView = Type.Object({
  paymentId,
  amount: money,
  fee: money,
  total: money,
  currency: Type.String(),
  charged: money,
  ...conversion,
  title: nullable(title),
  providerCode: Type.String(),
  method: Type.String(),
  state: Type.Enum([...paymentStates]),
  isLate: Type.Boolean({ description: 'It was credited after it had ended unpaid.' }),
  isOverdue: Type.Boolean({ description: 'It is pending, and its time is over.' }),
  payUrl: nullable(Type.String()),
  qrText: nullable(Type.String()),
  begunAt: time,
  expiresAt: time,
  paidAt: nullable(time),
  credited: nullable(money),
  refunded: money,
  available: money,
  now: time,
});
export type PaymentView = Static<typeof PaymentView>;

export const PaymentsQuery = Type.Object({
  mode,
  before: Type.Optional(paymentId),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});
export const PaymentRow = Type.Pick(PaymentView, [
  ...(['paymentId', 'amount', 'fee', 'title', 'method', 'state', 'isOverdue'] as const),
  ...(['isLate', 'begunAt', 'paidAt', 'credited', 'refunded'] as const),
]);
export type PaymentRow = Static<typeof PaymentRow>;
export const PaymentsPage = Type.Object({
  payments: Type.Array(PaymentRow),
  next: nullable(Type.String({ description: 'The `before` of the next page.' })),
});
export type PaymentsPage = Static<typeof PaymentsPage>;

export const Begun = Type.Object({ paymentId, payUrl: nullable(Type.String()) });
export type Begun = Static<typeof Begun>;
export const Forgotten = Type.Object({
  isRemoved: Type.Boolean({ description: 'At the provider too; if not, it is asked again.' }),
});
export type Forgotten = Static<typeof Forgotten>;
export const Nothing = Type.Object({});
export const Asked = Type.Object({ isAsked: Type.Boolean() });
