import Type, { type Static } from 'typebox';
import { type MessageProduct, messageProducts } from '../../../foundation/contract/products.ts';
import { type Language, languages } from '../../../foundation/contract/text/languages.ts';
import {
  assignTemplate,
  listTemplates,
  unassignTemplate,
} from '../../../products/messages/template-queries.ts';
import { defaultName, entriesOfNested, innerOf, nestEntries, splitKey } from '../nested-entries.ts';
import type { Section } from '../section.ts';

const closed = { additionalProperties: false };

const ByLanguage = Type.Object(
  Object.fromEntries(
    [defaultName, ...languages].map((name) => [
      name,
      Type.Optional(Type.String({ description: 'Template ID' })),
    ]),
  ),
  closed,
);

const schema = Type.Object(
  Object.fromEntries(messageProducts.map((product) => [product, Type.Optional(ByLanguage)])),
  {
    ...closed,
    description: 'Which template each product uses, by language of the caller or by default',
  },
);

export const assignmentsSection: Section = {
  schema,
  name(key) {
    const [product, language] = splitKey(key);
    const isDefault = language === defaultName;
    return {
      en: `template of ${product} ${isDefault ? 'by default' : `in ${language}`}`,
      zh: `${product} 的${isDefault ? '默认模板' : ` ${language} 模板`}`,
    };
  },
  entriesOf: (given: Static<typeof schema>) =>
    entriesOfNested<string>(given as never, (template) => ({ template })),
  fileOf: (entries) => nestEntries(entries, ({ template }) => template),
  async read(db) {
    const templates = await listTemplates(db);
    return new Map(
      templates
        .flatMap(({ templateId, product, assignments }) =>
          assignments
            .filter(({ accountId }) => accountId === null)
            .map(
              ({ language }) =>
                [`${product}/${language ?? defaultName}`, { template: templateId }] as const,
            ),
        )
        .sort(),
    );
  },
  async write(change, _context, { key, after }) {
    await assignTemplate(change, { ...keyOf(key), templateId: String(after.template) });
  },
  remove: (change, _context, key) => unassignTemplate(change, keyOf(key)),
  lockable: {},
};

function keyOf(key: string) {
  const [product] = splitKey(key) as [MessageProduct, string];
  return { product, accountId: null, language: innerOf(key) as Language | null };
}
