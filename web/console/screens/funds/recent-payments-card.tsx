import type { ReactElement } from 'react';
import { useGo } from '../../client/scope.ts';
import { useFundsWords } from './funds-words.ts';
import { PaymentsList, usePayments } from './payments-list.tsx';

/** How the latest payments ended, or that one still waits; nothing before the first one. */
export function RecentPaymentsCard(): ReactElement | null {
  const say = useFundsWords();
  const go = useGo();
  const payments = usePayments().data?.payments ?? [];
  if (payments.length === 0) return null;
  return (
    <section className="card" aria-labelledby="funds-recent">
      <header className="card-head">
        <h2 id="funds-recent">{say('recent')}</h2>
        <button
          type="button"
          className="link"
          onClick={() => go('wallet', { query: { kind: 'payments' } })}
        >
          {say('allPayments')}
        </button>
      </header>
      <PaymentsList most={5} />
    </section>
  );
}
