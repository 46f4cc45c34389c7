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

const BankDetails = Type.Union([Type.String({ maxLength: 2_048 }), Type.Null()], {
  description: 'Where customers send bank transfers; null if they are not offered to.',
});
export const BankChange = Type.Object({ bankDetails: BankDetails });

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
  bankDetails: BankDetails,
  settings: Type.Array(PlatformSetting),
  publicUrl: Type.String(),
  version: Type.String(),
});
export type PlatformSettings = Static<typeof PlatformSettings>;

const Bilingual = Type.Object({ en: Type.String(), zh: Type.String() });

/** The file that was applied last, and what was changed by hand since. */
export const PlatformFileFacts = Type.Object({
  file: Type.Union([
    Type.Object({
      version: Type.Integer(),
      hash: Type.String(),
      appliedAt: Type.String(),
      appliedBy: Type.String(),
      locked: Type.Array(Type.String(), {
        description: 'Sections, or fields of one, that only a file changes.',
        examples: ['products.price'],
      }),
      changed: Type.Array(Bilingual, { description: 'What was changed by hand since.' }),
      fault: Type.Union([Type.String(), Type.Null()], {
        description: 'Why this version of the program cannot read the file; null if it can.',
      }),
    }),
    Type.Null({ description: 'No file was ever applied.' }),
  ]),
});
export type PlatformFileFacts = Static<typeof PlatformFileFacts>;
