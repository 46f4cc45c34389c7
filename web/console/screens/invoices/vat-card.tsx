import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { useCountryName } from '../../kit/country-select.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { noNumber } from '../../kit/number-text.ts';
import { toast } from '../../kit/toast.ts';
import { useInvoiceWords } from './invoice-words.ts';
import { percentText } from './percent-text.ts';
import { VatDialog } from './vat-dialog.tsx';
import type { VatRow } from './vat-row.ts';

/** The VAT that is taken out of payments: for everyone, for countries and for accounts. */
export function VatCard({
  rules,
  onChanged,
}: {
  rules: readonly VatRow[];
  onChanged(): void;
}): ReactElement {
  const say = useInvoiceWords();
  const api = useApi();
  const nameOf = useCountryName();
  const mayChange = useMay()('invoices.change');
  const [editing, edit] = useState<VatRow | 'new'>();
  const [dropping, drop] = useState<VatRow>();
  const whose = ({ country, accountName }: VatRow) =>
    accountName ?? (country === null ? say('everyone') : nameOf(country));
  const reverse = ({ isReverseCharge }: VatRow) =>
    say(isReverseCharge ? 'reverseYes' : 'reverseNo');
  const actions = (row: VatRow) => (
    <span className="invoices-files">
      <button type="button" className="link" onClick={() => edit(row)}>
        {say('edit')}…
      </button>
      {(row.country !== null || row.account !== null) && (
        <button type="button" className="link" onClick={() => drop(row)}>
          {say('remove')}…
        </button>
      )}
    </span>
  );
  const columns: (Column<VatRow> | false)[] = [
    { name: 'whose', title: say('vatWhose'), cell: whose },
    {
      name: 'percent',
      title: say('percent'),
      isNumber: true,
      cell: ({ percent }) => percentText(percent),
    },
    { name: 'reverse', title: say('reverseCharge'), cell: reverse },
    { name: 'note', title: say('why'), cell: ({ note }) => note || noNumber },
    mayChange && {
      name: 'actions',
      title: <span className="unseen">{say('actions')}</span>,
      isNumber: true,
      cell: actions,
    },
  ];
  return (
    <section className="card">
      <header className="card-head invoices-head">
        <h2>{say('vatRules')}</h2>
        {mayChange && (
          <Button size="small" onClick={() => edit('new')}>
            {say('add')}…
          </Button>
        )}
      </header>
      <p className="invoices-waiting soft">{say('vatRulesNote')}</p>
      <DataTable
        label={say('vatRules')}
        rowHeight={38}
        rows={rules}
        rowKey={({ country, account }) => `${country} ${account}`}
        empty={<p className="soft">{say('vatRulesNone')}</p>}
        columns={columns.filter((column) => column !== false)}
        phone={(row) => ({
          title: whose(row),
          amount: `${percentText(row.percent)} %`,
          rest: [say('reverseOf', { value: reverse(row) }), row.note].filter(Boolean).join(' · '),
          actions: mayChange && actions(row),
        })}
      />
      {editing && (
        <VatDialog
          row={editing === 'new' ? undefined : editing}
          hasDefault={rules.some(({ country, account }) => country === null && account === null)}
          onDone={onChanged}
          onClose={() => edit(undefined)}
        />
      )}
      {dropping && (
        <Confirm
          isOpen
          title={say('removeTitle', { whose: whose(dropping) })}
          verb={say('removeVerb')}
          rows={[{ label: say('percent'), value: percentText(dropping.percent) }]}
          onConfirm={async () => {
            const { country, account } = dropping;
            await api.post('invoices/reset-vat', { country, account });
            toast(say('removed'));
            onChanged();
          }}
          onClose={() => drop(undefined)}
        />
      )}
    </section>
  );
}
