import { randomUUIDv7 } from 'node:crypto';
import { isMessageProduct, type MessageProduct } from '../../foundation/contract/products.ts';
import { Refused } from '../../foundation/contract/refusals/refused.ts';
import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';
import { type Language, languages } from '../../foundation/contract/text/languages.ts';
import { renderTemplate } from '../../products/messages/template.ts';
import { listTemplates, type StoredTemplate } from '../../products/messages/template-queries.ts';
import { findProviderFault } from '../../vendors/providers/find-provider-fault.ts';
import { findVendor } from '../../vendors/providers/find-vendor.ts';
import type { TemplateSend } from '../../vendors/providers/provider.ts';
import { loadProviders } from '../../vendors/providers/provider-queries.ts';
import type { SealedProvider } from '../../vendors/providers/provider-settings.ts';
import { listRoutes, type StoredRoute } from '../../vendors/providers/route-queries.ts';
import type { MessageVendor } from '../../vendors/providers/vendor.ts';
import { vendors } from '../../vendors/vendors.ts';
import { type LiveUse, listLiveUses } from './doctor-queries.ts';
import { type Detail, fillDetail } from './finding-detail.ts';
import type { ReportPorts } from './report-ports.ts';
import { amounts, findingTexts } from './report-texts.ts';

/** The templates of an account's messages, one for each language that has its own. */
export function templatesOf(
  templates: readonly StoredTemplate[],
  product: MessageProduct,
  account: number,
): StoredTemplate[] {
  const pick = (language: Language) =>
    [account, null]
      .flatMap((accountId) => [language, null].map((each) => ({ accountId, language: each })))
      .map((wanted) => templates.find((template) => isAssigned(template, product, wanted)))
      .find((template) => template !== undefined);
  return [...new Set(languages.map(pick))].filter((template) => template !== undefined);
}

function isAssigned(
  template: StoredTemplate,
  product: MessageProduct,
  { accountId, language }: { accountId: number | null; language: Language | null },
): boolean {
  return (
    template.product === product &&
    template.assignments.some((one) => one.accountId === accountId && one.language === language)
  );
}

/**
 * Why a provider can send no message of a template, whatever its variables: the operator has not entered
 * everything that the provider needs. Null if it can.
 */
export function findFormFault(
  context: Pick<ReportPorts, 'vault'>,
  provider: SealedProvider,
  template: StoredTemplate,
): Bilingual | null {
  try {
    const { regions } = findVendor(vendors, provider.vendorCode) as MessageVendor;
    const region = regions === 'all' ? null : (regions[0] ?? null);
    const fault = findProviderFault(
      { ...context, vendors },
      provider,
      sampleOf(template, provider, region),
    );
    return fault?.isOperators ? fault.problem : null;
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    return fault.text;
  }
}

/** A sample message: one letter for each variable, six digits for a code. */
function sampleOf(
  template: StoredTemplate,
  { providerCode }: SealedProvider,
  region: string | null,
): TemplateSend {
  const variables = Object.fromEntries(
    template.variables.map((name) => [name, name === 'code' ? '123456' : 'x']),
  );
  return {
    ...{ callId: randomUUIDv7(), reference: '', mode: 'live', to: '', region, parts: 1 },
    product: template.product,
    ...{ templateId: template.templateId, text: renderTemplate(template, variables), variables },
    form: template.forms[providerCode] ?? {},
  };
}

/**
 * Live messages that no provider on their route can send because a form is missing, each with how to fix it.
 */
export async function findFormless(context: ReportPorts): Promise<Detail[]> {
  const { pool } = context;
  const templates = await listTemplates(pool);
  const routes = await listRoutes(pool);
  const providers = (await loadProviders(pool)).rows.filter(({ isOn }) => isOn);
  const found = new Map<string, { unsendable: Unsendable; accounts: number }>();
  for (const use of await listLiveUses(pool)) {
    if (!isMessageProduct(use.product)) continue;
    for (const template of templatesOf(templates, use.product, use.accountId)) {
      for (const { providers: stops } of routesOf(routes, use)) {
        const unsendable = findUnsendable(
          context,
          stops.map(({ code }) => code),
          providers,
          template,
        );
        if (!unsendable) continue;
        const key = JSON.stringify(unsendable);
        found.set(key, { unsendable, accounts: (found.get(key)?.accounts ?? 0) + 1 });
      }
    }
  }
  return [...found.values()].map(({ unsendable, accounts }) =>
    fillDetail(findingTexts.template_unsendable, {
      ...unsendable,
      accounts: amounts.accounts(accounts),
    }),
  );
}

/** The routes that the account's calls can take. The first one for all regions hides those after it. */
function routesOf(routes: readonly StoredRoute[], { accountId, product }: LiveUse): StoredRoute[] {
  const own = routes.filter(
    (route) =>
      route.product === product && (route.accountId === null || route.accountId === accountId),
  );
  const last = own.findIndex(({ region }) => region === null);
  return last < 0 ? own : own.slice(0, last + 1);
}

/** A template that no provider on a route can send, and why. */
interface Unsendable {
  product: MessageProduct;
  template: string;
  providers: string[];
  problems: Bilingual[];
}

function findUnsendable(
  context: ReportPorts,
  codes: readonly string[],
  providers: readonly SealedProvider[],
  template: StoredTemplate,
): Unsendable | undefined {
  if (codes.includes('sandbox')) return undefined;
  const serving = providers.filter(({ providerCode }) => codes.includes(providerCode));
  const faults = serving.map((provider) => findFormFault(context, provider, template));
  const problems = faults.filter((fault) => fault !== null);
  if (problems.length === 0 || problems.length < faults.length) return undefined;
  return {
    product: template.product,
    template: template.templateId,
    providers: serving.map(({ providerCode }) => providerCode),
    problems: [...new Map(problems.map((problem) => [problem.en, problem])).values()],
  };
}
