import type { Product } from '../contract/products.ts';
import { Refused } from '../db/refused.ts';
import { isRegionAllowed } from '../limits/limits.ts';
import { findLimits } from '../limits/queries.ts';
import { parseMobile } from '../messages/mobile.ts';
import { readOperator } from '../operator/operator-queries.ts';
import { particularsProblems } from '../providers/particulars.ts';
import { listProviders } from '../providers/provider-queries.ts';
import { pickRoute } from '../providers/route.ts';
import { listRoutes } from '../providers/route-queries.ts';
import type { CliContext } from './command-action.ts';
import { requireAccount } from './require-account.ts';

interface ExplainedStop {
  code: string;
  isAsked: boolean;
  because: string;
}

/** Which route a live call would take, and who on it would be asked. */
export async function explainRoute(
  { pool, config }: CliContext,
  { product, account, mobile }: { product: Product; account: number; mobile?: string },
) {
  await requireAccount(pool, account);
  const number = mobile === undefined ? undefined : parseMobile(mobile, config.defaultRegion);
  if (product !== 'face_verify' && !number) {
    throw new Refused(
      mobile ? 'It is not a valid mobile number.' : 'Name the recipient: --mobile.',
    );
  }
  const region = number?.region ?? null;
  const routes = await listRoutes(pool, account);
  const route = pickRoute(routes, product, region);
  const stored = routes.find((each) => each === route);
  const providers = await listProviders(pool);
  const stops = (route?.providers ?? []).map(({ code, weight }): ExplainedStop => {
    const found = providers.find(({ providerCode }) => providerCode === code);
    if (code === 'sandbox') return { code, isAsked: true, because: 'it delivers nothing' };
    if (!found) return { code, isAsked: false, because: 'there is no such provider any more' };
    if (!found.isOn) return { code, isAsked: false, because: 'it is off' };
    const problems = found.kind === 'face' ? particularsProblems(found.particulars) : [];
    if (problems.length > 0) return { code, isAsked: false, because: problems.join(' ') };
    const share = weight === undefined ? '' : `, first for ${weight} parts of the calls`;
    return { code, isAsked: true, because: `${found.vendorCode}, on${share}` };
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
  const isUntold = product === 'face_verify' && (await readOperator(pool)) === null;
  return {
    product,
    account,
    region,
    route: stored
      ? `of ${stored.accountId === null ? 'everyone' : `account ${stored.accountId}`}, ` +
        `${stored.region ?? 'all regions'}`
      : null,
    outcome: isAllowed ? outcomeOf(isServed, isUntold) : '403 region_not_allowed (limit show)',
    stops,
  };
}

function outcomeOf(isServed: boolean, isUntold: boolean): string {
  if (isUntold)
    return '403 product_not_available: persons cannot be told who you are (operator set)';
  return isServed ? 'the first that can do it' : '403 product_not_available';
}
