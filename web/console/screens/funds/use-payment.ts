import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  formatMoney,
  type Money,
  parseMoney,
  parseTypedMoney,
} from '../../../../src/foundation/money.ts';
import { feeOf } from '../../../../src/money/payments/payment-offer.ts';
import type { Begun, Offer } from '../../../../src/surfaces/console/funds/funds-contract.ts';
import { useGo } from '../../client/scope.ts';
import { useApi } from '../../client/use-api.ts';

export const moneyOf = (text: string): Money => parseMoney(text) ?? 0n;

/** Of no amount there is no fee. */
export function shownFee({ currency, feePercent, feeFixed }: Offer, amount: Money): Money {
  if (amount <= 0n) return 0n;
  const terms = { currency, feePercent: moneyOf(feePercent), feeFixed: moneyOf(feeFixed) };
  return feeOf(terms, amount);
}

/** The same form sent twice begins one payment, so a lost answer is asked for again. */
export function usePayment(offer: Offer, amount: string, saves = false) {
  const { providerCode: provider, method } = offer;
  const api = useApi();
  const go = useGo();
  const queries = useQueryClient();
  const fee = formatMoney(shownFee(offer, parseTypedMoney(amount.trim()) ?? 0n));
  const [attempt] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: () => {
      const how = { provider, method, fee, saves, attempt };
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
