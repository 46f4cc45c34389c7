import type { ReactElement } from 'react';
import type { ProviderFacts } from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { useGo } from '../../client/scope.ts';
import { useProductName } from '../../kit/use-product-name.ts';
import { useProvidersWords } from './providers-words.ts';
import { keyOfRoute } from './route-key.ts';

type OwnRoute = ProviderFacts['routes'][number];

/** "Code SMS · All accounts": the product of a route, and whose it is. */
export function useRouteText(): (route: OwnRoute) => string {
  const say = useProvidersWords();
  const nameOf = useProductName();
  return ({ product, accountName, region }) => {
    const owner = accountName ?? (region === null ? say('allAccounts') : null);
    return [nameOf(product), owner, region].filter(Boolean).join(' · ');
  };
}

/** The routes that the provider is on, each with a link to it. */
export function ProviderRoutesCard({ routes }: { routes: readonly OwnRoute[] }): ReactElement {
  const say = useProvidersWords();
  const go = useGo();
  const textOf = useRouteText();
  return (
    <section className="card provider-side">
      <h2>{say('onRoutes')}</h2>
      {routes.length === 0 && <p className="field-note">{say('onNoRoute')}</p>}
      <ul className="provider-routes">
        {routes.map((route) => {
          const { product, isFirst } = route;
          const query = { product, route: keyOfRoute(route) };
          return (
            <li key={`${product} ${query.route}`}>
              <button type="button" className="link" onClick={() => go('providers', { query })}>
                {textOf(route)}
              </button>
              <span className="soft">{say(isFirst ? 'isFirst' : 'isLater')}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
