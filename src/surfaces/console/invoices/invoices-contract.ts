import Type, { type Static } from 'typebox';
import { languages } from '../../../foundation/contract/text/languages.ts';
import { invoiceKinds } from '../../../money/invoices/invoice.ts';
import { vatKinds } from '../../../money/invoices/vat.ts';
import { nullable } from '../kit/nullable.ts';
import { money } from '../kit/wire-formats.ts';
import { month } from '../wallet/wallet-contract.ts';

const day = Type.String({ format: 'date' });
const id = Type.String({ format: 'uuid' });
const account = Type.Integer({ minimum: 1 });
const text = Type.String({ maxLength: 500 });

export const InvoicesQuery = Type.Object({
  month: Type.Optional(month),
  account: Type.Optional(account),
  before: Type.Optional(id),
});

export const CsvQuery = Type.Object({ month });

export const InvoiceRow = Type.Object({
  invoiceId: Type.String(),
  kind: Type.Enum(invoiceKinds),
  number: Type.String(),
  correctsNumber: nullable(Type.String()),
  issuedOn: day,
  accountId: Type.Integer(),
  accountName: Type.String(),
  buyer: Type.String(),
  currency: Type.String(),
  net: money,
  vat: money,
  gross: money,
  vatKind: Type.Enum(vatKinds),
});
export type InvoiceRow = Static<typeof InvoiceRow>;

export const InvoicesPage = Type.Object({
  isOn: Type.Boolean({ description: 'Whether payments get an invoice by themselves.' }),
  invoices: Type.Array(InvoiceRow),
  next: nullable(Type.String()),
  waiting: Type.Integer({ description: 'Payments whose account has no billing details.' }),
  failing: Type.Array(
    Type.Object({
      paymentId: Type.String(),
      line: nullable(Type.Integer({ description: 'Of the bank, if it is no online payment.' })),
      accountName: Type.String(),
      detail: Type.String(),
    }),
    { description: 'Payments whose documents could not be issued, and why; for operators.' },
  ),
  takesFapiao: Type.Boolean(),
  askedFapiao: Type.Integer({ description: 'Requests for a fapiao that wait for the operator.' }),
});
export type InvoicesPage = Static<typeof InvoicesPage>;

export const PdfQuery = Type.Object({ invoice: id, language: Type.Enum([...languages]) });

const BillingDetails = Type.Object({ name: text, address: text, country: text, vatId: text });
export type BillingDetails = Static<typeof BillingDetails>;
/** What was typed. */
export const BillingForm = BillingDetails;
export const Billing = Type.Object({ billing: nullable(BillingDetails) });
export type Billing = Static<typeof Billing>;

const Settings = {
  isOn: Type.Boolean(),
  invoicePattern: text,
  creditNotePattern: text,
  sellerAddress: text,
  sellerTaxId: text,
  takesFapiao: Type.Boolean({ description: 'Whether customers can ask for a fapiao.' }),
};

const RuleKey = {
  country: nullable(text),
  account: nullable(account),
};

export const InvoiceSettings = Type.Object({
  settings: Type.Object(Settings),
  next: Type.Object(
    { invoicePattern: Type.String(), creditNotePattern: Type.String() },
    { description: 'The numbers that the next documents of this year get by these patterns.' },
  ),
  missing: Type.Array(Type.String(), {
    description: 'What must be entered before invoicing can be turned on, in words.',
  }),
  sellerName: nullable(Type.String({ description: 'Null until the legal details are set.' })),
  rules: Type.Array(
    Type.Object({
      ...RuleKey,
      accountName: nullable(Type.String()),
      percent: money,
      isReverseCharge: Type.Boolean(),
      note: Type.String(),
    }),
    { description: 'That for everyone first.' },
  ),
});
export type InvoiceSettings = Static<typeof InvoiceSettings>;

/** All settings. */
export const SettingsForm = Type.Object(Settings);
export type SettingsForm = Static<typeof SettingsForm>;

export const VatForm = Type.Object({
  ...RuleKey,
  percent: Type.String({ maxLength: 24, description: 'As typed: 21 is 21 percent.' }),
  isReverseCharge: Type.Boolean(),
  note: text,
});
export const VatReset = Type.Object(RuleKey);
