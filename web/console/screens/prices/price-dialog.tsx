import { Input } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  NewPrice,
  PriceRow,
} from '../../../../src/surfaces/console/prices/prices-contract.ts';
import { startOfDay } from '../../client/platform-days.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { DateTimeField } from '../../kit/date-time-field.tsx';
import { dateTimeText, readDateTime } from '../../kit/date-time-text.ts';
import { Field } from '../../kit/field.tsx';
import { toast } from '../../kit/toast.ts';
import { useProductName } from '../../kit/use-product-name.ts';
import { Price } from './price.tsx';
import { usePricesWords } from './prices-words.ts';

/** For an account an empty amount ends its own price. */
export function PriceDialog({
  row,
  onDone,
  onClose,
}: {
  row: PriceRow | undefined;
  onDone(): void;
  onClose(): void;
}): ReactElement {
  const say = usePricesWords();
  const nameOf = useProductName();
  const api = useApi();
  const [amount, setAmount] = useState('');
  const [from, setFrom] = useState('');
  const { timeZone } = useSession();
  const starts = readDateTime(from, timeZone);
  const tomorrow = startOfDay(timeZone, new Date(), -1);
  const isOwn = api.accountId !== undefined;
  const isEnd = isOwn && amount.trim() === '';
  const canEnd = row?.accountPrice !== null;
  const close = () => {
    setAmount('');
    setFrom('');
    onClose();
  };
  const verb = from ? say('planVerb') : isEnd ? say('endVerb') : say('changeVerb');
  return (
    <Confirm
      isOpen={row !== undefined}
      title={row ? say('changeTitle', { product: nameOf(row.product) }) : ''}
      verb={verb}
      canConfirm={(amount.trim() !== '' || (isEnd && canEnd)) && (from === '' || !!starts)}
      rows={
        row
          ? [{ label: say('now'), value: <Price amount={row.accountPrice ?? row.defaultPrice} /> }]
          : []
      }
      onConfirm={async () => {
        if (!row) return;
        const body: NewPrice = {
          product: row.product,
          amount: amount.trim() === '' ? null : amount.trim(),
          ...(starts ? { from: starts.toISOString() } : {}),
        };
        await api.post('prices/set', body);
        toast(from ? say('planned') : say('set'));
        onDone();
      }}
      onClose={close}
    >
      <Field
        label={say('newPrice')}
        name="amount"
        note={isOwn ? say('newOwnNote') : say('newPriceNote')}
      >
        <Input
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
      </Field>
      <DateTimeField
        label={say('from')}
        name="from"
        note={say('fromNote')}
        text={from}
        presets={[{ label: say('fromTomorrow'), text: dateTimeText(tomorrow, timeZone) }]}
        onText={setFrom}
      />
    </Confirm>
  );
}
