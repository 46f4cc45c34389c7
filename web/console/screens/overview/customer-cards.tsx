import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { CallsPage } from '../../../../src/surfaces/console/calls/calls-contract.ts';
import type { Overview } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { useGo } from '../../client/scope.ts';
import { useApi } from '../../client/use-api.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Money } from '../../kit/money.tsx';
import { noNumber, numberText } from '../../kit/number-text.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { useProductName } from '../../kit/use-product-name.ts';
import { callStatusOf, toneOf, useCallWords, useReasonText } from '../calls/call-words.ts';
import { chargeOf } from '../calls/charge-of.ts';
import type { SpanName } from './overview-spans.ts';
import { useOverviewWords } from './overview-words.ts';

export function FailureReasons({
  overview: { reasons },
  span,
}: {
  overview: Overview;
  span: SpanName;
}): ReactElement {
  const say = useOverviewWords();
  const go = useGo();
  const reasonText = useReasonText();
  const most = Math.max(1, ...reasons.map(({ calls }) => calls));
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('whyNot')}</h2>
      </header>
      {reasons.length === 0 && (
        <p className="overview-calm">
          <Status tone="good" word={say('allArrived')} />
        </p>
      )}
      <ul className="overview-reasons">
        {reasons.map(({ reason, calls }) => (
          <li key={reason}>
            <button type="button" onClick={() => go('calls', { query: { reason, time: span } })}>
              <span>{reasonText(reason)}</span>
              <b className="number">{numberText(calls)}</b>
            </button>
            <i aria-hidden="true">
              <i style={{ width: `${(calls / most) * 100}%` }} />
            </i>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function LatestCalls(): ReactElement {
  const say = useOverviewWords();
  const sayCall = useCallWords();
  const nameOf = useProductName();
  const api = useApi();
  const go = useGo();
  const reasonText = useReasonText();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [api.scope, api.mode, 'overview', 'latest'],
    queryFn: ({ signal }) => api.get<CallsPage>('calls/list', { limit: 6 }, signal),
    refetchInterval: 10_000,
  });
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('latest')}</h2>
        <button type="button" className="link" onClick={() => go('calls')}>
          {say('allCalls')}
        </button>
      </header>
      <ProblemBar error={error} onRetry={() => void refetch()} />
      {isPending && <RowsSkeleton rows={6} height={36} />}
      {data && (
        <DataTable
          label={say('latest')}
          rows={data.calls}
          rowKey={({ requestId }) => requestId}
          onOpen={({ requestId }) => go(`calls/${requestId}`)}
          columns={[
            {
              name: 'at',
              title: sayCall('time'),
              cell: ({ at }) => <Time at={at} form="short" />,
            },
            {
              name: 'state',
              title: sayCall('state'),
              cell: (call) => {
                const status = callStatusOf(call);
                return <Status tone={toneOf(status)} word={sayCall(`state_${status}`)} />;
              },
            },
            {
              name: 'product',
              title: sayCall('product'),
              cell: ({ product }) => nameOf(product),
            },
            { name: 'to', title: sayCall('to'), cell: ({ person }) => person ?? noNumber },
            {
              name: 'reason',
              title: sayCall('reason'),
              cell: ({ reason }) => <span className="soft">{reasonText(reason)}</span>,
            },
            {
              name: 'charged',
              title: say('charged'),
              isNumber: true,
              cell: (call) => <Money amount={chargeOf(call)} />,
            },
          ]}
          phone={(call) => {
            const status = callStatusOf(call);
            return {
              status: <Status tone={toneOf(status)} />,
              title: call.person ?? nameOf(call.product),
              amount: <Money amount={chargeOf(call)} />,
              rest: [
                sayCall(`state_${status}`),
                ...(call.reason ? [reasonText(call.reason)] : []),
              ].join(' · '),
              time: <Time at={call.at} />,
            };
          }}
        />
      )}
    </section>
  );
}
