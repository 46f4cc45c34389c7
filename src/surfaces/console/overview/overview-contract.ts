import Type, { type Static } from 'typebox';
import { calledProducts, modes } from '../../../foundation/contract/products.ts';
import { disabledReasons } from '../../../foundation/contract/wire/event-schemas.ts';
import { providerStates } from '../../../vendors/providers/provider-state.ts';
import { nullable } from '../kit/nullable.ts';
import { money, time } from '../kit/wire-formats.ts';
import { OpenBank } from '../payments/payments-contract.ts';
import { Failing, RouteKey } from '../providers/providers-contract.ts';

export const OverviewQuery = Type.Object({
  mode: Type.Optional(Type.Enum(modes)),
  from: time,
  to: time,
});

export const OverviewChangesQuery = Type.Object({ mode: Type.Optional(Type.Enum(modes)) });

/** The totals of a period; margins are left out for an account's members. */
const Sums = Type.Object({
  calls: Type.Integer(),
  done: Type.Integer(),
  completed: Type.Integer({ description: 'As the rows of the list say, and so are the next two.' }),
  waiting: Type.Integer(),
  unknown: Type.Integer(),
  finished: Type.Integer(),
  delivered: Type.Integer(),
  slowMs: nullable(Type.Integer()),
  spend: money,
  margin: Type.Optional(nullable(money)),
  uncosted: Type.Optional(Type.Integer()),
  uncostedSpend: Type.Optional(money),
});
export type OverviewSums = Static<typeof Sums>;

export const Overview = Type.Object({
  isApproximate: Type.Boolean(),
  sums: Sums,
  before: Sums,
  times: Type.Array(time),
  series: Type.Array(
    Type.Object({
      product: Type.Enum(calledProducts),
      calls: Type.Array(Type.Integer()),
      spend: Type.Array(money),
    }),
  ),
  past: Type.Array(nullable(Type.Integer()), {
    description: 'All calls of the previous period, step by step; null where it has no such step.',
  }),
  pastSpend: Type.Array(nullable(money)),
  balance: nullable(
    Type.Object({ available: money, held: money, hoursLeft: nullable(Type.Integer()) }),
  ),
  reasons: Type.Array(Type.Object({ reason: Type.String(), calls: Type.Integer() })),
});
export type Overview = Static<typeof Overview>;

/** What needs someone's attention. */
export const Needs = Type.Object({
  review: Type.Object({ count: Type.Integer(), oldestAt: nullable(time), held: money }),
  payments: Type.Object(
    {
      count: Type.Integer(),
      bank: nullable(OpenBank),
      differences: Type.Integer({
        description: 'Between vendors and ledger, by the last comparison.',
      }),
      fapiao: Type.Integer({ description: 'Requests for a fapiao that wait for the operator.' }),
      unissued: Type.Array(
        Type.Object({
          paymentId: Type.String(),
          accountName: Type.String(),
          detail: Type.String(),
        }),
        { description: 'Payments whose invoice or credit note could not be issued, and why.' },
      ),
      cards: Type.Array(
        Type.Object({
          paymentId: Type.String(),
          accountName: Type.String(),
          provider: Type.String(),
          detail: Type.String(),
        }),
        { description: 'Removed cards that their providers have not removed for hours.' },
      ),
      first: Type.Array(
        Type.Object({
          paymentId: Type.String(),
          accountName: Type.String(),
          isDisputed: Type.Boolean(),
          amount: money,
          currency: Type.String(),
          detail: Type.String(),
        }),
      ),
    },
    { description: 'Payments put aside for a decision, and disputes; the longest waiting first.' },
  ),
  wallets: Type.Array(
    Type.Object({
      accountId: Type.Integer(),
      name: Type.String(),
      available: money,
      threshold: nullable(money),
      anHour: nullable(money),
      hoursLeft: nullable(Type.Integer()),
    }),
  ),
  topUps: Type.Array(
    Type.Object({
      accountId: Type.Integer(),
      name: Type.String(),
      available: money,
      askedAt: time,
    }),
    { description: 'Accounts that asked for a top-up and got none since.' },
  ),
  endpoints: Type.Array(
    Type.Object({
      endpointId: Type.Integer(),
      accountId: Type.Integer(),
      name: Type.String(),
      url: Type.String(),
      because: Type.Enum([...disabledReasons]),
    }),
    { description: 'Those that the platform switched off, the latest first.' },
  ),
  failingEndpoints: Type.Array(
    Type.Object({
      endpointId: Type.Integer(),
      accountId: Type.Integer(),
      name: Type.String(),
      url: Type.String(),
      failed: Type.Integer({ description: 'Attempts since it accepted anything.' }),
      since: time,
    }),
    { description: 'Those that are on and accepted nothing since an attempt failed.' },
  ),
  providers: Type.Array(
    Type.Object({
      provider: Type.String(),
      asked: Type.Integer(),
      done: Type.Integer(),
      slowMs: nullable(Type.Integer()),
      state: Type.Enum(providerStates),
      failing: nullable(Failing),
    }),
  ),
  routes: Type.Array(
    Type.Object({
      ...RouteKey.properties,
      accountName: nullable(Type.String()),
      provider: Type.String(),
      failing: nullable(Failing),
      instead: nullable(Type.String({ description: 'The next provider of the route that works.' })),
      asked: Type.Integer({ description: 'How many providers of the route can be asked.' }),
    }),
    { description: 'Live calls of these routes are sent to a failing provider first.' },
  ),
});
export type Needs = Static<typeof Needs>;

export const OverviewAccounts = Type.Object({
  accounts: Type.Array(
    Type.Object({
      accountId: Type.Integer(),
      name: Type.String(),
      calls: Type.Integer(),
      revenue: money,
      uncostedRevenue: money,
      margin: nullable(money),
    }),
  ),
});
export type OverviewAccounts = Static<typeof OverviewAccounts>;

/** Whether the last ledger proof succeeded, and when it ran. */
export const Proof = Type.Object({
  state: Type.Enum(['good', 'bad', 'none']),
  at: nullable(time),
  fault: nullable(Type.String()),
  wallets: Type.Integer(),
  differences: Type.Integer({
    description: 'Payments that differ from what their providers say, by the last comparison.',
  }),
});
export type Proof = Static<typeof Proof>;

/** Whether the platform does its work, for everyone: it names no provider. */
export const PlatformStatus = Type.Object({
  failing: Type.Array(Type.Enum(calledProducts), {
    description: 'Products whose live calls fail now.',
  }),
  offered: Type.Array(Type.Enum(calledProducts), {
    description: 'Products with a provider for live calls.',
  }),
  operator: nullable(
    Type.Object(
      { name: Type.String(), contact: Type.String() },
      { description: 'Who runs the platform, in the language of the viewer.' },
    ),
  ),
});
export type PlatformStatus = Static<typeof PlatformStatus>;

const stepNames = ['account', 'key', 'template', 'price', 'call', 'provider'] as const;

export const FirstSteps = Type.Object({
  steps: Type.Array(
    Type.Object({ name: Type.Enum(stepNames), isDone: Type.Boolean(), note: Type.String() }),
  ),
  demo: nullable(
    Type.Object({
      apiKey: Type.String({ description: 'The key created at the first start, for operators.' }),
      keyId: Type.Integer(),
      accountId: Type.Integer(),
    }),
  ),
  apiUrl: Type.String(),
});
export type FirstSteps = Static<typeof FirstSteps>;
