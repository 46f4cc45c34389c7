import '../../kit/data-table.css';
import './payments.css';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type { PaymentBooks } from '../../../../src/surfaces/console/payments/payments-contract.ts';
import { useGo } from '../../client/scope.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { useLanguage } from '../../client/words.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { EmptyList } from '../../kit/empty-list.tsx';
import { MonthSteps } from '../../kit/month-steps.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { toast } from '../../kit/toast.ts';
import { monthName } from '../wallet/month-name.ts';
import { currentMonth, moveMonth } from '../wallet/months.ts';
import { BooksCard } from './books-card.tsx';
import { BooksMonthCard } from './books-month-card.tsx';
import { DifferencesCard } from './differences-card.tsx';
import { usePaymentWords } from './payment-words.ts';
import { ComparedLists, UnknownCard } from './unknown-card.tsx';

const fields = { month: text() };

/** What vendors, ledger and bank say of the payments of a month, and where they differ. */
export default function BooksScreen(): ReactElement {
  const say = usePaymentWords();
  const language = useLanguage();
  const api = useApi();
  const go = useGo();
  const may = useMay();
  const [state, set] = useSearchState(fields);
  const [isComparing, setComparing] = useState(false);
  const current = currentMonth(useSession().timeZone);
  const month = state.month || current;
  const { data, error, refetch } = useQuery({
    queryKey: [api.scope, 'payment-books', month],
    queryFn: ({ signal }) => api.get<PaymentBooks>('payments/books', { month }, signal),
  });
  const isConnected = data !== undefined && hasBooks(data);
  return (
    <>
      <PageHead
        title={say('books')}
        trail={{ label: say('back'), onOpen: () => go('payments') }}
        aside={
          <>
            {monthName(month, language)}
            {isConnected && data?.comparedAt && (
              <>
                {' · '}
                {say('comparedAt')} <Time at={data.comparedAt} />
              </>
            )}
          </>
        }
        actions={
          <>
            <MonthSteps
              month={month}
              current={current}
              onMove={(by) => set({ month: moveMonth(month, by) })}
            />
            {isConnected && may('payments.change') && (
              <Button onClick={() => setComparing(true)}>{say('compare')}…</Button>
            )}
          </>
        }
      />
      <ProblemBar error={error} onRetry={() => void refetch()} />
      {!data && !error && <CardSkeleton height={420} />}
      {data && <Books books={data} onDone={() => void refetch()} />}
      <Confirm
        isOpen={isComparing}
        title={say('compareTitle')}
        verb={say('compareVerb')}
        onConfirm={async () => {
          await api.post('payments/reconcile', {});
          toast(say('compared'));
          await refetch();
        }}
        onClose={() => setComparing(false)}
      >
        <p className="soft">{say('compareText')}</p>
      </Confirm>
    </>
  );
}

function Books({ books, onDone }: { books: PaymentBooks; onDone(): void }): ReactElement {
  const say = usePaymentWords();
  const go = useGo();
  const mayAdd = useMay()('providers.change');
  const isCompared = books.comparedAt !== null;
  const unknown = <UnknownCard books={books} onDone={onDone} />;
  if (!hasBooks(books)) {
    return (
      <div className="stack">
        <WaitingLines books={books} />
        <section className="card">
          <div className="table-empty">
            <EmptyList
              sentence={say('booksNone')}
              verb={say('addProvider')}
              onAdd={mayAdd ? () => go('providers/+') : undefined}
            />
          </div>
        </section>
      </div>
    );
  }
  if (!isCompared || isCalm(books)) {
    return (
      <div className="stack">
        <WaitingLines books={books} />
        <section className="card">
          <div className="table-empty">
            {isCompared && <p>{say('booksNothing')}</p>}
            <p>{say(isCompared ? 'booksCalm' : 'notCompared')}</p>
          </div>
          {isCompared && <ComparedLists books={books} />}
        </section>
        {/* Lists of providers are compared by themselves. */}
        {books.unknown.length > 0 && unknown}
      </div>
    );
  }
  return (
    <div className="stack">
      <WaitingLines books={books} />
      <BooksMonthCard books={books} />
      <DifferencesCard books={books} />
      {unknown}
      {books.providers.map((one) => (
        <BooksCard
          key={`${one.provider} ${one.currency}`}
          books={one}
          title={books.titles[one.provider] ?? one.provider}
        />
      ))}
      <p className="payments-note">{say('booksNote')}</p>
    </div>
  );
}

/** Without a provider, and payments through an earlier one, there is nothing to compare. */
function hasBooks({ lists, providers }: PaymentBooks): boolean {
  return lists.length + providers.length > 0;
}

/** A payout appears here only after somebody has marked its bank line. */
function WaitingLines({ books: { bank } }: { books: PaymentBooks }): ReactElement | null {
  const say = usePaymentWords();
  const go = useGo();
  if (bank.count === 0) return null;
  return (
    <p className="card payments-bank">
      <span>
        <Status tone="unknown" word={say('booksBank', { count: bank.count })} />{' '}
        <span className="soft">{say('booksBankPayout')}</span>
      </span>
      <button type="button" className="link" onClick={() => go('payment-bank')}>
        {say('openBank')} ›
      </button>
    </p>
  );
}

/** Nothing in the month, and nothing that waits: one sentence says it. */
function isCalm({ providers, differences, unknown }: PaymentBooks): boolean {
  return [providers, differences, unknown].every((list) => list.length === 0);
}
