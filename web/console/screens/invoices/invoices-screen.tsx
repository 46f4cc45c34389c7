import './invoices.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import type { InvoicesPage } from '../../../../src/surfaces/console/invoices/invoices-contract.ts';
import { cursorPages } from '../../client/cursor-pages.ts';
import { useGo } from '../../client/scope.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { useLanguage } from '../../client/words.ts';
import { EmptyList } from '../../kit/empty-list.tsx';
import { Icon } from '../../kit/icon.tsx';
import { MonthSteps } from '../../kit/month-steps.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { monthName } from '../wallet/month-name.ts';
import { currentMonth, moveMonth } from '../wallet/months.ts';
import { useInvoiceWords } from './invoice-words.ts';
import { InvoicesTable } from './invoices-table.tsx';

const fields = { month: text(), pages: text() };

/** The invoices and credit notes of all accounts, by month. */
export default function InvoicesScreen(): ReactElement {
  const say = useInvoiceWords();
  const language = useLanguage();
  const api = useApi();
  const go = useGo();
  const may = useMay();
  const [state, set] = useSearchState(fields);
  const current = currentMonth(useSession().timeZone);
  const month = state.month || current;
  const { here } = cursorPages(state.pages, null, () => {});
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [api.scope, 'invoices', month, here],
    queryFn: ({ signal }) =>
      api.get<InvoicesPage>('invoices/list', { month, before: here }, signal),
    placeholderData: keepPreviousData,
  });
  const openSettings = () => go('invoice-settings');
  const isOff = data?.isOn === false && may('invoices.change');
  return (
    <>
      <PageHead
        title={say('title')}
        aside={monthName(month, language)}
        actions={
          <>
            <MonthSteps
              month={month}
              current={current}
              onMove={(by) => set({ month: moveMonth(month, by), pages: '' })}
            />
            {(data?.invoices.length ?? 0) > 0 && (
              <Button
                href={api.href('invoices/csv', { month })}
                download
                icon={<Icon name="download" size={14} />}
              >
                {say('csv')}
              </Button>
            )}
            {data && !isOff && <Button onClick={openSettings}>{say('settings')}</Button>}
          </>
        }
      />
      <section className="card">
        <ProblemBar error={error} onRetry={() => void refetch()} />
        {isPending && <RowsSkeleton rows={12} />}
        {data && data.waiting > 0 && (
          <p className="invoices-waiting">
            <Status tone="pending" word={say('waiting', { count: data.waiting })} />
          </p>
        )}
        {data?.failing.map(({ paymentId, line, accountName: account, detail }) => (
          <p key={paymentId} className="invoices-waiting">
            <Status tone="bad" word={say('failing', { account, detail })} />
            <button
              type="button"
              className="link"
              onClick={() => go(line === null ? `payments/${paymentId}` : 'payment-bank')}
            >
              {line === null ? say('payment') : say('bankLine', { line })}
            </button>
          </p>
        ))}
        {data?.takesFapiao && (
          <p className="invoices-waiting">
            {data.askedFapiao > 0 && (
              <Status tone="pending" word={say('fapiaoWaiting', { count: data.askedFapiao })} />
            )}
            <button type="button" className="link" onClick={() => go('fapiao')}>
              {say(data.askedFapiao > 0 ? 'fapiaoShow' : 'fapiao')}
            </button>
          </p>
        )}
        {data && (
          <InvoicesTable
            rows={data.invoices}
            empty={
              <EmptyList
                sentence={say(isOff ? 'noneOff' : 'none')}
                verb={say('setUp')}
                onAdd={isOff ? openSettings : undefined}
              />
            }
            paging={cursorPages(state.pages, data.next, (pages) => set({ pages }))}
          />
        )}
      </section>
    </>
  );
}
