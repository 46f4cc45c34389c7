import type { Product } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { isRegionAllowed } from '../../line/limits/limits.ts';
import { findLimits } from '../../line/limits/queries.ts';
import { readOperator } from '../../people/accounts/operator-queries.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import { parseMobile } from '../../products/messages/mobile.ts';
import { listTemplates, type StoredTemplate } from '../../products/messages/template-queries.ts';
import { particularsProblems } from '../../vendors/providers/particulars.ts';
import { loadProviders } from '../../vendors/providers/provider-queries.ts';
import type { SealedProvider } from '../../vendors/providers/provider-settings.ts';
import { pickRoute, type RouteStop } from '../../vendors/providers/route.ts';
import { listRoutes } from '../../vendors/providers/route-queries.ts';
import { findFormFault, templatesOf } from './find-form-faults.ts';
import type { ReportPorts } from './report-ports.ts';

interface ExplainedStop {
  code: string;
  isAsked: boolean;
  because: string;
}

/** Which route a live call would take, and which of its providers would be tried. */
export async function explainRoute(
  context: ReportPorts,
  { product, account, mobile }: { product: Product; account: number; mobile?: string },
) {
  const { pool, config } = context;
  await requireAccount(pool, account);
  const number = mobile === undefined ? undefined : parseMobile(mobile, config.defaultRegion);
  if (product !== 'face_verify' && !number) {
    refuse(mobile ? 'mobile_invalid' : 'mobile_missing');
  }
  const region = number?.region ?? null;
  const routes = await listRoutes(pool, account);
  const route = pickRoute(routes, product, region);
  const stored = routes.find((each) => each === route);
  const templates =
    product === 'face_verify' ? [] : templatesOf(await listTemplates(pool), product, account);
  const { rows: providers } = await loadProviders(pool);
  const stops = (route?.providers ?? []).map((stop) => {
    const found = providers.find(({ providerCode }) => providerCode === stop.code);
    return explainStop(context, stop, found, templates);
  });
  const isAllowed =
    product === 'face_verify' ||
    isRegionAllowed(
      await findLimits(pool, account, 'live'),
      'live',
      number?.region,
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
      ? `of ${stored.accountId === null ? 'everyone' : `account ${stored.accountId}`}, ` +
        `${stored.region ?? 'all regions'}`
      : null,
    outcome: isAllowed
      ? outcomeOf({ isServed, isOperatorMissing, isTemplateless })
      : '403 region_not_allowed (limit show)',
    stops,
  };
}

function explainStop(
  context: ReportPorts,
  { code, weight }: RouteStop,
  found: SealedProvider | undefined,
  templates: readonly StoredTemplate[],
): ExplainedStop {
  if (code === 'sandbox') return { code, isAsked: true, because: 'it delivers nothing' };
  if (!found) return { code, isAsked: false, because: 'there is no such provider any more' };
  if (!found.isOn) return { code, isAsked: false, because: 'it is off' };
  const problems =
    found.kind === 'face'
      ? particularsProblems(found.particulars).map(({ en }) => en)
      : templates.flatMap((template) => findFormFault(context, found, template) ?? []);
  // The provider may know the template in one language and not in another.
  const isAsked =
    problems.length === 0 || (found.kind === 'sms' && problems.length < templates.length);
  if (!isAsked) return { code, isAsked, because: problems.join('; ') };
  const share = weight === undefined ? '' : `, first for ${weight} parts of the calls`;
  const but = problems.length === 0 ? '' : `, but ${problems.join('; ')}`;
  return { code, isAsked, because: `${found.vendorCode}, on${share}${but}` };
}

function outcomeOf({
  isServed,
  isOperatorMissing,
  isTemplateless,
}: Record<'isServed' | 'isOperatorMissing' | 'isTemplateless', boolean>): string {
  if (isTemplateless) return '404 template_not_assigned (template assign)';
  if (isOperatorMissing)
    return '403 product_not_available: persons cannot be told who you are (operator set)';
  return isServed ? 'the first that can do it' : '403 product_not_available';
}
