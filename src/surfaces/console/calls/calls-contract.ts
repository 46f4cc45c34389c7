import Type, { type Static } from 'typebox';
import { callStates, modes, products } from '../../../foundation/contract/products.ts';
import { longestEmail } from '../../../foundation/contract/text/email-address.ts';
import { checkStates } from '../../../foundation/contract/wire/face.ts';
import { messageStates } from '../../../foundation/contract/wire/sms.ts';
import { nullable } from '../kit/nullable.ts';
import { idAsked, money, seen, time } from '../kit/wire-formats.ts';

const word = Type.String({ maxLength: 100 });
const requestId = Type.String({ maxLength: 64 });

/** The state of a call, its message or its check, as one value, because people filter by one. */
export const resultStates = [
  ...new Set([...callStates, 'refused', ...messageStates, ...checkStates]),
] as readonly string[];

/** The value of the filter `state` for calls that failed, were refused, or have an unknown outcome. */
export const trouble = 'trouble';

/** The filters of the call list; `person` is a token from `/calls/person`, never a number. */
export const CallsFilter = Type.Object({
  mode: Type.Optional(Type.Enum(modes)),
  account: Type.Optional(Type.Integer({ minimum: 1 })),
  key: Type.Optional(Type.Integer({ minimum: 1 })),
  product: Type.Optional(Type.Enum(products)),
  state: Type.Optional(Type.Enum([...resultStates, trouble])),
  reason: Type.Optional(word),
  provider: Type.Optional(word),
  from: Type.Optional(time),
  to: Type.Optional(time),
  requestId: Type.Optional(requestId),
  person: Type.Optional(Type.String({ maxLength: 400 })),
});
export type CallsFilter = Static<typeof CallsFilter>;

export const CallsQuery = Type.Object({
  ...CallsFilter.properties,
  before: Type.Optional(requestId),
  after: Type.Optional(requestId),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  seen: Type.Optional(seen),
});

const isHashed = Type.Boolean({ description: 'Whether a hash of the recipient is kept.' });

/** Operators only; left out for an account's members. */
const ofPlatform = {
  provider: Type.Optional(nullable(Type.String())),
  cost: Type.Optional(nullable(money)),
  attempts: Type.Optional(
    Type.Integer({ description: 'How many providers were asked, if known.' }),
  ),
};

export const CallRow = Type.Object({
  requestId: Type.String(),
  accountId: Type.Integer(),
  accountName: Type.String(),
  keyId: Type.Integer(),
  keyEnd: Type.String({ description: 'The last four characters of the key.' }),
  product: Type.Enum(products),
  state: Type.Enum([...callStates, 'refused']),
  result: nullable(Type.String()),
  reason: nullable(Type.String()),
  person: nullable(
    Type.String({ description: 'The recipient, masked.', examples: ['139****5678'] }),
  ),
  at: time,
  tookMs: nullable(Type.Integer()),
  price: money,
  charged: money,
  refused: Type.Optional(
    Type.Integer({ description: 'How many refused calls the row stands for.' }),
  ),
  isHashed: Type.Optional(isHashed),
  ...ofPlatform,
});
export type CallRow = Static<typeof CallRow>;

export const CallsPage = Type.Object({
  calls: Type.Array(CallRow),
  hasMore: Type.Boolean({ description: 'Whether there are more in the requested direction.' }),
  person: nullable(Type.String({ description: 'The person, masked.' })),
});
export type CallsPage = Static<typeof CallsPage>;

/** As the rows of the list say: what is neither completed nor bad is in progress or unknown. */
export const CallBar = Type.Object({
  at: time,
  calls: Type.Integer(),
  completed: Type.Integer(),
  bad: Type.Integer(),
});

export const CallsTotals = Type.Object({
  isApproximate: Type.Boolean({
    description: 'Approximate: the counters lag, or the period does not end on the hour.',
  }),
  calls: Type.Integer({ description: 'All of the list, with the refused ones.' }),
  completed: Type.Integer(),
  waiting: Type.Integer(),
  unknown: Type.Integer(),
  failed: Type.Integer(),
  refused: Type.Integer(),
  charged: money,
  stepHours: Type.Integer(),
  bars: Type.Array(CallBar),
});
export type CallsTotals = Static<typeof CallsTotals>;

export const PersonAsked = Type.Object({
  text: Type.String({ minLength: 1, maxLength: longestEmail }),
});
export const PersonFound = Type.Object({
  token: Type.String({ description: 'For the filter `person`.' }),
  label: Type.String({ description: 'The number or address, masked.' }),
  kind: Type.Enum(['mobile', 'email', 'card']),
});
export type PersonFound = Static<typeof PersonFound>;

export const CallAsked = Type.Object({ requestId: idAsked });
const reason = Type.String({ minLength: 3, maxLength: 500 });
export const CallWithReason = Type.Object({ requestId, reason });

