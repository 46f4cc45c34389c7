import type { Command } from 'commander';
import type { Pool } from 'pg';
import { requireAccount } from '../accounts/require-account.ts';
import type { Product } from '../contract/products.ts';
import type { Money } from '../money.ts';
import {
  listPrices,
  setAccountPrice,
  setDefaultPrice,
  setPerPart,
  unsetAccountPrice,
} from '../pricing/queries.ts';
import type { OnInstallation } from './command-action.ts';
import { readAmount, readId, readProduct, readSwitch } from './read-option.ts';
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
    .action(
      onInstallation(
        async (
          { pool, change },
          options: { product: Product; amount: Money; account?: number },
        ) => {
          const { product, amount, account } = options;
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

async function showPrices(pool: Pool, accountId?: number) {
  if (accountId !== undefined) await requireAccount(pool, accountId);
  const prices = await listPrices(pool, accountId);
  const rows = prices.map((p) => [p.product, p.defaultPrice, p.accountPrice, p.perPart]);
  return {
    json: { prices: prices.map(plain) },
    text: table(['product', 'price', "account's own", 'by part'], rows),
  };
}
