import Type, { type Static } from 'typebox';
import { calledProducts, modes } from '../../../foundation/contract/products.ts';
import { nullable } from '../kit/nullable.ts';
import { VersionId, VersionsOf } from '../kit/version-contract.ts';
import { time } from '../kit/wire-formats.ts';

const Amount = Type.String({ maxLength: 24, examples: ['20.0000'] });
const Origins = Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100 });

export const AccountsQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 200 })),
  after: Type.Optional(Type.Integer({ minimum: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
});

export const AccountRow = Type.Object({
  accountId: Type.Integer(),
  name: Type.String(),
  state: Type.Enum(['active', 'suspended', 'closing', 'closed'] as const),
  createdAt: time,
  productsOff: Type.Array(Type.Enum(calledProducts)),
  /** The balance of each wallet. */
  live: Type.String(),
  test: Type.String(),
});
export type AccountRow = Static<typeof AccountRow>;

/** A row of the list: what it spent live in 30 days, and for how many days its live balance lasts. */
export const ListedAccount = Type.Object({
  ...AccountRow.properties,
  spent: Type.String(),
  lastsDays: nullable(Type.Integer()),
});
export type ListedAccount = Static<typeof ListedAccount>;

export const AccountsPage = Type.Object({
  accounts: Type.Array(ListedAccount),
  next: nullable(Type.Integer()),
});
export type AccountsPage = Static<typeof AccountsPage>;

export const NamesQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 200 })),
  account: Type.Optional(Type.Integer({ minimum: 1, description: 'Only this one.' })),
});
export const AccountNames = Type.Object({
  accounts: Type.Array(Type.Object({ accountId: Type.Integer(), name: Type.String() })),
});
export type AccountNames = Static<typeof AccountNames>;

export const NewAccount = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  testBalance: Type.Optional(Amount),
});

export const MadeAccount = Type.Object({ accountId: Type.Integer(), name: Type.String() });
export type MadeAccount = Static<typeof MadeAccount>;

export const AccountFacts = Type.Object({
  ...AccountRow.properties,
  redirectOrigins: nullable(Origins),
  nationalIdCheck: nullable(Type.Boolean()),
  keepsCode: Type.Boolean(),
  /** The platform's default, which applies unless the account sets its own. */
  platformNationalIdCheck: Type.Boolean(),
});
export type AccountFacts = Static<typeof AccountFacts>;

export const CloseAccount = Type.Object({
  /** The account's name, to confirm. */
  name: Type.String({ maxLength: 200 }),
  reason: Type.Optional(Type.String({ maxLength: 500 })),
  whenSettled: Type.Optional(Type.Boolean()),
});

export const PaidOutAccount = Type.Object({
  amount: Type.String({ minLength: 1, maxLength: 24, description: 'What was paid out.' }),
  reference: Type.String({ minLength: 1, maxLength: 200 }),
});

/** Where the closure of an account stands. */
export const ClosureFacts = Type.Object({
  closedAt: nullable(time),
  erasedAt: nullable(time),
  openCalls: Type.Integer(),
  openChecks: Type.Integer(),
  payOut: Type.String(),
  owed: Type.String(),
  payOutNumber: Type.String(),
  reason: Type.String(),
});
export type ClosureFacts = Static<typeof ClosureFacts>;

export const AccountChange = Type.Object({
  redirectOrigins: Type.Optional(nullable(Origins)),
  nationalIdCheck: Type.Optional(nullable(Type.Boolean())),
  keepsCode: Type.Optional(Type.Boolean()),
  productsOff: Type.Optional(Type.Array(Type.Enum(calledProducts))),
});
export type AccountChange = Static<typeof AccountChange>;

const Lead = Type.Object({ lead: Type.String(), onLead: Type.String() });

/** The account's branding on the page that people see. */
export const PageFacts = Type.Object({
  accountId: Type.Integer(),
  name: Type.String(),
  displayName: nullable(Type.String()),
  colour: nullable(Type.String()),
  hasLogo: Type.Boolean(),
  hasDarkLogo: Type.Boolean(),
  otherWayUrl: nullable(Type.String()),
  otherWayPhone: nullable(Type.String()),
  textsLink: Type.Boolean(),
  theme: nullable(Type.Object({ light: Lead, dark: Lead })),
});
export type PageFacts = Static<typeof PageFacts>;

/** An image in base64; null removes it. */
const Image = nullable(Type.String({ maxLength: 90_000, contentEncoding: 'base64' }));

export const PageChange = Type.Object({
  displayName: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
  colour: Type.Optional(nullable(Type.String({ maxLength: 20 }))),
  logo: Type.Optional(Image),
  logoDark: Type.Optional(Image),
  otherWayUrl: Type.Optional(nullable(Type.String({ maxLength: 2_048 }))),
  otherWayPhone: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  textsLink: Type.Optional(Type.Boolean()),
});
export type PageChange = Static<typeof PageChange>;

export const LogoQuery = Type.Object({
  scheme: Type.Optional(Type.Enum(['light', 'dark'] as const)),
});

export const LimitsQuery = Type.Object({ mode: Type.Enum(modes) });

const Count = nullable(Type.Integer({ minimum: 1, maximum: 1_000 }));
const limitFields = {
  perNumber: nullable(Type.Boolean()),
  codePerMinute: Count,
  codePerHour: Count,
  codePerDay: Count,
  noticePerDay: Count,
  regions: nullable(Type.Array(Type.String({ pattern: '^([A-Z]{2}|\\*)$' }), { maxItems: 300 })),
  spendCapDay: nullable(Amount),
};

const Limits = Type.Object(limitFields);

/** The limits as set, where null means the default, and the effective ones. */
export const LimitFacts = Type.Object({
  mode: Type.Enum(modes),
  set: Limits,
  inForce: Limits,
  closed: Type.Array(
    Type.Object({
      prefix: Type.String(),
      closedAt: time,
      closedUntil: time,
      reason: Type.String(),
    }),
  ),
});
export type LimitFacts = Static<typeof LimitFacts>;

export const LimitChange = Type.Object({
  mode: Type.Enum(modes),
  ...Type.Partial(Limits).properties,
  was: Type.Optional(Limits),
});
export type LimitChange = Static<typeof LimitChange>;

export const RestoredLimits = Type.Object({
  mode: Type.Enum(modes),
  version: VersionId,
  was: Limits,
});

export const LimitVersions = VersionsOf(Limits);
export type LimitVersions = Static<typeof LimitVersions>;

export const OpenPrefix = Type.Object({
  mode: Type.Enum(modes),
  prefix: Type.String({ maxLength: 20 }),
});
