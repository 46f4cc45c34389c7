import Type, { type Static } from 'typebox';
import { type MessageProduct, messageProducts } from '../../../foundation/contract/products.ts';
import { refuse } from '../../../foundation/contract/refusals/refused.ts';
import { pluralize } from '../../../foundation/contract/text/pluralize.ts';
import { requireFormProviders } from '../../../products/messages/require-form-providers.ts';
import {
  createTemplate,
  deleteTemplate,
  listTemplates,
  updateTemplate,
} from '../../../products/messages/template-queries.ts';
import { countAssignments } from '../effect-queries.ts';
import type { Section } from '../section.ts';

const closed = { additionalProperties: false };
const Text = Type.String({ minLength: 1, maxLength: 200 });

const Form = Type.Object(
  {
    code: Type.Optional(Text),
    signature: Type.Optional(Text),
    variables: Type.Optional(
      Type.Record(Type.String(), Text, { description: 'Our name of a variable to theirs' }),
    ),
    order: Type.Optional(Type.Array(Text, { description: 'Our variables in their order' })),
  },
  closed,
);

const Template = Type.Object(
  {
    product: Type.Enum([...messageProducts] as [MessageProduct, ...MessageProduct[]], {
      type: 'string',
    }),
    text: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'Text with {placeholders}; {{ and }} are literal braces',
    }),
    forms: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,31}$' }), Form, {
        ...closed,
        description: 'The template in the terms of each provider, by provider',
      }),
    ),
  },
  closed,
);
type Template = Static<typeof Template>;

const schema = Type.Record(Type.String({ minLength: 1, maxLength: 64 }), Template, {
  description: 'Texts of SMS products, by template ID',
});

export const templatesSection: Section = {
  schema,
  name: (key) => ({ en: `template ${key}`, zh: `模板 ${key}` }),
  entriesOf: (given: Static<typeof schema>) =>
    new Map(
      Object.entries(given).map(([key, { product, text, forms = {} }]) => [
        key,
        { product, text, forms },
      ]),
    ),
  fileOf: (entries) => Object.fromEntries(entries),
  async read(db) {
    const templates = await listTemplates(db);
    return new Map(
      templates.map(({ templateId, product, text, forms }) => [
        templateId,
        { product, text, forms },
      ]),
    );
  },
  async write(change, _context, { key, before, after }) {
    const { product, text, forms = {} } = after as Template;
    await requireFormProviders(change, forms);
    if (!before) return createTemplate(change, { templateId: key, product, text, forms });
    const { product: old, forms: oldForms = {} } = before as Template;
    if (old !== product) {
      refuse('template_of_other_product', { template: key, product: old, wanted: product });
    }
    const gone = Object.keys(oldForms).map((provider) => [provider, null]);
    await updateTemplate(change, key, {
      text,
      forms: { ...Object.fromEntries(gone), ...forms },
    });
  },
  remove: (change, _context, key) => deleteTemplate(change, key),
  async effects(db, { key, before }) {
    if (!before) return [];
    const { isDefault, accounts } = await countAssignments(db, key);
    const own =
      accounts > 0 ? [`It is assigned to ${pluralize(accounts, 'account')} by name.`] : [];
    return [...(isDefault ? ['Accounts without own assignments use it.'] : []), ...own];
  },
  lockable: { text: 'text', forms: 'provider_forms' },
};
