import { fail } from '../../foundation/contract/errors/errors.ts';
import type { Owner } from '../../foundation/contract/products.ts';
import { problem } from '../../foundation/contract/text/problems.ts';
import { largestPrice, type Money, paidText, smallestUnit } from '../../foundation/money.ts';
import { takesCurrency } from '../../vendors/providers/payment.ts';
import type { Conversion } from './charge.ts';
import type { PaymentOffer } from './payment-offer.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { type KeptTerms, readTerms } from './terms-queries.ts';

type OfferPorts = Pick<PaymentPorts, 'pool' | 'providers'> & {
  settings: Pick<PaymentPorts['settings'], 'currency'>;
};

const sandbox = 'sandbox';

/**
 * The ways by which a wallet can be topped up, and the only place that decides them: test wallets by the sandbox, live
 * ones by the providers that are on and take the currency that is charged, on the terms that the operator set. The first
 * is the default.
 */
export async function offersOf(
  { pool, providers, settings: { currency } }: OfferPorts,
  { accountId, mode }: Owner,
): Promise<PaymentOffer[]> {
  const unit = smallestUnit(currency);
  const termsOf = await readTerms(pool, accountId);
  return [...providers.values()]
    .filter(({ code }) => (code === sandbox) === (mode === 'test'))
    .filter(({ isOff }) => !isOff)
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    .flatMap(({ code, methods, currencies }) =>
      Object.entries(methods).flatMap(([method, { currencies: own, ...facts }]) => {
        const { isOn, ...terms } = termsOf(code, method);
        const conversion = conversionOf(terms);
        const isTaken = takesCurrency(
          { currencies },
          { ...facts, ...(own ? { currencies: own } : {}) },
          conversion?.currency ?? currency,
        );
        if (isOn === false || !isTaken) return [];
        const offer = {
          ...{ ...facts, providerCode: code, method, currency },
          ...{ minimum: terms.minimum ?? unit, maximum: terms.maximum ?? largestPrice - unit },
          ...{ feePercent: terms.feePercent ?? 0n, feeFixed: terms.feeFixed ?? 0n, conversion },
        };
        return hasAmount(offer, unit) ? [offer] : [];
      }),
    );
}

function conversionOf({
  chargedCurrency: currency,
  rate,
  rateSetAt: setAt,
}: Pick<KeptTerms, 'chargedCurrency' | 'rate' | 'rateSetAt'>): Conversion | null {
  return currency === null || rate === null || setAt === null ? null : { currency, rate, setAt };
}

/** Whether some amount is neither too little nor too much. */
function hasAmount({ minimum, maximum }: PaymentOffer, unit: Money): boolean {
  return ((minimum + unit - 1n) / unit) * unit <= maximum;
}

/** The first offer that fits what the customer named. */
export async function chooseOffer(
  ports: OfferPorts,
  owner: Owner,
  wanted: {
    provider?: string | undefined;
    method?: string | undefined;
    amount: Money;
    saves?: boolean;
  },
): Promise<PaymentOffer> {
  const { provider, method, amount, saves = false } = wanted;
  const offer = (await offersOf(ports, owner)).find(
    (each) =>
      (provider === undefined || each.providerCode === provider) &&
      (method === undefined || each.method === method) &&
      (!saves || each.saves === true),
  );
  if (!offer) return fail('payment_method_unavailable');
  const wrong = findAmountProblem(offer, amount);
  if (wrong) fail('invalid_request', { details: [{ field: 'amount', problem: wrong }] });
  return offer;
}

/** Why an offer does not take an amount. */
export function findAmountProblem({ currency, minimum, maximum }: PaymentOffer, amount: Money) {
  const unit = smallestUnit(currency);
  const shown = (value: Money) => paidText(value, currency);
  if (amount % unit !== 0n) return problem('not_multiple', { unit: shown(unit) });
  if (amount < minimum) return problem('too_little', { limit: shown(minimum) });
  if (amount > maximum) return problem('too_much', { limit: shown(maximum) });
  return undefined;
}
