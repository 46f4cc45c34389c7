import './funds.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { appOf, offersIn } from '../../../../src/money/payments/paying-app.ts';
import type { Funds } from '../../../../src/surfaces/console/funds/funds-contract.ts';
import type { Wallet } from '../../../../src/surfaces/console/wallet/wallet-contract.ts';
import { useGo } from '../../client/scope.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { AutomaticCard } from './automatic-card.tsx';
import { BankCard } from './bank-card.tsx';
import { useFundsWords } from './funds-words.ts';
import { NoWayCard } from './no-way-card.tsx';
import { PayCard } from './pay-card.tsx';
import { RecentPaymentsCard } from './recent-payments-card.tsx';

/** The ways by which a customer pays into the wallet. */
export default function FundsScreen(): ReactElement {
  const say = useFundsWords();
  const api = useApi();
  const go = useGo();
  const mayPay = useMay()('funds.pay');
  const funds = useQuery({
    queryKey: [api.scope, api.mode, 'funds', 'show'],
    queryFn: ({ signal }) => api.get<Funds>('funds/show', {}, signal),
  });
  const wallet = useQuery({
    queryKey: [api.scope, api.mode, 'wallet', 'show'],
    queryFn: ({ signal }) => api.get<Wallet>('wallet/show', {}, signal),
  });
  const { bank = null, automatic = null } = funds.data ?? {};
  const offers = offersIn(appOf(navigator.userAgent), funds.data?.offers ?? []);
  const saving = api.mode === 'live' ? offers.find(({ saves }) => saves) : undefined;
  const [first, ...others] = offers;
  const onlyBank = first && mayPay ? null : bank;
  return (
    <>
      <PageHead
        title={say('title')}
        trail={{ label: say('wallet'), onOpen: () => go('wallet') }}
        aside={api.mode === 'test' && <span className="soft">{say('testNote')}</span>}
      />
      <ProblemBar error={funds.error} onRetry={() => void funds.refetch()} />
      {funds.isPending && <CardSkeleton height={360} />}
      {funds.data && (
        <div className="funds">
          {first && mayPay && (
            <PayCard
              key={api.mode}
              offers={[first, ...others]}
              bank={bank}
              balance={wallet.data?.available}
            />
          )}
          {first && !mayPay && <p className="soft">{say('notAllowed')}</p>}
          {!first && !bank && <NoWayCard wallet={wallet.data} />}
          <div className="funds-side">
            {saving && (
              <AutomaticCard
                automatic={automatic}
                offer={saving}
                onChanged={() => void funds.refetch()}
              />
            )}
            {onlyBank && <BankCard bank={onlyBank} />}
            <RecentPaymentsCard />
          </div>
        </div>
      )}
    </>
  );
}
