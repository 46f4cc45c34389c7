import { Button } from 'antd';
import type { ReactElement } from 'react';
import type { Wallet } from '../../../../src/surfaces/console/wallet/wallet-contract.ts';
import { useGo } from '../../client/scope.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { AskTopUp } from '../overview/balance-note.tsx';
import { useFundsWords } from './funds-words.ts';

/** Without a way to pay: what the operator, or the customer, can do instead. */
export function NoWayCard({ wallet }: { wallet: Wallet | undefined }): ReactElement {
  const say = useFundsWords();
  const { mode } = useApi();
  const go = useGo();
  const may = useMay();
  const isOperator = may('providers.read');
  const mayAsk = mode === 'live' && may('wallet.ask');
  return (
    <section className="card" aria-labelledby="funds-none">
      <header className="card-head">
        <h2 id="funds-none">{say(isOperator ? 'noWayOffered' : 'noWay')}</h2>
      </header>
      <div className="funds-body">
        <p>{say(isOperator ? 'noWayOfferedText' : 'noWayText')}</p>
        <p className="funds-actions">
          {may('providers.change') && (
            <Button onClick={() => go('providers/+', { scope: 'platform' })}>
              {say('addProvider')}
            </Button>
          )}
          {may('settings.change') && (
            <Button onClick={() => go('settings', { scope: 'platform' })}>
              {say('enterBank')}
            </Button>
          )}
          {may('wallet.change') && (
            <Button onClick={() => go('wallet', { query: { move: 'topUp' } })}>
              {say('topUpByHand')}…
            </Button>
          )}
          {wallet && mayAsk && <AskTopUp askedAt={wallet.topUpAskedAt} isMain />}
        </p>
      </div>
    </section>
  );
}
