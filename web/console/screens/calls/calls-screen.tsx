import './calls.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import type {
  CallsPage,
  CallsTotals,
} from '../../../../src/surfaces/console/calls/calls-contract.ts';
import { useSearchState } from '../../client/search-state.ts';
import { useSession } from '../../client/session.ts';
import { useBeginTask } from '../../client/tasks.ts';
import { useApi } from '../../client/use-api.ts';
import { useChanges } from '../../client/use-changes.ts';
import { useHeldRows } from '../../client/use-held-rows.ts';
import { DropdownMenu } from '../../kit/dropdown-menu.tsx';
import { FilterChips } from '../../kit/filter-chips.tsx';
import { FindField } from '../../kit/find-field.tsx';
import { Icon } from '../../kit/icon.tsx';
import { useKitWords } from '../../kit/kit-words.ts';
import { NewRows } from '../../kit/new-rows.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { useShortcuts } from '../../kit/shortcuts.ts';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { useCopy } from '../../kit/use-copy.ts';
import { callFields } from './call-fields.ts';
import { useCallWords } from './call-words.ts';
import { CallsTable } from './calls-table.tsx';
import { CallsTotalsLine, TotalsSkeleton } from './calls-totals.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { timeRangeOf, timeRangeText } from './time-range.ts';
import { useCallFilters } from './use-call-filters.tsx';
import { useHiddenColumns } from './use-hidden-columns.ts';

/** Filters are in the URL; totals come from counters, not from the rows. */
export default function CallsScreen(): ReactElement {
  const say = useCallWords();
  const sayKit = useKitWords();
  const api = useApi();
  const { timeZone } = useSession();
  const { copy, isCopied } = useCopy();
  const [state, set] = useSearchState(callFields);
  const { time, before, after, ...named } = state;
  const span = named.requestId || named.person ? {} : timeRangeOf(time, timeZone);
  const filter = { ...named, ...span };
  const page = useQuery({
    queryKey: [api.scope, api.mode, 'calls', filter, before, after],
    queryFn: ({ signal }) => {
      const seen = changes.takeSeen();
      return api.get<CallsPage>('calls/list', { ...filter, before, after, seen }, signal);
    },
    placeholderData: keepPreviousData,
  });
  const hasTotals = !named.requestId && !named.person;
  const totals = useQuery({
    queryKey: [api.scope, api.mode, 'calls', 'totals', filter],
    queryFn: ({ signal }) => api.get<CallsTotals>('calls/totals', filter, signal),
    placeholderData: keepPreviousData,
    enabled: hasTotals,
    refetchInterval: 30_000,
  });
  const isFirst = !before && (!after || page.data?.hasMore === false);
  const changes = useChanges('calls', 'calls/live', { isEnabled: isFirst, filter });
  const news = useHeldRows(
    page.isPlaceholderData ? '' : JSON.stringify([api.scope, api.mode, filter, before, after]),
    page.data?.calls ?? [],
    ({ requestId }) => requestId,
  );
  const { filters, clear } = useCallFilters(state, set, page.data?.person ?? undefined);
  const [hidden, hide] = useHiddenColumns();
  const begin = useBeginTask();
  const download = (format: 'csv' | 'json') =>
    void begin('calls_export', { ...paramsOf(filter), mode: api.mode, format });
  useShortcuts({
    e: () => download('csv'),
    f: () => document.querySelector<HTMLElement>('.calls .filter-chips button')?.click(),
  });
  return (
    <div className="calls">
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
            <Button
              type="text"
              icon={<Icon name={isCopied ? 'check' : 'link'} />}
              onClick={() => copy(absoluteLink(span))}
            >
              {sayKit('copyLink')}
            </Button>
            <ColumnsMenu hidden={hidden} onHidden={hide} />
            <DropdownMenu
              menu={{
                items: [
                  { key: 'csv', label: say('exportCsv') },
                  { key: 'json', label: say('exportJson') },
                ],
                onClick: ({ key }) => download(key as 'csv' | 'json'),
              }}
            >
              <Button icon={<Icon name="download" />}>{say('export')}</Button>
            </DropdownMenu>
          </>
        }
      />
      <section className="card">
        <FilterChips
          search={
            <FindField
              label={say('find')}
              wrong={say('findWrong')}
              kinds={['mobile', 'email', 'card']}
              onId={(requestId) => set({ ...noSearch, requestId })}
              onPerson={(person) => set({ ...noSearch, person })}
            />
          }
          filters={filters}
          onClear={clear}
        />
        {totals.isPending && totals.isFetching && <TotalsSkeleton />}
        {totals.data && hasTotals && (
          <CallsTotalsLine
            totals={totals.data}
            isToday={time === 'today'}
            onSpan={(chosen) => set({ time: timeRangeText(chosen), before: '', after: '' })}
          />
        )}
        <ProblemBar error={page.error} onRetry={() => void page.refetch()} />
        <NewRows news={news} text={(values) => say('showNew', values)} />
        {page.isPending ? (
          <RowsSkeleton rows={20} />
        ) : (
          page.data && (
            <CallsTable
              page={{ ...page.data, calls: [...news.rows] }}
              state={state}
              filters={filters}
              hidden={hidden}
              isFirst={isFirst}
              onPage={(next) => set({ before: '', after: '', ...next })}
            />
          )
        )}
      </section>
    </div>
  );
}

/** Filters that are set, with numbers as numbers. */
function paramsOf(filter: Readonly<Record<string, string | undefined>>) {
  const isNumber = (name: string) => name === 'account' || name === 'key';
  return Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => value)
      .map(([name, value]) => [name, isNumber(name) ? Number(value) : value]),
  );
}

/** A new search replaces the one before. */
const noSearch = { requestId: '', person: '', before: '', after: '' };

/** A shared link names fixed instants, because "today" changes. */
function absoluteLink(span: { from?: string; to?: string }): string {
  const address = new URL(location.href);
  if (span.from) {
    const to = span.to ?? new Date().toISOString();
    address.searchParams.set('time', timeRangeText({ from: span.from, to }));
  }
  return address.href;
}
