import { Button, Input } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { formatMoney, type Money, parseTypedMoney } from '../../../../src/foundation/money.ts';
import type { Funds, Offer } from '../../../../src/surfaces/console/funds/funds-contract.ts';
import { useLanguage } from '../../client/words.ts';
import { amountText } from '../../kit/amount-text.ts';
import { Field } from '../../kit/field.tsx';
import { FieldProblemsProvider, useFieldProblems } from '../../kit/field-problems.ts';
import { Money as Amount } from '../../kit/money.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { rateText } from '../../kit/rate-text.ts';
import { BankFacts } from './bank-card.tsx';
import { useFundsWords } from './funds-words.ts';
import { bankKey, keyOf, MethodChoice } from './method-choice.tsx';
import { inShownOrder } from './method-mark.tsx';
import { presetsOf } from './presets-of.ts';
import { moneyOf, shownCost, usePayment } from './use-payment.ts';

/** Method, amount and fee; then the provider's page, the payment with its QR code, or where to transfer to. */
export function PayCard({
  offers,
  bank,
  balance,
}: {
  offers: readonly [Offer, ...Offer[]];
  bank: Funds['bank'];
  /** What the wallet has; undefined while it loads. */
  balance: string | undefined;
}): ReactElement {
  const say = useFundsWords();
  const [typed, setTyped] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const [chosen, choose] = useState('');
  const type = (text: string) => {
    setEmpty(false);
    setTyped(text);
  };
  // The one that is shown first is chosen.
  const [first = offers[0]] = inShownOrder(offers);
  const offer = offers.find((each) => keyOf(each) === chosen) ?? first;
  const amount = parseTypedMoney(typed.trim());
  const pay = usePayment(offer, typed);
  const problems = useFieldProblems(pay.error);
  const { currency } = offer;
  const isBank = bank !== null && chosen === bankKey;
  const form = (
    <>
      <ProblemBar error={pay.error} isChange isBrief shown={problems.shown} />
      <FieldProblemsProvider value={problems}>
        <Field
          label={say('amount')}
          name="amount"
          problem={isEmpty ? say('enterAmount') : undefined}
        >
          <Input
            size="large"
            inputMode="decimal"
            autoComplete="off"
            suffix={currency}
            value={typed}
            onChange={(event) => type(event.target.value)}
          />
        </Field>
      </FieldProblemsProvider>
      <fieldset className="funds-presets">
        <legend className="unseen">{say('presets')}</legend>
        {presetsOf(offer).map((preset) => (
          <Button
            key={preset}
            aria-pressed={amount === moneyOf(preset)}
            onClick={() => type(preset.replace(/\.0+$/, ''))}
          >
            {amountText(preset, currency)}
          </Button>
        ))}
      </fieldset>
      <Sums offer={offer} amount={amount} balance={balance} />
      <p className="funds-actions">
        <Button type="primary" size="large" htmlType="submit" loading={pay.isPending}>
          {say(`pay_${offer.shows}`)}
        </Button>
      </p>
    </>
  );
  return (
    <section className="card" aria-labelledby="funds-online">
      <header className="card-head">
        <h2 id="funds-online">{say('online')}</h2>
      </header>
      <form
        className="funds-body"
        onSubmit={(event) => {
          event.preventDefault();
          if (isBank) return;
          if (typed.trim() === '') setEmpty(true);
          else pay.mutate();
        }}
      >
        <MethodChoice
          offers={offers}
          hasBank={bank !== null}
          value={isBank ? bankKey : keyOf(offer)}
          onChange={choose}
        />
        {bank && isBank ? <BankFacts bank={bank} /> : form}
      </form>
    </section>
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
  const balanceRow = (label: string, value: Money): [string, ReactNode] => [
    label,
    <Amount key={label} amount={formatMoney(value)} currency={currency} />,
  ];
  const rows: [string, ReactNode][] = now === undefined ? [] : [balanceRow(say('balanceNow'), now)];
  if (isTyped) {
    const { fee, charged, chargedCurrency } = shownCost(offer, amount);
    const rate = rateText(offer, language);
    rows.push([say('toWallet'), money(amount)]);
    if (now !== undefined) rows.push(balanceRow(say('balanceAfter'), now + amount));
    if (fee > 0n) rows.push([say('fee'), money(fee)]);
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
