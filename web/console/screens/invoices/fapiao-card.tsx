import './invoices.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  FapiaoFree,
  FapiaoPage,
  FapiaoRow,
} from '../../../../src/surfaces/console/invoices/fapiao-contract.ts';
import { cursorPages } from '../../client/cursor-pages.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { toast } from '../../kit/toast.ts';
import { FapiaoAskDialog } from './fapiao-ask-dialog.tsx';
import { FapiaoTable } from './fapiao-table.tsx';
import { useInvoiceWords } from './invoice-words.ts';
import { useBilling } from './use-billing.ts';

const fields = { fapiao: text() };

/** The requests of an account for a fapiao, where the platform takes them. */
export function FapiaoCard(): ReactElement | null {
  const say = useInvoiceWords();
  const api = useApi();
  const mayAsk = useMay()('invoices.billing');
  const [state, set] = useSearchState(fields);
  const [isAsking, setAsking] = useState(false);
  const [cancelling, cancel] = useState<FapiaoRow>();
  const { here } = cursorPages(state.fapiao, null, () => {});
  const page = useQuery({
    queryKey: [api.scope, 'invoices', 'fapiao', here],
    queryFn: ({ signal }) => api.get<FapiaoPage>('invoices/fapiao', { before: here }, signal),
    placeholderData: keepPreviousData,
  });
  const free = useQuery({
    queryKey: [api.scope, 'invoices', 'fapiao-free'],
    queryFn: ({ signal }) => api.get<FapiaoFree>('invoices/fapiao-free', {}, signal),
  });
  const own = useBilling();
  const refresh = () => {
    void page.refetch();
    void free.refetch();
  };
  const [shown, open] = [page.data, free.data];
  if (!shown || !open || (!open.isTaken && shown.requests.length === 0 && here === '')) return null;
  const canAsk = mayAsk && own.data !== undefined && open.isTaken && open.payments.length > 0;
  const cancelButton = (row: FapiaoRow) =>
    row.state === 'asked' && (
      <button type="button" className="link" onClick={() => cancel(row)}>
        {say('fapiaoCancel')}…
      </button>
    );
  return (
    <section className="card">
      <header className="card-head invoices-head">
        <h2>{say('fapiao')}</h2>
        {canAsk && (
          <Button size="small" onClick={() => setAsking(true)}>
            {say('fapiaoAsk')}…
          </Button>
        )}
      </header>
      <FapiaoTable
        rows={shown.requests}
        empty={
          <p className="soft">{say(open.payments.length > 0 ? 'fapiaoOwnNone' : 'fapiaoFree')}</p>
        }
        paging={cursorPages(state.fapiao, shown.next, (fapiao) => set({ fapiao }))}
        actions={mayAsk ? cancelButton : undefined}
      />
      {isAsking && (
        <FapiaoAskDialog
          free={open}
          billing={own.data?.billing ?? null}
          last={shown.requests.find(({ isCompany }) => isCompany)}
          onDone={refresh}
          onClose={() => setAsking(false)}
        />
      )}
      {cancelling && (
        <Confirm
          isOpen
          title={say('fapiaoCancelTitle')}
          verb={say('fapiaoCancel')}
          rows={[{ label: say('fapiaoTitle'), value: cancelling.title }]}
          onConfirm={async () => {
            await api.post('invoices/cancel-fapiao', { requestId: cancelling.requestId });
            toast(say('fapiaoCancelled'));
            refresh();
          }}
          onClose={() => cancel(undefined)}
        >
          <p className="soft">{say('fapiaoCancelText')}</p>
        </Confirm>
      )}
    </section>
  );
}
