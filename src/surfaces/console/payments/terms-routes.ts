import Type from 'typebox';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import { formatRate } from '../../../foundation/money.ts';
import { changeTerms } from '../../../money/payments/change-terms.ts';
import { listTerms, resetTerms } from '../../../money/payments/terms-queries.ts';
import { takesCurrency } from '../../../vendors/providers/payment.ts';
import { vendors } from '../../../vendors/vendors.ts';
import { consoleRoute } from '../kit/console-route.ts';
import { nullableMoney } from '../kit/nullable.ts';
import { readAmount, readRate } from '../kit/read-amount.ts';
import { requirePlatform } from '../kit/require-scope.ts';
import { PaymentTerms, TermsQuery, TermsReset, TermsSet } from './payments-contract.ts';

/** What ways to pay cost and take, for everyone and for single accounts. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/payments/terms',
    right: 'payments.read',
    summary: 'Show the terms of the methods of a provider of payments',
    query: TermsQuery,
    reply: PaymentTerms,
    async handle({ pool, scope, registry, config, language }, { query: { provider } }) {
      requirePlatform(scope);
      const { currency } = config;
      const asked = registry.payment.get(provider) ?? fail('nothing_there');
      const others = Intl.supportedValuesOf('currency').filter((one) => one !== currency);
      const terms = await listTerms(pool, { providerCode: provider });
      return {
        currency,
        methods: Object.entries(asked.methods).map(([method, facts]) => ({
          method,
          title: facts.title[language],
          currencies: others.filter((one) => takesCurrency(asked, facts, one)),
        })),
        terms: terms.map(({ providerCode, accountId, ...row }) => ({
          ...{ provider: providerCode, method: row.method, account: accountId },
          ...{ accountName: row.accountName, isOn: row.isOn },
          ...{ feePercent: nullableMoney(row.feePercent), feeFixed: nullableMoney(row.feeFixed) },
          ...{ minimum: nullableMoney(row.minimum), maximum: nullableMoney(row.maximum) },
          ...{
            chargedCurrency: row.chargedCurrency,
            rate: row.rate === null ? null : formatRate(row.rate),
          },
          rateSetAt: row.rateSetAt?.toISOString() ?? null,
        })),
      };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/payments/set-terms',
    right: 'payments.change',
    summary: 'Set the terms of a way to pay, for everyone or for one account',
    body: TermsSet,
    reply: Type.Object({}),
    async handle(
      { scope, change, config },
      { body: { provider, method, account, isOn, chargedCurrency, rate, ...typed } },
    ) {
      requirePlatform(scope);
      const read = (name: keyof typeof typed) => {
        const text = typed[name];
        return text === null ? null : readAmount(name, text);
      };
      const { currency } = config;
      const key = { providerCode: provider, method, accountId: account };
      const terms = {
        ...{ isOn, feePercent: read('feePercent'), feeFixed: read('feeFixed') },
        ...{ minimum: read('minimum'), maximum: read('maximum') },
        ...(chargedCurrency === undefined ? {} : { chargedCurrency }),
        ...(rate === undefined ? {} : { rate: rate === null ? null : readRate('rate', rate) }),
      };
      await change('payment.set-terms', (by) => changeTerms(by, { vendors, currency }, key, terms));
      return {};
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/payments/reset-terms',
    right: 'payments.change',
    summary: 'Remove what was set for a way to pay',
    body: TermsReset,
    reply: Type.Object({}),
    async handle({ scope, change }, { body: { provider, method, account } }) {
      requirePlatform(scope);
      const key = { providerCode: provider, method, accountId: account };
      await change('payment.reset-terms', (by) => resetTerms(by, key));
      return {};
    },
  }),
];
