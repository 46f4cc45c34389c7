import Type, { type Static } from 'typebox';
import { fapiaoKinds, fapiaoStates } from '../../../money/invoices/fapiao.ts';
import { nullable } from '../kit/nullable.ts';
import { money, time } from '../kit/wire-formats.ts';

const id = Type.String({ format: 'uuid' });
const text = Type.String({ maxLength: 500 });

const form = {
  kind: Type.Enum(fapiaoKinds),
  isCompany: Type.Boolean(),
  title: text,
  taxNumber: text,
  address: text,
  phone: text,
  bank: text,
  bankAccount: text,
  email: text,
  remark: text,
};

export const FapiaoRow = Type.Object({
  ...form,
  requestId: Type.String(),
  accountId: Type.Integer(),
  accountName: Type.String(),
  state: Type.Enum(fapiaoStates),
  currency: Type.String(),
  amount: money,
  returned: Type.String({ ...money, description: 'Paid back since; the fapiao must be reversed.' }),
  askedAt: time,
  fapiaoCode: Type.String(),
  fapiaoNumber: Type.String(),
  issuedOn: nullable(Type.String({ format: 'date' })),
  file: Type.String(),
  reason: Type.String(),
});
export type FapiaoRow = Static<typeof FapiaoRow>;

export const FapiaoQuery = Type.Object({
  state: Type.Optional(Type.Enum(fapiaoStates)),
  before: Type.Optional(id),
});

export const FapiaoPage = Type.Object({
  requests: Type.Array(FapiaoRow),
  isTaken: Type.Boolean({ description: 'Whether the platform takes requests.' }),
  next: nullable(Type.String()),
});
export type FapiaoPage = Static<typeof FapiaoPage>;

export const FapiaoFree = Type.Object({
  isTaken: Type.Boolean({ description: 'Whether the platform takes requests.' }),
  currency: Type.String(),
  payments: Type.Array(Type.Object({ paymentId: Type.String(), paidAt: time, amount: money }), {
    description: 'Payments that are in no fapiao yet, the newest first.',
  }),
});
export type FapiaoFree = Static<typeof FapiaoFree>;

export const FapiaoAsk = Type.Object({
  ...form,
  payments: Type.Array(id, { minItems: 1, maxItems: 200 }),
});
export type FapiaoAsk = Static<typeof FapiaoAsk>;

export const FapiaoIssue = Type.Object({
  requestId: id,
  fapiaoCode: text,
  fapiaoNumber: text,
  issuedOn: Type.String({ format: 'date' }),
  file: text,
});

export const FapiaoEnd = Type.Object({
  requestId: id,
  to: Type.Enum(['refused', 'reversed']),
  reason: text,
});

export const FapiaoCancel = Type.Object({ requestId: id });
