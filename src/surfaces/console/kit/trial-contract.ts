import Type, { type Static } from 'typebox';
import { nullable } from './nullable.ts';

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
