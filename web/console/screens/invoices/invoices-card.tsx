import './invoices.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type { InvoicesPage } from '../../../../src/surfaces/console/invoices/invoices-contract.ts';
import { cursorPages } from '../../client/cursor-pages.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { useCountryName } from '../../kit/country-select.tsx';
import { Status } from '../../kit/status.tsx';
import { BillingDialog } from './billing-dialog.tsx';
import { useInvoiceWords } from './invoice-words.ts';
import { InvoicesTable } from './invoices-table.tsx';
import { useBilling } from './use-billing.ts';

const fields = { invoices: text() };

/** The invoices of an account, and whom they are made out to, where there are invoices at all. */
export function InvoicesCard(): ReactElement | null {
  const say = useInvoiceWords();
  const api = useApi();
  const nameOf = useCountryName();
  const mayBill = useMay()('invoices.billing');
  const [state, set] = useSearchState(fields);
  const [isEditing, setEditing] = useState(false);
  const { here } = cursorPages(state.invoices, null, () => {});
  const page = useQuery({
    queryKey: [api.scope, 'invoices', 'own', here],
    queryFn: ({ signal }) => api.get<InvoicesPage>('invoices/list', { before: here }, signal),
    placeholderData: keepPreviousData,
  });
  const own = useBilling();
  const { data } = page;
  if (!data || !own.data || (!data.isOn && data.invoices.length === 0 && here === '')) return null;
  const { billing } = own.data;
  return (
    <section className="card" aria-labelledby="own-invoices">
      <header className="card-head invoices-head">
        <h2 id="own-invoices">{say('title')}</h2>
        <span className="soft">
          {billing
            ? say('billingOf', { name: billing.name, country: nameOf(billing.country) })
            : say('billingMissing')}
        </span>
        {mayBill && (
          <Button
            type={billing ? 'default' : 'primary'}
            size="small"
            onClick={() => setEditing(true)}
          >
            {say(billing ? 'billingEdit' : 'billingEnter')}…
          </Button>
        )}
      </header>
      {data.waiting > 0 && (
        <p className="invoices-waiting">
          <Status tone="pending" word={say('ownWaiting', { count: data.waiting })} />
        </p>
      )}
      <InvoicesTable
        rows={data.invoices}
        empty={<p className="soft">{say('ownNone')}</p>}
        paging={cursorPages(state.invoices, data.next, (invoices) => set({ invoices }))}
      />
      {isEditing && (
        <BillingDialog
          billing={billing}
          onDone={() => {
            void own.refetch();
            void page.refetch();
          }}
          onClose={() => setEditing(false)}
        />
      )}
    </section>
  );
}
