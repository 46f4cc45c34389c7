import '../overview/overview.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Overview } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import type { Wallet } from '../../../../src/surfaces/console/wallet/wallet-contract.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { KeysCard } from '../overview/keys-card.tsx';
import { spanOf } from '../overview/overview-spans.ts';
import { TroubleCard } from '../overview/trouble-card.tsx';
import { AccountStrip } from './account-strip.tsx';
import { EndpointsCard } from './endpoints-card.tsx';
import { MembersCard } from './members-card.tsx';
import { NextSteps } from './next-steps.tsx';
import { PricesCard } from './prices-card.tsx';

/** The account at a glance: its money and calls, the next steps until they are done, and who and what it has. */
export function AccountHome(): ReactElement {
  const api = useApi();
  const { timeZone } = useSession();
  const { from, to } = spanOf('30d', timeZone);
  const wallet = useQuery({
    queryKey: [api.scope, api.mode, 'wallet', 'show'],
    queryFn: ({ signal }) => api.get<Wallet>('wallet/show', {}, signal),
  });
  const overview = useQuery({
    queryKey: [api.scope, api.mode, 'overview', from, to],
    queryFn: ({ signal }) => api.get<Overview>('overview/figures', { from, to }, signal),
    refetchInterval: 10_000,
  });
  const problem = wallet.error ?? overview.error;
  return (
    <div className="stack">
      <ProblemBar
        error={problem}
        onRetry={() => void Promise.all([wallet.refetch(), overview.refetch()])}
      />
      {wallet.data && overview.data ? (
        <>
          <AccountStrip wallet={wallet.data} sums={overview.data.sums} />
          <div className="account-columns">
            <div className="stack">
              <NextSteps wallet={wallet.data} calls={overview.data.sums.calls} />
              <TroubleCard />
              <PricesCard />
            </div>
            <div className="stack">
              <KeysCard />
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
