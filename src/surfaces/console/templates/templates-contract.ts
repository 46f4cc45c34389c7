import Type, { type Static } from 'typebox';
import { messageProducts } from '../../../foundation/contract/products.ts';
import { longestEmail } from '../../../foundation/contract/text/email-address.ts';
import { messageKinds } from '../../../vendors/providers/provider.ts';
import { nullable } from '../kit/nullable.ts';
import { VersionId, VersionsOf } from '../kit/version-contract.ts';

const MessageProduct = Type.Enum([...messageProducts]);
const Language = nullable(Type.Enum(['en', 'zh'] as const));
const Bilingual = Type.Object({ en: Type.String(), zh: Type.String() });
const Word = Type.String({ minLength: 1, maxLength: 200 });
const Id = Type.String({ minLength: 1, maxLength: 64 });
/** An email address for a template of email, a mobile number for any other. */
const Recipient = {
  mobile: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  email: Type.Optional(Type.String({ minLength: 1, maxLength: longestEmail })),
};
const Values = Type.Record(Type.String(), Type.String({ maxLength: 1_000 }));

/** A template in the terms of one provider. */
export const Form = Type.Object({
  code: Type.Optional(Word),
  signature: Type.Optional(Word),
  variables: Type.Optional(Type.Record(Type.String(), Word)),
  order: Type.Optional(Type.Array(Word)),
});
export type Form = Static<typeof Form>;

const Forms = Type.Record(Type.String(), Form);

/** What a template says, which its versions are about. */
const Content = Type.Object({ text: Type.String({ maxLength: 1_000 }), forms: Forms });
export type Content = Static<typeof Content>;

export const Assignment = Type.Object({
  accountId: nullable(Type.Integer()),
  language: Language,
});
export type Assignment = Static<typeof Assignment>;

export const TemplateRow = Type.Object({
  templateId: Type.String(),
  product: MessageProduct,
  text: Type.String(),
  variables: Type.Array(Type.String()),
  parts: Type.Integer({ description: 'Of the text with its placeholders unfilled.' }),
  assignments: Type.Array(Assignment),
  forms: Type.Optional(Forms),
});
export type TemplateRow = Static<typeof TemplateRow>;

/** What a provider requires of a template's form. */
export const FormRules = Type.Object({
  code: Type.String(),
  vendorTitle: Bilingual,
  kind: Type.Enum([...messageKinds]),
  isOn: Type.Boolean(),
  form: Type.Enum(['named', 'positional', 'text'] as const),
  needsCode: Type.Boolean(),
  needsSignature: Type.Boolean(),
  longMessages: Type.Boolean(),
});
export type FormRules = Static<typeof FormRules>;

export const TemplateList = Type.Object({
  templates: Type.Array(TemplateRow),
  /** The message providers; for operators only. */
  providers: Type.Optional(Type.Array(FormRules)),
  /** Who maintains the templates, and how to ask; for accounts only. */
  operator: Type.Optional(nullable(Type.Object({ name: Bilingual, contact: Type.String() }))),
});
export type TemplateList = Static<typeof TemplateList>;

export const OfTemplate = Type.Object({ templateId: Id });

export const NewTemplate = Type.Object({
  templateId: Id,
  product: MessageProduct,
  text: Type.String({ maxLength: 1_000 }),
  forms: Type.Optional(Forms),
});

export const TemplateChange = Type.Object({
  templateId: Id,
  text: Type.Optional(Type.String({ maxLength: 1_000 })),
  forms: Type.Optional(Type.Record(Type.String(), nullable(Form))),
  was: Type.Optional(Content),
});
export type TemplateChange = Static<typeof TemplateChange>;

export const RestoredTemplate = Type.Object({ templateId: Id, version: VersionId, was: Content });

export const TemplateVersions = VersionsOf(Content);
export type TemplateVersions = Static<typeof TemplateVersions>;

export const AssignmentKey = Type.Object({
  product: MessageProduct,
  accountId: nullable(Type.Integer({ minimum: 1 })),
  language: Language,
});

export const NewAssignment = Type.Object({ ...AssignmentKey.properties, templateId: Id });

export const TemplateTrial = Type.Object({
  templateId: Id,
  ...Recipient,
  values: Values,
  account: Type.Optional(Type.Integer({ minimum: 1 })),
});

export const CheckedTemplate = Type.Object({
  text: Type.String(),
  parts: Type.Integer(),
  region: nullable(Type.String()),
  price: Type.String(),
  isRegionAllowed: Type.Boolean(),
  takers: Type.Array(Type.String()),
  stops: Type.Array(
    Type.Object({
      code: Type.String(),
      weight: nullable(Type.Integer()),
      form: Form,
      values: nullable(Type.Union([Values, Type.Array(Type.String())])),
      cost: nullable(Type.String()),
      refusal: nullable(Type.String()),
    }),
  ),
});
export type CheckedTemplate = Static<typeof CheckedTemplate>;

export const TemplateSend = Type.Object({
  templateId: Id,
  provider: Type.String({ maxLength: 32 }),
  ...Recipient,
  values: Values,
});
