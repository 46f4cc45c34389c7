import { Input, InputNumber, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import type { BankLineRow } from '../../../../src/surfaces/console/payments/bank-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { AccountSelect } from '../../kit/account-select.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { Field } from '../../kit/field.tsx';
import { Money } from '../../kit/money.tsx';
import { toast } from '../../kit/toast.ts';
import { usePaymentWords } from './payment-words.ts';

export type LineDeed = 'credit' | 'ignore' | 'payOut' | 'takeBack';

/** What an operator does about a line of a bank file that waits. */
export function BankLineDialog({
  deed,
  line: { line, payer, text, amount, currency },
  providers,
  onDone,
  onClose,
}: {
  deed: LineDeed;
  line: BankLineRow;
  providers: readonly string[];
  onDone(): void;
  onClose(): void;
}): ReactElement {
  const say = usePaymentWords();
  const api = useApi();
  const [account, setAccount] = useState<number>();
  const [provider, setProvider] = useState(providers[0] ?? '');
  const [of, setOf] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const [cleared, setCleared] = useState({ currency: '', amount: '' });
  const rows = [
    { label: say('bankLine'), value: line },
    { label: say('bankPayer'), value: payer },
    { label: say('bankText'), value: text },
    { label: say('amount'), value: <Money amount={amount} currency={currency} /> },
  ];
  const confirm = async () => {
    if (deed === 'credit') await api.post('payments/bank-credit', { line, account });
    else if (deed === 'payOut') {
      await api.post('payments/bank-pay-out', { line, provider, cleared: clearedOf(cleared) });
    } else if (deed === 'takeBack') await api.post('payments/bank-take-back', { line, of });
    else await api.post('payments/bank-ignore', { line, reason: reason.trim() });
    toast(say(`line_${deed}Done`));
    onDone();
  };
  const isWhole = {
    credit: account !== undefined,
    payOut: provider !== '',
    takeBack: of !== null,
    ignore: reason.trim() !== '',
  };
  return (
    <Confirm
      isOpen
      title={say(`line_${deed}Title`)}
      verb={say(`line_${deed}Verb`)}
      isDanger={deed === 'ignore'}
      rows={rows}
      summary={[
        ...rows,
        ...(deed === 'ignore' ? [{ label: say('reason'), value: reason }] : []),
        ...(clearedOf(cleared)
          ? [{ label: say('clearedAmount'), value: `${cleared.amount} ${cleared.currency}` }]
          : []),
      ]}
      canConfirm={isWhole[deed]}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="soft">{say(`line_${deed}Text`)}</p>
      {deed === 'credit' && (
        <Field label={say('account')} name="account">
          <AccountSelect label={say('account')} value={account} onChange={setAccount} />
        </Field>
      )}
      {deed === 'payOut' && (
        <Field label={say('provider')} name="provider">
          <Select
            value={provider}
            onChange={setProvider}
            options={providers.map((value) => ({ value, label: value }))}
          />
        </Field>
      )}
      {deed === 'payOut' &&
        (['clearedCurrency', 'clearedAmount'] as const).map((name) => {
          const part = name === 'clearedAmount' ? 'amount' : 'currency';
          return (
            <Field
              key={name}
              label={say(name)}
              name={name}
              note={part === 'currency' ? say('clearedNote', { currency }) : undefined}
            >
              <Input
                value={cleared[part]}
                inputMode={part === 'amount' ? 'decimal' : 'text'}
                onChange={(event) => setCleared({ ...cleared, [part]: event.target.value })}
              />
            </Field>
          );
        })}
      {deed === 'takeBack' && (
        <Field label={say('bankCreditedLine')} name="of">
          <InputNumber min={1} precision={0} value={of} onChange={setOf} />
        </Field>
      )}
      {deed === 'ignore' && (
        <Field label={say('reason')} name="reason">
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

/** Null where the pay-out is of what was charged in the bank's currency. */
function clearedOf({ currency, amount }: { currency: string; amount: string }) {
  const [code, typed] = [currency.trim().toUpperCase(), amount.trim()];
  return code === '' && typed === '' ? null : { currency: code, amount: typed };
}
