import type { Command } from 'commander';
import type { Pool } from 'pg';
import { Refused } from '../db/refused.ts';
import type { Template } from '../messages/template.ts';
import {
  assignTemplate,
  createTemplate,
  deleteTemplate,
  type FormChanges,
  findTemplate,
  listTemplates,
  type SmsProduct,
  type StoredTemplate,
  unassignTemplate,
  updateTemplate,
} from '../messages/template-queries.ts';
import type { OnInstallation } from './command-action.ts';
import { readFormChanges, readForms } from './read-forms.ts';
import { readId, readSmsProduct } from './read-option.ts';
import { pairs, table } from './show.ts';

interface OfTemplate {
  template: string;
}
interface CreateOptions extends OfTemplate {
  product: SmsProduct;
  text: string;
  forms?: Template['forms'];
}
interface UpdateOptions extends OfTemplate {
  text?: string;
  forms?: FormChanges;
}
interface AssignOptions extends OfTemplate {
  product: SmsProduct;
  account?: number;
}

const aboutForms = "the template in each provider's terms, as JSON";

export function registerTemplateCommands(template: Command, onInstallation: OnInstallation): void {
  template
    .command('list')
    .description('all templates')
    .action(
      onInstallation(async ({ pool }) => {
        const templates = await listTemplates(pool);
        const rows = templates.map((t) => [t.templateId, t.product, uses(t), t.text]);
        return {
          json: { templates: templates.map(withoutPieces) },
          text: table(['template', 'product', 'assigned to', 'text'], rows),
        };
      }),
    );

  template
    .command('show')
    .description('one template')
    .requiredOption('--template <id>', 'the template')
    .action(
      onInstallation(async ({ pool }, options: OfTemplate) => showTemplate(pool, options.template)),
    );
  registerWriting(template, onInstallation);
  registerAssignments(template, onInstallation);
}

function registerWriting(template: Command, onInstallation: OnInstallation): void {
  template
    .command('create')
    .description('make a template; it is used once it is assigned')
    .requiredOption('--template <id>', 'its id, as replies show it')
    .requiredOption('--product <product>', 'sms_code or sms_notice', readSmsProduct)
    .requiredOption('--text <text>', 'the text, with {placeholders}; {{ and }} send braces')
    .option('--forms <json>', aboutForms, readForms)
    .action(
      onInstallation(async ({ pool }, options: CreateOptions) => {
        const { template: templateId, ...rest } = options;
        await createTemplate(pool, { templateId, ...rest });
        return showTemplate(pool, templateId);
      }),
    );

  template
    .command('update')
    .description('change the text of a template, or its forms for some providers')
    .requiredOption('--template <id>', 'the template')
    .option('--text <text>', 'the text, with {placeholders}; {{ and }} send braces')
    .option(
      '--forms <json>',
      `${aboutForms}; the others stay, and null removes one`,
      readFormChanges,
    )
    .action(
      onInstallation(async ({ pool }, { template: templateId, text, forms }: UpdateOptions) => {
        if (text === undefined && !forms) throw new Refused('There is nothing to update.');
        await updateTemplate(pool, templateId, { text, forms });
        return showTemplate(pool, templateId);
      }),
    );

  template
    .command('delete')
    .description('remove a template that is not assigned')
    .requiredOption('--template <id>', 'the template')
    .action(
      onInstallation(async ({ pool }, { template: templateId }: OfTemplate) => {
        await deleteTemplate(pool, templateId);
        return { json: { templateId }, text: `The template ${templateId} is removed.` };
      }),
    );
}

function registerAssignments(template: Command, onInstallation: OnInstallation): void {
  template
    .command('assign')
    .description('use a template for a product, for everyone or for one account')
    .requiredOption('--product <product>', 'sms_code or sms_notice', readSmsProduct)
    .requiredOption('--template <id>', 'the template')
    .option('--account <id>', 'the account', readId)
    .action(
      onInstallation(
        async ({ pool }, { template: templateId, product, account }: AssignOptions) => {
          await assignTemplate(pool, { product, templateId, accountId: account ?? null });
          return showTemplate(pool, templateId);
        },
      ),
    );

  template
    .command('unassign')
    .description('use no template for a product, or for an account the one of everyone')
    .requiredOption('--product <product>', 'sms_code or sms_notice', readSmsProduct)
    .option('--account <id>', 'the account', readId)
    .action(
      onInstallation(async ({ pool }, { product, account }: Omit<AssignOptions, 'template'>) => {
        await unassignTemplate(pool, { product, accountId: account ?? null });
        const whom = account === undefined ? 'everyone' : `account ${account}`;
        return {
          json: { product, accountId: account ?? null },
          text: `${product} has no template of its own for ${whom} any more.`,
        };
      }),
    );
}

async function showTemplate(pool: Pool, templateId: string) {
  const found = withoutPieces(await findTemplate(pool, templateId));
  const { text, forms, ...rest } = found;
  return { json: found, text: pairs({ ...rest, forms: JSON.stringify(forms), text }) };
}

/** The pieces are how the text is kept ready to be filled in, and nobody's business. */
function withoutPieces({ pieces: _, ...shown }: StoredTemplate) {
  return shown;
}

function uses({ isDefault, accountIds }: { isDefault: boolean; accountIds: number[] }): string[] {
  return [...(isDefault ? ['everyone'] : []), ...accountIds.map((id) => `account ${id}`)];
}
