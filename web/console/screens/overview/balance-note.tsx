import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import type { Overview } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import type {
  AskedTopUp,
  Wallet,
} from '../../../../src/surfaces/console/wallet/wallet-contract.ts';
import { useGo } from '../../client/scope.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { useLanguage } from '../../client/words.ts';
import { numberText } from '../../kit/number-text.ts';
import { timeText } from '../../kit/time-text.ts';
import { toast } from '../../kit/toast.ts';
import { LowBalance } from '../wallet/low-balance.tsx';
import { useOverviewWords } from './overview-words.ts';

const dayMs = 86_400_000;

/** Whether the balance is low, how long it lasts, and the way to more of it. */
export function BalanceNote({
  balance,
  isLastShown = false,
}: {
  balance: NonNullable<Overview['balance']>;
  /** How long it lasts stands beside it already. */
  isLastShown?: boolean;
}): ReactElement {
  const say = useOverviewWords();
  const api = useApi();
  const may = useMay();
  const { currency } = useSession();
  const { data: wallet } = useQuery({
    queryKey: [api.scope, api.mode, 'wallet', 'show'],
    queryFn: ({ signal }) => api.get<Wallet>('wallet/show', {}, signal),
    refetchInterval: 60_000,
  });
  const go = useGo();
  const mayPay = wallet?.isPayable && may('funds.pay');
  const days = wallet?.lastsDays ?? null;
  const lasts =
    balance.hoursLeft !== null
      ? say('lasts', { count: balance.hoursLeft })
      : days !== null
        ? say('lastsDays', { count: days })
        : Number(balance.available) > 0 && wallet && say('lastsUnknown');
  const held =
    /[1-9]/.test(balance.held) &&
    say('heldNote', { held: `${numberText(balance.held)} ${currency}` });
  return (
    <span className="overview-balance">
      {held && <span>{held}</span>}
      {wallet?.isLow && <LowBalance />}
      {!isLastShown && lasts && <span>{lasts}</span>}
      {wallet && mayPay && (
        <button type="button" className="link" onClick={() => go('funds')}>
          {say('addFunds')}
        </button>
      )}
      {wallet && !mayPay && api.mode === 'live' && may('wallet.ask') && (
        <AskTopUp askedAt={wallet.topUpAskedAt} />
      )}
    </span>
  );
}

/** The server takes one request a day. */
export function AskTopUp({
  askedAt,
  isMain = false,
}: {
  askedAt: string | null;
  /** What its screen is for: a button rather than a link in a text. */
  isMain?: boolean;
}): ReactElement {
  const say = useOverviewWords();
  const language = useLanguage();
  const api = useApi();
  const queries = useQueryClient();
  const ask = useMutation({
    mutationFn: () => api.post<AskedTopUp>('wallet/ask'),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [api.scope, api.mode, 'wallet'] });
      toast(say('asked'), say('askedText'));
    },
    onError: (error) => toast(say('notAsked'), error.message),
  });
  if (askedAt !== null && Date.now() - Date.parse(askedAt) < dayMs) {
    const time = timeText(askedAt, 'short', language);
    return <span className="soft">{say('askedAt', { time })}</span>;
  }
  if (isMain) {
    return (
      <Button type="primary" loading={ask.isPending} onClick={() => ask.mutate()}>
        {say('ask')}
      </Button>
    );
  }
  return (
    <button type="button" className="link" disabled={ask.isPending} onClick={() => ask.mutate()}>
      {say('ask')}
    </button>
  );
}
