import Type, { type Static } from 'typebox';
import { modes } from '../../../foundation/contract/products.ts';
import { contactKinds } from '../../../money/payments/contact-queries.ts';
import { differenceCauses } from '../../../money/payments/difference-queries.ts';
import { paymentStates } from '../../../money/payments/payment.ts';
import { nullable } from '../kit/nullable.ts';
import { idAsked, money, seen, time } from '../kit/wire-formats.ts';
import { ProviderTitles } from './provider-titles.ts';

const paymentId = Type.String({ format: 'uuid' });
const reason = Type.String({ minLength: 1, maxLength: 200 });
const amount = Type.String({ maxLength: 40 });

export const listedStates = [...paymentStates, 'disputed'] as const;

export const PaymentsFilter = Type.Object({
  mode: Type.Optional(Type.Enum(modes)),
  account: Type.Optional(Type.Integer({ minimum: 1 })),
  state: Type.Optional(Type.Enum(listedStates)),
  provider: Type.Optional(Type.String({ maxLength: 64 })),
  from: Type.Optional(time),
  to: Type.Optional(time),
});
export type PaymentsFilter = Static<typeof PaymentsFilter>;

export const PaymentsQuery = Type.Object({
  ...PaymentsFilter.properties,
  before: Type.Optional(paymentId),
  after: Type.Optional(paymentId),
  seen: Type.Optional(seen),
});

export const PaymentRow = Type.Object({
  paymentId: Type.String(),
  accountId: Type.Integer(),
  accountName: Type.String(),
  provider: Type.String(),
  method: Type.String({ description: 'Its name in the language of the viewer.' }),
  state: Type.Enum(paymentStates),
  amount: money,
  fee: money,
  currency: Type.String(),
  credited: nullable(money),
  returned: money,
  disputed: money,
  isDisputeOpen: Type.Boolean(),
  detail: Type.String(),
  at: time,
});
export type PaymentRow = Static<typeof PaymentRow>;

/** The bank lines that wait for a person. */
export const OpenBank = Type.Object({
  count: Type.Integer(),
  oldestOn: nullable(Type.String({ description: 'As 2030-01-31.' })),
  sums: Type.Array(Type.Object({ currency: Type.String(), amount: money }), {
    description: 'What came in, by currency.',
  }),
});

export const PaymentsPage = Type.Object({
  payments: Type.Array(PaymentRow),
  hasMore: Type.Boolean(),
  bank: OpenBank,
  titles: ProviderTitles,
});
export type PaymentsPage = Static<typeof PaymentsPage>;

export const PaymentAsked = Type.Object({ paymentId: idAsked });

const storyKinds = [
  ...(['asked_for', 'automatic', ...contactKinds, 'paid_there', 'credited', 'fee'] as const),
  ...(['refund_asked', 'refund_done', 'refund_failed', 'refund_returned'] as const),
  ...(['taken_back', 'given_back', 'disputed'] as const),
  ...(['card_saved', 'card_dropped', 'card_removed'] as const),
  ...(['failed', 'expired', 'mismatched', 'ignored'] as const),
] as const;

export const PaymentDetail = Type.Object({
  ...PaymentRow.properties,
  titles: ProviderTitles,
  mode: Type.Enum(modes),
  reference: Type.String(),
  charged: Type.String({ ...money, description: 'What the payer is asked for.' }),
  chargedCurrency: Type.String(),
  rate: nullable(Type.String({ description: 'Null where the wallet’s currency is charged.' })),
  rateSetAt: nullable(time),
  expiresAt: time,
  orderNo: Type.String({ description: 'How the vendor names the order.' }),
  vendorRef: nullable(Type.String()),
  paymentRef: nullable(Type.String()),
  vendorPaid: nullable(
    Type.Object({ amount: money, currency: Type.String() }, { description: 'By its last answer.' }),
  ),
  left: Type.String({ ...money, description: 'What can be paid back at most.' }),
  creditLeft: Type.String({ ...money, description: 'The same without the fee.' }),
  steps: Type.Array(
    Type.Object({
      what: Type.Enum(storyKinds),
      at: time,
      lastAt: nullable(time),
      times: Type.Integer(),
      amount: nullable(money),
      detail: Type.String(),
    }),
    { description: 'What happened, in order of time.' },
  ),
});
export type PaymentDetail = Static<typeof PaymentDetail>;

export const PaymentRefund = Type.Object({
  paymentId,
  amount: Type.Optional(
    Type.Union([amount, Type.Null()], { description: 'Null for all that is left.' }),
  ),
  reason,
});

export const PaymentSettle = Type.Object({
  paymentId,
  credit: Type.Union([amount, Type.Null()], { description: 'Null to credit nothing.' }),
  reason,
});

