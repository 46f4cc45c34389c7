import Type, { type Static } from 'typebox';
import {
  callStates,
  modes,
  outcomeKinds,
  products,
} from '../../../foundation/contract/products.ts';
import { moneyPattern } from '../../../foundation/money.ts';
import { time } from '../kit/wire-formats.ts';

const money = Type.String({ pattern: moneyPattern });
const textOrNull = Type.Union([Type.String(), Type.Null()]);
const timeOrNull = Type.Union([time, Type.Null()]);
const requestId = Type.String({ format: 'uuid' });

export const ReviewQuery = Type.Object({ mode: Type.Optional(Type.Enum([...modes])) });

const reviewed = {
  requestId,
  accountId: Type.Integer(),
  accountName: Type.String(),
  product: Type.Enum([...products]),
  state: Type.Enum([...callStates]),
  provider: textOrNull,
  amount: money,
  held: money,
  acceptedAt: time,
  inReviewSince: time,
  contradiction: Type.Union([
    Type.Enum(['sent_after_release', 'delivered_after_release']),
    Type.Null(),
  ]),
};

export const ReviewList = Type.Object({
  calls: Type.Array(Type.Object(reviewed), { description: 'Longest waiting first.' }),
  isMore: Type.Boolean(),
  asked: Type.Object(
    { count: Type.Integer(), oldestAt: timeOrNull, nextTryAt: timeOrNull },
    { description: 'Calls without an outcome whose provider is still being queried.' },
  ),
});
export type ReviewList = Static<typeof ReviewList>;

export const ReviewCount = Type.Object({ count: Type.Integer() });
export type ReviewCount = Static<typeof ReviewCount>;

export const EvidenceQuery = Type.Object({ requestId });

export const ReviewEvidence = Type.Object({
  ...reviewed,
  mobile: Type.Union([Type.String(), Type.Null()], { description: 'Masked.' }),
  providerRef: textOrNull,
  evidence: textOrNull,
  tries: Type.Integer(),
  nextTryAt: time,
  attempts: Type.Array(
    Type.Object({
      attempt: Type.Integer(),
      provider: Type.String(),
      outcome: Type.Union([Type.Enum([...outcomeKinds]), Type.Null()]),
      reason: textOrNull,
      vendorCode: textOrNull,
      words: textOrNull,
      startedAt: time,
      endedAt: timeOrNull,
    }),
  ),
});
export type ReviewEvidence = Static<typeof ReviewEvidence>;

export const Decision = Type.Object({
  requestId,
  decision: Type.Enum(['settle', 'release']),
  reason: Type.String({ minLength: 1, maxLength: 200 }),
});
export type Decision = Static<typeof Decision>;
