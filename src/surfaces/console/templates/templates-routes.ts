import type { Scope } from '../../../foundation/contract/scope.ts';
import { readOperator } from '../../../people/accounts/operator-queries.ts';
import { countParts } from '../../../products/messages/count-parts.ts';
import { requireFormProviders } from '../../../products/messages/require-form-providers.ts';
import {
  assignTemplate,
  createTemplate,
  deleteTemplate,
  listTemplates,
  requireTemplate,
  type StoredTemplate,
  unassignTemplate,
  updateTemplate,
} from '../../../products/messages/template-queries.ts';
import {
  contentOf,
  listTemplateVersions,
  restoreTemplate,
} from '../../../products/messages/template-versions.ts';
import { listProviders } from '../../../vendors/providers/provider-queries.ts';
import { vendors } from '../../../vendors/vendors.ts';
import { type ConsoleContext, consoleRoute } from '../kit/console-route.ts';
import { requirePlatform } from '../kit/require-scope.ts';
import { wireVersions } from '../kit/version-contract.ts';
import {
  AssignmentKey,
  type FormRules,
  NewAssignment,
  NewTemplate,
  OfTemplate,
  RestoredTemplate,
  TemplateChange,
  TemplateList,
  type TemplateRow,
  TemplateVersions,
} from './templates-contract.ts';

/** An account sees the templates that its messages use: those assigned to it or to everyone. */
function isSeenFrom(scope: Scope) {
  return ({ accountId }: { accountId: number | null }) =>
    scope.kind === 'platform' || accountId === null || accountId === scope.accountId;
}

function rowOf(scope: Scope, isOperator: boolean, template: StoredTemplate): TemplateRow {
  const { templateId, product, text, variables, assignments, forms } = template;
  return {
    ...{ templateId, product, text, variables: [...variables], parts: countParts(text) },
    assignments: assignments.filter(isSeenFrom(scope)),
    ...(isOperator ? { forms } : {}),
  } as TemplateRow;
}

async function listOf({ pool, scope, isOperator }: ConsoleContext): Promise<TemplateList> {
  const rows = (await listTemplates(pool)).map((template) => rowOf(scope, isOperator, template));
  const templates =
    scope.kind === 'platform' ? rows : rows.filter(({ assignments }) => assignments.length > 0);
  if (isOperator) return { templates, providers: await formRules(pool) };
  const operator = await readOperator(pool);
  const shown = operator && { name: operator.legalName, contact: operator.contact };
  return { templates, operator: shown };
}

async function formRules(pool: ConsoleContext['pool']): Promise<FormRules[]> {
  return (await listProviders(pool)).flatMap(({ providerCode, vendorCode, isOn }) => {
    const vendor = vendors.find(({ code }) => code === vendorCode);
    if (!vendor || vendor.kind === 'face' || vendor.kind === 'payment') return [];
    const { form, needsCode, needsSignature } = vendor.template;
    const { longMessages } = vendor;
    const rules = { form, needsCode, needsSignature, longMessages };
    const { kind, title } = vendor;
    return [{ code: providerCode, vendorTitle: title, kind, isOn, ...rules }];
  });
}

/** The platform's templates: accounts read their own, operators write them. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/templates/list',
    right: 'templates.read',
    summary: "List templates, for operators with the providers' forms",
    reply: TemplateList,
    handle: (context) => listOf(context),
  }),
  consoleRoute({
    method: 'POST',
    path: '/templates/create',
    right: 'templates.change',
    summary: 'Create a template; it is used once it is assigned',
    body: NewTemplate,
    reply: TemplateList,
    async handle(context, { body }) {
      requirePlatform(context.scope);
      await requireFormProviders(context.pool, body.forms);
      await context.change('template.create', (by) => createTemplate(by, body));
      return listOf(context);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/templates/update',
    right: 'templates.change',
    summary: 'Change the text of a template, or its forms for some providers; null removes a form',
    body: TemplateChange,
    reply: TemplateList,
    async handle(context, { body: { templateId, was, ...changes } }) {
      requirePlatform(context.scope);
      await requireFormProviders(context.pool, changes.forms);
      await context.change('template.update', (by) => updateTemplate(by, templateId, changes, was));
      return listOf(context);
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/templates/versions',
    right: 'audit.read',
    summary: 'List the changes of a template, newest first',
    query: OfTemplate,
    reply: TemplateVersions,
    async handle({ pool, scope }, { query: { templateId } }) {
      requirePlatform(scope);
      const current = await requireTemplate(pool, templateId);
      const versions = await listTemplateVersions(pool, templateId, current);
      return wireVersions(versions, contentOf) as TemplateVersions;
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/templates/restore',
    right: 'templates.change',
    summary: 'Restore a version of a template, if the template is still as named',
    body: RestoredTemplate,
    reply: TemplateList,
    async handle(context, { body: { templateId, version: entryId, was } }) {
      requirePlatform(context.scope);
      await context.change('template.restore', (by) =>
        restoreTemplate(by, templateId, { entryId, was }),
      );
      return listOf(context);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/templates/delete',
    right: 'templates.change',
    summary: 'Remove a template that is not assigned',
    body: OfTemplate,
    reply: TemplateList,
    async handle(context, { body: { templateId } }) {
      requirePlatform(context.scope);
      await context.change('template.delete', (by) => deleteTemplate(by, templateId));
      return listOf(context);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/templates/assign',
    right: 'templates.change',
    summary: 'Use a template for a product; the most specific assignment wins',
    body: NewAssignment,
    reply: TemplateList,
    async handle(context, { body }) {
      requirePlatform(context.scope);
      await context.change('template.assign', (by) => assignTemplate(by, body));
      return listOf(context);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/templates/unassign',
    right: 'templates.change',
    summary: 'Remove an assignment; the next less specific one then applies',
    body: AssignmentKey,
    reply: TemplateList,
    async handle(context, { body }) {
      requirePlatform(context.scope);
      await context.change('template.unassign', (by) => unassignTemplate(by, body));
      return listOf(context);
    },
  }),
];
