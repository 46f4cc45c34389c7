import './invoices.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Radio, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  FapiaoPage,
  FapiaoRow,
} from '../../../../src/surfaces/console/invoices/fapiao-contract.ts';
import { cursorPages } from '../../client/cursor-pages.ts';
import { useGo } from '../../client/scope.ts';
import { choice, text, useSearchState } from '../../client/search-state.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { EmptyList } from '../../kit/empty-list.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { useIsPhone } from '../../kit/use-is-phone.ts';
import { type FapiaoDeed, FapiaoDialog } from './fapiao-dialog.tsx';
import { FapiaoTable } from './fapiao-table.tsx';
import { useInvoiceWords } from './invoice-words.ts';

const states = ['all', 'asked', 'issued', 'refused', 'cancelled', 'reversed'] as const;
const fields = { state: choice(states, 'asked'), pages: text() };

/** The requests of all accounts for a fapiao: those that wait come first. */
export default function FapiaoScreen(): ReactElement {
  const say = useInvoiceWords();
  const api = useApi();
  const go = useGo();
  const mayDecide = useMay()('invoices.change');
  const [search, set] = useSearchState(fields);
  const [doing, start] = useState<{ deed: FapiaoDeed; row: FapiaoRow }>();
  const { here } = cursorPages(search.pages, null, () => {});
  const state = search.state === 'all' ? undefined : search.state;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [api.scope, 'invoices', 'fapiao', state, here],
    queryFn: ({ signal }) =>
      api.get<FapiaoPage>('invoices/fapiao', { state, before: here }, signal),
    placeholderData: keepPreviousData,
  });
  const isPhone = useIsPhone();
  const choose = (chosen: (typeof states)[number]) => set({ state: chosen, pages: '' });
  const options = states.map((value) => ({
    value,
    label: value === 'all' ? say('fapiaoAll') : say(`state_${value}`),
  }));
  const button = (deed: FapiaoDeed, row: FapiaoRow) => (
    <button key={deed} type="button" className="link" onClick={() => start({ deed, row })}>
      {say(`fapiao${deed}`)}…
    </button>
  );
  const deeds = { asked: ['Issue', 'Refuse'], issued: ['Reverse'] } as const;
  const actions = (row: FapiaoRow) =>
    row.state in deeds && (
      <span className="invoices-files">
        {deeds[row.state as keyof typeof deeds].map((deed) => button(deed, row))}
      </span>
    );
  return (
    <>
      <PageHead
        title={say('fapiao')}
        trail={{ label: say('back'), onOpen: () => go('invoices') }}
      />
      <section className="card">
        <p className="invoices-waiting">
          {/* Six states are too wide for a phone. */}
          {isPhone ? (
            <Select
              aria-label={say('fapiaoState')}
              value={search.state}
              options={options}
              onChange={choose}
            />
          ) : (
            <Radio.Group
              aria-label={say('fapiaoState')}
              optionType="button"
              value={search.state}
              options={options}
              onChange={({ target }) => choose(target.value)}
            />
          )}
        </p>
        <ProblemBar error={error} onRetry={() => void refetch()} />
        {isPending && <RowsSkeleton rows={8} />}
        {data && (
          <FapiaoTable
            rows={data.requests}
            empty={
              <EmptyList
                sentence={say(
                  data.isTaken
                    ? search.state === 'asked'
                      ? 'fapiaoNoneAsked'
                      : 'fapiaoNone'
                    : 'fapiaoOff',
                )}
                verb={say('fapiaoTurnOn')}
                onAdd={data.isTaken || !mayDecide ? undefined : () => go('invoice-settings')}
              />
            }
            paging={cursorPages(search.pages, data.next, (pages) => set({ pages }))}
            actions={mayDecide ? actions : undefined}
          />
        )}
      </section>
      {doing && (
        <FapiaoDialog {...doing} onDone={() => void refetch()} onClose={() => start(undefined)} />
      )}
    </>
  );
}
