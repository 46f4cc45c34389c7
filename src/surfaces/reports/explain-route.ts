import {
  type CalledProduct,
  isVerifyProduct,
  productTable,
} from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { type Bilingual, fillText } from '../../foundation/contract/text/bilingual.ts';
import { isRegionAllowed } from '../../line/limits/limits.ts';
import { findLimitsWithDefaults } from '../../line/limits/queries.ts';
import { readOperator } from '../../people/accounts/operator-queries.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import { parseMobile } from '../../products/messages/mobile.ts';
import { listTemplates, type StoredTemplate } from '../../products/messages/template-queries.ts';
import { countedHours } from '../../products/verifications/first-codes-queries.ts';
import { particularsProblems } from '../../vendors/providers/particulars.ts';
import { loadProviders } from '../../vendors/providers/provider-queries.ts';
import type { SealedProvider } from '../../vendors/providers/provider-settings.ts';
import { pickRoute, type RouteStop } from '../../vendors/providers/route.ts';
import { listRoutes } from '../../vendors/providers/route-queries.ts';
import { stopTexts } from '../../vendors/providers/stop-texts.ts';
import { noNumbers } from '../../vendors/providers/weigh-stops.ts';
import { findFormFault, templatesOf } from './find-form-faults.ts';
import { type Conversion, readConversion } from './read-conversion.ts';
import type { ReportPorts } from './report-ports.ts';
import { routeTexts } from './report-texts.ts';

interface ExplainedStop {
  code: string;
  isAsked: boolean;
  because: Bilingual;
}

/**
 * Which route a live call would take, and which of its providers would be tried. Without a number, an SMS goes to
 * the platform's own region.
 */
export async function explainRoute(
  context: ReportPorts,
  { product, account, mobile }: { product: CalledProduct; account: number; mobile?: string },
) {
  const { pool, config } = context;
  await requireAccount(pool, account);
  const region = product === 'face_verify' ? null : regionOf(mobile, config.defaultRegion);
  const routes = await listRoutes(pool, account);
  const route = pickRoute(routes, product, region);
  const stored = routes.find((each) => each === route);
  const templates =
    product === 'face_verify' ? [] : templatesOf(await listTemplates(pool), product, account);
  const { rows: providers } = await loadProviders(pool);
  const conversion = route && (await readConversion(pool, account, routes, route));
  const stops = (route?.providers ?? []).map((stop) => {
    const found = providers.find(({ providerCode }) => providerCode === stop.code);
    return explainStop(context, stop, found, templates, conversion);
  });
  const { kind } = productTable[product];
  const isAllowed =
    kind === 'face' ||
    kind === 'email' ||
    isRegionAllowed(
      await findLimitsWithDefaults(pool, account, 'live'),
      'live',
      region ?? undefined,
      config.defaultRegion,
    );
  const isServed = stops.some(({ isAsked }) => isAsked);
  const isTemplateless = product !== 'face_verify' && templates.length === 0;
  const isOperatorMissing = product === 'face_verify' && (await readOperator(pool)) === null;
  return {
    product,
    account,
    region,
    route: stored
      ? fillText(routeTexts.route, {
          account:
            stored.accountId === null
              ? { en: 'all accounts', zh: '所有账户' }
              : { en: `account ${stored.accountId}`, zh: `账户 ${stored.accountId}` },
          region: stored.region ?? { en: 'all regions', zh: '所有地区' },
        })
      : null,
    outcome: isAllowed
      ? outcomeOf({
          ...{ isServed, isOperatorMissing, isTemplateless },
          isVerify: isVerifyProduct(product),
        })
      : routeTexts.region_not_allowed,
    stops,
  };
}

function regionOf(mobile: string | undefined, defaultRegion: string): string | null {
  if (mobile === undefined) return defaultRegion;
  const number = parseMobile(mobile, defaultRegion);
  return number ? (number.region ?? null) : refuse('mobile_invalid');
}

function explainStop(
  context: ReportPorts,
  stop: RouteStop,
  found: SealedProvider | undefined,
  templates: readonly StoredTemplate[],
  conversion: Conversion | undefined,
): ExplainedStop {
  const { code } = stop;
  if (code === 'sandbox') return { code, isAsked: true, because: routeTexts.delivers_nothing };
  if (!found) return { code, isAsked: false, because: stopTexts.removed };
  if (!found.isOn) return { code, isAsked: false, because: stopTexts.off };
  const problems =
    found.kind === 'face'
      ? particularsProblems(found.particulars)
      : templates.flatMap((template) => findFormFault(context, found, template) ?? []);
  // The provider may know the template in one language and not in another.
  const isAsked =
    problems.length === 0 || (found.kind !== 'face' && problems.length < templates.length);
  if (!isAsked) {
    return { code, isAsked, because: fillText({ en: '{all}', zh: '{all}' }, { all: problems }) };
  }
  const on = onOf(found.vendorCode, stop, conversion);
  const because = problems.length === 0 ? on : fillText(routeTexts.on_partly, { on, problems });
  return { code, isAsked, because };
}

function onOf(
  vendor: string,
  { code, weight, minWeight }: RouteStop,
  conversion: Conversion | undefined,
): Bilingual {
  if (weight === undefined) return fillText(routeTexts.on, { vendor });
  if (minWeight === undefined || !conversion) {
    return fillText(routeTexts.on_weighted, { vendor, weight });
  }
  const { numbers, approved } = conversion.counts.get(code) ?? noNumbers;
  const now = Math.round(conversion.weights.get(code) ?? weight);
  const facts = { vendor, now, minWeight, weight, approved, numbers, hours: countedHours };
  return fillText(routeTexts.on_converting, facts);
}

function outcomeOf({
  isServed,
  isOperatorMissing,
  isTemplateless,
  isVerify,
}: Record<'isServed' | 'isOperatorMissing' | 'isTemplateless' | 'isVerify', boolean>): Bilingual {
  if (isTemplateless) return routeTexts.template_not_assigned;
  if (isOperatorMissing) return routeTexts.operator_missing;
  if (!isServed) return routeTexts.not_available;
  return isVerify ? routeTexts.first_able_in_turn : routeTexts.first_able;
}
