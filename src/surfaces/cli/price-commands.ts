import type { Command } from 'commander';
import type { Pool } from 'pg';
import type { Product } from '../../foundation/contract/products.ts';
import type { Scope } from '../../foundation/contract/scope.ts';
import type { Money } from '../../foundation/money.ts';
import { planMarkOf, planMarkPattern, readPlanMark } from '../../line/pricing/plan-mark.ts';
import {
  listPlans,
  listPriceHistory,
  type PlanMark,
  planPrice,
  withdrawPlan,
} from '../../line/pricing/plan-queries.ts';
import {
  listPrices,
  setAccountPrice,
  setDefaultPrice,
  setPerPart,
  unsetAccountPrice,
} from '../../line/pricing/queries.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import type { OnInstallation } from './command-action.ts';
import {
  type ReadEnd,
  readAmount,
  readCount,
  readId,
  readMark,
  readProduct,
  readStart,
  readSwitch,
} from './read-option.ts';
import { dayOrTime, plain, table, withNext } from './show.ts';

const pageSize = 100;

interface PlanPage {
  limit: number;
  after?: PlanMark;
}
interface PlanOptions extends PlanPage {
  account?: number;
}
interface HistoryOptions {
  account?: number;
  product?: Product;
  before?: number;
  limit: number;
}

export function registerPriceCommands(price: Command, onInstallation: OnInstallation): void {
  price
    .command('show')
    .description('Show list prices, or the prices of one account')
    .option('--account <id>', 'Account', readId)
    .action(
      onInstallation(async ({ pool }, { account }: { account?: number }) =>
        showPrices(pool, account),
      ),
    );

  price
    .command('set')
    .description('Set a list price, or the price of one account')
    .requiredOption('--product <product>', 'Product', readProduct)
    .requiredOption('--amount <amount>', 'Unit price', readAmount)
    .option('--account <id>', 'Account', readId)
    .option('--from <time>', 'Day or time when it takes effect; default: now', readStart)
    .action(
      onInstallation(
        async (
          { pool, change, config },
          options: { product: Product; amount: Money; account?: number; from?: ReadEnd },
        ) => {
          const { product, amount, account, from } = options;
          if (from) {
            const effectAt = from(config.timeZone);
            const accountId = account ?? null;
            await change('price.set', (by) =>
              planPrice(by, { accountId, product, unitPrice: amount, effectAt }),
            );
            return showPlans(pool, account);
          }
          await change('price.set', (by) =>
            account === undefined
              ? setDefaultPrice(by, product, amount)
              : setAccountPrice(by, account, product, amount),
          );
          return showPrices(pool, account);
        },
      ),
    );

  price
    .command('unset')
    .description('Remove the price of one account')
    .requiredOption('--product <product>', 'Product', readProduct)
    .requiredOption('--account <id>', 'Account', readId)
    .action(
      onInstallation(
        async ({ pool, change }, { product, account }: { product: Product; account: number }) => {
          await change('price.unset', (by) => unsetAccountPrice(by, account, product));
          return showPrices(pool, account);
        },
      ),
    );

  registerPerPart(price, onInstallation);
  registerPlans(price, onInstallation);
}

function registerPerPart(price: Command, onInstallation: OnInstallation): void {
  price
    .command('per-part')
    .description('Charge the unit price for each segment of a long message, on or off')
    .requiredOption('--product <product>', 'Product', readProduct)
    .argument('<on|off>', 'on or off', readSwitch)
    .action(
      onInstallation(async ({ pool, change }, { product }: { product: Product }, [isOn]) => {
        await change('price.per-part', (by) => setPerPart(by, product, isOn as boolean));
        return showPrices(pool);
      }),
    );
}

function registerPlans(price: Command, onInstallation: OnInstallation): void {
  price
    .command('plans')
    .description('List scheduled prices')
    .option('--account <id>', 'Account', readId)
    .option('--limit <count>', 'Maximum number of rows', readCount, pageSize)
    .option(
      '--after <mark>',
      'Continue after this mark, as the last page shows it',
      readMark(planMarkPattern, readPlanMark),
    )
    .action(
      onInstallation(async ({ pool }, { account, ...page }: PlanOptions) =>
        showPlans(pool, account, page),
      ),
    );

  price
    .command('withdraw')
    .description('Delete a scheduled price')
    .requiredOption('--plan <id>', 'Scheduled price', readId)
    .action(
      onInstallation(async ({ change }, { plan }: { plan: number }) => {
        const { planId, ...rest } = await change('price.withdraw', (by) =>
          withdrawPlan(by, { kind: 'platform' }, plan),
        );
        return { json: plain({ planId, ...rest }), text: `Scheduled price ${planId} deleted.` };
      }),
    );

  price
    .command('history')
    .description('List all past and current prices, newest first')
    .option('--account <id>', 'Prices of the account, and list prices', readId)
    .option('--product <product>', 'Product', readProduct)
    .option('--limit <count>', 'Maximum number of rows', readCount, pageSize)
    .option('--before <price>', 'Continue before this price', readId)
    .action(
      onInstallation(async ({ pool }, { account, ...asked }: HistoryOptions) => {
        if (account !== undefined) await requireAccount(pool, account);
        const { prices, next } = await listPriceHistory(pool, scopeOf(account), asked);
        const rows = prices.map((p) => [
          dayOrTime(p.effectAt),
          p.product,
          p.accountId,
          p.unitPrice,
          p.perPart,
          p.setBy,
        ]);
        const titles = ['from', 'product', 'account', 'price', 'per segment', 'set by'];
        const text = withNext(table(titles, rows, 'No prices.'), '--before', next);
        return { json: { prices: prices.map(plain), next }, text };
      }),
    );
}

function scopeOf(accountId: number | undefined): Scope {
  return accountId === undefined ? { kind: 'platform' } : { kind: 'account', accountId };
}

async function showPlans(pool: Pool, accountId?: number, page: PlanPage = { limit: pageSize }) {
  if (accountId !== undefined) await requireAccount(pool, accountId);
  const { plans, next } = await listPlans(pool, scopeOf(accountId), page);
  const rows = plans.map((p) => [
    p.planId,
    dayOrTime(p.effectAt),
    p.product,
    p.accountId,
    p.unitPrice,
    p.setBy,
  ]);
  const mark = next && planMarkOf(next);
  const listed = table(
    ['plan', 'from', 'product', 'account', 'price', 'set by'],
    rows,
    'No scheduled prices.',
  );
  return {
    json: { plans: plans.map(plain), next: mark },
    text: withNext(listed, '--after', mark),
  };
}

async function showPrices(pool: Pool, accountId?: number) {
  if (accountId !== undefined) await requireAccount(pool, accountId);
  const prices = await listPrices(pool, accountId);
  const rows = prices.map((p) => [p.product, p.defaultPrice, p.accountPrice, p.perPart]);
  return {
    json: { prices: prices.map(plain) },
    text: table(['product', 'list price', "account's price", 'per segment'], rows, 'No prices.'),
  };
}
