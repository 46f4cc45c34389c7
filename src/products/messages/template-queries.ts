import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuseOutdated, type Versioned } from '../../foundation/audit/version-queries.ts';
import {
  isCodeProduct,
  type MessageProduct,
  type Product,
} from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { characters } from '../../foundation/contract/text/characters.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { isVariableName } from '../../foundation/contract/wire/sms.ts';
import { isOwnProduct } from '../../foundation/db/product-queries.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { withRefusals } from '../../foundation/db/refused.ts';
import type { ProviderForm } from '../../vendors/providers/provider.ts';
import { parseText, readTemplate, type Template } from './template.ts';

export interface StoredTemplate extends Template {
  product: MessageProduct;
  assignments: Assignment[];
}

/** Whom a template is for. The most specific assignment wins. */
export interface Assignment {
  /** Null for every account without its own assignment. */
  accountId: number | null;
  /** Null for every language without its own assignment. */
  language: Language | null;
}

const selectTemplates = `
  select t.template_id as "templateId", t.product, t.text, t.provider_forms as forms,
    array(
      select json_build_object('accountId', s.account_id, 'language', s.language)
      from template_assignments s
      where s.template_id = t.template_id
      order by s.account_id nulls first, s.language nulls first
    ) as assignments
  from templates t`;

type TemplateRow = Omit<StoredTemplate, 'variables'>;

export async function listTemplates(pool: Queryable): Promise<StoredTemplate[]> {
  const { rows } = await pool.query<TemplateRow>(
    `${selectTemplates} where ${isOwnProduct('t.product')} order by t.product, 1`,
  );
  return rows.map((row) => ({ ...row, ...readTemplate(row) }));
}

export async function requireTemplate(
  pool: Queryable,
  templateId: string,
): Promise<StoredTemplate> {
  const found = await findTemplate(pool, templateId);
  return found ?? refuse('template_not_found', { template: templateId });
}

/** Undefined if there is no such template. */
export async function findTemplate(
  pool: Queryable,
  templateId: string,
): Promise<StoredTemplate | undefined> {
  const { rows } = await pool.query<TemplateRow>(
    `${selectTemplates} where t.template_id = $1 and ${isOwnProduct('t.product')}`,
    [templateId],
  );
  return rows[0] && { ...rows[0], ...readTemplate(rows[0]) };
}

export interface NewTemplate {
  templateId: string;
  product: MessageProduct;
  text: string;
  forms?: Template['forms'] | undefined;
}

export async function createTemplate(change: Change, template: NewTemplate): Promise<void> {
  const { templateId, product, text, forms = {} } = template;
  checkText(product, text);
  await withRefusals(
    change.query(
      `insert into templates (template_id, product, text, provider_forms)
       values ($1, $2, $3, $4)`,
      [templateId, product, text, JSON.stringify(forms)],
    ),
    {
      '23505': ['template_exists', { template: templateId }],
      '23514': ['template_id_invalid'],
    },
  );
}

/** Adds the template of a new product and assigns it to everyone, unless a template has its ID already. */
export async function addFirstTemplate(
  change: Change,
  product: Product,
  { templateId, text }: { templateId: string; text: string },
): Promise<void> {
  const { rowCount } = await change.query(
    `insert into templates (template_id, product, text) values ($1, $2, $3)
     on conflict do nothing`,
    [templateId, product, text],
  );
  if (rowCount !== 1) return;
  await change.query(
    `insert into template_assignments (product, account_id, language, template_id)
     values ($1, null, null, $2)`,
    [product, templateId],
  );
}

/** Forms by provider; null removes the form. */
export type FormChanges = Readonly<Record<string, ProviderForm | null>>;

/** What a template says, which its versions are about. */
export type TemplateContent = Pick<Template, 'text' | 'forms'>;

/**
 * Changes a template's text and individual provider forms. Its product cannot change. `was` is what the template
 * must still say, so that the change applies.
 */
