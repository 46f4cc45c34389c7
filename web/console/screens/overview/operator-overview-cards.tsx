import '../../kit/data-table.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type {
  Needs,
  Overview,
  OverviewAccounts,
} from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { leastShare } from '../../../../src/vendors/providers/provider-state.ts';
import { useGo } from '../../client/scope.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Money } from '../../kit/money.tsx';
import { noNumber, numberText, percentText } from '../../kit/number-text.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { useCallWords } from '../calls/call-words.ts';
import { successOf } from '../providers/provider-list-card.tsx';
import { ProviderState, stateTones, useFailingText } from '../providers/provider-state.tsx';
import { useProvidersWords } from '../providers/providers-words.ts';
import { marginShare } from './margin-share.ts';
import { NeedsAttention } from './needs-attention.tsx';
import { OverviewChart } from './overview-chart.tsx';
import { type SpanName, spanOf } from './overview-spans.ts';
import { useOverviewWords } from './overview-words.ts';
import { useReadNeeds } from './use-read-needs.ts';

export function OperatorCards({
  overview,
  span,
  everyMs,
}: {
  overview: Overview;
  span: SpanName;
  everyMs: number;
}): ReactElement {
  const api = useApi();
  const { data, error, isPending, refetch } = useReadNeeds(everyMs);
  return (
    <>
      <ProblemBar error={error} onRetry={() => void refetch()} />
      <div className="overview-wide">
        <OverviewChart overview={overview} span={span} />
        <NeedsAttention needs={data} isPending={isPending} />
      </div>
      {/* Test calls go to the sandbox, which is no provider. */}
      {api.mode === 'live' ? (
        <div className="overview-pair">
          <Accounts span={span} everyMs={everyMs} />
          <Providers needs={data} isPending={isPending} />
        </div>
      ) : (
        <Accounts span={span} everyMs={everyMs} />
      )}
    </>
  );
}

interface CardProps {
  needs: Needs | undefined;
  isPending: boolean;
}

type Provider = Needs['providers'][number];

const slowest = ({ slowMs }: Provider) => (slowMs === null ? noNumber : `${numberText(slowMs)} ms`);

const isLow = ({ asked, done }: Provider) => asked > 0 && done / asked < leastShare;

function Providers({ needs, isPending }: CardProps): ReactElement {
  const say = useOverviewWords();
  const go = useGo();
  const all = (needs?.providers ?? []).reduce((sum, { asked }) => sum + asked, 0);
  const shareOf = ({ asked }: Provider) => (all === 0 ? noNumber : percentText(asked / all, 1));
  const sayState = useProvidersWords();
  const failingText = useFailingText();
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
          phone={(row) => ({
            status: <Status tone={stateTones[row.state]} />,
            title: <code>{row.provider}</code>,
            amount: `${say('success')} ${successOf(row)}`,
            rest: `${sayState(`state_${row.state}`)} · ${row.failing ? failingText(row.failing) : `${say('share')} ${shareOf(row)}`}`,
            time: `${say('p95')} ${slowest(row)}`,
          })}
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
              cell: shareOf,
            },
            {
              name: 'success',
              title: say('success'),
              isNumber: true,
              cell: (row) => (
                <span className={isLow(row) ? 'overview-low' : undefined}>{successOf(row)}</span>
              ),
            },
            {
              name: 'p95',
              title: say('p95'),
              isNumber: true,
              cell: slowest,
            },
            {
              name: 'state',
              title: say('state'),
              cell: ({ state, failing }) => (
                <span title={failing ? failingText(failing) : undefined}>
                  <ProviderState state={state} />
                </span>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}

type Account = OverviewAccounts['accounts'][number];

const hasUncosted = ({ uncostedRevenue }: Account) => /[1-9]/.test(uncostedRevenue);

function shareText({ margin, revenue, uncostedRevenue }: Account): string {
  const share = marginShare(margin, revenue, uncostedRevenue);
  return share === undefined ? noNumber : percentText(share, 1);
}

/** Of the same period as the figures above it. */
function Accounts({ span, everyMs }: { span: SpanName; everyMs: number }): ReactElement {
  const api = useApi();
  const { timeZone } = useSession();
  const { from, to } = spanOf(span, timeZone);
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [api.scope, api.mode, 'overview', 'accounts', from, to],
    queryFn: ({ signal }) => api.get<OverviewAccounts>('overview/accounts', { from, to }, signal),
    refetchInterval: everyMs,
  });
  const say = useOverviewWords();
  const sayCall = useCallWords();
  const go = useGo();
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say(`accounts_${span}`)}</h2>
        <button type="button" className="link" onClick={() => go('accounts')}>
          {say('allAccounts')}
        </button>
      </header>
      <ProblemBar error={error} onRetry={() => void refetch()} />
      {isPending && <RowsSkeleton rows={3} height={36} />}
      {data && (
        <DataTable
          label={say(`accounts_${span}`)}
          rows={data.accounts}
          rowKey={({ accountId }) => String(accountId)}
          onOpen={({ accountId }) => go('overview', { scope: String(accountId) })}
          empty={say(`noAccounts_${span}`)}
          phone={(row) => ({
            title: row.name,
            amount: <Money amount={row.revenue} />,
            rest: `${sayCall('title')} ${numberText(row.calls)}`,
            time: `${say('margin')} ${shareText(row)}`,
          })}
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
              cell: shareText,
            },
            ...(data.accounts.some(hasUncosted)
              ? [
                  {
                    name: 'uncosted',
                    title: say('uncostedColumn'),
                    isNumber: true,
                    cell: (row: Account) => (
                      <Money amount={hasUncosted(row) ? row.uncostedRevenue : null} />
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
    </section>
  );
}
