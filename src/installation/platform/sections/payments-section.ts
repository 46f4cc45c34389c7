import Type, { type Static } from 'typebox';
import { formatMoney, formatRate, type Money } from '../../../foundation/money.ts';
import { changeTerms } from '../../../money/payments/change-terms.ts';
import { listTerms, noTerms, resetTerms } from '../../../money/payments/terms-queries.ts';
import { Amount, readAmount, readRate, sameAmount, sameRate } from '../file-amount.ts';
import { entriesOfNested, nestEntries, splitKey } from '../nested-entries.ts';
import type { Section } from '../section.ts';

const closed = { additionalProperties: false };

const MethodTerms = Type.Object(
  {
    isOn: Type.Optional(Type.Boolean({ description: 'Offer it; if left out: yes' })),
    feePercent: Type.Optional(Amount('Fee in percent of the amount')),
    feeFixed: Type.Optional(Amount('Fixed fee')),
    minimum: Type.Optional(Amount('Smallest amount')),
    maximum: Type.Optional(Amount('Largest amount')),
    chargedCurrency: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{3}$',
        description: 'Currency that is charged instead of the platform’s; only with a rate',
      }),
    ),
    rate: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,7}(\\.[0-9]{1,10})?$',
        description: 'One unit of the platform’s currency in it. In quotes',
        examples: ['162.1'],
      }),
    ),
  },
  closed,
);
type MethodTerms = Static<typeof MethodTerms>;

const schema = Type.Record(
  Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,31}$' }),
  Type.Record(Type.String({ pattern: '^[a-z0-9_-]{1,32}$' }), MethodTerms, closed),
  { ...closed, description: 'Terms of ways to pay, by provider of payments and method' },
);

const amounts = ['feePercent', 'feeFixed', 'minimum', 'maximum'] as const;

export const paymentsSection: Section = {
  schema,
  name(key) {
    const [provider, method] = splitKey(key);
    return { en: `terms of ${method} by ${provider}`, zh: `${provider} 的 ${method} 条款` };
  },
  entriesOf: (given: Static<typeof schema>) =>
    entriesOfNested(given, ({ isOn, chargedCurrency, rate, ...terms }: MethodTerms) => ({
      ...(isOn === undefined ? {} : { isOn }),
      ...(chargedCurrency === undefined ? {} : { chargedCurrency }),
      ...(rate === undefined ? {} : { rate: sameRate(rate) }),
      ...Object.fromEntries(Object.entries(terms).map(([name, text]) => [name, sameAmount(text)])),
    })),
  fileOf: (entries) => nestEntries(entries, (entry) => entry),
  async read(db) {
    const rows = (await listTerms(db)).filter(({ accountId }) => accountId === null);
    return new Map(
      rows.map(({ providerCode, method, isOn, chargedCurrency, rate, ...terms }) => [
        `${providerCode}/${method}`,
        {
          ...(isOn === null ? {} : { isOn }),
          ...(chargedCurrency === null ? {} : { chargedCurrency }),
          ...(rate === null ? {} : { rate: formatRate(rate) }),
          ...Object.fromEntries(
            amounts.flatMap((name) => {
              const value = terms[name];
              return value === null ? [] : [[name, formatMoney(value)]];
            }),
          ),
        },
      ]),
    );
  },
  async write(change, { vendors, currency }, { key, after }) {
    const { isOn = null, chargedCurrency = null, rate, ...given } = after as MethodTerms;
    const read = (text: string | undefined): Money | null =>
      text === undefined ? null : readAmount(text);
    await changeTerms(change, { vendors, currency }, keyOf(key), {
      ...{ ...noTerms, isOn, feePercent: read(given.feePercent), feeFixed: read(given.feeFixed) },
      ...{ minimum: read(given.minimum), maximum: read(given.maximum), chargedCurrency },
      rate: rate === undefined ? null : readRate(rate),
    });
  },
  remove: (change, _context, key) => resetTerms(change, keyOf(key)),
  lockable: {
    isOn: 'is_on',
    feePercent: 'fee_percent',
    feeFixed: 'fee_fixed',
    minimum: 'minimum',
    maximum: 'maximum',
    chargedCurrency: 'charged_currency',
    rate: 'rate',
  },
};

function keyOf(key: string) {
  const [providerCode, method] = splitKey(key) as [string, string];
  return { providerCode, method, accountId: null };
}
