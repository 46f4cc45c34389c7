import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { CallRow, CallsPage } from '../../../../src/surfaces/console/calls/calls-contract.ts';
import { useGo } from '../../client/scope.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Money } from '../../kit/money.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { isToday } from '../../kit/time-text.ts';
import { useProductName } from '../../kit/use-product-name.ts';
import { toneOf } from '../calls/call-tones.ts';
import { callStatusOf, useCallWords, useReasonText } from '../calls/call-words.ts';
import { chargeOf } from '../calls/charge-of.ts';
import { timeRangeOf } from '../calls/time-range.ts';
import { useOverviewWords } from './overview-words.ts';
import { firstSentence, useFixText } from './use-fix-text.ts';

const shownRows = 6;
const state = 'trouble';
const time = '7d';

/** The latest calls of a week that need a look, each with what to do; on a calm week the latest ones. */
export function TroubleCard(): ReactElement {
  const say = useOverviewWords();
  const api = useApi();
  const go = useGo();
  const span = timeRangeOf(time, useSession().timeZone);
  const read = (filter: object, isEnabled: boolean) => ({
    queryKey: [api.scope, api.mode, 'overview', 'calls', filter, span.from],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.get<CallsPage>('calls/list', { ...filter, ...span, limit: shownRows }, signal),
    refetchInterval: 10_000,
    enabled: isEnabled,
  });
  const trouble = useQuery(read({ state }, true));
  const isCalm = trouble.data?.calls.length === 0;
  const latest = useQuery(read({}, isCalm));
  const { data, error, isPending, refetch } = isCalm ? latest : trouble;
  const calls = data?.calls ?? [];
  const showAll = () => go('calls', { query: isCalm ? {} : { state, time } });
  return (
    <section className="card overview-trouble">
      <header className="card-head">
        <h2>{say(isCalm ? 'latest' : 'trouble')}</h2>
        {!isCalm && <span className="soft">{say('span_7d')}</span>}
        {isCalm && <Status tone="good" word={say('noTrouble')} />}
        <button type="button" className="link" onClick={showAll}>
          {say(isCalm ? 'allCalls' : 'allTrouble')}
        </button>
      </header>
      <ProblemBar error={error} onRetry={() => void refetch()} />
      {isPending && <RowsSkeleton rows={shownRows} height={36} />}
      {calls.length > 0 && <CallsOfCard calls={calls} isCalm={isCalm} />}
    </section>
  );
}

/** Of today, the second tells calls apart; the day would only repeat itself. */
const formOf = (at: string) => (isToday(at) ? 'clock' : 'short');

function CallsOfCard({
  calls,
  isCalm,
}: {
  calls: readonly CallRow[];
  isCalm: boolean;
}): ReactElement {
  const say = useOverviewWords();
  const sayCall = useCallWords();
  const nameOf = useProductName();
  const go = useGo();
  const reasonText = useReasonText();
  const fixText = useFixText();
  const ofTrouble: Column<CallRow>[] = [
    {
      name: 'reason',
      title: sayCall('reason'),
      cell: ({ reason }) => <span className="trouble-words">{reasonText(reason)}</span>,
    },
    {
      name: 'fix',
      title: say('fix'),
      cell: (call) => <span className="trouble-words soft">{firstSentence(fixText(call))}</span>,
    },
  ];
  const product: Column<CallRow> = {
    name: 'product',
    title: sayCall('product'),
    cell: (call) => nameOf(call.product),
  };
  const columns: Column<CallRow>[] = [
    { name: 'at', title: sayCall('time'), cell: ({ at }) => <Time at={at} form={formOf(at)} /> },
    {
      name: 'state',
      title: sayCall('state'),
      cell: (call) => {
        const status = callStatusOf(call);
        return <Status tone={toneOf(status)} word={sayCall(`state_${status}`)} />;
      },
    },
    {
      name: 'to',
      title: sayCall('to'),
      cell: ({ person, product }) => person ?? <span className="soft">{nameOf(product)}</span>,
    },
    ...(isCalm ? [product] : ofTrouble),
    {
      name: 'charged',
      title: say('charged'),
      isNumber: true,
      cell: (call) => <Money amount={chargeOf(call)} />,
    },
  ];
  return (
    <DataTable
      label={say(isCalm ? 'latest' : 'trouble')}
      rows={calls}
      rowKey={({ requestId }) => requestId}
      onOpen={({ requestId }) => go(`calls/${requestId}`)}
      columns={columns}
      phone={(call) => {
        const status = callStatusOf(call);
        const word = sayCall(`state_${status}`);
        const title = call.person ?? nameOf(call.product);
        return {
          status: <Status tone={toneOf(status)} />,
          title: isCalm ? title : `${title} · ${word}`,
          amount: <Money amount={chargeOf(call)} />,
          rest: isCalm ? (
            `${word} · ${nameOf(call.product)}`
          ) : (
            <span className="trouble-phone">
              <span>{reasonText(call.reason)}</span>
              <span>{firstSentence(fixText(call))}</span>
            </span>
          ),
          time: <Time at={call.at} form={formOf(call.at)} />,
        };
      }}
    />
  );
}
