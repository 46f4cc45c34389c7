import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  formatMoney,
  type Money,
  parseMoney,
  parseRate,
  parseTypedMoney,
} from '../../../../src/foundation/money.ts';
import { costOf } from '../../../../src/money/payments/payment-offer.ts';
import type { Begun, Offer } from '../../../../src/surfaces/console/funds/funds-contract.ts';
import { useGo } from '../../client/scope.ts';
import { useApi } from '../../client/use-api.ts';

export const moneyOf = (text: string): Money => parseMoney(text) ?? 0n;

/** The fee, and what the payer is charged. Of no amount there is no fee. */
export function shownCost(offer: Offer, amount: Money) {
  const { currency, chargedCurrency, rate, rateSetAt } = offer;
  const isNone = amount <= 0n;
  const [feePercent, feeFixed] = isNone
    ? [0n, 0n]
    : [offer.feePercent, offer.feeFixed].map(moneyOf);
  const known = parseRate(rate ?? '');
  const setAt = new Date(rateSetAt ?? 0);
  const conversion = known === undefined ? null : { currency: chargedCurrency, rate: known, setAt };
  const terms = { currency, feePercent: feePercent ?? 0n, feeFixed: feeFixed ?? 0n, conversion };
  return costOf(terms, isNone ? 0n : amount);
}

/** The same form sent twice begins one payment, so a lost answer is asked for again. */
export function usePayment(offer: Offer, amount: string, saves = false) {
  const { providerCode: provider, method } = offer;
  const api = useApi();
  const go = useGo();
  const queries = useQueryClient();
  const cost = shownCost(offer, parseTypedMoney(amount.trim()) ?? 0n);
  const { chargedCurrency } = cost;
  const charged = formatMoney(cost.charged);
  const [attempt] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: () => {
      const how = { provider, method, charged, chargedCurrency, saves, attempt };
      const asked = { mode: api.mode, amount: amount.trim(), ...how };
      return api.post<Begun>('funds/begin', asked);
    },
    onSuccess: ({ paymentId, payUrl }) => {
      if (payUrl === null) go(`funds/${paymentId}`);
      else location.assign(payUrl);
    },
    // The terms may have changed since they were read.
    onError: () => queries.invalidateQueries({ queryKey: [api.scope, api.mode, 'funds', 'show'] }),
  });
}
