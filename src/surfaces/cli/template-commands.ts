import type { Command } from 'commander';
import type { Pool } from 'pg';
import { type MessageProduct, messageProducts } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { requireFormProviders } from '../../products/messages/require-form-providers.ts';
import type { Template } from '../../products/messages/template.ts';
import {
  type Assignment,
  assignTemplate,
  createTemplate,
  deleteTemplate,
  type FormChanges,
  listTemplates,
  requireTemplate,
  type StoredTemplate,
  unassignTemplate,
  updateTemplate,
} from '../../products/messages/template-queries.ts';
import { vendors } from '../../vendors/vendors.ts';
import { checkTemplate } from '../trials/check-template.ts';
import type { OnInstallation } from './command-action.ts';
import { readFormChanges, readForms } from './read-forms-option.ts';
import { readCount, readId, readLanguage, readMessageProduct } from './read-option.ts';
import { readVariables } from './read-variables.ts';
import { joinTexts, pairs, plain, table, withNext } from './show.ts';

interface OfTemplate {
  template: string;
}
interface ListOptions {
  search?: string;
  limit: number;
  after?: string;
}
interface CreateOptions extends OfTemplate {
  product: MessageProduct;
  text: string;
  forms?: Template['forms'];
}
interface UpdateOptions extends OfTemplate {
  text?: string;
  forms?: FormChanges;
}
interface CheckOptions extends OfTemplate {
  mobile?: string;
  email?: string;
  var?: string[];
  product?: MessageProduct;
  account?: number;
}
interface AssignmentOptions {
  product: MessageProduct;
  account?: number;
  language?: Language;
}

const aboutForms = "Each provider's form of the template, as JSON";

export function registerTemplateCommands(template: Command, onInstallation: OnInstallation): void {
  template
    .command('list')
    .description('List templates by product and ID')
    .option('--search <text>', 'Part of an ID or of a text')
    .option('--limit <count>', 'Maximum number of rows', readCount, 100)
    .option('--after <id>', 'Continue after this template')
    .action(
      onInstallation(async ({ pool }, options: ListOptions) => {
        const { templates, next } = pageOfTemplates(await listTemplates(pool), options);
        const rows = templates.map((t) => [
          t.templateId,
          t.product,
          t.assignments.map(nameOf),
          t.text,
        ]);
        const listed = table(['template', 'product', 'assigned to', 'text'], rows, 'No templates.');
        return {
          json: { templates: templates.map(withoutPieces), next },
          text: withNext(listed, '--after', next),
        };
      }),
    );

  template
    .command('show')
    .description('Show a template')
    .requiredOption('--template <id>', 'Template')
    .action(
      onInstallation(async ({ pool }, options: OfTemplate) => showTemplate(pool, options.template)),
    );
  registerWriting(template, onInstallation);
  registerAssignments(template, onInstallation);
  registerCheck(template, onInstallation);
}

/** One page of the templates. They are few enough to be read all at once. */
function pageOfTemplates(
  templates: readonly StoredTemplate[],
  { search, limit, after }: ListOptions,
) {
  const words = search?.toLowerCase() ?? '';
  const found = templates.filter((template) =>
    `${template.templateId}\n${template.text}`.toLowerCase().includes(words),
  );
  const at = after === undefined ? -1 : found.findIndex(({ templateId }) => templateId === after);
  if (after !== undefined && at < 0) refuse('template_not_found', { template: after });
  const page = found.slice(at + 1, at + 1 + limit);
  const hasMore = found.length > at + 1 + limit;
  return { templates: page, next: hasMore ? (page.at(-1)?.templateId ?? null) : null };
}

function registerCheck(template: Command, onInstallation: OnInstallation): void {
  template
    .command('check')
    .description('Show what each provider on the route would be sent, and which would accept it')
    .requiredOption('--template <id>', 'Template')
    .option('--mobile <mobile>', 'Recipient of an SMS or a voice call')
    .option('--email <address>', 'Recipient of an email')
    .option('--var <name=value...>', 'Value of a template variable')
    .option('--product <product>', `Product: ${messageProducts.join(' or ')}`, readMessageProduct)
    .option('--account <id>', 'Account that makes the call', readId)
    .action(
      onInstallation(async ({ pool, vault, config }, options: CheckOptions) => {
        const { template: templateId, var: variables, ...rest } = options;
        const {
          stops: checked,
          takers,
          ...facts
        } = await checkTemplate(
          { pool, vault, vendors, defaultRegion: config.defaultRegion },
          { ...rest, templateId, values: readVariables(variables) },
        );
        const stops = checked.map((stop) => ({ ...stop, refusal: stop.refusal?.en ?? null }));
        const rows = stops.map((stop) => [
          stop.code,
          stop.weight,
          JSON.stringify(stop.form),
          stop.values && JSON.stringify(stop.values),
          stop.cost,
          stop.refusal ?? 'accepted',
        ]);
        const titles = ['provider', 'weight', 'form', 'values', 'cost', 'result'];
        return {
          json: { ...plain(facts), takers, providers: stops.map(plain) },
          text: joinTexts(
            pairs({ ...facts, 'accepted by': takers }),
            table(titles, rows, 'No providers on the route.'),
          ),
          isBad: takers.length === 0,
        };
      }),
    );
}

