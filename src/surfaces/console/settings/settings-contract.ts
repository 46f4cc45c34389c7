import Type, { type Static } from 'typebox';

const Text = Type.String({ maxLength: 2_048 });

/** The operator's legal details, as people see them. */
export const OperatorFacts = Type.Object({
  nameEn: Text,
  nameZh: Text,
  contact: Text,
  privacyUrl: Text,
});
export type OperatorFacts = Static<typeof OperatorFacts>;

export const OperatorChange = Type.Partial(OperatorFacts);

export const PlatformSetting = Type.Object({
  name: Type.String({ examples: ['RESULT_DAYS'] }),
  value: Type.Union([Type.String(), Type.Null()], {
    description: 'The value in force; null if there is none, and always for a secret.',
  }),
  default: Type.Union([Type.String(), Type.Null()]),
  allowed: Type.String(),
  description: Type.String(),
  isSecret: Type.Boolean(),
  isSet: Type.Boolean({ description: 'Whether there is a value, also for a secret.' }),
});
export type PlatformSetting = Static<typeof PlatformSetting>;

export const PlatformSettings = Type.Object({
  operator: Type.Union([OperatorFacts, Type.Null()]),
  settings: Type.Array(PlatformSetting),
  publicUrl: Type.String(),
  version: Type.String(),
});
export type PlatformSettings = Static<typeof PlatformSettings>;
