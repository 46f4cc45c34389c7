import type { Command } from 'commander';
import type { Pool } from 'pg';
import { requireAccount } from '../accounts/require-account.ts';
import type { Product } from '../contract/products.ts';
import type { Scope } from '../contract/scope.ts';
import type { Money } from '../money.ts';
import { listPlans, listPriceHistory, planPrice, withdrawPlan } from '../pricing/plan-queries.ts';
import {
  listPrices,
  setAccountPrice,
  setDefaultPrice,
  setPerPart,
  unsetAccountPrice,
} from '../pricing/queries.ts';
import type { OnInstallation } from './command-action.ts';
import {
  type ReadEnd,
  readAmount,
  readBeginning,
  readCount,
  readId,
  readProduct,
  readSwitch,
} from './read-option.ts';
import { plain, table } from './show.ts';

export function registerPriceCommands(price: Command, onInstallation: OnInstallation): void {
  price
    .command('show')
    .description('the prices of everyone, or of one account')
    .option('--account <id>', 'the account', readId)
    .action(
      onInstallation(async ({ pool }, { account }: { account?: number }) =>
        showPrices(pool, account),
      ),
    );

  price
    .command('set')
    .description('set the price of everyone, or agree one with an account')
    .requiredOption('--product <product>', 'the product', readProduct)
    .requiredOption('--amount <amount>', 'the unit price', readAmount)
    .option('--account <id>', 'the account', readId)
    .option('--from <time>', 'the day or time from which on; at once without it', readBeginning)
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
    .description("end an account's own price")
    .requiredOption('--product <product>', 'the product', readProduct)
    .requiredOption('--account <id>', 'the account', readId)
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
    .description('whether a message of several parts costs several times the unit price')
    .requiredOption('--product <product>', 'the product', readProduct)
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
    .description('the prices that come into force later')
    .option('--account <id>', 'the account', readId)
    .action(
      onInstallation(async ({ pool }, { account }: { account?: number }) =>
        showPlans(pool, account),
      ),
    );

  price
    .command('withdraw')
    .description('take back a price that is planned')
    .requiredOption('--plan <id>', 'the plan', readId)
    .action(
      onInstallation(async ({ change }, { plan }: { plan: number }) => {
        const { planId, ...rest } = await change('price.withdraw', (by) =>
          withdrawPlan(by, { kind: 'platform' }, plan),
        );
        return { json: plain({ planId, ...rest }), text: `Plan ${planId} is withdrawn.` };
      }),
    );

  price
    .command('history')
    .description('every price that was in force, the newest first')
    .option('--account <id>', "those of the account and everyone's", readId)
    .option('--product <product>', 'the product', readProduct)
    .option('--limit <count>', 'how many at most', readCount, 100)
    .action(
      onInstallation(
        async ({ pool }, options: { account?: number; product?: Product; limit: number }) => {
          const { account, product, limit } = options;
          const { prices, next } = await listPriceHistory(pool, scopeOf(account), {
            product,
            limit,
          });
          const rows = prices.map((p) => [
            p.effectAt,
            p.product,
            p.accountId,
            p.unitPrice,
            p.perPart,
            p.setBy,
          ]);
          const titles = ['from', 'product', 'account', 'price', 'by part', 'set by'];
          return { json: { prices: prices.map(plain), next }, text: table(titles, rows) };
        },
      ),
    );
}

function scopeOf(accountId: number | undefined): Scope {
  return accountId === undefined ? { kind: 'platform' } : { kind: 'account', accountId };
}

async function showPlans(pool: Pool, accountId?: number) {
  if (accountId !== undefined) await requireAccount(pool, accountId);
  const { plans } = await listPlans(pool, scopeOf(accountId));
  const rows = plans.map((p) => [
    p.planId,
    p.effectAt,
    p.product,
    p.accountId,
    p.unitPrice,
    p.setBy,
  ]);
  return {
    json: { plans: plans.map(plain) },
    text: table(['plan', 'from', 'product', 'account', 'price', 'set by'], rows),
  };
}

async function showPrices(pool: Pool, accountId?: number) {
  if (accountId !== undefined) await requireAccount(pool, accountId);
  const prices = await listPrices(pool, accountId);
  const rows = prices.map((p) => [p.product, p.defaultPrice, p.accountPrice, p.perPart]);
  return {
    json: { prices: prices.map(plain) },
    text: table(['product', 'price', "account's own", 'by part'], rows),
  };
}
