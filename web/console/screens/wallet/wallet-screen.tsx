import { LowBalance } from './low-balance.tsx';
import './wallet.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type { Wallet } from '../../../../src/surfaces/console/wallet/wallet-contract.ts';
import { useGo, useScope } from '../../client/scope.ts';
import { choice, useSearchState } from '../../client/search-state.ts';
import { useApi } from '../../client/use-api.ts';
import { useChanges } from '../../client/use-changes.ts';
import { useMay } from '../../client/use-may.ts';
import { DropdownMenu } from '../../kit/dropdown-menu.tsx';
import { Figures } from '../../kit/figures.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Money } from '../../kit/money.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { FapiaoCard } from '../invoices/fapiao-card.tsx';
import { InvoicesCard } from '../invoices/invoices-card.tsx';
import { AskTopUp } from '../overview/balance-note.tsx';
import { BalanceChart } from './balance-chart.tsx';
import { MailsCard } from './mails-card.tsx';
import { MovementsCard } from './movements-card.tsx';
import { StatementCard } from './statement-card.tsx';
import { type Move, WalletDialog } from './wallet-dialog.tsx';
import { useWalletWords } from './wallet-words.ts';
import { WalletsTable } from './wallets-table.tsx';

/** `move=topUp` opens the form of a top-up. */
const fields = { move: choice(['', 'topUp'], '') };

export default function WalletScreen(): ReactElement {
  return useScope().accountId === undefined ? <WalletsTable /> : <OneWallet />;
}

function OneWallet(): ReactElement {
  const say = useWalletWords();
  const api = useApi();
  const queries = useQueryClient();
  const [asked, ask] = useState<Move>();
  const [state, set] = useSearchState(fields);
  const mayTopUp = useMay()('wallet.change');
  const move = asked ?? (state.move && mayTopUp ? 'topUp' : undefined);
  const wallet = useQuery({
    queryKey: [api.scope, api.mode, 'wallet', 'show'],
    queryFn: ({ signal }) => api.get<Wallet>('wallet/show', {}, signal),
  });
  useChanges('wallet', 'wallet/changes');
  const [ownMoves, setOwnMoves] = useState(0);
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: [api.scope, api.mode, 'wallet'] });
    setOwnMoves((before) => before + 1);
  };
  return (
    <>
      <PageHead
        title={say('title')}
        aside={
          api.area === 'operator' && (
            <>
              <span className="wallet-tag">{say(api.mode)}</span>{' '}
              <span className="wallet-tag">{say('accountNumber', { id: api.accountId })}</span>{' '}
              {wallet.data?.accountName}
            </>
          )
        }
        actions={wallet.data && <Actions wallet={wallet.data} onMove={ask} />}
      />
      <ProblemBar error={wallet.error} onRetry={() => void wallet.refetch()} />
      <div className="wallet-columns">
        <div className="stack">
          {wallet.isPending && (
            <>
              <CardSkeleton height={100} />
              <CardSkeleton height={280} />
            </>
          )}
          {wallet.data && (
            <>
              <WalletFigures wallet={wallet.data} />
              <BalanceChart wallet={wallet.data} />
            </>
          )}
          <MovementsCard
            ownMoves={ownMoves}
            onTopUp={mayTopUp && wallet.data ? () => ask('topUp') : undefined}
          />
          {api.mode === 'live' && <InvoicesCard />}
          {api.mode === 'live' && <FapiaoCard />}
        </div>
        <div className="stack">
          {wallet.data && <StatementCard since={wallet.data.since} />}
          {wallet.data && api.mode === 'live' && (
            <MailsCard mails={wallet.data.mails} onChanged={() => void refresh()} />
          )}
        </div>
      </div>
      {wallet.data && (
        <WalletDialog
          move={move}
          wallet={wallet.data}
          onDone={() => void refresh()}
          onClose={() => {
            ask(undefined);
            if (state.move) set({ move: '' });
          }}
        />
      )}
    </>
  );
}

function Actions({
  wallet: { isPayable, topUpAskedAt },
  onMove,
}: {
  wallet: Wallet;
  onMove(move: Move): void;
}): ReactElement {
  const say = useWalletWords();
  const may = useMay();
  const go = useGo();
  const { mode } = useScope();
  if (!may('wallet.change')) {
    const mayPay = may('funds.pay') && isPayable;
    return (
      <>
        {may('wallet.threshold') && (
          <Button onClick={() => onMove('threshold')}>{say('thresholds')}</Button>
        )}
        {mayPay && (
          <Button type="primary" onClick={() => go('funds')}>
            {say('addFunds')}
          </Button>
        )}
        {!mayPay && mode === 'live' && may('wallet.ask') && (
          <AskTopUp askedAt={topUpAskedAt} isMain />
        )}
      </>
    );
  }
  return (
    <>
      <DropdownMenu
        menu={{
          items: [
            { key: 'refund', label: say('refund') },
            { key: 'credit', label: say('credit') },
            { key: 'threshold', label: say('thresholds') },
          ],
          onClick: ({ key }) => onMove(key as Move),
        }}
      >
        <Button aria-label={say('more')} icon={<Icon name="more" />} />
      </DropdownMenu>
      <Button onClick={() => onMove('adjust')}>{say('adjust')}</Button>
      <Button type="primary" icon={<Icon name="plus" size={14} />} onClick={() => onMove('topUp')}>
        {say('topUp')}
      </Button>
    </>
  );
}

function WalletFigures({ wallet }: { wallet: Wallet }): ReactElement {
  const say = useWalletWords();
  const { lastsDays, spendCapDay, isLow } = wallet;
  const hasMoney = Number(wallet.available) > 0;
  const lasts =
    lastsDays === null ? hasMoney && say('lastsUnknown') : say('lasts', { count: lastsDays });
  return (
    <div className="wallet-figures">
      <Figures
        figures={[
          {
            name: 'available',
            label: say('available'),
            value: <Money amount={wallet.available} />,
            note: isLow ? <LowBalance /> : lasts,
          },
          {
            name: 'held',
            label: say('held'),
            value: <Money amount={wallet.held} />,
            note: say('heldNote'),
          },
          {
            name: 'spent',
            label: say('spentToday'),
            value: <Money amount={wallet.spentToday} />,
            note:
              spendCapDay === null ? (
                say('noCap')
              ) : (
                <>
                  {say('capUsed')} <Money amount={wallet.limitUsedToday} isBare /> /{' '}
                  <Money amount={spendCapDay} />
                </>
              ),
          },
          {
            name: 'credit',
            label: say('creditLimit'),
            value: <Money amount={wallet.creditLimit} />,
            note: /[1-9]/.test(wallet.creditLimit) ? say('onCredit') : say('prepaid'),
          },
        ]}
      />
    </div>
  );
}
