import { Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { formatMoney, parseMoney, parseTypedMoney } from '../../../../src/foundation/money.ts';
import type {
  PaymentDetail,
  PaymentMoved,
} from '../../../../src/surfaces/console/payments/payments-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useLanguage } from '../../client/words.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { Field } from '../../kit/field.tsx';
import { Money } from '../../kit/money.tsx';
import { numberText } from '../../kit/number-text.ts';
import { rateText } from '../../kit/rate-text.ts';
import { toast } from '../../kit/toast.ts';
import { usePaymentWords } from './payment-words.ts';

export type Deed = 'refund' | 'credit' | 'ignore' | 'handle' | 'ask';

const done = {
  refund: 'refunded',
  credit: 'creditDone',
  ignore: 'ignoreDone',
  handle: 'handleDone',
  ask: 'askDone',
} as const;
const texts = { refund: 'refundText', ignore: 'ignoreText', ask: 'askText' } as const;

/** What an operator does about a payment, with the second factor in the dialog's foot. */
export function PaymentDialog({
  deed,
  payment,
  onDone,
  onClose,
}: {
  deed: Deed;
  payment: PaymentDetail;
  onDone(): void;
  onClose(): void;
}): ReactElement {
  const say = usePaymentWords();
  const api = useApi();
  const { paymentId, currency, left, creditLeft, accountName } = payment;
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const inCurrency = (text: string) => `${numberText(text)} ${currency}`;
  const asksAmount = deed === 'refund' || deed === 'credit';
  const asksReason = deed !== 'ask';
  const typed = amount.trim();
  const amountText = typed ? `${typed} ${currency}` : inCurrency(creditLeft);
  const isFree = left === creditLeft;
  const note = say(isFree ? 'refundNoteFree' : 'refundNote', {
    ...{ left: inCurrency(left), creditLeft: inCurrency(creditLeft) },
  });
  const inMoney = (of: string) => <Money amount={of} currency={currency} />;
  const after = deed === 'refund' ? leftAfter(left, typed || creditLeft) : undefined;
  const rate = rateText(payment, useLanguage());
  const { charged, chargedCurrency } = payment;
  const asked = `${numberText(charged)} ${chargedCurrency}`;
  const converted = { charged: chargedCurrency, asked, rate: rate ?? '' };
  const rows = [
    { label: say('account'), value: accountName },
    { label: say('amount'), value: inMoney(payment.amount) },
    ...(after === undefined
      ? []
      : [{ label: say('left'), before: inMoney(left), after: inMoney(after) }]),
  ];
  const confirm = async () => {
    const body = { paymentId, reason: reason.trim() };
    if (deed === 'refund') {
      await api.post<PaymentMoved>('payments/refund', { ...body, amount: typed || null });
    } else if (deed === 'handle') await api.post('payments/handle-dispute', body);
    else if (deed === 'ask') await api.post('payments/ask', { paymentId });
    else await api.post('payments/settle', { ...body, credit: deed === 'credit' ? typed : null });
    toast(say(done[deed]));
    onDone();
  };
  const isWhole = (!asksReason || reason.trim() !== '') && (deed !== 'credit' || typed !== '');
  return (
    <Confirm
      isOpen
      title={say(`${deed}Title`)}
      verb={say(`${deed}Verb`, { amount: amountText })}
      isDanger={deed === 'ignore'}
      rows={rows}
      summary={[
        ...rows,
        ...(asksAmount ? [{ label: say(deed), value: amountText }] : []),
        ...(asksReason ? [{ label: say('reason'), value: reason }] : []),
      ]}
      canConfirm={isWhole}
      onConfirm={confirm}
      onClose={onClose}
    >
      {deed in texts && <p className="soft">{say(texts[deed as keyof typeof texts])}</p>}
      {rate && asksAmount && <p className="soft">{say(`${deed}Converted`, converted)}</p>}
      {asksAmount && (
        <Field
          label={say(rate && deed === 'credit' ? 'creditWorth' : `${deed}Amount`, { currency })}
          name={deed === 'refund' ? 'amount' : 'credit'}
          note={deed === 'refund' ? note : undefined}
        >
          <Input
            value={amount}
            inputMode="decimal"
            onChange={(event) => setAmount(event.target.value)}
          />
        </Field>
      )}
      {asksReason && (
        <Field
          label={say(
            deed === 'refund' ? 'reason' : deed === 'handle' ? 'handleReason' : 'evidence',
          )}
          name="reason"
          note={deed === 'credit' ? say('evidenceNote') : undefined}
        >
          <Input
            value={reason}
            maxLength={200}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      )}
    </Confirm>
  );
}

/** What can still be refunded afterwards; undefined while the amount is none, or more than there is. */
function leftAfter(left: string, amount: string): string | undefined {
  const [has, takes] = [parseMoney(left) ?? 0n, parseTypedMoney(amount)];
  if (takes === undefined || takes <= 0n || takes > has) return undefined;
  return formatMoney(has - takes);
}