function registerWriting(template: Command, onInstallation: OnInstallation): void {
  template
    .command('create')
    .description('Create a template; assign it to use it')
    .requiredOption('--template <id>', 'Template ID, as replies show it')
    .requiredOption(
      '--product <product>',
      `Product: ${messageProducts.join(' or ')}`,
      readMessageProduct,
    )
    .requiredOption('--text <text>', 'Text with {placeholders}; {{ and }} are literal braces')
    .option('--forms <json>', aboutForms, readForms)
    .action(
      onInstallation(async ({ pool, change }, options: CreateOptions) => {
        const { template: templateId, ...rest } = options;
        await requireFormProviders(pool, options.forms);
        await change('template.create', (by) => createTemplate(by, { templateId, ...rest }));
        return showTemplate(pool, templateId);
      }),
    );

  template
    .command('update')
    .description("Change the text of a template, or some providers' forms")
    .requiredOption('--template <id>', 'Template')
    .option('--text <text>', 'Text with {placeholders}; {{ and }} are literal braces')
    .option(
      '--forms <json>',
      `${aboutForms}; others stay as they are, null removes one`,
      readFormChanges,
    )
    .action(
      onInstallation(
        async ({ pool, change }, { template: templateId, text, forms }: UpdateOptions) => {
          if (text === undefined && !forms) refuse('nothing_to_change');
          await requireFormProviders(pool, forms);
          await change('template.update', (by) => updateTemplate(by, templateId, { text, forms }));
          return showTemplate(pool, templateId);
        },
      ),
    );

  template
    .command('delete')
    .description('Delete a template that is not assigned')
    .requiredOption('--template <id>', 'Template')
    .action(
      onInstallation(async ({ change }, { template: templateId }: OfTemplate) => {
        await change('template.delete', (by) => deleteTemplate(by, templateId));
        return { json: { templateId }, text: `Template ${templateId} deleted.` };
      }),
    );
}

function registerAssignments(template: Command, onInstallation: OnInstallation): void {
  const verb = (name: string, description: string) =>
    template
      .command(name)
      .description(description)
      .requiredOption(
        '--product <product>',
        `Product: ${messageProducts.join(' or ')}`,
        readMessageProduct,
      )
      .option('--account <id>', 'Only for this account', readId)
      .option('--language <language>', 'Only for callers of this language: en or zh', readLanguage);

  verb('assign', 'Assign a template to a product; more specific assignments take precedence')
    .requiredOption('--template <id>', 'Template')
    .action(
      onInstallation(async ({ pool, change }, options: AssignmentOptions & OfTemplate) => {
        const { template: templateId } = options;
        await change('template.assign', (by) =>
          assignTemplate(by, { ...keyOf(options), templateId }),
        );
        return showTemplate(pool, templateId);
      }),
    );

  verb('unassign', 'Remove an assignment; the next less specific one applies').action(
    onInstallation(async ({ change }, options: AssignmentOptions) => {
      const key = keyOf(options);
      await change('template.unassign', (by) => unassignTemplate(by, key));
      return {
        json: key,
        text: `Template assignment of ${key.product} for ${nameOf(key)} removed.`,
      };
    }),
  );
}

function keyOf({ product, account, language }: AssignmentOptions) {
  return { product, accountId: account ?? null, language: language ?? null };
}

async function showTemplate(pool: Pool, templateId: string) {
  const found = withoutPieces(await requireTemplate(pool, templateId));
  const { text, forms, assignments, ...rest } = found;
  return {
    json: found,
    text: pairs({
      ...rest,
      'assigned to': assignments.map(nameOf),
      forms: JSON.stringify(forms),
      text,
    }),
  };
}

/** Removes the parsed pieces, which are an internal form of the text. */
function withoutPieces({ pieces: _, ...shown }: StoredTemplate) {
  return shown;
}

function nameOf({ accountId, language }: Assignment): string {
  const whom = accountId === null ? 'all accounts' : `account ${accountId}`;
  return language === null ? whom : `${whom} in ${language}`;
}
