import Type from 'typebox';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import type { Product } from '../../../foundation/contract/products.ts';
import { formatMoney } from '../../../foundation/money.ts';
import { planMarkOf, readPlanMark } from '../../../line/pricing/plan-mark.ts';
import {
  listPlans,
  listPriceHistory,
  planPrice,
  withdrawPlan,
} from '../../../line/pricing/plan-queries.ts';
import {
  listAgreedPrices,
  listPrices,
  setAccountPrice,
  setDefaultPrice,
  setPerPart,
  unsetAccountPrice,
} from '../../../line/pricing/queries.ts';
import { type Margin as SummedMargin, sumMargins } from '../../reports/margin-queries.ts';
import { type ConsoleContext, consoleRoute } from '../kit/console-route.ts';
import { nullableMoney } from '../kit/nullable.ts';
import { readAmount } from '../kit/read-amount.ts';
import { requirePlatform } from '../kit/require-scope.ts';
import {
  AgreedPage,
  AgreedQuery,
  Done,
  HistoryPage,
  HistoryQuery,
  type Margin,
  Margins,
  NewPrice,
  OnePlan,
  PerPart,
  PlansPage,
  PlansQuery,
  PriceBook,
} from './prices-contract.ts';

const pageSize = 50;
const marginDays = 30;
const done = { ok: true } as const;

/** Prices of the products: current, past and scheduled. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/prices/book',
    right: 'prices.read',
    summary: 'The prices in force',
    query: Type.Object({}),
    reply: PriceBook,
    handle: readBook,
  }),
  consoleRoute({
    method: 'GET',
    path: '/prices/plans',
    right: 'prices.read',
    summary: 'List scheduled prices, next one first',
    query: PlansQuery,
    reply: PlansPage,
    async handle({ pool, scope, isOperator }, { query: { after, limit = pageSize } }) {
      const mark = after ? readPlanMark(after) : undefined;
      const { plans, next } = await listPlans(pool, scope, { after: mark, limit });
      return {
        plans: plans.map(({ setBy, ...plan }) => ({
          ...plan,
          unitPrice: nullableMoney(plan.unitPrice),
          effectAt: plan.effectAt.toISOString(),
          ...(isOperator ? { setBy } : {}),
        })),
        next: next && planMarkOf(next),
      };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/prices/agreed',
    right: 'prices.read',
    summary: 'The prices agreed with accounts, by account',
    query: AgreedQuery,
    reply: AgreedPage,
    async handle({ pool, scope }, { query: { after, limit = pageSize } }) {
      requirePlatform(scope);
      const [, accountId, product] = /^(\d+)_(\w+)$/.exec(after ?? '') ?? [];
      const mark = product
        ? { accountId: Number(accountId), product: product as Product }
        : undefined;
      const { prices, next } = await listAgreedPrices(pool, { after: mark, limit });
      return {
        prices: prices.map((price) => ({ ...price, unitPrice: formatMoney(price.unitPrice) })),
        next: next && `${next.accountId}_${next.product}`,
      };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/prices/history',
    right: 'prices.read',
    summary: 'List every price that was in force, newest first',
    query: HistoryQuery,
    reply: HistoryPage,
    async handle({ pool, scope, isOperator }, { query }) {
      const { product, before, limit = pageSize } = query;
      const { prices, next } = await listPriceHistory(pool, scope, { product, before, limit });
      return {
        prices: prices.map(({ setBy, ...price }) => ({
          ...price,
          unitPrice: nullableMoney(price.unitPrice),
          effectAt: price.effectAt.toISOString(),
          ...(isOperator ? { setBy } : {}),
        })),
        next,
      };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/prices/margins',
    right: 'prices.margins',
    summary: 'Revenue and cost of thirty days of live calls, by product',
    query: Type.Object({}),
    reply: Margins,
    async handle({ pool, scope, clock, config }) {
      const ends = clock.now();
      const starts = new Date(ends.getTime() - marginDays * 86_400_000);
      const accountId = scope.kind === 'account' ? scope.accountId : undefined;
      const { timeZone } = config;
      const asked = { starts, ends, timeZone, accountId };
      const sums = await sumMargins(pool, { ...asked, by: 'product' });
      return { days: marginDays, margins: sums.flatMap(marginOf) };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/prices/set',
    right: 'prices.change',
    summary: 'Set a price now or from a given time; without an amount, an agreed price ends',
    body: NewPrice,
    reply: Done,
    async handle({ scope, change }, { body: { product, amount, from } }) {
      const accountId = scope.kind === 'account' ? scope.accountId : null;
      const unitPrice = amount === null ? null : readAmount('amount', amount);
      if (from !== undefined) {
        const price = { accountId, product, unitPrice, effectAt: new Date(from) };
        await change('price.set', (by) => planPrice(by, price));
      } else if (unitPrice === null) {
        if (accountId === null) return fail('nothing_there');
        await change('price.unset', (by) => unsetAccountPrice(by, accountId, product));
      } else {
        await change('price.set', (by) =>
          accountId === null
            ? setDefaultPrice(by, product, unitPrice)
            : setAccountPrice(by, accountId, product, unitPrice),
        );
      }
      return done;
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/prices/withdraw',
    right: 'prices.change',
    summary: 'Delete a scheduled price',
    body: OnePlan,
    reply: Done,
    async handle({ scope, change }, { body: { planId } }) {
      await change('price.withdraw', (by) => withdrawPlan(by, scope, planId));
      return done;
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/prices/per-part',
    right: 'prices.change',
    summary: 'Set whether a message is charged per segment',
    body: PerPart,
    reply: Done,
    async handle({ scope, change }, { body: { product, perPart } }) {
      // This setting applies to all accounts.
      requirePlatform(scope);
      await change('price.per-part', (by) => setPerPart(by, product, perPart));
      return done;
    },
  }),
];

async function readBook({ pool, scope, config }: ConsoleContext) {
  const accountId = scope.kind === 'account' ? scope.accountId : undefined;
  const prices = await listPrices(pool, accountId);
  return {
    currency: config.currency,
    prices: prices.map((price) => ({
      ...price,
      defaultPrice: formatMoney(price.defaultPrice),
      accountPrice: nullableMoney(price.accountPrice),
    })),
  };
}

/** Drops the total row, which has no product. */
function marginOf({ key, price, cost, margin, uncostedPrice, ...counts }: SummedMargin): Margin[] {
  if (key === null) return [];
  return [
    {
      product: key as Product,
      ...counts,
      price: formatMoney(price),
      cost: nullableMoney(cost),
      margin: nullableMoney(margin),
      uncostedPrice: formatMoney(uncostedPrice),
    },
  ];
}
