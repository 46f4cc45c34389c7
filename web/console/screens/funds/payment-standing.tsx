import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { formatMoney, parseMoney } from '../../../../src/foundation/money.ts';
import { appOf } from '../../../../src/money/payments/paying-app.ts';
import type { PaymentView } from '../../../../src/surfaces/console/funds/funds-contract.ts';
import { useOwnName } from '../../client/account-names.ts';
import { useGo, useScope } from '../../client/scope.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { useLanguage } from '../../client/words.ts';
import { amountText } from '../../kit/amount-text.ts';
import { Icon } from '../../kit/icon.tsx';
import { numberText } from '../../kit/number-text.ts';
import { Qr } from '../../kit/qr.tsx';
import { Status } from '../../kit/status.tsx';
import { toast, toastProblem } from '../../kit/toast.ts';
import { useFundsWords } from './funds-words.ts';
import { stateTones } from './payment-state.ts';
import { clockText, useTimeLeft } from './use-time-left.ts';

interface Standing {
  payment: PaymentView;
  /** When the browser read it. */
  readAt: number;
  isBack: boolean;
}

/** What is known of a payment, and what its payer can do now. */
export function PaymentStanding(standing: Standing): ReactElement {
  const { payment, readAt } = standing;
  const secondsLeft = useTimeLeft(payment, readAt);
  switch (payment.state) {
    case 'pending':
      return <Pending {...standing} secondsLeft={secondsLeft} />;
    case 'paid':
      return <Paid payment={payment} />;
    case 'failed':
    case 'expired':
      return <Ended state={payment.state} text="unpaidText" mayRetry />;
    case 'mismatched':
    case 'ignored':
      return <Ended state={payment.state} text={`${payment.state}Text`} />;
  }
}

function Panel({
  tone,
  title,
  children,
}: {
  tone: keyof typeof stateTones;
  title: string;
  children: ReactNode;
}): ReactElement {
  return (
    <section className="card funds-standing" aria-live="polite">
      <h2>
        <Status tone={stateTones[tone]} /> {title}
      </h2>
      {children}
    </section>
  );
}

function Pending({
  payment,
  isBack,
  secondsLeft,
}: Standing & { secondsLeft: number }): ReactElement {
  const say = useFundsWords();
  const language = useLanguage();
  const { area } = useScope();
  const go = useGo();
  const mayPay = useMay()('funds.pay');
  const { payUrl, qrText, title, method } = payment;
  if (secondsLeft === 0) {
    return (
      <Panel tone="checking" title={say('checking')}>
        <p>{say('checkingText')}</p>
        <CheckAgain payment={payment} />
      </Panel>
    );
  }
  if (payUrl === null && qrText === null) {
    return (
      <Panel tone="checking" title={say('unsure')}>
        <p>{say('unsureText')}</p>
        <CheckAgain payment={payment} />
      </Panel>
    );
  }
  const timeLeft = (
    <p className="soft" role="timer" aria-live="off">
      {say('timeLeft', { time: clockText(secondsLeft) })}
    </p>
  );
  if (area === 'operator') return <PendingOf payment={payment} timeLeft={timeLeft} />;
  const name = title?.[language] ?? method;
  const isInApp = appOf(navigator.userAgent) !== undefined;
  const open = qrText === null ? say('openPage') : say('openQr', { method: name });
  return (
    <Panel tone="pending" title={say(isBack ? 'back' : 'open')}>
      <p>{isBack ? say('backText') : open}</p>
      {qrText !== null && isInApp && <p>{say('qrInApp')}</p>}
      {qrText !== null && (
        <div className="funds-qr">
          <Qr text={qrText} label={say('qr')} />
        </div>
      )}
      {timeLeft}
      <p className="funds-actions">
        {payUrl !== null && (
          <Button type={isBack ? 'default' : 'primary'} href={payUrl}>
            {say('toPayment')}
          </Button>
        )}
        {(isBack || qrText !== null) && <CheckAgain payment={payment} />}
        {!isBack && mayPay && <Button onClick={() => go('funds')}>{say('otherAmount')}</Button>}
      </p>
    </Panel>
  );
}

/** An operator looks on: only the account's members can pay. */
function PendingOf({
  payment: { paymentId },
  timeLeft,
}: {
  payment: PaymentView;
  timeLeft: ReactNode;
}): ReactElement {
  const say = useFundsWords();
  const go = useGo();
  const account = useOwnName() ?? '';
  return (
    <Panel tone="pending" title={say('openOf', { account })}>
      <p>{say('openOfText')}</p>
      {timeLeft}
      <p className="funds-actions">
        <Button onClick={() => go(`payments/${paymentId}`, { scope: 'platform' })}>
          {say('openOfLink')}
        </Button>
      </p>
    </Panel>
  );
}

/** The server asks within seconds, and the page hears of the answer. */
function CheckAgain({ payment: { paymentId } }: { payment: PaymentView }): ReactElement | null {
  const say = useFundsWords();
  const api = useApi();
  const mayPay = useMay()('funds.pay');
  const ask = useMutation({
    mutationFn: () => api.post('funds/ask', { mode: api.mode, paymentId }),
    onSuccess: () => toast(say('checkAsked')),
    onError: toastProblem,
  });
  if (!mayPay) return null;
  return (
    <Button loading={ask.isPending} onClick={() => ask.mutate()}>
      {say('checkAgain')}
    </Button>
  );
}

/** What the wallet got; credited by hand, it may be another amount than what was asked for. */
export function addedBy({
  amount,
  fee,
  credited,
}: Pick<PaymentView, 'amount' | 'fee' | 'credited'>): string {
  return credited ? formatMoney((parseMoney(credited) ?? 0n) - (parseMoney(fee) ?? 0n)) : amount;
}

function Paid({ payment }: { payment: PaymentView }): ReactElement {
  const say = useFundsWords();
  const api = useApi();
  const { paymentId, currency, available, isLate } = payment;
  const values = {
    amount: amountText(addedBy(payment), currency),
    available: `${numberText(available)} ${currency}`,
  };
  const file = (language: string, label: string) => (
    <Button
      href={api.href('funds/receipt', { paymentId, language })}
      download
      icon={<Icon name="download" size={14} />}
    >
      {label}
    </Button>
  );
  return (
    <Panel tone="paid" title={say('paid')}>
      <p>{say('paidText', values)}</p>
      {isLate && <p>{say('lateText')}</p>}
      <p className="funds-actions">
        {file('zh', say('receiptZh'))}
        {file('en', say('receiptEn'))}
      </p>
    </Panel>
  );
}

function Ended({
  state,
  text,
  mayRetry = false,
}: {
  state: 'failed' | 'expired' | 'mismatched' | 'ignored';
  text: 'unpaidText' | 'mismatchedText' | 'ignoredText';
  mayRetry?: boolean;
}): ReactElement {
  const say = useFundsWords();
  const go = useGo();
  const mayPay = useMay()('funds.pay');
  return (
    <Panel tone={state} title={say(state)}>
      <p>{say(text)}</p>
      {mayRetry && mayPay && (
        <p className="funds-actions">
          <Button type="primary" onClick={() => go('funds')}>
            {say('again')}
          </Button>
        </p>
      )}
    </Panel>
  );
}
