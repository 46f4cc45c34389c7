import { Input, Radio } from 'antd';
import { type ReactElement, useState } from 'react';
import {
  formatMoney,
  inDecimals,
  parseRate,
  parseTypedMoney,
  smallestUnit,
} from '../../../../src/foundation/money.ts';
import { costOf } from '../../../../src/money/payments/payment-offer.ts';
import type { TermsSet } from '../../../../src/surfaces/console/payments/payments-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { AccountSelect } from '../../kit/account-select.tsx';
import { amountText } from '../../kit/amount-text.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { CurrencySelect } from '../../kit/currency-select.tsx';
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
  const paid = (value: string | null) => (value === null ? '' : inDecimals(value, currency));
  const [typed, setTyped] = useState<Texts>({
    feePercent: row.feePercent?.replace(/\.?0+$/, '') ?? '',
    ...{ feeFixed: paid(row.feeFixed), minimum: paid(row.minimum), maximum: paid(row.maximum) },
    ...{ chargedCurrency: row.chargedCurrency ?? '', rate: row.rate ?? '' },
  });
  const charged = typed.chargedCurrency;
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
  const blank = say(isOfAccount ? 'termsSame' : 'termsDefault');
  const field = (name: keyof Texts) => (
    <Field
      key={name}
      label={say(`terms_${name}`, named)}
      name={name}
      note={name === 'rate' ? say('termsRateNote') : undefined}
    >
      {name === 'chargedCurrency' ? (
        <CurrencySelect
          value={charged}
          currencies={row.currencies}
          placeholder={isOfAccount ? blank : currency}
          onChange={(chargedCurrency) => setTyped({ ...typed, chargedCurrency })}
        />
      ) : (
        <Input
          value={typed[name]}
          inputMode="decimal"
          placeholder={blank}
          onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
        />
      )}
    </Field>
  );
  // An account takes what is blank from everyone's terms.
  const example = isOfAccount ? undefined : exampleOf(typed, currency, charged, say);
  const whose = isOfAccount ? row.accountName : say('termsEveryone');
  return (
    <Confirm
      isOpen
      title={say('termsTitle', { method: row.title })}
      verb={say('termsVerb')}
      rows={isNew ? [] : [{ label: say('termsWhose'), value: whose }]}
      summary={[
        { label: say('termsOffered'), value: word(chosen) },
        ...texts
          .filter((name) => name !== 'rate' || charged)
          .map((name) => ({
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
      <div className="terms-pair">{(['feePercent', 'feeFixed'] as const).map(field)}</div>
      <div className="terms-pair">{(['minimum', 'maximum'] as const).map(field)}</div>
      {(row.currencies.length > 0 || charged) && field('chargedCurrency')}
      {(charged || typed.rate) && field('rate')}
      {example && <p className="soft">{example}</p>}
    </Confirm>
  );
}

/** What a payment costs by what is typed; undefined for terms that change nothing, or that cannot be read. */
function exampleOf(
  typed: Texts,
  currency: string,
  chargedCurrency: string,
  say: ReturnType<typeof usePaymentWords>,
): string | undefined {
  const read = (text: string) => (text.trim() === '' ? 0n : parseTypedMoney(text.trim()));
  const [feePercent, feeFixed] = [read(typed.feePercent), read(typed.feeFixed)];
  const rate = parseRate(typed.rate.trim());
  const isConverted = chargedCurrency !== '';
  if (feePercent === undefined || feeFixed === undefined) return undefined;
  if (feePercent + feeFixed === 0n && !isConverted) return undefined;
  if (isConverted && rate === undefined) return undefined;
  const conversion =
    isConverted && rate !== undefined
      ? { currency: chargedCurrency, rate, setAt: new Date() }
      : null;
  const amount = 100n * smallestUnit(currency) * 100n;
  const cost = costOf({ currency, feePercent, feeFixed, conversion }, amount);
  return say('termsExample', {
    amount: amountText(formatMoney(amount), currency),
    charged: amountText(formatMoney(cost.charged), cost.chargedCurrency),
  });
}
