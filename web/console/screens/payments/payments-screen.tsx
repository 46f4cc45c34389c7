import '../calls/calls.css';
import './payments.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import type { PaymentsPage } from '../../../../src/surfaces/console/payments/payments-contract.ts';
import { useGo } from '../../client/scope.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { useChanges } from '../../client/use-changes.ts';
import { useHeldRows } from '../../client/use-held-rows.ts';
import { useMay } from '../../client/use-may.ts';
import { EmptyList } from '../../kit/empty-list.tsx';
import { NewRows } from '../../kit/new-rows.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { timeRangeOf } from '../calls/time-range.ts';
import { PaymentChips } from './payment-chips.tsx';
import { filterStates, usePaymentWords } from './payment-words.ts';
import { PaymentsTable } from './payments-table.tsx';

const fields = {
  time: text('30d'),
  account: text(),
  state: text(),
  provider: text(),
  before: text(),
  after: text(),
};

/** All payments of customers, with filters. */
export default function PaymentsScreen(): ReactElement {
  const say = usePaymentWords();
  const api = useApi();
  const go = useGo();
  const may = useMay();
  const { timeZone } = useSession();
  const [search, set] = useSearchState(fields);
  const { time, account, provider, before, after } = search;
  const state = filterStates.find((one) => one === search.state) ?? '';
  // What waits for a decision is shown however old it is.
  const span = state === 'mismatched' || state === 'disputed' ? {} : timeRangeOf(time, timeZone);
  const filter = { ...span, account, state, provider };
  const page = useQuery({
    queryKey: [api.scope, api.mode, 'payments', filter, before, after],
    queryFn: ({ signal }) => {
      const seen = changes.takeSeen();
      const query = { ...filter, before, after, seen };
      return api.get<PaymentsPage>('payments/list', query, signal);
    },
    placeholderData: keepPreviousData,
    // In case the event stream is blocked.
    refetchInterval: 15_000,
  });
  const isFirst = !before && (!after || page.data?.hasMore === false);
  const changes = useChanges('payments', 'payments/changes', { isEnabled: isFirst, filter });
  const news = useHeldRows(
    page.isPlaceholderData ? '' : JSON.stringify([api.scope, api.mode, filter, before, after]),
    page.data?.payments ?? [],
    ({ paymentId }) => paymentId,
  );
  const turn = (next: Partial<typeof search>) => set({ before: '', after: '', ...next });
  const [first, last] = [news.rows[0], news.rows.at(-1)];
  const hasOlder = after ? true : page.data?.hasMore;
  const isFiltered = !!(state || account || provider);
  const hasProvider = Object.keys(page.data?.titles ?? {}).some((code) => code !== 'sandbox');
  const waiting = page.data?.bank.count ?? 0;
  const empty = isFiltered ? (
    <EmptyList
      sentence={say('nothingSo')}
      verb={say('dropFilters')}
      onAdd={() => turn({ state: '', account: '', provider: '' })}
    />
  ) : api.mode === 'live' && !hasProvider ? (
    <EmptyList
      sentence={say('noProvider')}
      verb={say('addProvider')}
      onAdd={may('providers.change') ? () => go('providers/+') : undefined}
    />
  ) : (
    <EmptyList
      sentence={say(time === 'all' ? 'nothing' : 'nothingThen')}
      verb={say('showAll')}
      onAdd={time === 'all' ? undefined : () => turn({ time: 'all' })}
    />
  );
  return (
    <>
      <PageHead
        title={say('title')}
        aside={
          <span className="updated">
            {isFirst && !changes.isLost && <i />}
            {say(!isFirst ? 'notLive' : changes.isLost ? 'notHeard' : 'live')}
          </span>
        }
        actions={
          <>
            <Button onClick={() => go('payment-bank')}>
              {waiting > 0 ? say('openBankWaiting', { waiting }) : say('openBank')}
            </Button>
            <Button onClick={() => go('payment-books')}>{say('openBooks')}</Button>
          </>
        }
      />
      <section className="card">
        <PaymentChips
          {...{ time, account, state, provider, titles: page.data?.titles ?? {} }}
          onChange={turn}
        />
        <ProblemBar error={page.error} onRetry={() => void page.refetch()} />
        <NewRows news={news} text={(values) => say('showNew', values)} />
        {page.isPending && <RowsSkeleton rows={12} />}
        {page.data && (
          <PaymentsTable
            rows={news.rows}
            titles={page.data.titles}
            empty={empty}
            paging={{
              onNewer: isFirst || !first ? undefined : () => turn({ after: first.paymentId }),
              onOlder: hasOlder && last ? () => turn({ before: last.paymentId }) : undefined,
            }}
          />
        )}
      </section>
    </>
  );
}
