import Type, { type Static } from 'typebox';
import { modes } from '../../../foundation/contract/products.ts';
import { verificationStates } from '../../../foundation/contract/wire/verify.ts';
import { LiveGaps } from '../kit/live-gaps.ts';
import { nullable } from '../kit/nullable.ts';
import { idAsked, seen, time } from '../kit/wire-formats.ts';

const verificationId = Type.String({ maxLength: 64 });
const mode = Type.Optional(Type.Enum(modes));
const account = Type.Optional(Type.Integer({ minimum: 1 }));

/** The filters of the list; `person` is a token from `/calls/person`, never a number. */
export const VerificationsFilter = Type.Object({
  mode,
  account,
  state: Type.Optional(Type.Enum(verificationStates)),
  person: Type.Optional(Type.String({ maxLength: 400 })),
  from: Type.Optional(time),
  to: Type.Optional(time),
});
export type VerificationsFilter = Static<typeof VerificationsFilter>;

export const VerificationsQuery = Type.Object({
  ...VerificationsFilter.properties,
  before: Type.Optional(verificationId),
  after: Type.Optional(verificationId),
  seen: Type.Optional(seen),
});

export const VerificationRow = Type.Object({
  verificationId: Type.String(),
  accountId: Type.Integer(),
  accountName: Type.String(),
  person: nullable(Type.String({ description: 'The recipient, masked.' })),
  purpose: Type.String(),
  state: Type.Enum(verificationStates),
  messages: Type.Integer(),
  guessesLeft: Type.Integer(),
  at: time,
});
export type VerificationRow = Static<typeof VerificationRow>;

export const VerificationsPage = Type.Object({
  verifications: Type.Array(VerificationRow),
  hasMore: Type.Boolean(),
  gaps: LiveGaps,
  person: nullable(Type.String({ description: 'The person who is searched for, masked.' })),
});
export type VerificationsPage = Static<typeof VerificationsPage>;

export const PeriodQuery = Type.Object({ mode, account, from: time, to: Type.Optional(time) });

const counts = {
  sent: Type.Integer(),
  delivered: Type.Integer(),
  approved: Type.Integer(),
};
/** The codes that were sent, by one facet. */
export const ConversionRow = Type.Object({
  name: nullable(Type.String({ description: 'Null where it is not known.' })),
  ...counts,
});
export type ConversionRow = Static<typeof ConversionRow>;

/** Verifications of a period, and their codes by provider (operators only), region and time. */
export const Conversion = Type.Object({
  started: Type.Integer(),
  delivered: Type.Integer(),
  approved: Type.Integer(),
  providers: Type.Optional(Type.Array(ConversionRow)),
  regions: Type.Array(ConversionRow),
  unit: Type.Enum(['hour', 'day']),
  times: Type.Array(Type.Object({ at: time, ...counts })),
});
export type Conversion = Static<typeof Conversion>;

export const Attack = Type.Object({
  accountId: Type.Integer(),
  accountName: Type.String(),
  person: nullable(Type.String({ description: 'Masked; null for the account as a whole.' })),
  token: nullable(Type.String({ description: 'For the filter `person`.' })),
  hour: time,
  guesses: Type.Integer(),
  wrong: Type.Integer(),
  addresses: Type.Array(Type.String(), {
    description: "From where the account's keys were used in that hour.",
  }),
});
export type Attack = Static<typeof Attack>;

export const Attacks = Type.Object({ attacks: Type.Array(Attack) });
export type Attacks = Static<typeof Attacks>;

export const VerificationAsked = Type.Object({ verificationId: idAsked });

const SentMessage = Type.Object({
  requestId: Type.String(),
  at: time,
  state: Type.String({ description: 'The state of the call.' }),
  result: nullable(Type.String({ description: 'The state of the message.' })),
  finishedAt: nullable(time),
  isCurrent: Type.Boolean({ description: 'Whether its code is valid, or was approved.' }),
  provider: Type.Optional(nullable(Type.String())),
});

const Guess = Type.Object({ at: time, isRight: Type.Boolean() });

/** One verification: its messages, its guesses, and how it ended. Its code is stored nowhere. */
export const VerificationDetail = Type.Object({
  ...VerificationRow.properties,
  mode: Type.Enum(modes),
  reference: nullable(Type.String()),
  expiresAt: time,
  endedAt: nullable(time),
  sent: Type.Array(SentMessage),
  guesses: Type.Array(Guess),
  untimed: Type.Integer({ description: 'Guesses that were counted before times were kept.' }),
});
export type VerificationDetail = Static<typeof VerificationDetail>;
