import { Input } from 'antd';
import { type ReactElement, useState } from 'react';
import {
  type Money as Amount,
  formatMoney,
  inDecimals,
  parseMoney,
  parseTypedMoney,
} from '../../../../src/foundation/money.ts';
import type {
  PaymentDetail,
  PaymentMoved,
} from '../../../../src/surfaces/console/payments/payments-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useLanguage } from '../../client/words.ts';
import { amountText } from '../../kit/amount-text.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { Field } from '../../kit/field.tsx';
import { Money } from '../../kit/money.tsx';
import { rateText } from '../../kit/rate-text.ts';
import { toast } from '../../kit/toast.ts';
import { usePaymentWords } from './payment-words.ts';
import { useWalletChange } from './use-wallet-change.tsx';

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
  const { charged, chargedCurrency, vendorPaid } = payment;
  const suggested = deed === 'refund' ? inDecimals(creditLeft, currency) : '';
  const [amount, setAmount] = useState(suggested);
  const [reason, setReason] = useState('');
  const asksAmount = deed === 'refund' || deed === 'credit';
  const asksReason = deed !== 'ask';
  const typed = amount.trim();
  const parsed = asksAmount ? parseTypedMoney(typed) : undefined;
  const inText = (of: string) => amountText(of, currency);
  const verbAmount = parsed === undefined ? '' : inText(formatMoney(parsed));
  const notes = {
    refund: say(left === creditLeft ? 'refundNoteFree' : 'refundNote', {
      ...{ left: inText(left), creditLeft: inText(creditLeft) },
    }),
    credit: say('creditNote'),
  };
  const inMoney = (of: string) => <Money amount={of} currency={currency} isPaid />;
  const after = deed === 'refund' ? leftAfter(left, parsed) : undefined;
  const moved = parsed !== undefined && (deed === 'credit' ? parsed : after && -parsed);
  const wallet = useWalletChange(payment.accountId, payment.mode, moved || undefined);
  const rate = rateText(payment, useLanguage());
  const asked = amountText(charged, chargedCurrency);
  const converted = { charged: chargedCurrency, asked, rate: rate ?? '' };
  const rows = [
    { label: say('account'), value: accountName },
    { label: say('amount'), value: inMoney(payment.amount) },
    ...(deed === 'handle' ? [{ label: say('disputed'), value: inMoney(payment.disputed) }] : []),
    ...(deed === 'credit' && vendorPaid
      ? [{ label: say('vendorPaid'), value: <Money {...vendorPaid} isPaid /> }]
      : []),
    ...(after === undefined
      ? []
      : [{ label: say('left'), before: inMoney(left), after: inMoney(after) }]),
    ...wallet,
  ];
  const confirm = async () => {
    const body = { paymentId, reason: reason.trim() };
    if (deed === 'refund') {
      await api.post<PaymentMoved>('payments/refund', { ...body, amount: typed });
    } else if (deed === 'handle') await api.post('payments/handle-dispute', body);
    else if (deed === 'ask') await api.post('payments/ask', { paymentId });
    else await api.post('payments/settle', { ...body, credit: deed === 'credit' ? typed : null });
    toast(say(done[deed]));
    onDone();
  };
  const isWhole = (!asksReason || reason.trim() !== '') && (!asksAmount || typed !== '');
  return (
    <Confirm
      isOpen
      title={say(`${deed}Title`)}
      verb={say(`${deed}Verb`, { amount: verbAmount })}
      isDanger={deed === 'ignore'}
      rows={rows}
      summary={[
        ...rows,
        ...(asksAmount ? [{ label: say(deed), value: verbAmount }] : []),
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
          label={say(`${deed}Amount`, { currency })}
          name={deed === 'refund' ? 'amount' : 'credit'}
          note={notes[deed]}
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
          note={deed === 'credit' || deed === 'ignore' ? say('evidenceNote') : undefined}
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
function leftAfter(left: string, takes: Amount | undefined): string | undefined {
  const has = parseMoney(left) ?? 0n;
  if (takes === undefined || takes <= 0n || takes > has) return undefined;
  return formatMoney(has - takes);
}
