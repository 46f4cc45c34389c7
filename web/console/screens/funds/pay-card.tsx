import { Button, Input, Radio } from 'antd';
import { type ReactElement, useState } from 'react';
import { formatMoney, type Money, parseTypedMoney } from '../../../../src/foundation/money.ts';
import type { Offer } from '../../../../src/surfaces/console/funds/funds-contract.ts';
import { useLanguage } from '../../client/words.ts';
import { amountText } from '../../kit/amount-text.ts';
import { Field } from '../../kit/field.tsx';
import { FieldProblemsProvider, useFieldProblems } from '../../kit/field-problems.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { rateText } from '../../kit/rate-text.ts';
import { useFundsWords } from './funds-words.ts';
import { groupOfOffer, MethodMark, methodGroups } from './method-mark.tsx';
import { presetsOf } from './presets-of.ts';
import { moneyOf, shownCost, usePayment } from './use-payment.ts';

const keyOf = ({ providerCode, method }: Offer) => `${providerCode} ${method}`;

/** Amount, method and fee; then the provider's page, or the payment with its QR code. */
export function PayCard({
  offers,
  balance,
}: {
  offers: readonly [Offer, ...Offer[]];
  /** What the wallet has; undefined while it loads. */
  balance: string | undefined;
}): ReactElement {
  const say = useFundsWords();
  const [typed, setTyped] = useState('');
  const [chosen, choose] = useState('');
  // The one that is shown first is chosen.
  const [first = offers[0]] = methodGroups.flatMap((group) =>
    offers.filter((each) => groupOfOffer(each) === group),
  );
  const offer = offers.find((each) => keyOf(each) === chosen) ?? first;
  const amount = parseTypedMoney(typed.trim());
  const pay = usePayment(offer, typed);
  const problems = useFieldProblems(pay.error);
  const { currency } = offer;
  return (
    <section className="card" aria-labelledby="funds-online">
      <header className="card-head">
        <h2 id="funds-online">{say('online')}</h2>
      </header>
      <form
        className="funds-body"
        onSubmit={(event) => {
          event.preventDefault();
          pay.mutate();
        }}
      >
        <ProblemBar error={pay.error} isChange isBrief shown={problems.shown} />
        <FieldProblemsProvider value={problems}>
          <Field
            label={say('amount')}
            name="amount"
            note={say('limits', {
              minimum: amountText(offer.minimum, currency),
              maximum: amountText(offer.maximum, currency),
            })}
          >
            <Input
              size="large"
              inputMode="decimal"
              autoComplete="off"
              suffix={currency}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        </FieldProblemsProvider>
        <fieldset className="funds-presets">
          <legend className="unseen">{say('presets')}</legend>
          {presetsOf(offer).map((preset) => (
            <Button
              key={preset}
              aria-pressed={amount === moneyOf(preset)}
              onClick={() => setTyped(preset.replace(/\.0+$/, ''))}
            >
              {amountText(preset, currency)}
            </Button>
          ))}
        </fieldset>
        <MethodChoice offers={offers} value={keyOf(offer)} onChange={choose} />
        <Sums offer={offer} amount={amount} balance={balance} />
        <p className="funds-actions">
          <Button
            type="primary"
            size="large"
            htmlType="submit"
            disabled={typed.trim() === ''}
            loading={pay.isPending}
          >
            {say(`pay_${offer.shows}`)}
          </Button>
        </p>
      </form>
    </section>
  );
}

function MethodChoice({
  offers,
  value,
  onChange,
}: {
  offers: readonly Offer[];
  value: string;
  onChange(key: string): void;
}): ReactElement {
  const say = useFundsWords();
  const language = useLanguage();
  const titles = offers.map(({ title }) => title[language]);
  const isTwice = (title: string) => titles.filter((each) => each === title).length > 1;
  const groups = methodGroups.flatMap((group) => {
    const own = offers.filter((offer) => groupOfOffer(offer) === group);
    return own.length > 0 ? [{ group, own }] : [];
  });
  return (
    <fieldset className="field funds-methods">
      <legend>{say('method')}</legend>
      <Radio.Group value={value} onChange={(event) => onChange(String(event.target.value))}>
        {groups.map(({ group, own }) => (
          <div key={group} className="funds-group">
            {groups.length > 1 && <p className="soft">{say(`group_${group}`)}</p>}
            {own.map((offer) => (
              <Radio key={keyOf(offer)} value={keyOf(offer)} className="funds-method">
                <MethodMark offer={offer} />
                <span>
                  {offer.title[language]}{' '}
                  {isTwice(offer.title[language]) && <code>{offer.providerCode} </code>}
                  <FeeTerms offer={offer} />
                  {offer.rate !== null && (
                    <span className="soft">
                      {' '}
                      · {say('chargedIn', { currency: offer.chargedCurrency })}
                    </span>
                  )}
                </span>
              </Radio>
            ))}
          </div>
        ))}
      </Radio.Group>
    </fieldset>
  );
}

function FeeTerms({ offer: { feePercent, feeFixed, currency } }: { offer: Offer }): ReactElement {
  const say = useFundsWords();
  const percent = `${feePercent.replace(/\.?0+$/, '')}%`;
  const terms = [
    ...(moneyOf(feePercent) > 0n ? [percent] : []),
    ...(moneyOf(feeFixed) > 0n ? [amountText(feeFixed, currency)] : []),
  ];
  return (
    <span className="soft">
      {terms.length > 0 ? say('feeOf', { terms: terms.join(' + ') }) : say('noFee')}
    </span>
  );
}

/** What the customer pays, before the provider is asked. */
function Sums({
  offer,
  amount,
  balance,
}: {
  offer: Offer;
  amount: Money | undefined;
  balance: string | undefined;
}): ReactElement | null {
  const say = useFundsWords();
  const language = useLanguage();
  const { currency } = offer;
  const now = balance === undefined ? undefined : moneyOf(balance);
  const isTyped = amount !== undefined && amount > 0n;
  const money = (value: Money, of = currency) => amountText(formatMoney(value), of);
  const rows: [string, string][] = now === undefined ? [] : [[say('balanceNow'), money(now)]];
  if (isTyped) {
    const { fee, charged, chargedCurrency } = shownCost(offer, amount);
    const rate = rateText(offer, language);
    rows.push([say('toWallet'), money(amount)]);
    if (now !== undefined) rows.push([say('balanceAfter'), money(now + amount)]);
    rows.push([say('fee'), money(fee)]);
    if (rate) rows.push([say('total'), money(amount + fee)], [say('rate'), rate]);
    rows.push([say('youPay'), money(charged, chargedCurrency)]);
  }
  if (rows.length === 0) return null;
  return (
    <dl className="funds-sums" data-typed={isTyped || undefined}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
