import Type, { type Static } from 'typebox';

const words = Type.Object({ en: Type.String(), zh: Type.String() });

export const HealthReport = Type.Object({
  checks: Type.Array(
    Type.Object({
      check: Type.String(),
      title: words,
      ok: Type.Boolean(),
      details: Type.Array(
        Type.Object({
          ...words.properties,
          todo: Type.Union([words, Type.Null()], { description: 'What to do about it.' }),
          command: Type.Union([Type.String(), Type.Null()], {
            description: 'The command that does it.',
          }),
        }),
      ),
      screen: Type.Union([Type.String(), Type.Null()], {
        description: 'The screen of the console that does it.',
      }),
      runbook: Type.Union([Type.String(), Type.Null()], {
        description: 'The section of the runbook that says what to do.',
      }),
    }),
  ),
});

export type HealthReport = Static<typeof HealthReport>;
