import type { Pool } from 'pg';
import { type MessageProduct, productTable } from '../../foundation/contract/products.ts';
import { Refused, refuse } from '../../foundation/contract/refusals/refused.ts';
import { type Bilingual, prefixField } from '../../foundation/contract/text/bilingual.ts';
import type { Money } from '../../foundation/money.ts';
import type { Vault } from '../../foundation/vault.ts';
import { isRegionAllowed } from '../../line/limits/limits.ts';
import { findLimitsWithDefaults } from '../../line/limits/queries.ts';
import { priceOf } from '../../line/pricing/price-of.ts';
import { listPrices, type ProductPrice } from '../../line/pricing/queries.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import { type Draft, draftMessage, recipientFor } from '../../products/messages/draft-message.ts';
import { requireTemplate } from '../../products/messages/template-queries.ts';
import type { Vendor } from '../../vendors/providers/any-vendor.ts';
import { findProviderFault } from '../../vendors/providers/find-provider-fault.ts';
import { findVendor } from '../../vendors/providers/find-vendor.ts';
import { listedCost } from '../../vendors/providers/listed-cost.ts';
import type { FormFault, ProviderForm, TemplateSend } from '../../vendors/providers/provider.ts';
import { loadProviders } from '../../vendors/providers/provider-queries.ts';
import type { SealedProvider } from '../../vendors/providers/provider-settings.ts';
import { pickRoute, type RouteStop } from '../../vendors/providers/route.ts';
import { listRoutes } from '../../vendors/providers/route-queries.ts';
import { stopTexts } from '../../vendors/providers/stop-texts.ts';
import { namedValues, orderedValues } from '../../vendors/providers/template-values.ts';
import type { MessageVendor } from '../../vendors/providers/vendor.ts';

interface CheckPorts {
  pool: Pool;
  vault: Vault;
  vendors: readonly Vendor[];
  defaultRegion: string;
}

export interface CheckOptions extends Draft {
  templateId: string;
  product?: MessageProduct | undefined;
  /** The account that sends the message; without one, an account with no settings of its own. */
  account?: number | undefined;
}

/** What one provider on the route would be sent, or why it would not accept it. */
interface CheckedStop {
  code: string;
  weight: number | null;
  form: ProviderForm;
  /** Values by the provider's names or in its order; null if it takes the whole text. */
  values: Record<string, string> | string[] | null;
  cost: Money | null;
  refusal: Bilingual | null;
}

/** Which providers on the route would accept a live message of this template. Sends and charges nothing. */
export async function checkTemplate(ports: CheckPorts, options: CheckOptions) {
  const { pool, defaultRegion } = ports;
  const { account = null } = options;
  if (account !== null) await requireAccount(pool, account);
  const template = await requireTemplate(pool, options.templateId);
  const { product } = template;
  if (options.product && options.product !== product) {
    const { templateId, product: wanted } = options;
    refuse('template_of_other_product', { template: templateId, product, wanted });
  }
  const { kind } = productTable[product];
  const { values } = options;
  const send = draftMessage(template, { ...recipientFor(kind, options), values }, defaultRegion);
  const { rows } = await loadProviders(pool);
  const routes = (await listRoutes(pool, account)).filter(
    ({ accountId }) => accountId === null || accountId === account,
  );
  const route = pickRoute(routes, product, send.region);
  const stops = (route?.providers ?? []).map((stop) => {
    const form = template.forms[stop.code] ?? {};
    const provider = rows.find(({ providerCode }) => providerCode === stop.code);
    return checkStop(ports, stop, provider, { ...send, form });
  });
  const limits = await findLimitsWithDefaults(pool, account ?? 0, 'live');
  // An address has no region.
  const isAllowed =
    kind === 'email' || isRegionAllowed(limits, 'live', send.region ?? undefined, defaultRegion);
  const prices = await listPrices(pool, account ?? undefined);
  const rule = prices.find((price) => price.product === product) as ProductPrice;
  const { text, parts, region } = send;
  return {
    ...{ templateId: template.templateId, product, account, region, text, parts },
    price: priceOf(rule, parts).amount,
    isRegionAllowed: isAllowed,
    takers: isAllowed ? stops.filter((stop) => !stop.refusal).map(({ code }) => code) : [],
    stops,
  };
}

function checkStop(
  { vault, vendors }: CheckPorts,
  { code, weight }: RouteStop,
  provider: SealedProvider | undefined,
  send: TemplateSend,
): CheckedStop {
  const stop: CheckedStop = {
    code,
    weight: weight ?? null,
    form: send.form,
    values: null,
    cost: null,
    refusal: null,
  };
  if (code === 'sandbox') return stop;
  if (!provider) return { ...stop, refusal: stopTexts.removed };
  try {
    const fault = findProviderFault({ vault, vendors }, provider, send);
    return {
      ...stop,
      values: valuesOf(findVendor(vendors, provider.vendorCode) as MessageVendor, send),
      cost: listedCost(provider.costs, send.parts, send.region) ?? null,
      refusal: provider.isOn ? refusalOf(fault) : stopTexts.off,
    };
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    return { ...stop, refusal: fault.text };
  }
}

function valuesOf({ template }: MessageVendor, send: TemplateSend): CheckedStop['values'] {
  if (template.form === 'text') return null;
  return template.form === 'named' ? namedValues(send) : orderedValues(send);
}

function refusalOf(fault: FormFault | undefined): Bilingual | null {
  if (!fault) return null;
  // The problem text of a form already begins with the template's id.
  return fault.isOperators ? fault.problem : prefixField(fault.field, fault.problem);
}