export const PaymentDispute = Type.Object({ paymentId, reason });

export const PaymentMoved = Type.Object({ amount: money, available: money });
export type PaymentMoved = Static<typeof PaymentMoved>;

const term = (description: string) => nullable(Type.String({ ...money, description }));

const Terms = {
  isOn: nullable(Type.Boolean()),
  feePercent: term('Of the amount; 1.0000 is one percent.'),
  feeFixed: term('Beyond the percentage.'),
  minimum: term('Of what the wallet gets.'),
  maximum: term('Of what the wallet gets.'),
  chargedCurrency: nullable(Type.String({ maxLength: 3 })),
  rate: nullable(Type.String({ description: 'One unit of the platform’s currency in it.' })),
};

const TermsKey = {
  provider: Type.String({ maxLength: 64 }),
  method: Type.String({ maxLength: 64 }),
  account: nullable(Type.Integer({ minimum: 1 })),
};

export const TermsQuery = Type.Object({ provider: TermsKey.provider });

export const PaymentTerms = Type.Object({
  currency: Type.String(),
  methods: Type.Array(
    Type.Object({
      method: Type.String(),
      title: Type.String(),
      currencies: Type.Array(Type.String(), { description: 'What it can charge instead.' }),
    }),
  ),
  terms: Type.Array(
    Type.Object({
      ...TermsKey,
      accountName: nullable(Type.String()),
      ...Terms,
      rateSetAt: nullable(time),
    }),
    { description: 'What was set; those for everyone first. Null where the default applies.' },
  ),
});
export type PaymentTerms = Static<typeof PaymentTerms>;

const typed = nullable(amount);

/** All values of a way to pay; null for the default. */
export const TermsSet = Type.Object({
  ...TermsKey,
  isOn: nullable(Type.Boolean()),
  feePercent: typed,
  feeFixed: typed,
  minimum: typed,
  maximum: typed,
  chargedCurrency: Type.Optional(nullable(Type.String({ maxLength: 3 }))),
  rate: Type.Optional(typed),
});
export type TermsSet = Static<typeof TermsSet>;

export const TermsReset = Type.Object(TermsKey);

export const UnknownExplained = Type.Object({
  provider: TermsKey.provider,
  paymentRef: Type.String({ minLength: 1, maxLength: 200 }),
  reason,
});

export const BooksQuery = Type.Object({
  month: Type.String({ pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$' }),
});

const sums = {
  payments: Type.Integer(),
  unanswered: Type.Integer({ description: 'Payments of which the vendor has said nothing yet.' }),
  vendorPaid: money,
  vendorReturned: money,
  vendorFee: nullable(Type.String({ ...money, description: 'Null where the vendor says none.' })),
  ledgerPaid: money,
  ledgerFee: money,
  ledgerReturned: money,
  difference: Type.String({ ...money, description: 'What the vendor has beyond the ledger.' }),
  bankPaidOut: money,
};

/** What vendor, ledger and bank say of a month. */
export const PaymentBooks = Type.Object({
  providers: Type.Array(
    Type.Object({
      provider: Type.String(),
      currency: Type.String({
        description: 'Of what the provider, its pay-outs and differences say.',
      }),
      ledgerCurrency: Type.String({ description: 'Of what the ledger says.' }),
      days: Type.Array(Type.Object({ day: Type.String(), ...sums })),
      month: Type.Object(sums),
      atVendor: Type.String({
        ...money,
        description: 'Of all time: received, less paid back, known fees and pay-outs.',
      }),
    }),
  ),
  differences: Type.Array(
    Type.Object({
      paymentId: Type.String(),
      accountName: Type.String(),
      provider: Type.String(),
      currency: Type.String(),
      cause: Type.Enum(differenceCauses),
      amount: nullable(money),
      foundAt: time,
    }),
    { description: 'The longest known first.' },
  ),
  unknown: Type.Array(
    Type.Object({
      provider: Type.String(),
      paymentRef: Type.String(),
      orderNo: Type.String({ description: 'As the vendor has it; empty if it has none.' }),
      amount: money,
      currency: Type.String(),
      paidAt: time,
      foundAt: time,
    }),
    { description: 'Payments in vendors’ lists that are not ours, until somebody explains them.' },
  ),
  lists: Type.Array(
    Type.Object({
      provider: Type.String(),
      listedTo: nullable(Type.String({ description: 'The last day whose list was compared.' })),
      hasList: Type.Boolean({ description: 'Whether its vendor gives a list of all payments.' }),
    }),
  ),
  titles: ProviderTitles,
  bank: OpenBank,
  isMore: Type.Boolean(),
  comparedAt: nullable(time),
});
export type PaymentBooks = Static<typeof PaymentBooks>;
