import Type, { type Static } from 'typebox';
import { modes } from '../../../foundation/contract/products.ts';
import { checkStates } from '../../../foundation/contract/wire/face.ts';
import { checkStages } from '../../../line/search/search-filter.ts';
import { LiveGaps } from '../kit/live-gaps.ts';
import { nullable } from '../kit/nullable.ts';
import { money, seen, time } from '../kit/wire-formats.ts';

const requestId = Type.String({ maxLength: 64 });

export const ChecksQuery = Type.Object({
  mode: Type.Optional(Type.Enum(modes)),
  account: Type.Optional(Type.Integer({ minimum: 1 })),
  state: Type.Optional(Type.Enum(checkStates)),
  from: Type.Optional(time),
  to: Type.Optional(time),
  before: Type.Optional(requestId),
  after: Type.Optional(requestId),
  seen: Type.Optional(seen),
});

export type ChecksQuery = Static<typeof ChecksQuery>;

export const ChecksWatched = Type.Pick(ChecksQuery, ['mode', 'account', 'state', 'from', 'to']);

export const CheckRow = Type.Object({
  requestId: Type.String(),
  accountId: Type.Integer(),
  accountName: Type.String(),
  state: Type.String(),
  stage: nullable(Type.Enum(checkStages)),
  reason: nullable(Type.String()),
  person: nullable(Type.String({ description: 'Masked.' })),
  at: time,
  charged: money,
});
export type CheckRow = Static<typeof CheckRow>;

export const ChecksPage = Type.Object({
  checks: Type.Array(CheckRow),
  hasMore: Type.Boolean(),
  gaps: LiveGaps,
  canChange: Type.Boolean(),
});
export type ChecksPage = Static<typeof ChecksPage>;

export const FunnelQuery = Type.Object({
  mode: Type.Optional(Type.Enum(modes)),
  from: time,
  to: time,
});

/** How many people reached each step; each step includes those who went further. */
export const Funnel = Type.Object({
  made: Type.Integer(),
  opened: Type.Integer(),
  consented: Type.Integer(),
  started: Type.Integer(),
  passed: Type.Integer(),
});
export type Funnel = Static<typeof Funnel>;

export const CheckAsked = Type.Object({ requestId });
export const CheckChanged = Type.Object({ requestId: Type.String() });
export const CheckLink = Type.Object({ url: Type.String() });
export type CheckLink = Static<typeof CheckLink>;
