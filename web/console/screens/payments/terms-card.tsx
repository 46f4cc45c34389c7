import { inDecimals } from '../../../../src/foundation/money.ts';
import './payments.css';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { PaymentTerms } from '../../../../src/surfaces/console/payments/payments-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { useLanguage } from '../../client/words.ts';
import { amountText } from '../../kit/amount-text.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Lockable, LockedNote } from '../../kit/locked-note.tsx';
import { numberText } from '../../kit/number-text.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { rateText } from '../../kit/rate-text.ts';
import { Status } from '../../kit/status.tsx';
import { toast } from '../../kit/toast.ts';
import { usePaymentWords } from './payment-words.ts';
import { TermsDialog } from './terms-dialog.tsx';
import type { TermsRow } from './terms-row.ts';

/** What the methods of a provider cost and take: for everyone, and for single accounts. */
export function TermsCard({ provider }: { provider: string }): ReactElement {
  const say = usePaymentWords();
  const api = useApi();
  const mayChange = useMay()('payments.change');
  const [editing, edit] = useState<TermsRow>();
  const [dropping, drop] = useState<TermsRow>();
  const { data, error, refetch } = useQuery({
    queryKey: [api.scope, 'payment-terms', provider],
    queryFn: ({ signal }) => api.get<PaymentTerms>('payments/terms', { provider }, signal),
  });
  const rows = data ? rowsOf(data, provider) : [];
  const actions = (row: TermsRow) => (
    <span className="payments-deeds">
      <button type="button" className="link" onClick={() => edit(row)}>
        {say('termsEdit')}…
      </button>
      {row.account === null ? (
        <button type="button" className="link" onClick={() => edit({ ...row, ...ofAccount })}>
          {say('termsForAccount')}…
        </button>
      ) : (
        <button type="button" className="link" onClick={() => drop(row)}>
          {say('termsDrop')}…
        </button>
      )}
    </span>
  );
  return (
    <section className="card payments-terms">
      <header className="card-head payments-head">
        <h2>{say('terms')}</h2>
        <span className="soft">{say('termsNote')}</span>
      </header>
      <LockedNote sections={['payments']} />
      <ProblemBar error={error} onRetry={() => void refetch()} />
      {data && (
        <TermsTable
          rows={rows}
          currency={data.currency}
          actions={mayChange ? actions : undefined}
        />
      )}
      {data && editing && (
        <Lockable names={editing.account === null ? ['payments'] : []}>
          <TermsDialog
            row={editing}
            currency={data.currency}
            onDone={() => void refetch()}
            onClose={() => edit(undefined)}
          />
        </Lockable>
      )}
      {dropping && (
        <Confirm
          isOpen
          title={say('termsDropTitle', { method: dropping.title })}
          verb={say('termsDropVerb')}
          rows={[{ label: say('account'), value: dropping.accountName }]}
          onConfirm={async () => {
            const { method, account } = dropping;
            await api.post('payments/reset-terms', { provider, method, account });
            toast(say('termsDropped'));
            void refetch();
          }}
          onClose={() => drop(undefined)}
        />
      )}
    </section>
  );
}

const none = {
  ...{ isOn: null, feePercent: null, feeFixed: null, minimum: null, maximum: null },
  ...{ chargedCurrency: null, rate: null, rateSetAt: null },
};
/** An account that is still to be chosen. */
const ofAccount = { ...none, account: 0, accountName: '', isSet: false };

/** Each method with its terms for everyone, and below it those of accounts. */
function rowsOf({ methods, terms }: PaymentTerms, provider: string): TermsRow[] {
  return methods.flatMap(({ method, title, currencies }) => {
    const own = terms.filter((one) => one.method === method);
    const wide = own.find(({ account }) => account === null);
    const usual = { provider, method, account: null, accountName: null, ...none };
    return [
      { ...(wide ?? usual), title, currencies, isSet: wide !== undefined },
      ...own.flatMap((one) =>
        one.account === null ? [] : [{ ...one, title, currencies, isSet: true }],
      ),
    ];
  });
}

function TermsTable({
  rows,
  currency,
  actions,
}: {
  rows: readonly TermsRow[];
  currency: string;
  actions: ((row: TermsRow) => ReactElement) | undefined;
}): ReactElement {
  const say = usePaymentWords();
  const language = useLanguage();
  // An account without its own has those of everyone.
  const noneOf = ({ account }: TermsRow) => say(account === null ? 'termsDefault' : 'termsSame');
  const feeOf = (row: TermsRow) =>
    [
      ...(row.feePercent === null ? [] : [`${shorten(row.feePercent)}%`]),
      ...(row.feeFixed === null ? [] : [amountText(row.feeFixed, currency)]),
    ].join(' + ') || noneOf(row);
  const plain = (value: string | null) =>
    value === null ? '' : numberText(inDecimals(value, currency));
  const rangeOf = (row: TermsRow) => {
    const limits = { minimum: plain(row.minimum), maximum: plain(row.maximum) };
    if (limits.minimum && limits.maximum) return say('rangeBoth', limits);
    if (limits.minimum) return say('rangeFrom', limits);
    return limits.maximum ? say('rangeTo', limits) : noneOf(row);
  };
  const chargeOf = (row: TermsRow) =>
    rateText({ ...row, currency }, language) ??
    (row.account === null ? currency : say('termsSame'));
  const offer = ({ isOn, account }: TermsRow) => {
    if (isOn === null && account !== null) return <Status tone="off" word={say('termsSame')} />;
    return isOn === false ? (
      <Status tone="refused" word={say('termsOff')} />
    ) : (
      <Status tone="good" word={say('termsOn')} />
    );
  };
  const whose = ({ accountName }: TermsRow) => accountName ?? say('termsEveryone');
  const columns: (Column<TermsRow> | false)[] = [
    { name: 'method', title: say('method'), cell: ({ title }) => title },
    { name: 'whose', title: say('termsWhose'), cell: whose },
    { name: 'offer', title: say('termsOffered'), cell: offer },
    { name: 'fee', title: say('fee'), cell: feeOf },
    { name: 'range', title: say('termsRange', { currency }), cell: rangeOf },
    { name: 'charge', title: say('termsCharge'), cell: chargeOf },
    actions !== undefined && {
      name: 'actions',
      title: <span className="unseen">{say('termsActions')}</span>,
      isNumber: true,
      cell: actions,
    },
  ];
  return (
    <DataTable
      label={say('terms')}
      rowHeight={38}
      rows={rows}
      rowKey={({ method, account }) => `${method} ${account}`}
      columns={columns.filter((column) => column !== false)}
      phone={(row) => ({
        title: `${row.title} · ${whose(row)}`,
        rest: [feeOf(row), rangeOf(row), chargeOf(row)].join(' · '),
        time: offer(row),
        actions: actions?.(row),
      })}
    />
  );
}

/** A percentage without the zeros at its end. */
function shorten(percent: string): string {
  return numberText(percent.replace(/\.?0+$/, '') || '0');
}
