import './accounts.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type { AccountFacts } from '../../../../src/surfaces/console/accounts/accounts-contract.ts';
import { useOwnName } from '../../client/account-names.ts';
import { useGo, useScope } from '../../client/scope.ts';
import { choice, useSearchState } from '../../client/search-state.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { DropdownMenu } from '../../kit/dropdown-menu.tsx';
import { Icon } from '../../kit/icon.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { useKeysWords } from '../keys/keys-words.ts';
import { useWalletWords } from '../wallet/wallet-words.ts';
import { AccessCard } from './access-card.tsx';
import { AccountHome } from './account-home.tsx';
import { useAccountsWords } from './accounts-words.ts';
import { CloseDialog } from './close-dialog.tsx';
import { ClosureCard } from './closure-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { PageCard } from './page-card.tsx';
import { useIsCalled } from './use-account-figures.ts';

const operatorTabs = ['home', 'access', 'page', 'limits'] as const;
const fields = { tab: choice(operatorTabs, 'home') };

export default function AccountScreen(): ReactElement {
  const { area } = useScope();
  return area === 'operator' ? <OperatorsView /> : <CustomersView />;
}

function OperatorsView(): ReactElement {
  const say = useAccountsWords();
  const api = useApi();
  const go = useGo();
  const may = useMay();
  const [{ tab }, set] = useSearchState(fields);
  const [isAsking, setAsking] = useState(false);
  const [isClosing, setClosing] = useState(false);
  const account = useQuery({
    queryKey: [api.scope, 'account'],
    queryFn: ({ signal }) => api.get<AccountFacts>('accounts/one', {}, signal),
  });
  const facts = account.data;
  // Until then, the next steps offer the same.
  const isCalled = useIsCalled();
  const isEnding = facts?.state === 'closing' || facts?.state === 'closed';
  return (
    <>
      <PageHead
        title={facts?.name ?? say('accountTitle')}
        aside={
          facts && (
            <>
              {say('accountNumber', { id: facts.accountId })} ·{' '}
              <Status
                tone={facts.state === 'active' ? 'good' : 'refused'}
                word={say(facts.state)}
              />
            </>
          )
        }
        trail={{ label: say('trail'), onOpen: () => go('accounts', { scope: 'platform' }) }}
        actions={
          facts &&
          may('accounts.change') &&
          !isEnding && (
            <>
              <DropdownMenu
                placement="bottomRight"
                menu={{
                  items: [
                    ...(facts.state === 'active'
                      ? [{ key: 'suspend', label: say('suspend'), onClick: () => setAsking(true) }]
                      : []),
                    { key: 'close', label: say('close'), onClick: () => setClosing(true) },
                  ],
                }}
              >
                <Button aria-label={say('more')} icon={<Icon name="more" size={16} />} />
              </DropdownMenu>
              {facts.state === 'suspended' ? (
                <Button type="primary" onClick={() => setAsking(true)}>
                  {say('resume')}
                </Button>
              ) : (
                isCalled && <Acts />
              )}
            </>
          )
        }
      />
      <ProblemBar error={account.error} onRetry={() => void account.refetch()} />
      {isEnding && facts && <ClosureCard facts={facts} />}
      <AccountTabs tabs={operatorTabs} tab={tab} onTab={(next) => set({ tab: next })} />
      {tab === 'home' && <AccountHome key={api.scope} />}
      {tab === 'access' &&
        (facts ? (
          <AccessCard key={facts.accountId} facts={facts} />
        ) : (
          !account.error && <CardSkeleton height={360} />
        ))}
      {tab === 'page' && <PageCard />}
      {tab === 'limits' && <LimitsCard isChangeable={may('limits.change')} />}
      {facts && <StateDialog facts={facts} isOpen={isAsking} onClose={() => setAsking(false)} />}
      {facts && <CloseDialog facts={facts} isOpen={isClosing} onClose={() => setClosing(false)} />}
    </>
  );
}

/** What an operator comes for most. */
function Acts(): ReactElement {
  const sayKeys = useKeysWords();
  const sayWallet = useWalletWords();
  const go = useGo();
  const may = useMay();
  return (
    <>
      {may('keys.change') && (
        <Button onClick={() => go('keys', { query: { create: 'yes' } })}>
          {sayKeys('create')}
        </Button>
      )}
      {may('wallet.change') && (
        <Button type="primary" onClick={() => go('wallet', { query: { move: 'topUp' } })}>
          {sayWallet('topUp')}
        </Button>
      )}
    </>
  );
}

function CustomersView(): ReactElement {
  const say = useAccountsWords();
  const [{ tab }, set] = useSearchState(fields);
  const { scope } = useScope();
  const name = useOwnName();
  const shown = tab === 'access' ? 'home' : tab;
  return (
    <>
      <PageHead title={name ?? say('accountTitle')} />
      <AccountTabs
        tabs={['home', 'page', 'limits']}
        tab={shown}
        onTab={(next) => set({ tab: next })}
      />
      {shown === 'home' && <AccountHome key={scope} />}
      {shown === 'page' && <PageCard />}
      {shown === 'limits' && <LimitsCard isChangeable={false} />}
    </>
  );
}

type Tab = (typeof operatorTabs)[number];

function AccountTabs({
  tabs,
  tab,
  onTab,
}: {
  tabs: readonly Tab[];
  tab: Tab;
  onTab(tab: Tab): void;
}): ReactElement {
  const say = useAccountsWords();
  return (
    <div className="account-tabs">
      <Tabs
        label={say('accountTitle')}
        tab={tab}
        tabs={tabs.map((value) => ({ value, label: say(`tab_${value}`) }))}
        onTab={onTab}
      />
    </div>
  );
}

function StateDialog({
  facts: { name, state },
  isOpen,
  onClose,
}: {
  facts: AccountFacts;
  isOpen: boolean;
  onClose(): void;
}): ReactElement {
  const say = useAccountsWords();
  const api = useApi();
  const queries = useQueryClient();
  const isActive = state === 'active';
  return (
    <Confirm
      isOpen={isOpen}
      title={say(isActive ? 'suspendVerb' : 'resumeVerb', { name })}
      verb={say(isActive ? 'suspendVerb' : 'resumeVerb', { name })}
      isDanger={isActive}
      rows={[
        {
          label: say('state'),
          before: say(state),
          after: say(isActive ? 'suspended' : 'active'),
        },
      ]}
      onConfirm={async () => {
        await api.post(isActive ? 'accounts/suspend' : 'accounts/resume');
        await queries.invalidateQueries({ queryKey: [api.scope, 'account'] });
      }}
      onClose={onClose}
    >
      <p>{say(isActive ? 'suspendText' : 'resumeText')}</p>
    </Confirm>
  );
}
