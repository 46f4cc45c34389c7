import { useQuery } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { parseMoney } from '../../../../src/foundation/money.ts';
import type {
  BankLineRow,
  BankLines,
} from '../../../../src/surfaces/console/payments/bank-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { AccountSelect } from '../../kit/account-select.tsx';
import { amountText } from '../../kit/amount-text.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { CurrencySelect } from '../../kit/currency-select.tsx';
import { Field } from '../../kit/field.tsx';
import { Money } from '../../kit/money.tsx';
import { Day } from '../../kit/time.tsx';
import { toast } from '../../kit/toast.ts';
import { usePaymentWords } from './payment-words.ts';
import { useWalletChange } from './use-wallet-change.tsx';

const currencies = Intl.supportedValuesOf('currency');

export type LineDeed = 'credit' | 'ignore' | 'payOut' | 'takeBack';

/** What an operator does about a line of a bank file that waits. */
export function BankLineDialog({
  deed,
  line: { line, day, payer, text, amount, currency },
  providers,
  titles,
  onDone,
  onClose,
}: {
  deed: LineDeed;
  line: BankLineRow;
  providers: readonly string[];
  titles: BankLines['titles'];
  onDone(): void;
  onClose(): void;
}): ReactElement {
  const say = usePaymentWords();
  const api = useApi();
  const [account, setAccount] = useState<number>();
  const [provider, setProvider] = useState(providers[0] ?? '');
  const [of, setOf] = useState<BankLineRow>();
  const [reason, setReason] = useState('');
  const [cleared, setCleared] = useState({ currency: '', amount: '' });
  const isBack = amount.startsWith('-');
  const sum = amount.replace('-', '');
  // What the bank took back is negative, so it leaves the wallet.
  const moved = deed === 'credit' || deed === 'takeBack' ? parseMoney(amount) : undefined;
  const wallet = useWalletChange(
    deed === 'takeBack' ? of?.account?.accountId : account,
    'live',
    moved,
  );
  const rows = [
    { label: say('bankDay'), value: <Day day={day} /> },
    ...(payer ? [{ label: say('bankPayer'), value: payer }] : []),
    ...(text ? [{ label: say('bankText'), value: text }] : []),
    {
      label: say(isBack ? 'bankReturned' : 'bankReceived'),
      value: <Money amount={sum} currency={currency} isPaid />,
    },
    ...wallet,
  ];
  const clearedIn = { charged: cleared.currency || '…' };
  const confirm = async () => {
    if (deed === 'credit') await api.post('payments/bank-credit', { line, account });
    else if (deed === 'payOut') {
      await api.post('payments/bank-pay-out', { line, provider, cleared: clearedOf(cleared) });
    } else if (deed === 'takeBack')
      await api.post('payments/bank-take-back', { line, of: of?.line });
    else await api.post('payments/bank-ignore', { line, reason: reason.trim() });
    toast(say(`line_${deed}Done`));
    onDone();
  };
  const isWhole = {
    credit: account !== undefined,
    payOut: provider !== '',
    takeBack: of !== undefined,
    ignore: reason.trim() !== '',
  };
  return (
    <Confirm
      isOpen
      title={say(`line_${deed}Title`)}
      verb={say(`line_${deed}Verb`, { amount: amountText(sum, currency) })}
      isDanger={deed === 'ignore'}
      rows={rows}
      summary={[
        ...rows,
        ...(deed === 'ignore' ? [{ label: say('reason'), value: reason }] : []),
        ...(clearedOf(cleared)
          ? [
              {
                label: say('clearedAmount', clearedIn),
                value: `${cleared.amount} ${cleared.currency}`,
              },
            ]
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
            options={providers.map((value) => ({ value, label: titles[value] ?? value }))}
          />
        </Field>
      )}
      {deed === 'payOut' && (
        <Field
          label={say('clearedCurrency')}
          name="clearedCurrency"
          note={say('clearedNote', { currency })}
        >
          <CurrencySelect
            value={cleared.currency}
            currencies={currencies}
            onChange={(chosen) => setCleared({ ...cleared, currency: chosen })}
          />
        </Field>
      )}
      {deed === 'payOut' && (cleared.currency || cleared.amount) && (
        <Field label={say('clearedAmount', clearedIn)} name="clearedAmount">
          <Input
            value={cleared.amount}
            inputMode="decimal"
            onChange={(event) => setCleared({ ...cleared, amount: event.target.value })}
          />
        </Field>
      )}
      {deed === 'takeBack' && (
        <Field label={say('bankCreditedLine')} name="of">
          <CreditedSelect most={sum} currency={currency} value={of} onChange={setOf} />
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
  const typed = amount.trim();
  return currency === '' && typed === '' ? null : { currency, amount: typed };
}

/** The credited lines that are as large as what the bank took back. */
function CreditedSelect({
  most,
  currency,
  value,
  onChange,
  ...described
}: {
  most: string;
  currency: string;
  value: BankLineRow | undefined;
  onChange(line: BankLineRow | undefined): void;
  id?: string;
  'aria-describedby'?: string;
}): ReactElement {
  const say = usePaymentWords();
  const api = useApi();
  const { data } = useQuery({
    queryKey: [api.scope, 'payment-bank', 'credited'],
    queryFn: ({ signal }) =>
      api.get<BankLines>('payments/bank-lines', { state: 'credited' }, signal),
  });
  const taken = parseMoney(most) ?? 0n;
  const lines = (data?.lines ?? []).filter(
    (line) => line.currency === currency && (parseMoney(line.amount) ?? 0n) >= taken,
  );
  return (
    <Select
      {...described}
      showSearch={{ optionFilterProp: 'label' }}
      loading={!data}
      value={value?.line ?? null}
      notFoundContent={say('bankCreditedNone')}
      options={lines.map(({ line, day, account, payer, amount }) => ({
        value: line,
        label: [
          ...[`${say('bankLine')} ${line}`, day, account?.name, payer],
          amountText(amount, currency),
        ]
          .filter(Boolean)
          .join(' · '),
      }))}
      onChange={(line) => onChange(lines.find((one) => one.line === line))}
    />
  );
}
