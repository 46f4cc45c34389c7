import type { ReactElement } from 'react';
import { useGo } from '../../client/scope.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { Status } from '../../kit/status.tsx';
import { useHealth } from '../health/use-health.ts';
import { useHealthSum } from '../health/use-health-sum.ts';
import { useOverviewWords } from './overview-words.ts';

/** What was looked at and is well, so that a calm card says why it is calm. */
export function CalmNeeds(): ReactElement {
  const say = useOverviewWords();
  const api = useApi();
  const go = useGo();
  const may = useMay();
  const { data: health } = useHealth({ isEnabled: may('health.read'), staleMs: 300_000 });
  const sum = useHealthSum(health?.checks ?? []);
  const isHealthy = health !== undefined && sum.bad.length === 0;
  const advised = sum.advised.length;
  const looked = [
    { name: 'calmReview', link: 'review', screen: 'review' },
    { name: 'calmRoutes', link: 'routes', screen: 'providers' },
    // Money of test wallets is no one's concern.
    ...(api.mode === 'live'
      ? ([{ name: 'calmWallets', link: 'wallets', screen: 'wallet' }] as const)
      : []),
    { name: 'calmEndpoints', link: 'webhooks', screen: 'webhooks' },
    ...(isHealthy && advised === 0
      ? ([{ name: 'calmHealth', link: 'healthChecks', screen: 'health' }] as const)
      : []),
  ] as const;
  return (
    <ul className="overview-looked">
      {looked.map(({ name, link, screen }) => (
        <li key={name}>
          <Status tone="good" word={say(name)} />
          <button type="button" className="link" onClick={() => go(screen)}>
            {say(link)} ›
          </button>
        </li>
      ))}
      {advised > 0 && (
        <li>
          <Status tone="unknown" word={say('calmAdvice', { count: advised })} />
          <button type="button" className="link" onClick={() => go('health')}>
            {say('healthChecks')} ›
          </button>
        </li>
      )}
    </ul>
  );
}
