import '../overview/overview.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Wallet } from '../../../../src/surfaces/console/wallet/wallet-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useChanges } from '../../client/use-changes.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { KeysCard } from '../overview/keys-card.tsx';
import { TroubleCard } from '../overview/trouble-card.tsx';
import { DisabledEndpoints } from '../webhooks/disabled-endpoints.tsx';
import { AccountStrip } from './account-strip.tsx';
import { EndpointsCard } from './endpoints-card.tsx';
import { MembersCard } from './members-card.tsx';
import { NextCall } from './next-call.tsx';
import { NextSteps } from './next-steps.tsx';
import { PricesCard } from './prices-card.tsx';
import { useAccountFigures } from './use-account-figures.ts';

/**
 * The account at a glance, for operators and for its own members: its money and calls, the next steps until they are
 * done, and who and what it has. What is wrong with its endpoints comes first.
 */
export function AccountHome(): ReactElement {
  const api = useApi();
  const wallet = useQuery({
    queryKey: [api.scope, api.mode, 'wallet', 'show'],
    queryFn: ({ signal }) => api.get<Wallet>('wallet/show', {}, signal),
  });
  const overview = useAccountFigures();
  useChanges('overview', 'overview/changes');
  const problem = wallet.error ?? overview.error;
  const isOwn = api.area === 'customer';
  return (
    <div className="stack">
      <ProblemBar
        error={problem}
        onRetry={() => void Promise.all([wallet.refetch(), overview.refetch()])}
      />
      {wallet.data && overview.data ? (
        <>
          <DisabledEndpoints />
          <AccountStrip wallet={wallet.data} overview={overview.data} />
          <div className="account-columns">
            <div className="stack">
              {isOwn ? <NextCall /> : <NextSteps wallet={wallet.data} />}
              <TroubleCard />
              <PricesCard />
            </div>
            <div className="stack">
              <KeysCard isOffering={isOwn} />
              <MembersCard />
              <EndpointsCard />
            </div>
          </div>
        </>
      ) : (
        !problem && <CardSkeleton height={420} />
      )}
    </div>
  );
}
