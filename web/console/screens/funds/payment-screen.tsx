import './funds.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactElement, useEffect } from 'react';
import type { PaymentView } from '../../../../src/surfaces/console/funds/funds-contract.ts';
import { ApiProblem } from '../../client/api-problem.ts';
import { useGo } from '../../client/scope.ts';
import { choice, useSearchState } from '../../client/search-state.ts';
import { useApi } from '../../client/use-api.ts';
import { useChanges } from '../../client/use-changes.ts';
import { useMay } from '../../client/use-may.ts';
import { useLanguage } from '../../client/words.ts';
import { amountText } from '../../kit/amount-text.ts';
import { Facts } from '../../kit/facts.tsx';
import { Id } from '../../kit/id.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { rateText } from '../../kit/rate-text.ts';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { Time } from '../../kit/time.tsx';
import { useFundsWords } from './funds-words.ts';
import { addedBy, PaymentStanding } from './payment-standing.tsx';

/** `back=yes`: the payer comes from the provider's page. */
const fields = { back: choice(['', 'yes'], '') };

/** One payment, and what is known of it now. */
export default function PaymentScreen(): ReactElement {
  const say = useFundsWords();
  const api = useApi();
  const go = useGo();
  const { paymentId } = useParams({ strict: false }) as { paymentId: string };
  const [{ back }] = useSearchState(fields);
  const trail = { label: say('wallet'), onOpen: () => go('wallet') };
  const { isLost } = useChanges('funds', 'funds/changes', { filter: { paymentId } });
  const payment = useQuery({
    queryKey: [api.scope, api.mode, 'funds', 'payment', paymentId],
    queryFn: ({ signal }) => api.get<PaymentView>('funds/payment', { paymentId }, signal),
    refetchInterval: isLost ? 5_000 : false,
  });
  const { data, error, dataUpdatedAt } = payment;
  useAskOnReturn(paymentId, back === 'yes' && data?.state === 'pending');
  useFreshWallet(data?.state === 'paid');
  if (!data) {
    const isMissing = error instanceof ApiProblem && error.reason === 'nothing_there';
    return (
      <>
        <PageHead title={isMissing ? say('notThere') : say('title')} trail={trail} />
        {isMissing ? (
          <p className="soft">{say('notThereText')}</p>
        ) : (
          <ProblemBar error={error} onRetry={() => void payment.refetch()} />
        )}
        {!error && <CardSkeleton height={320} />}
      </>
    );
  }
  return (
    <>
      <PageHead
        title={say('payment', { amount: amountText(data.total, data.currency) })}
        trail={trail}
        aside={api.mode === 'test' && <span className="soft">{say('testNote')}</span>}
      />
      <div className="funds">
        <PaymentStanding payment={data} readAt={dataUpdatedAt} isBack={back === 'yes'} />
        <PaymentFacts payment={data} />
      </div>
    </>
  );
}

/** The notice may be late: the provider is asked as soon as the payer is back. */
function useAskOnReturn(paymentId: string, isAsked: boolean): void {
  const api = useApi();
  const mayPay = useMay()('funds.pay');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each payment
  useEffect(() => {
    if (!isAsked || !mayPay) return;
    // Without an answer, the jobs ask all the same.
    api.post('funds/ask', { mode: api.mode, paymentId }).catch(() => {});
  }, [paymentId, isAsked, mayPay]);
}

/** The other screens show the balance from before. */
function useFreshWallet(isPaid: boolean): void {
  const { scope, mode } = useApi();
  const queries = useQueryClient();
  useEffect(() => {
    if (!isPaid) return;
    void queries.invalidateQueries({ queryKey: [scope, mode, 'wallet'], refetchType: 'all' });
  }, [isPaid, scope, mode, queries]);
}

/** What was paid, then what names the payment; what is nothing is left out. */
function PaymentFacts({ payment }: { payment: PaymentView }): ReactElement {
  const say = useFundsWords();
  const language = useLanguage();
  const { amount, fee, total, currency, charged, chargedCurrency, refunded, state } = payment;
  const rate = rateText(payment, language);
  const has = (value: string) => /[1-9]/.test(value);
  const money = (value: string, of = currency) => has(value) && amountText(value, of);
  const time = (at: string | null) => at && <Time at={at} form="full" />;
  const added = addedBy(payment);
  const isPending = state === 'pending';
  return (
    <section className="card funds-body">
      <Facts
        facts={[
          state === 'paid' ? [say('toWallet'), money(added)] : [say('amount'), money(amount)],
          [say('fee'), money(fee)],
          [say('total'), has(fee) && money(total)],
          [say('rate'), rate],
          [say('charged'), rate && money(charged, chargedCurrency)],
          [say('refunded'), money(refunded)],
          [say('method'), payment.title?.[language] ?? payment.method],
          [say('begun'), time(payment.begunAt)],
          [say('paidAt'), time(payment.paidAt)],
          [say('expires'), isPending && time(payment.expiresAt)],
          [say('paymentId'), <Id key="id" id={payment.paymentId} isWhole />],
        ]}
      />
    </section>
  );
}
