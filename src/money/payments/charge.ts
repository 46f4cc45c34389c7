import {
  convertBack,
  convertDown,
  convertUp,
  type Money,
  type Rate,
  smallestUnit,
} from '../../foundation/money.ts';

/** A currency that a method charges instead of the wallet's, at a rate of the operator. */
export interface Conversion {
  currency: string;
  /** Units of it for one of the wallet's. */
  rate: Rate;
  setAt: Date;
}

/** What the payer is charged, fixed when the payment begins. Without a rate it is in the wallet's currency. */
export interface Charge {
  charged: Money;
  chargedCurrency: string;
  rate: Rate | null;
  rateSetAt: Date | null;
}

/** What became of a payment, in the charged currency, as its vendor counts. */
export interface InCharged {
  /** What the credit stands for; null until there is one. */
  creditedCharged: Money | null;
  refundedCharged: Money;
  takenBackCharged: Money;
  disputedCharged: Money;
}

/** What converting needs of a payment. */
interface Converted extends Charge, InCharged {
  currency: string;
  credited: Money | null;
  refunded: Money;
  takenBack: Money;
}

/** Vendors take no third decimal: Stripe wants a zero there, of a dinar too. */
export function chargedUnit(currency: string): Money {
  const [unit, hundredth] = [smallestUnit(currency), 100n];
  return unit > hundredth ? unit : hundredth;
}

export function chargeOf(
  { currency, conversion }: { currency: string; conversion: Conversion | null },
  total: Money,
): Charge {
  if (!conversion) {
    return { charged: total, chargedCurrency: currency, rate: null, rateSetAt: null };
  }
  const { currency: chargedCurrency, rate, setAt } = conversion;
  const charged = toCharged({ chargedCurrency, rate }, total);
  return { charged, chargedCurrency, rate, rateSetAt: setAt };
}

/** An amount of the wallet's currency in the charged one, rounded up. */
export function toCharged(
  { chargedCurrency, rate }: Pick<Charge, 'chargedCurrency' | 'rate'>,
  amount: Money,
): Money {
  return rate === null ? amount : convertUp(amount, rate, chargedUnit(chargedCurrency));
}

/** An amount of the charged currency in the wallet's, rounded down. */
export function inWallet(
  { currency, rate }: Pick<Converted, 'currency' | 'rate'>,
  charged: Money,
): Money {
  return rate === null ? charged : convertBack(charged, rate, smallestUnit(currency));
}

/**
 * What a credit by hand stands for at the vendor: all that was paid if it is that, converted back and rounded either way,
 * so that all of the credit is never more than was paid.
 */
export function creditedCharge(
  payment: Charge & { currency: string },
  credited: Money,
  paid: { amount: Money; currency: string } | null,
): Money {
  const { rate, currency, chargedCurrency } = payment;
  if (rate === null || paid?.currency !== chargedCurrency) return toCharged(payment, credited);
  const unit = smallestUnit(currency);
  const isAllOfIt =
    credited >= inWallet(payment, paid.amount) &&
    convertDown(credited - unit, rate, 1n) < paid.amount;
  return isAllOfIt ? paid.amount : toCharged(payment, credited);
}

/**
 * What the vendor is asked to pay back for a refund: what everything that went back is worth then, less what went back
 * before. Parts are rounded down and the last one is the rest, so refunds of parts are together exactly the whole.
 */
export function refundCharge(payment: Converted, amount: Money): Money {
  const { credited, refunded, takenBack, rate, chargedCurrency } = payment;
  if (rate === null) return amount;
  const back = refunded + takenBack + amount;
  const goal =
    back === credited
      ? (payment.creditedCharged ?? 0n)
      : convertDown(back, rate, chargedUnit(chargedCurrency));
  return goal - payment.refundedCharged - payment.takenBackCharged;
}

/** What the vendor's books say of a paid payment. */
interface Books {
  amount: Money;
  currency: string;
  refunded: Money;
  disputed: Money;
}

/** What left a payment at the vendor without us: of the charge, and what that is of the credit. */
export type GoneElsewhere = Pick<
  Converted & { disputed: Money },
  'takenBack' | 'disputed' | 'takenBackCharged' | 'disputedCharged'
>;

export function goneElsewhere(payment: Converted, books: Books): GoneElsewhere {
  const { refundedCharged: ours, creditedCharged } = payment;
  const all = creditedCharged ?? 0n;
  const isCharged = books.currency.toUpperCase() === payment.chargedCurrency;
  // A person credited what was paid in another currency: all of it is all of the credit.
  const read = (value: Money) =>
    isCharged ? value : books.amount > 0n ? (value * all) / books.amount : 0n;
  const [amount, refunded, disputed] = [books.amount, books.refunded, books.disputed].map(read) as [
    Money,
    Money,
    Money,
  ];
  // What was paid beyond the credit never was in the wallet, so it goes back first.
  const surplus = amount > all ? amount - all : 0n;
  const notOurs = (refunded > ours ? refunded - ours : 0n) - surplus;
  const left = all - ours;
  const taken = (gone: Money) => atLeastNothing(gone > left ? left : gone);
  const takenBack = taken(notOurs + disputed);
  const worth = worthOf(payment, takenBack);
  return {
    takenBack: worth,
    disputed: payment.rate === null ? disputed : worth - worthOf(payment, taken(notOurs)),
    ...{ takenBackCharged: takenBack, disputedCharged: disputed },
  };
}

/** What so much of the charge is of the credit, after our refunds: all that was left is all that is left. */
function worthOf(payment: Converted, elsewhere: Money): Money {
  const { refunded, refundedCharged, creditedCharged } = payment;
  const credited = payment.credited ?? 0n;
  const back = refundedCharged + elsewhere;
  if (elsewhere === 0n) return 0n;
  if (back === creditedCharged) return credited - refunded;
  const worth = inWallet(payment, back);
  // The charge was rounded up, so a part of it that is no whole unit may be worth more than the credit.
  return atLeastNothing((worth < credited ? worth : credited) - refunded);
}

const atLeastNothing = (amount: Money): Money => (amount > 0n ? amount : 0n);