const Attempt = Type.Object({
  number: Type.Integer(),
  provider: Type.String(),
  outcome: nullable(Type.String()),
  reason: nullable(Type.String()),
  code: nullable(Type.String()),
  words: nullable(Type.String()),
  startedAt: time,
  endedAt: nullable(time),
});
const Transfer = Type.Object({
  kind: Type.Enum(['hold', 'settle', 'release', 'charge', 'refund']),
  from: Type.String(),
  to: Type.String(),
  amount: money,
  at: time,
});
const UsedLimit = Type.Object({
  what: Type.Enum(['minute', 'hour', 'day', 'spend'], {
    description: 'Messages to the number in that time, or what the account spent on that day.',
  }),
  used: Type.String(),
  limit: nullable(Type.String({ description: 'Null if the limits were changed since.' })),
});
const Receipt = Type.Object({
  part: Type.Integer(),
  state: Type.String(),
  reason: nullable(Type.String()),
  at: time,
  provider: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  words: Type.Optional(nullable(Type.String())),
});
const Session = Type.Object({
  number: Type.Integer(),
  state: Type.String(),
  device: nullable(Type.String()),
  reason: nullable(Type.String()),
  startedAt: time,
  provider: Type.Optional(Type.String()),
  code: Type.Optional(nullable(Type.String())),
});
const Check = Type.Object({
  status: Type.String(),
  reason: nullable(Type.String()),
  expiresAt: time,
  consentedAt: nullable(time),
  endedAt: nullable(time),
});

const body = Type.Record(Type.String(), Type.Unknown());

/**
 * The reply that the caller got, with its personal data masked. The texts of a body are in the API's default language,
 * because the caller's is not stored.
 */
const Replied = Type.Object({
  status: Type.Integer(),
  code: Type.Integer(),
  reason: nullable(Type.String()),
  at: time,
  tookMs: Type.Integer(),
  text: Type.String({ description: "What the reply says, in the viewer's language." }),
  body,
});

/** Which call it is, and whose. */
const whoseCall = {
  requestId: Type.String(),
  accountId: Type.Integer(),
  accountName: Type.String(),
  keyId: Type.Integer(),
  keyEnd: Type.String(),
  keyName: Type.String(),
  mode: Type.Enum(modes),
  product: Type.Enum(products),
};

/** A call with everything stored about it; operator-only fields are left out for members. */
export const CallDetail = Type.Object({
  ...whoseCall,
  state: Type.Enum(callStates),
  result: nullable(Type.String()),
  reason: nullable(Type.String()),
  person: nullable(Type.String()),
  isKept: Type.Boolean({ description: "Whether the person's data is still stored." }),
  isReadable: Type.Boolean({
    description: "Whether the key that encrypted the person's data is there.",
  }),
  at: time,
  endedAt: nullable(time),
  priceSource: Type.String(),
  unitPrice: money,
  parts: Type.Integer(),
  price: money,
  paid: Type.Object({ amount: money, addsUp: Type.Boolean() }),
  templateId: nullable(Type.String()),
  request: Type.Record(Type.String(), Type.Unknown()),
  isKeyed: Type.Boolean({ description: 'Whether its Idempotency-Key is still known.' }),
  addresses: Type.Array(Type.String(), {
    description:
      'From where its API key was used at the time. The address of a single call is not kept.',
  }),
  replied: nullable(Replied),
  repeat: nullable(
    Type.Object(
      { status: Type.Integer(), body },
      { description: 'What a repeat with the same Idempotency-Key gets, if not the first reply.' },
    ),
  ),
  resolvedAt: nullable(time),
  text: nullable(Type.String({ description: 'The message text, with variables as dots.' })),
  curl: Type.String({ description: 'This call as a command, masked, with a key to be put in.' }),
  usedLimits: Type.Array(UsedLimit),
  transfers: Type.Array(Transfer),
  receipts: Type.Array(Receipt),
  events: Type.Array(Type.Object({ type: Type.String(), at: time })),
  check: nullable(Check),
  sessions: Type.Array(Session),
  canRefund: Type.Boolean(),
  canReveal: Type.Boolean(),
  cost: Type.Optional(nullable(money)),
  costSource: Type.Optional(nullable(Type.String())),
  margin: Type.Optional(nullable(money)),
  provider: Type.Optional(nullable(Type.String())),
  providerRef: Type.Optional(nullable(Type.String())),
  evidence: Type.Optional(nullable(Type.String())),
  attempts: Type.Optional(Type.Array(Attempt)),
  reviewSince: Type.Optional(nullable(time)),
});
export type CallDetail = Static<typeof CallDetail>;

/** A call that was refused before any money was held. */
export const RefusedDetail = Type.Object({
  ...whoseCall,
  at: time,
  person: nullable(Type.String({ description: 'The recipient, masked, if another call has it.' })),
  isHashed,
  calls: Type.Integer({ description: 'How many refused calls it stands for.' }),
  status: Type.Integer(),
  code: Type.Integer(),
  reason: Type.String(),
  message: Type.String(),
  fix: Type.String(),
  docUrl: Type.String(),
  limit: nullable(
    Type.Object({
      name: Type.String(),
      quota: Type.Integer(),
      windowSeconds: Type.Integer(),
    }),
  ),
  retryAfter: nullable(Type.Integer({ description: 'In seconds.' })),
});
export type RefusedDetail = Static<typeof RefusedDetail>;

export const Refunded = Type.Object({ amount: money, available: money });
export type Refunded = Static<typeof Refunded>;

export const Revealed = Type.Object({
  seconds: Type.Integer({ description: 'How long it can be shown.' }),
  values: Type.Record(Type.String(), Type.String()),
});
export type Revealed = Static<typeof Revealed>;

/** What the stream of calls says: what the first page shows in short, and the newest call that was not refused. */
export interface CallsProgress {
  shown: string;
  latest: string | null;
}

/** Reasons for failure, in the viewer's language, and in words that are for customers if they read them. */
export const Reasons = Type.Object({
  reasons: Type.Array(
    Type.Object({
      reason: Type.String(),
      text: Type.String(),
      fix: Type.String({ description: 'What the caller can do.' }),
    }),
  ),
});
export type Reasons = Static<typeof Reasons>;
