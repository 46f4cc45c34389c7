import type { Command } from 'commander';
import type { Pool } from 'pg';
import type { Change } from '../../foundation/audit/change-queries.ts';
import { modes, type Product } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { Money } from '../../foundation/money.ts';
import { readBalance } from '../../money/ledger/queries.ts';
import {
  type Account,
  createAccount,
  listAccounts,
  setAccountLanguage,
  setAccountState,
  setNationalIdCheck,
  setProductOff,
  setRedirectOrigins,
} from '../../people/accounts/queries.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import type { OnInstallation } from './command-action.ts';
import { registerPageCommand } from './page-command.ts';
import {
  orNull,
  readAmount,
  readCount,
  readId,
  readLanguageOrDefault,
  readOriginsOrNone,
  readProductsOrNone,
  readSwitchOrDefault,
} from './read-option.ts';
import { pairs, plain, table, withNext } from './show.ts';

interface ListOptions {
  search?: string;
  limit: number;
  after: number;
}
interface OfAccount {
  account: number;
}

export function registerAccountCommands(account: Command, onInstallation: OnInstallation): void {
  const verb = (name: string, description: string) =>
    account
      .command(name)
      .description(description)
      .requiredOption('--account <id>', 'the account', readId);

  account
    .command('create')
    .description('make an account, with a wallet for test and one for live')
    .requiredOption('--name <name>', 'what the customer is called')
    .option('--balance <amount>', 'money to begin with in the test wallet', readAmount)
    .action(
      onInstallation(async ({ change }, { name, balance }: { name: string; balance?: Money }) => {
        const made = await change('account.create', (by) =>
          createAccount(by, { name, testBalance: balance ?? 0n }),
        );
        return { json: made, text: `Account ${made.accountId} (${made.name}) is made.` };
      }),
    );

  account
    .command('list')
    .description('the accounts, by their numbers')
    .option('--search <text>', 'those whose name has it in it, or whose number it is')
    .option('--limit <count>', 'how many at most', readCount, 100)
    .option('--after <id>', 'those that come after this one', readId, 0)
    .action(
      onInstallation(async ({ pool }, options: ListOptions) => {
        const { accounts, next } = await listAccounts(pool, options);
        const rows = accounts.map((a) => [a.accountId, a.name, a.state, a.createdAt]);
        const text = table(['account', 'name', 'state', 'since'], rows);
        return { json: { accounts, next }, text: withNext(text, '--after', next) };
      }),
    );

  verb('show', 'one account with its wallets').action(
    onInstallation(async ({ pool }, { account: id }: OfAccount) =>
      showAccount(pool, await requireAccount(pool, id)),
    ),
  );
  verb('suspend', 'refuse every call of the account').action(
    onInstallation(async ({ pool, change }, { account: id }: OfAccount) =>
      showAccount(
        pool,
        await change('account.suspend', (by) => setAccountState(by, id, 'suspended')),
      ),
    ),
  );
  verb('resume', 'take calls of the account again').action(
    onInstallation(async ({ pool, change }, { account: id }: OfAccount) =>
      showAccount(pool, await change('account.resume', (by) => setAccountState(by, id, 'active'))),
    ),
  );
  registerSet(verb('set', 'change what an account may do'), onInstallation);
  registerPageCommand(
    verb('page', 'how the account looks to persons; shows it when nothing is given'),
    onInstallation,
  );
}

interface SetOptions extends OfAccount {
  redirectOrigins?: string[] | 'none';
  nationalId?: boolean | 'default';
  productOff?: Product[];
  language?: Language | 'default';
}

function registerSet(set: Command, onInstallation: OnInstallation): void {
  set
    .option('--redirect-origins <list>', 'origins of redirectUrl, or none', readOriginsOrNone)
    .option('--national-id <choice>', 'on, off or default', readSwitchOrDefault)
    .option('--product-off <list>', 'the products switched off, or none', readProductsOrNone)
    .option('--language <language>', 'of its statements: en, zh or default', readLanguageOrDefault)
    .action(
      onInstallation(async ({ pool, change }, options: SetOptions) => {
        const changed = await change('account.set', (by) => setAccount(by, options));
        if (!changed) refuse('nothing_to_change');
        return showAccount(pool, changed);
      }),
    );
}

async function setAccount(change: Change, options: SetOptions): Promise<Account | undefined> {
  const { account: id, productOff } = options;
  const redirectOrigins = orNull(options.redirectOrigins);
  const nationalId = orNull(options.nationalId);
  let changed: Account | undefined;
  if (redirectOrigins !== undefined)
    changed = await setRedirectOrigins(change, id, redirectOrigins);
  if (nationalId !== undefined) changed = await setNationalIdCheck(change, id, nationalId);
  if (productOff !== undefined) changed = await setProductOff(change, id, productOff);
  if (options.language !== undefined) {
    const language = options.language === 'default' ? null : options.language;
    changed = await setAccountLanguage(change, id, language);
  }
  return changed;
}

async function showAccount(pool: Pool, account: Account) {
  const wallets: Record<string, object> = {};
  const lines: Record<string, unknown> = { ...account };
  for (const mode of modes) {
    const balance = await readBalance(pool, account.accountId, mode);
    wallets[mode] = plain(balance);
    lines[`${mode} available`] = balance.available;
    lines[`${mode} held`] = balance.held;
  }
  return { json: { ...account, wallets }, text: pairs(lines) };
}
