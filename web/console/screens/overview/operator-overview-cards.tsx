import '../../kit/data-table.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type {
  Needs,
  Overview,
} from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { useGo } from '../../client/scope.ts';
import { useApi } from '../../client/use-api.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Money } from '../../kit/money.tsx';
import { noNumber, numberText, percentText } from '../../kit/number-text.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { useCallWords } from '../calls/call-words.ts';
import { marginShare } from './margin-share.ts';
import { NeedsAttention } from './needs-attention.tsx';
import { OverviewChart } from './overview-chart.tsx';
import type { SpanName } from './overview-spans.ts';
import { useOverviewWords } from './overview-words.ts';

export function OperatorCards({
  overview,
  span,
}: {
  overview: Overview;
  span: SpanName;
}): ReactElement {
  const api = useApi();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [api.scope, api.mode, 'overview', 'needs'],
    queryFn: ({ signal }) => api.get<Needs>('overview/needs', {}, signal),
    refetchInterval: 30_000,
  });
  return (
    <>
      <ProblemBar error={error} onRetry={() => void refetch()} />
      <div className="overview-wide">
        <OverviewChart overview={overview} span={span} />
        <NeedsAttention needs={data} isPending={isPending} />
      </div>
      <div className="overview-half">
        <Providers needs={data} isPending={isPending} />
        <Accounts needs={data} isPending={isPending} />
      </div>
    </>
  );
}

interface CardProps {
  needs: Needs | undefined;
  isPending: boolean;
}

function Providers({ needs, isPending }: CardProps): ReactElement {
  const say = useOverviewWords();
  const go = useGo();
  const all = (needs?.providers ?? []).reduce((sum, { asked }) => sum + asked, 0);
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('providers')}</h2>
        <button type="button" className="link" onClick={() => go('providers')}>
          {say('allProviders')}
        </button>
      </header>
      {isPending && <RowsSkeleton rows={3} height={36} />}
      {needs && (
        <DataTable
          label={say('providers')}
          rows={needs.providers}
          rowKey={({ provider }) => provider}
          empty={say('noProviders')}
          columns={[
            {
              name: 'provider',
              title: say('provider'),
              cell: ({ provider }) => <code>{provider}</code>,
            },
            {
              name: 'share',
              title: say('share'),
              isNumber: true,
              cell: ({ asked }) => percentText(asked / all, 1),
            },
            {
              name: 'success',
              title: say('success'),
              isNumber: true,
              cell: ({ asked, done }) => percentText(done / asked),
            },
            {
              name: 'p95',
              title: say('p95'),
              isNumber: true,
              cell: ({ slowMs }) => (slowMs === null ? noNumber : `${numberText(slowMs)} ms`),
            },
            {
              name: 'breaker',
              title: say('breaker'),
              cell: ({ isBroken }) => (
                <Status
                  tone={isBroken ? 'bad' : 'good'}
                  word={say(isBroken ? 'breakerOpen' : 'breakerClosed')}
                />
              ),
            },
          ]}
        />
      )}
    </section>
  );
}

function Accounts({ needs, isPending }: CardProps): ReactElement {
  const say = useOverviewWords();
  const sayCall = useCallWords();
  const go = useGo();
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('accounts')}</h2>
        <button type="button" className="link" onClick={() => go('accounts')}>
          {say('allAccounts')}
        </button>
      </header>
      {isPending && <RowsSkeleton rows={3} height={36} />}
      {needs && (
        <DataTable
          label={say('accounts')}
          rows={needs.accounts}
          rowKey={({ accountId }) => String(accountId)}
          onOpen={({ accountId }) => go('overview', { scope: String(accountId) })}
          empty={say('noAccounts')}
          columns={[
            { name: 'account', title: say('account'), cell: ({ name }) => name },
            {
              name: 'calls',
              title: sayCall('title'),
              isNumber: true,
              cell: ({ calls }) => numberText(calls),
            },
            {
              name: 'revenue',
              title: say('revenue'),
              isNumber: true,
              cell: ({ revenue }) => <Money amount={revenue} />,
            },
            {
              name: 'margin',
              title: say('margin'),
              isNumber: true,
              cell: ({ margin, revenue, uncostedRevenue }) => {
                const share = marginShare(margin, revenue, uncostedRevenue);
                return share === undefined ? noNumber : percentText(share, 1);
              },
            },
          ]}
        />
      )}
    </section>
  );
}
