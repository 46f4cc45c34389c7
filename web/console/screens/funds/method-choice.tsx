import { Radio } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { formatMoney, largestPrice, smallestUnit } from '../../../../src/foundation/money.ts';
import type { Offer } from '../../../../src/surfaces/console/funds/funds-contract.ts';
import { useLanguage } from '../../client/words.ts';
import { amountText } from '../../kit/amount-text.ts';
import { useFundsWords } from './funds-words.ts';
import { inShownOrder, type KnownMethod, knownMethod, MethodMark } from './method-mark.tsx';
import { moneyOf } from './use-payment.ts';

export const keyOf = ({ providerCode, method }: Offer) => `${providerCode} ${method}`;
/** The key of a bank transfer, which no provider offers. */
export const bankKey = 'bank';

/** The ways to pay by the names that payers know, each with what happens and what it costs. */
export function MethodChoice({
  offers,
  hasBank,
  value,
  onChange,
}: {
  offers: readonly Offer[];
  hasBank: boolean;
  value: string;
  onChange(key: string): void;
}): ReactElement {
  const say = useFundsWords();
  const nameOf = useMethodName(offers);
  const factsOf = useMethodFacts(offers);
  const row = (
    key: string,
    kind: KnownMethod | 'bank' | undefined,
    name: ReactNode,
    facts: string,
  ) => (
    <Radio key={key} value={key} className="funds-method">
      <MethodMark kind={kind} />
      <span className="funds-method-name">
        <span>{name}</span> <span className="soft">{facts}</span>
      </span>
    </Radio>
  );
  return (
    <fieldset className="field funds-methods">
      <legend>{say('method')}</legend>
      <Radio.Group value={value} onChange={(event) => onChange(String(event.target.value))}>
        {inShownOrder(offers).map((offer) =>
          row(keyOf(offer), knownMethod(offer), nameOf(offer), factsOf(offer)),
        )}
        {hasBank && row(bankKey, 'bank', say('bank'), say('does_bank'))}
      </Radio.Group>
    </fieldset>
  );
}

/** The name of a method; with its provider where several offer it, and with what to do where one offers it twice. */
function useMethodName(offers: readonly Offer[]): (offer: Offer) => string {
  const say = useFundsWords();
  const language = useLanguage();
  const short = (offer: Offer) => {
    const kind = knownMethod(offer);
    return kind ? say(`method_${kind}`) : offer.title[language];
  };
  const ofProvider = ({ providerTitle, providerCode }: Offer) => {
    const title = providerTitle[language];
    const others = offers.filter((each) => each.providerCode !== providerCode);
    return others.some((each) => each.providerTitle[language] === title) ? providerCode : title;
  };
  return (offer) => {
    const name = short(offer);
    const same = offers.filter((each) => short(each) === name);
    const isOwn = ({ providerCode }: Offer) => providerCode === offer.providerCode;
    const provider = ofProvider(offer);
    const whole = same.every(isOwn) || provider === name ? name : say('by', { name, provider });
    return same.filter(isOwn).length > 1 ? say(`go_${offer.shows}`, { name: whole }) : whole;
  };
}

/** What happens, the fee if any method has one, and limits that an operator set. */
function useMethodFacts(offers: readonly Offer[]): (offer: Offer) => string {
  const say = useFundsWords();
  const feeOf = ({ feePercent, feeFixed, currency }: Offer) =>
    [
      ...(moneyOf(feePercent) > 0n ? [`${feePercent.replace(/\.?0+$/, '')}%`] : []),
      ...(moneyOf(feeFixed) > 0n ? [amountText(feeFixed, currency)] : []),
    ].join(' + ');
  const hasFees = offers.some(feeOf);
  return (offer) => {
    const { currency, minimum, maximum, shows, rate, chargedCurrency } = offer;
    const unit = smallestUnit(currency);
    const terms = feeOf(offer);
    return [
      say(`does_${shows}`),
      hasFees && (terms ? say('feeOf', { terms }) : say('noFee')),
      moneyOf(minimum) > unit && say('from', { amount: amountText(minimum, currency) }),
      maximum !== formatMoney(largestPrice - unit) &&
        say('upTo', { amount: amountText(maximum, currency) }),
      rate !== null && say('chargedIn', { currency: chargedCurrency }),
    ]
      .filter(Boolean)
      .join(' · ');
  };
}
