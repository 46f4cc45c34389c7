import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { inDecimals } from '../../../../src/foundation/money.ts';
import { movementText } from '../../../../src/money/ledger/own-references.ts';
import type { PaymentRow } from '../../../../src/surfaces/console/funds/funds-contract.ts';
import type {
  Movement,
  MovementsPage,
} from '../../../../src/surfaces/console/wallet/wallet-contract.ts';
import { cursorPages } from '../../client/cursor-pages.ts';
import { useGo, useScope } from '../../client/scope.ts';
import { choice, text, useSearchState } from '../../client/search-state.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { useHeldRows } from '../../client/use-held-rows.ts';
import { useLanguage } from '../../client/words.ts';
import { actorText } from '../../kit/actor-text.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { EmptyList } from '../../kit/empty-list.tsx';
import { Money } from '../../kit/money.tsx';
import { NewRows } from '../../kit/new-rows.tsx';
import { numberText } from '../../kit/number-text.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { Day, Time } from '../../kit/time.tsx';
import { useProductName } from '../../kit/use-product-name.ts';
import { PaymentsList, usePayments } from '../funds/payments-list.tsx';
import { useWalletWords } from './wallet-words.ts';

const kinds = ['all', 'payments', 'top_up', 'refund', 'adjust'] as const;
const fields = { kind: choice(kinds, 'all'), before: text() };

/** Payments that have not moved money, and still may. */
const openStates: readonly string[] = ['pending', 'mismatched'];

const rowKey = ({ at, id }: Movement) => `${at} ${id}`;

export function MovementsCard({
  ownMoves,
  onTopUp,
}: {
  /** How often money was moved on this screen: whoever moves it sees the movement at once. */
  ownMoves: number;
  /** Undefined without the right to top up. */
  onTopUp: (() => void) | undefined;
}): ReactElement {
  const say = useWalletWords();
  const api = useApi();
  const [state, set] = useSearchState(fields);
  const { here } = cursorPages(state.before, null, () => {});
  const isPayments = state.kind === 'payments';
  const kind = state.kind === 'all' || isPayments ? undefined : state.kind;
  const payments = usePayments().data?.payments ?? [];
  const open = payments.filter((row) => openStates.includes(row.state));
  const movements = useQuery({
    queryKey: [api.scope, api.mode, 'wallet', 'movements', kind, here],
    queryFn: ({ signal }) =>
      api.get<MovementsPage>('wallet/movements', { kind, before: here }, signal),
    placeholderData: keepPreviousData,
  });
  const pages = cursorPages(state.before, movements.data?.next, (before) => set({ before }));
  const news = useHeldRows(
    movements.isPlaceholderData ? '' : JSON.stringify([api.scope, api.mode, kind, here, ownMoves]),
    movements.data?.movements ?? [],
    rowKey,
  );
  const names = {
    all: say('all'),
    payments: say('payments'),
    top_up: say('top_up'),
    refund: say('refunds'),
    adjust: say('adjustments'),
  };
  const show = (value: (typeof kinds)[number]) => set({ kind: value, before: '' });
  const rows = (
    <>
      <OpenPayments payments={open} onShow={() => show('payments')} />
      <ProblemBar error={movements.error} onRetry={() => void movements.refetch()} />
      <NewRows news={news} text={(values) => say('showNew', values)} />
      {!movements.data && !movements.error && <RowsSkeleton rows={6} height={38} />}
      {movements.data && (
        <MovementsTable
          rows={news.rows}
          pages={pages}
          empty={
            kind ? (
              say('emptyKind')
            ) : (
              <EmptyList sentence={say('empty')} verb={say('topUpFirst')} onAdd={onTopUp} />
            )
          }
        />
      )}
    </>
  );
  return (
    <section className="card">
      <header className="card-head wallet-moves">
        <h2>{say('movements')}</h2>
        <span className="wallet-card-note">{say('movementsNote')}</span>
        <Segmented
          size="small"
          value={state.kind}
          onChange={show}
          options={kinds
            .filter((value) => value !== 'payments' || payments.length > 0 || isPayments)
            .map((value) => ({ value, label: names[value] }))}
        />
      </header>
      {isPayments ? <PaymentsList /> : rows}
    </section>
  );
}

