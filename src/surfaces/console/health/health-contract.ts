import Type, { type Static } from 'typebox';

const words = Type.Object({ en: Type.String(), zh: Type.String() });

export const HealthReport = Type.Object({
  checks: Type.Array(
    Type.Object({
      check: Type.String(),
      title: words,
      ok: Type.Boolean(),
      details: Type.Array(words),
      runbook: Type.Union([Type.String(), Type.Null()], {
        description: 'The section of the runbook that says what to do.',
      }),
    }),
  ),
});

export type HealthReport = Static<typeof HealthReport>;