export async function updateTemplate(
  change: Change,
  templateId: string,
  changes: { text?: string | undefined; forms?: FormChanges | undefined },
  was?: TemplateContent,
): Promise<void> {
  const { product } = await requireTemplate(change, templateId);
  if (was) await requireTemplateWas(change, templateId, was);
  if (changes.text !== undefined) checkText(product, changes.text);
  await change.query(
    `update templates
     set text = coalesce($2, text),
       provider_forms = jsonb_strip_nulls(provider_forms || coalesce($3::jsonb, '{}'))
     where template_id = $1`,
    [templateId, changes.text ?? null, changes.forms ? JSON.stringify(changes.forms) : null],
  );
}

/** What the template says now, locked for this change. */
export async function lockTemplate(change: Change, templateId: string): Promise<TemplateContent> {
  const { rows } = await change.query<TemplateContent>(
    'select text, provider_forms as forms from templates where template_id = $1 for update',
    [templateId],
  );
  return rows[0] ?? refuse('template_not_found', { template: templateId });
}

async function requireTemplateWas(
  change: Change,
  templateId: string,
  { text, forms }: TemplateContent,
): Promise<void> {
  const current = await lockTemplate(change, templateId);
  if (isDeepStrictEqual(current, { text, forms })) return;
  await refuseOutdated(change, versionedTemplate(templateId), {
    ...{ text: current.text, provider_forms: current.forms },
  });
}

/** A template as the audit log names it. */
export function versionedTemplate(templateId: string): Versioned {
  return { subject: 'templates', key: { template_id: templateId } };
}

export async function deleteTemplate(change: Change, templateId: string): Promise<void> {
  const { rowCount } = await withRefusals(
    change.query('delete from templates where template_id = $1', [templateId]),
    { '23503': ['template_in_use', { template: templateId }] },
  );
  if (rowCount === 0) refuse('template_not_found', { template: templateId });
}

interface AssignmentKey {
  product: MessageProduct;
  accountId: number | null;
  language?: Language | null | undefined;
}

export async function assignTemplate(
  change: Change,
  { product, accountId, language, templateId }: AssignmentKey & { templateId: string },
): Promise<void> {
  const template = await requireTemplate(change, templateId);
  if (template.product !== product) {
    const wrong = { template: templateId, product: template.product, wanted: product };
    refuse('template_of_other_product', wrong);
  }
  await withRefusals(
    change.query(
      `insert into template_assignments (product, account_id, language, template_id)
       values ($1, $2, $3, $4)
       on conflict (product, account_id, language) do update set template_id = excluded.template_id`,
      [product, accountId, language ?? null, templateId],
    ),
    { '23503': ['account_not_found', { account: String(accountId) }] },
  );
}

export async function unassignTemplate(
  change: Change,
  { product, accountId, language }: AssignmentKey,
): Promise<void> {
  const { rowCount } = await change.query(
    `delete from template_assignments
     where product = $1 and account_id is not distinct from $2 and language is not distinct from $3`,
    [product, accountId, language ?? null],
  );
  if (rowCount === 0) refuse('template_not_assigned', { product });
}

const lines = new RegExp(characters.lines.pattern, 'u');

/**
 * Embeddings, overrides and isolates, which reorder whole stretches of text. Simple direction marks are
 * allowed, because right-to-left texts need them.
 */
const turning = /[\u202a-\u202e\u2066-\u2069]/;

/** Refuses a text that could not be sent as its author intends. */
function checkText(product: MessageProduct, text: string): void {
  if (text.length < 1 || text.length > 1000) refuse('template_text_length');
  if (!lines.test(text) || turning.test(text)) refuse('template_text_characters');
  const { pieces, problem } = parseText(text);
  if (problem) refuse('template_text_invalid', { problem });
  const names = new Set(pieces.filter((_, i) => i % 2 === 1));
  // The only variable of a code message is the code.
  if (isCodeProduct(product) && [...names].join() !== 'code') {
    refuse('code_placeholder_required', { placeholder: '{code}' });
  }
  const unfillable = [...names].find((name) => !isVariableName(name));
  if (unfillable) refuse('placeholder_unknown', { placeholder: `{${unfillable}}` });
}