/** One is named and opened; several are in the list of payments. */
function OpenPayments({
  payments: [payment, ...others],
  onShow,
}: {
  payments: readonly PaymentRow[];
  onShow(): void;
}): ReactElement | null {
  const say = useWalletWords();
  const { currency } = useSession();
  const openPayment = useOpenPayment();
  if (!payment) return null;
  const amount = `${numberText(inDecimals(payment.amount, currency))} ${currency}`;
  const state = payment.state === 'mismatched' ? 'mismatched' : 'pending';
  const isOne = others.length === 0;
  return (
    <p className="wallet-open">
      <Status
        tone="pending"
        word={
          isOne
            ? say(`openPayment_${state}`, { amount })
            : say('openPayments', { count: others.length + 1 })
        }
      />
      <button
        type="button"
        className="link"
        onClick={isOne ? () => openPayment(payment.paymentId) : onShow}
      >
        {say(isOne ? 'openPayment' : 'showPayments')}
      </button>
    </p>
  );
}

/** An operator opens the payment with its provider, and a customer the page that leads to it. */
function useOpenPayment(): (paymentId: string) => void {
  const go = useGo();
  const { area } = useScope();
  return (paymentId) =>
    area === 'operator'
      ? go(`payments/${paymentId}`, { scope: 'platform' })
      : go(`funds/${paymentId}`);
}

function MovementsTable({
  rows,
  pages,
  empty,
}: {
  rows: readonly Movement[];
  empty: ReactNode;
  pages: ReturnType<typeof cursorPages>;
}): ReactElement {
  const say = useWalletWords();
  const nameOf = useProductName();
  const language = useLanguage();
  const { area } = useScope();
  const { currency } = useSession();
  const name = ({ kind, product, payment }: Movement) => {
    if (payment) return say(`part_${payment.part}`);
    return product ? nameOf(product) : say(`kind_${kind as Exclude<Movement['kind'], 'calls'>}`);
  };
  const words = (row: Movement) =>
    row.payment
      ? (row.payment.title?.[language] ?? row.payment.method)
      : row.calls === null
        ? [row.reference, row.reason]
            .map((stored) => movementText(stored ?? '', language))
            .filter(Boolean)
            .join(' · ')
        : say('callCount', { count: row.calls, formatted: numberText(row.calls) });
  const when = (row: Movement) =>
    row.kind === 'calls' ? <Day day={row.day} /> : <Time at={row.at} form="short" />;
  const byOf = ({ by }: Movement) => (by ? actorText(by, language) : '–');
  const columns: Column<Movement>[] = [
    { name: 'day', title: say('day'), cell: when },
    { name: 'movement', title: say('movement'), cell: name },
    {
      name: 'words',
      title: say('words'),
      cell: (row) => (
        <span className="wallet-reference">
          {!row.payment && (
            <span className="wallet-words" title={words(row)}>
              {words(row)}
            </span>
          )}
          <Papers of={row} method={words(row)} />
        </span>
      ),
    },
    ...(area === 'operator' ? [{ name: 'by', title: say('by'), cell: byOf }] : []),
    {
      name: 'amount',
      title: say('amountIn', { currency }),
      isNumber: true,
      cell: ({ amount }) => <Money amount={amount} isMovement isBare />,
    },
    {
      name: 'after',
      title: say('after'),
      isNumber: true,
      cell: ({ balance }) => <Money amount={balance} isBare />,
    },
  ];
  return (
    <DataTable
      label={say('movements')}
      rows={rows}
      rowKey={rowKey}
      rowHeight={38}
      columns={columns}
      paging={pages}
      empty={empty}
      phone={(row) => ({
        title: name(row),
        amount: <Money amount={row.amount} isMovement />,
        rest:
          row.payment || row.invoice ? (
            <>
              {!row.payment && `${words(row)} `}
              <Papers of={row} method={words(row)} />
            </>
          ) : (
            words(row)
          ),
        time: when(row),
      })}
    />
  );
}

/** Leads to the payment, and to the papers of the money that came in. */
function Papers({
  of: { payment, invoice },
  method,
}: {
  of: Movement;
  method: string;
}): ReactElement {
  const say = useWalletWords();
  const language = useLanguage();
  const api = useApi();
  const open = useOpenPayment();
  const file = (path: string, query: Record<string, string>, label: string) => (
    <a className="link" href={api.href(path, { ...query, language })} download>
      {label}
    </a>
  );
  return (
    <span className="wallet-papers">
      {payment && (
        <button type="button" className="link" onClick={() => open(payment.paymentId)}>
          {method}
        </button>
      )}
      {payment?.part === 'paid' &&
        file('funds/receipt', { paymentId: payment.paymentId }, say('receipt'))}
      {invoice && file('invoices/pdf', { invoice: invoice.invoiceId }, invoice.number)}
    </span>
  );
}
