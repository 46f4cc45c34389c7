import Type, { type Static } from 'typebox';
import { nullable } from './nullable.ts';
import { time } from './wire-formats.ts';

const Words = Type.Object({ en: Type.String(), zh: Type.String() });
const Headers = Type.Record(Type.String(), Type.String());
/** A provider's result in a test, and the recorded exchanges without secrets and personal data. */
export const TrialReport = Type.Object({
  code: Type.String(),
  vendorCode: Type.String(),
  outcome: Type.Enum(['done', 'started', 'rejected', 'unavailable', 'unknown'] as const),
  reason: nullable(Type.String()),
  answerCode: nullable(Type.String({ description: "The vendor's own code." })),
  detail: nullable(Type.String()),
  providerRef: nullable(Type.String()),
  hint: nullable(Words),
  url: nullable(Type.String({ description: 'The link of a session, for the person to check.' })),
  follow: nullable(
    Type.String({ description: 'Sealed: with it, the receipt or the result is looked for.' }),
  ),
  exchanges: Type.Array(
    Type.Object({
      method: Type.String(),
      url: Type.String(),
      headers: Headers,
      body: Type.String(),
      status: nullable(Type.Integer()),
      answer: nullable(Type.String()),
      isInside: Type.Boolean({
        description: 'The answer came from inside the operator’s network, and is not shown.',
      }),
      fault: nullable(Type.String()),
      ms: Type.Integer(),
    }),
  ),
});
export type TrialReport = Static<typeof TrialReport>;

const Said = {
  state: Type.String(),
  code: nullable(Type.String({ description: "The vendor's own code." })),
  detail: nullable(Type.String()),
};

/** What became of a test after it was sent. */
export const TrialProgress = Type.Object({
  receipts: Type.Array(Type.Object({ ...Said, isSigned: Type.Boolean(), receivedAt: time })),
  status: nullable(Type.Object(Said)),
  session: nullable(Type.Object(Said)),
  advice: Type.Array(Words),
  isOver: Type.Boolean(),
});
export type TrialProgress = Static<typeof TrialProgress>;
