import type { Mutant } from './mutant.ts';

/** Prices, and those that are planned. */
export const pricesMutants: readonly Mutant[] = [
  {
    file: 'src/pricing/plan-queries.ts',
    find: 'order by effect_at, plan_id\n     limit 1',
    replace: 'order by plan_id\n     limit 1',
    breaks: 'Planned prices come into force in the order of their times.',
    tests: ['src/pricing/plan-queries.test.ts'],
  },
  {
    file: 'src/pricing/plan-queries.ts',
    find: 'or account_id is null)\n       and ($2::timestamptz',
    replace: ')\n       and ($2::timestamptz',
    breaks: 'Who asks for an account is told of the plans for everyone.',
    tests: ['src/pricing/plan-queries.test.ts'],
  },
  {
    file: 'src/pricing/plan-queries.ts',
    find: 'else if (unitPrice !== null) await setAccountPrice(change, accountId, product, unitPrice);',
    replace: 'else if (unitPrice !== null) await setDefaultPrice(change, product, unitPrice);',
    breaks: 'A plan for one account changes the price of nobody else.',
    tests: ['src/pricing/plan-queries.test.ts'],
  },
  {
    file: 'src/pricing/plan-queries.ts',
    find: 'else await dropAccountPrice(change, accountId, product);',
    replace: 'else await setAccountPrice(change, accountId, product, 0n);',
    breaks: "A plan without a price ends the account's own.",
    tests: ['src/pricing/plan-queries.test.ts'],
  },
  {
    file: 'src/pricing/plan-queries.ts',
    find: 'where ($1::integer is null or account_id = $1 or account_id is null)\n       and ($2::text',
    replace: 'where ($1::integer is null or $1 = $1)\n       and ($2::text',
    breaks: "The history of an account has nobody else's prices.",
    tests: ['src/pricing/plan-queries.test.ts'],
  },
  {
    file: 'src/pricing/plan-queries.ts',
    find: 'if (unitPrice !== null) checkPrice(unitPrice);\n  else if',
    replace: 'if (unitPrice !== null) void unitPrice;\n  else if',
    breaks: 'A price that is planned is one that could be set.',
    tests: ['src/pricing/plan-queries.test.ts'],
  },
  {
    file: 'src/pricing/plan-queries.ts',
    find: 'where effect_at <= coalesce($1, now())\n     order by',
    replace: 'where effect_at < coalesce($1, now())\n     order by',
    breaks: 'A planned price comes into force at its very instant.',
    tests: ['src/pricing/plan-queries.test.ts'],
  },
  {
    file: 'src/statements/statement-pdf.ts',
    find: "{ headers: { 'retry-after': '5' } }",
    replace: '{}',
    breaks: 'Who finds too many statements being drawn is told when to come again.',
    tests: ['src/statements/statement-pdf.test.ts'],
  },
  {
    file: 'src/statements/statement-texts.ts',
    find: "  refunds: '退款',\n  adjustments: '调账',",
    replace: "  refunds: '调账',\n  adjustments: '退款',",
    breaks: 'A statement in Chinese calls a refund a refund.',
    tests: ['src/statements/statement-csv.test.ts'],
  },
];
