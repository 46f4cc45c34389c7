import { findReplacedSecrets } from '../../../foundation/audit/entry-queries.ts';
import { findReachFault } from '../../../foundation/outbound/find-reach-fault.ts';
import { describeProvider } from '../../../vendors/providers/describe-provider.ts';
import { findVendor } from '../../../vendors/providers/find-vendor.ts';
import { isSecret } from '../../../vendors/providers/mask-settings.ts';
import { findProvider } from '../../../vendors/providers/provider-queries.ts';
import { firstsOf } from '../../../vendors/providers/put-first.ts';
import { findRoutesOf } from '../../../vendors/providers/route-queries.ts';
import { vendors } from '../../../vendors/vendors.ts';
import { hasRight } from '../kit/authorize-console.ts';
import type { ConsoleContext } from '../kit/console-route.ts';
import type { ProviderFacts } from './providers-contract.ts';

const mostRoutes = 50;

/** One provider for its form. A secret shows only that it is set, when, and by whom. */
export async function providerFacts(
  { pool, vault, publicUrl, person, scope, language }: ConsoleContext,
  code: string,
): Promise<ProviderFacts> {
  const stored = await findProvider(pool, code);
  const shown = describeProvider({ vault, vendors, publicUrl: publicUrl() }, stored);
  const { config } = findVendor(vendors, stored.vendorCode);
  const noted = await findReplacedSecrets(pool, code);
  const routes = await findRoutesOf(pool, [code]);
  const names = Object.keys(shown.config);
  return {
    code,
    kind: shown.kind,
    vendorCode: shown.vendorCode,
    isOn: shown.isOn,
    version: shown.version,
    settings: Object.fromEntries(
      Object.entries(shown.config).filter(([name]) => !isSecret(config, name)),
    ),
    secrets: names
      .filter((name) => isSecret(config, name))
      .map((name) => {
        const last = noted.find((note) => note.name === name);
        return { name, setAt: last?.madeAt.toISOString() ?? null, by: last?.by ?? null };
      }),
    callbackFault: findReachFault(shown.callbackUrl),
    callbackUrl: hasRight(person, scope, 'providers.change') ? shown.callbackUrl : null,
    costs: shown.costs as ProviderFacts['costs'],
    particulars: shown.kind === 'face' ? shown.particulars : null,
    untold: shown.untold.map((problem) => problem[language]),
    routes: routes.slice(0, mostRoutes).map(({ providers, ...route }) => ({
      ...{ product: route.product, accountId: route.accountId, region: route.region },
      ...{ accountName: route.accountName, isFirst: firstsOf(providers).includes(code) },
    })),
  };
}
