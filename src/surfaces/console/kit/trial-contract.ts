import Type, { type Static } from 'typebox';
import { orNull } from './or-null.ts';

const Headers = Type.Record(Type.String(), Type.String());
/** A provider's result in a test, and the recorded exchanges without secrets and personal data. */
export const TrialReport = Type.Object({
  code: Type.String(),
  vendorCode: Type.String(),
  outcome: Type.Enum(['done', 'started', 'rejected', 'unavailable', 'unknown'] as const),
  reason: orNull(Type.String()),
  answerCode: orNull(Type.String({ description: "The vendor's own code." })),
  detail: orNull(Type.String()),
  providerRef: orNull(Type.String()),
  exchanges: Type.Array(
    Type.Object({
      method: Type.String(),
      url: Type.String(),
      headers: Headers,
      body: Type.String(),
      status: orNull(Type.Integer()),
      answer: orNull(Type.String()),
      isInside: Type.Boolean({
        description: 'The answer came from inside the operator’s network, and is not shown.',
      }),
      fault: orNull(Type.String()),
      ms: Type.Integer(),
    }),
  ),
});
export type TrialReport = Static<typeof TrialReport>;
