import { Checkbox, Input, Radio } from 'antd';
import { type ReactElement, useState } from 'react';
import { useApi } from '../../client/use-api.ts';
import { AccountSelect } from '../../kit/account-select.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { CountrySelect, useCountryName } from '../../kit/country-select.tsx';
import { Field } from '../../kit/field.tsx';
import { toast } from '../../kit/toast.ts';
import { useInvoiceWords } from './invoice-words.ts';
import { percentText } from './percent-text.ts';
import type { VatRow } from './vat-row.ts';

const whoses = ['everyone', 'vatCountry', 'vatAccount'] as const;

/** Sets the VAT of everyone, of a country or of an account. Whom a rule is for does not change. */
export function VatDialog({
  row,
  hasDefault,
  onDone,
  onClose,
}: {
  row: VatRow | undefined;
  hasDefault: boolean;
  onDone(): void;
  onClose(): void;
}): ReactElement {
  const say = useInvoiceWords();
  const api = useApi();
  const nameOf = useCountryName();
  const [whose, setWhose] = useState<(typeof whoses)[number]>(
    hasDefault ? 'vatCountry' : 'everyone',
  );
  const [country, setCountry] = useState(row?.country ?? '');
  const [account, setAccount] = useState(row?.account ?? undefined);
  const [percent, setPercent] = useState(row ? percentText(row.percent) : '');
  const [isReverseCharge, setReverse] = useState(row?.isReverseCharge ?? false);
  const [note, setNote] = useState(row?.note ?? '');
  const isNew = row === undefined;
  const key = row
    ? { country: row.country, account: row.account }
    : {
        country: whose === 'vatCountry' ? country : null,
        account: whose === 'vatAccount' ? (account ?? null) : null,
      };
  const isNamed =
    whose === 'everyone' || (whose === 'vatCountry' ? country !== '' : account !== undefined);
  const whoseOf = ({ country: of, accountName }: VatRow) =>
    accountName ?? (of === null ? say('everyone') : nameOf(of));
  return (
    <Confirm
      isOpen
      title={say('vatTitle')}
      verb={say('vatSave')}
      rows={row ? [{ label: say('vatWhose'), value: whoseOf(row) }] : []}
      summary={[
        { label: say('percent'), value: percent },
        { label: say('reverseCharge'), value: say(isReverseCharge ? 'reverseYes' : 'reverseNo') },
        { label: say('why'), value: note },
      ]}
      canConfirm={percent.trim() !== '' && (!isNew || isNamed)}
      onConfirm={async () => {
        await api.post('invoices/set-vat', { ...key, percent, isReverseCharge, note });
        toast(say('vatSaved'));
        onDone();
      }}
      onClose={onClose}
    >
      {isNew && (
        <Field label={say('vatWhose')}>
          <Radio.Group
            value={whose}
            onChange={(event) => setWhose(event.target.value)}
            options={whoses.map((value) => ({ value, label: say(value) }))}
          />
        </Field>
      )}
      {isNew && whose === 'vatCountry' && (
        <Field label={say('country')} name="country">
          <CountrySelect value={country} onChange={setCountry} />
        </Field>
      )}
      {isNew && whose === 'vatAccount' && (
        <Field label={say('account')} name="account">
          <AccountSelect label={say('account')} value={account} onChange={setAccount} />
        </Field>
      )}
      <Field label={say('percent')} name="percent">
        <Input
          inputMode="decimal"
          value={percent}
          onChange={(event) => setPercent(event.target.value)}
        />
      </Field>
      <Checkbox checked={isReverseCharge} onChange={(event) => setReverse(event.target.checked)}>
        {say('reverseNote')}
      </Checkbox>
      <Field label={say('why')} name="note" note={say('whyNote')}>
        <Input value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
    </Confirm>
  );
}
