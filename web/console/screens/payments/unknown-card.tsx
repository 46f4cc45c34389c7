import { Button, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import type { PaymentBooks } from '../../../../src/surfaces/console/payments/payments-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { useLanguage } from '../../client/words.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { DataTable } from '../../kit/data-table.tsx';
import { Field } from '../../kit/field.tsx';
import { joinWords } from '../../kit/join-words.ts';
import { Money } from '../../kit/money.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { dayText } from '../../kit/time-text.ts';
import { toast } from '../../kit/toast.ts';
import { usePaymentWords } from './payment-words.ts';

type Unknown = PaymentBooks['unknown'][number];

/** Payments in vendors' lists for orders that are not ours, and how far each list was compared. */
export function UnknownCard({
  books,
  onDone,
}: {
  books: PaymentBooks;
  onDone(): void;
}): ReactElement {
  const say = usePaymentWords();
  const may = useMay();
  const [asked, setAsked] = useState<Unknown>();
  const { unknown, titles } = books;
  const titleOf = (provider: string) => titles[provider] ?? provider;
  const amount = ({ amount: value, currency }: Unknown) => (
    <Money amount={value} currency={currency} isPaid />
  );
  const explain = (row: Unknown) => (
    <Button size="small" onClick={() => setAsked(row)}>
      {say('explain')}…
    </Button>
  );
  const mayExplain = may('payments.change');
  return (
    <section className="card">
      <header className="card-head payments-head">
        <h2>{say('unknown')}</h2>
        <span className="soft">{say('unknownNote')}</span>
      </header>
      <DataTable
        label={say('unknown')}
        rowHeight={36}
        rows={unknown}
        rowKey={({ provider, paymentRef }) => `${provider} ${paymentRef}`}
        empty={say('unknownNone')}
        columns={[
          { name: 'paid', title: say('unknownPaid'), cell: ({ paidAt }) => <Time at={paidAt} /> },
          {
            name: 'cause',
            title: say('cause'),
            cell: () => <Status tone="unknown" word={say('cause_unknown')} />,
          },
          { name: 'provider', title: say('provider'), cell: ({ provider }) => titleOf(provider) },
          { name: 'ref', title: say('paymentRef'), cell: ({ paymentRef }) => paymentRef },
          {
            name: 'order',
            title: say('orderNo'),
            cell: ({ orderNo }) => orderNo || say('unknownNoOrder'),
          },
          { name: 'amount', title: say('amount'), isNumber: true, cell: amount },
          ...(mayExplain
            ? [
                {
                  name: 'actions',
                  title: <span className="unseen">{say('termsActions')}</span>,
                  isNumber: true,
                  cell: explain,
                },
              ]
            : []),
        ]}
        phone={(row) => ({
          status: <Status tone="unknown" />,
          title: row.paymentRef,
          amount: amount(row),
          rest: [say('cause_unknown'), titleOf(row.provider), row.orderNo]
            .filter(Boolean)
            .join(' · '),
          time: <Time at={row.paidAt} />,
          ...(mayExplain ? { actions: explain(row) } : {}),
        })}
      />
      <ComparedLists books={books} />
      {asked && (
        <ExplainDialog
          row={asked}
          title={titleOf(asked.provider)}
          onDone={onDone}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

/** How far the list of each provider was compared. */
export function ComparedLists({
  books: { lists, titles },
}: {
  books: PaymentBooks;
}): ReactElement | null {
  const say = usePaymentWords();
  const language = useLanguage();
  if (lists.length === 0) return null;
  return (
    <ul className="payments-lists">
      {listGroups(lists).map(({ word, listedTo, providers }) => (
        <li key={`${word} ${listedTo}`}>
          {say(word, {
            provider: joinWords(
              providers.map((provider) => titles[provider] ?? provider),
              language,
            ),
            day: listedTo ? dayText(listedTo, language) : '',
          })}
        </li>
      ))}
    </ul>
  );
}

/** Each sentence once, of all providers of which it is true. */
function listGroups(lists: PaymentBooks['lists']) {
  const groups = Map.groupBy(lists, ({ hasList, listedTo }) => `${hasList} ${listedTo}`);
  return [...groups.values()].map((group) => {
    const [{ hasList, listedTo } = { hasList: false, listedTo: null }] = group;
    const compared = listedTo ? ('listTo' as const) : ('listNotYet' as const);
    const word = hasList ? compared : ('listNone' as const);
    return { word, listedTo, providers: group.map(({ provider }) => provider) };
  });
}

function ExplainDialog({
  row: { provider, paymentRef, amount, currency },
  title,
  onDone,
  onClose,
}: {
  row: Unknown;
  /** The provider's. */
  title: string;
  onDone(): void;
  onClose(): void;
}): ReactElement {
  const say = usePaymentWords();
  const api = useApi();
  const [reason, setReason] = useState('');
  const rows = [
    { label: say('provider'), value: title },
    { label: say('paymentRef'), value: paymentRef },
    { label: say('amount'), value: <Money amount={amount} currency={currency} isPaid /> },
  ];
  return (
    <Confirm
      isOpen
      title={say('explainTitle')}
      verb={say('explainVerb')}
      rows={rows}
      summary={[...rows, { label: say('reason'), value: reason }]}
      canConfirm={reason.trim() !== ''}
      onConfirm={async () => {
        await api.post('payments/explain', { provider, paymentRef, reason: reason.trim() });
        toast(say('explained'));
        onDone();
      }}
      onClose={onClose}
    >
      <p className="soft">{say('explainText')}</p>
      <Field label={say('reason')} name="reason">
        <Input value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Confirm>
  );
}
