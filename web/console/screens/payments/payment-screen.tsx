import './payments.css';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Button } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import type { PaymentDetail } from '../../../../src/surfaces/console/payments/payments-contract.ts';
import { ApiProblem } from '../../client/api-problem.ts';
import { useGo } from '../../client/scope.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { useLanguage } from '../../client/words.ts';
import { amountText } from '../../kit/amount-text.ts';
import { capitalize } from '../../kit/capitalize.ts';
import { Facts } from '../../kit/facts.tsx';
import { Id } from '../../kit/id.tsx';
import { Money } from '../../kit/money.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { rateText } from '../../kit/rate-text.ts';
import { useShortcuts } from '../../kit/shortcuts.ts';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { Timeline } from '../../kit/timeline.tsx';
import { type Deed, PaymentDialog } from './payment-dialog.tsx';
import { shownStateOf, usePaymentWords } from './payment-words.ts';
import { usePaymentSteps } from './use-payment-steps.tsx';

/** One payment: what happened to it, and what an operator can do. */
export default function PaymentScreen(): ReactElement {
  const say = usePaymentWords();
  const api = useApi();
  const go = useGo();
  const { paymentId } = useParams({ strict: false }) as { paymentId: string };
  const payment = useQuery({
    queryKey: [api.scope, api.mode, 'payment', paymentId],
    queryFn: ({ signal }) => api.get<PaymentDetail>('payments/show', { paymentId }, signal),
    // What the vendor answers arrives while the page is open.
    refetchInterval: 3_000,
    retry: false,
  });
  const goBack = () => go('payments');
  useShortcuts({ Escape: goBack });
  const trail = { label: say('back'), onOpen: goBack };
  const { error } = payment;
  if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) {
    return (
      <>
        <PageHead title={say('notThere')} trail={trail} />
        <p className="soft">{say('notThereText')}</p>
      </>
    );
  }
  if (!payment.data) {
    return (
      <>
        <PageHead title={say('title')} trail={trail} />
        <ProblemBar error={error} onRetry={() => void payment.refetch()} />
        {!error && <CardSkeleton height={420} />}
      </>
    );
  }
  return <Shown payment={payment.data} trail={trail} onChanged={() => void payment.refetch()} />;
}

function Shown({
  payment,
  trail,
  onChanged,
}: {
  payment: PaymentDetail;
  trail: { label: string; onOpen(): void };
  onChanged(): void;
}): ReactElement {
  const say = usePaymentWords();
  const may = useMay();
  const [deed, setDeed] = useState<Deed>();
  const steps = usePaymentSteps(payment);
  const amounts = useAmounts(payment);
  const { amount, currency, accountName: account, state, left } = payment;
  const { name, tone } = shownStateOf(payment);
  const canRefund = state === 'paid' && /[1-9]/.test(left);
  const isOpen = state === 'pending' || state === 'paid';
  return (
    <>
      <PageHead
        title={say('paymentOf', { amount: amountText(amount, currency), account })}
        trail={trail}
        aside={<Status tone={tone} word={say(`state_${name}`)} />}
        actions={
          may('payments.change') && (
            <>
              {isOpen && <Button onClick={() => setDeed('ask')}>{say('ask')}…</Button>}
              {canRefund && <Button onClick={() => setDeed('refund')}>{say('refund')}…</Button>}
            </>
          )
        }
      />
      <div className="stack">
        <Waiting payment={payment} onDeed={may('payments.change') ? setDeed : undefined} />
        <div className="payments-columns">
          <section className="card">
            <header className="card-head">
              <h2>{say('happened')}</h2>
            </header>
            <Timeline steps={steps} />
            <p className="payments-note">{say('moneyNote')}</p>
          </section>
          <div className="stack">
            {amounts.length > 1 && (
              <section className="card">
                <header className="card-head">
                  <h2>{say('amounts')}</h2>
                </header>
                <Facts className="payments-facts" facts={amounts} />
              </section>
            )}
            <Details payment={payment} before={amounts.length > 1 ? [] : amounts} />
          </div>
        </div>
      </div>
      {deed && (
        <PaymentDialog
          deed={deed}
          payment={payment}
          onDone={onChanged}
          onClose={() => setDeed(undefined)}
        />
      )}
    </>
  );
}

/** The money of the payment; what is nothing is left out. */
function useAmounts(payment: PaymentDetail) {
  const say = usePaymentWords();
  const { currency, amount, fee, credited, returned, left, vendorPaid } = payment;
  const rate = rateText(payment, useLanguage());
  const money = (value: string | null, of = currency) =>
    value && /[1-9]/.test(value) && <Money amount={value} currency={of} isPaid />;
  const hasFee = /[1-9]/.test(fee);
  const facts: [string, ReactNode][] = [
    [say('amount'), money(amount)],
    [say('fee'), money(fee)],
    [say('charged'), rate && money(payment.charged, payment.chargedCurrency)],
    [say('rate'), rate],
    [say('vendorPaid'), vendorPaid && money(vendorPaid.amount, vendorPaid.currency)],
    [say(hasFee ? 'creditedWithFee' : 'credited'), money(credited)],
    [say('returned'), money(returned)],
    [say('left'), payment.state === 'paid' && money(left)],
  ];
  return facts.filter(([, value]) => value);
}

/** What names the payment; an ID that the provider only repeats stands once. */
function Details({
  payment,
  before,
}: {
  payment: PaymentDetail;
  before: readonly [string, ReactNode][];
}): ReactElement {
  const say = usePaymentWords();
  const { paymentId, orderNo, vendorRef, paymentRef } = payment;
  const id = (value: string | null, ...others: (string | null)[]) =>
    value && !others.includes(value) && <Id id={value} isWhole />;
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('details')}</h2>
      </header>
      <Facts
        className="payments-facts"
        facts={[
          ...before,
          [say('account'), payment.accountName],
          [say('method'), payment.method],
          [say('provider'), payment.titles[payment.provider] ?? payment.provider],
          [say('reference'), payment.reference],
          [say('time'), <Time key="time" at={payment.at} form="full" />],
          [
            say('expires'),
            payment.state === 'pending' && <Time at={payment.expiresAt} form="full" />,
          ],
          [say('paymentId'), id(paymentId)],
          [say('orderNo'), id(orderNo)],
          [say('vendorRef'), id(vendorRef, orderNo)],
          [say('paymentRef'), id(paymentRef, orderNo, vendorRef)],
        ]}
      />
    </section>
  );
}

/** What waits for the operator, and what he can do about it. */
function Waiting({
  payment: { state, isDisputeOpen, detail, disputed, currency },
  onDeed,
}: {
  payment: PaymentDetail;
  onDeed: ((deed: Deed) => void) | undefined;
}): ReactElement | null {
  const say = usePaymentWords();
  if (state !== 'mismatched' && !isDisputeOpen) return null;
  const isMismatch = state === 'mismatched';
  const deeds = isMismatch ? (['credit', 'ignore'] as const) : (['handle'] as const);
  const amount = amountText(disputed, currency);
  return (
    <section className="card payments-waiting">
      <Status tone={isMismatch ? 'unknown' : 'bad'} />
      <div>
        <strong>{isMismatch ? say('mismatchTitle') : say('disputeTitle', { amount })}</strong>
        {isMismatch && <p>{capitalize(detail)}</p>}
        <p className="soft">{say(isMismatch ? 'mismatchText' : 'disputeText')}</p>
      </div>
      {onDeed && (
        <div className="payments-deeds">
          {deeds.map((one) => (
            <Button key={one} onClick={() => onDeed(one)}>
              {say(one)}…
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}
