import { Input, Radio } from 'antd';
import { type ReactElement, useState } from 'react';
import type { TermsSet } from '../../../../src/surfaces/console/payments/payments-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { AccountSelect } from '../../kit/account-select.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { Field } from '../../kit/field.tsx';
import { toast } from '../../kit/toast.ts';
import { usePaymentWords } from './payment-words.ts';
import type { TermsRow } from './terms-row.ts';

const texts = [
  ...(['feePercent', 'feeFixed', 'minimum', 'maximum', 'chargedCurrency', 'rate'] as const),
];
type Texts = Record<(typeof texts)[number], string>;

/** Sets what one method costs and takes, for everyone or for one account. */
export function TermsDialog({
  row,
  currency,
  onDone,
  onClose,
}: {
  row: TermsRow;
  currency: string;
  onDone(): void;
  onClose(): void;
}): ReactElement {
  const say = usePaymentWords();
  const api = useApi();
  const [isOn, setOn] = useState(row.isOn);
  const [account, setAccount] = useState(row.account ?? undefined);
  const [typed, setTyped] = useState<Texts>({
    ...{ feePercent: row.feePercent ?? '', feeFixed: row.feeFixed ?? '' },
    ...{ minimum: row.minimum ?? '', maximum: row.maximum ?? '' },
    ...{ chargedCurrency: row.chargedCurrency ?? '', rate: row.rate ?? '' },
  });
  const charged = typed.chargedCurrency.trim().toUpperCase();
  const named = { currency, charged: charged || '…' };
  const isOfAccount = row.account !== null;
  const isNew = row.account === 0;
  const choices = isOfAccount ? ([null, true, false] as const) : ([true, false] as const);
  const chosen = isOfAccount ? isOn : (isOn ?? true);
  const word = (one: boolean | null) =>
    say(one === null ? 'termsSame' : one ? 'termsOn' : 'termsOff');
  const save = async () => {
    const written = {
      ...(Object.fromEntries(texts.map((name) => [name, typed[name].trim() || null])) as Pick<
        TermsSet,
        keyof Texts
      >),
      chargedCurrency: charged || null,
    };
    const key = { provider: row.provider, method: row.method, account: account ?? null };
    await api.post('payments/set-terms', { ...key, isOn: chosen, ...written });
    toast(say('termsSaved'));
    onDone();
  };
  const whose = isOfAccount ? row.accountName : say('termsEveryone');
  return (
    <Confirm
      isOpen
      title={say('termsTitle', { method: row.title })}
      verb={say('termsVerb')}
      rows={isNew ? [] : [{ label: say('termsWhose'), value: whose }]}
      summary={[
        { label: say('termsOffered'), value: word(chosen) },
        ...texts.map((name) => ({
          label: say(`terms_${name}`, named),
          value: typed[name] || say('termsDefault'),
        })),
      ]}
      canConfirm={!isOfAccount || Boolean(account)}
      onConfirm={save}
      onClose={onClose}
    >
      {isNew && (
        <Field label={say('account')} name="account">
          <AccountSelect
            label={say('account')}
            value={account || undefined}
            onChange={setAccount}
          />
        </Field>
      )}
      <Field label={say('termsOffered')} name="isOn">
        <Radio.Group
          value={chosen}
          onChange={(event) => setOn(event.target.value)}
          options={choices.map((value) => ({ value, label: word(value) }))}
        />
      </Field>
      {texts.map((name) => (
        <Field
          key={name}
          label={say(`terms_${name}`, named)}
          name={name}
          note={name === 'rate' ? say('termsRateNote') : undefined}
        >
          <Input
            value={typed[name]}
            inputMode={name === 'chargedCurrency' ? 'text' : 'decimal'}
            placeholder={say(isOfAccount ? 'termsSame' : 'termsDefault')}
            onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
          />
        </Field>
      ))}
    </Confirm>
  );
}
