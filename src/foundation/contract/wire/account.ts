import Type from 'typebox';
import type { Detail } from '../errors/errors.ts';
import { modes, products } from '../products.ts';
import { problem, problems } from '../text/problems.ts';
import { amount } from './envelope.ts';

/** The longest period that one usage request can cover. */
const longestUsageDays = 92;

const Currency = Type.String({ description: 'The currency of all amounts.', examples: ['CNY'] });

const ModeOfKey = Type.Enum(modes, {
  type: 'string',
  description: 'The mode of the key and its wallet.',
  examples: ['test'],
});

/** The database has no year 0, and the platform has no data from before this century. */
export const dayPattern = '^2[0-9]{3}-[0-9]{2}-[0-9]{2}$';

function day(description: string, example: string) {
  return Type.String({
    format: 'date',
    pattern: dayPattern,
    description,
    examples: [example],
  });
}

export const BalanceRequest = Type.Object(
  {},
  { title: 'BalanceRequest', description: 'No fields. The key identifies the wallet.' },
);
export type BalanceRequest = Type.Static<typeof BalanceRequest>;

export const BalanceResponse = Type.Object(
  {
    available: Type.String({
      pattern: '^-?(0|[1-9][0-9]{0,14})\\.[0-9]{4}$',
      description: 'Money that can be spent. Negative while a credit limit is in use.',
      examples: ['99999.9500'],
    }),
    held: amount('Money held for calls whose outcome is not known yet.', '0.0500'),
    currency: Currency,
    mode: ModeOfKey,
  },
  { title: 'BalanceResponse', description: "The account's wallet in the mode of the key." },
);
export type BalanceResponse = Type.Static<typeof BalanceResponse>;

export const UsageRequest = Type.Object(
  {
    from: day('The first day, as YYYY-MM-DD.', '2025-11-01'),
    to: day(
      `The last day, as YYYY-MM-DD, inclusive. At most ${longestUsageDays} days in total.`,
      '2025-11-15',
    ),
  },
  { title: 'UsageRequest', description: 'Queries calls and charges of a period.' },
);
export type UsageRequest = Type.Static<typeof UsageRequest>;

const calls = Type.Integer({ minimum: 0, description: 'Accepted calls.', examples: [42] });
const charged = amount('Amount charged.', '2.1000');
const refused = Type.Integer({
  minimum: 0,
  description: 'Calls that failed and were not charged.',
  examples: [1],
});

export const UsageResponse = Type.Object(
  {
    from: day('The first day.', '2025-11-01'),
    to: day('The last day, inclusive.', '2025-11-15'),
    timeZone: Type.String({
      description: 'The time zone in which a day starts and ends.',
      examples: ['Asia/Shanghai'],
    }),
    currency: Currency,
    mode: ModeOfKey,
    days: Type.Array(
      Type.Object({
        day: day('The day.', '2025-11-15'),
        productCode: Type.Enum(products, {
          type: 'string',
          description: 'The product.',
          examples: ['sms_code'],
        }),
        calls,
        charged,
        refused,
      }),
      { description: 'One row per day and product with calls, sorted by day.' },
    ),
    total: Type.Object({ calls, charged, refused }, { description: 'Totals over all rows.' }),
  },
  { title: 'UsageResponse', description: "The account's usage per day." },
);
export type UsageResponse = Type.Static<typeof UsageResponse>;

const dayLength = 86_400_000;

/** Both days are valid at this point; this validates the period between them. */
export function findPeriodFaults({ from, to }: UsageRequest): readonly Detail[] {
  const days = (Date.parse(to) - Date.parse(from)) / dayLength + 1;
  if (days < 1) return [{ field: 'to', problem: problems.before_from }];
  if (days > longestUsageDays) {
    return [{ field: 'to', problem: problem('long_period', { days: longestUsageDays }) }];
  }
  return [];
}
