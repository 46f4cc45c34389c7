import type { Command } from 'commander';
import type { Pool } from 'pg';
import { type Change, noteChange } from '../../foundation/audit/change-queries.ts';
import { type CalledProduct, modes } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { formatMoney, type Money } from '../../foundation/money.ts';
import { readBalance } from '../../money/ledger/queries.ts';
import {
  type Account,
  createAccount,
  listAccounts,
  setAccountLanguage,
  setAccountState,
  setKeepsCode,
  setMails,
  setNationalIdCheck,
  setProductOff,
  setRedirectOrigins,
} from '../../people/accounts/queries.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import { registerClose } from './close-commands.ts';
import type { OnInstallation } from './command-action.ts';
import { registerPageCommand } from './page-command.ts';
import {
  nullable,
  readAmount,
  readCount,
  readId,
  readLanguageOrDefault,
  readOriginsOrNone,
  readProductsOrNone,
  readSwitch,
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
      .requiredOption('--account <id>', 'Account', readId);

  account
    .command('create')
    .description('Create an account with a test wallet and a live wallet')
    .requiredOption('--name <name>', 'Name of the customer')
    .option('--balance <amount>', 'Test money for the test wallet; nobody pays for it', readAmount)
    .action(
      onInstallation(async ({ change, config }, options: { name: string; balance?: Money }) => {
        const { name, balance = 0n } = options;
        const made = await change('account.create', (by) =>
          createAccount(by, { name, testBalance: balance }),
        );
        const money = ` with ${formatMoney(balance)} ${config.currency} of test money`;
        const text = `Account ${made.accountId} (${made.name}) created${balance > 0n ? money : ''}.`;
        return { json: made, text };
      }),
    );

  account
    .command('list')
    .description('List accounts')
    .option('--search <text>', 'Part of a name, or an account ID')
    .option('--limit <count>', 'Maximum number of rows', readCount, 100)
    .option('--after <id>', 'Continue after this account', readId, 0)
    .action(
      onInstallation(async ({ pool }, options: ListOptions) => {
        const { accounts, next } = await listAccounts(pool, options);
        const rows = accounts.map((a) => [a.accountId, a.name, a.state, a.createdAt]);
        const text = table(['account', 'name', 'state', 'created'], rows, 'No accounts.');
        return { json: { accounts, next }, text: withNext(text, '--after', next) };
      }),
    );

  verb('show', 'Show an account and its wallets').action(
    onInstallation(async ({ pool }, { account: id }: OfAccount) =>
      showAccount(pool, await requireAccount(pool, id)),
    ),
  );
  registerStates(verb, onInstallation);
  registerClose(verb, onInstallation);
  registerSet(verb('set', 'Change the settings of an account'), onInstallation);
  registerPageCommand(
    verb('page', "Show or change the account's branding on the page for people"),
    onInstallation,
  );
}

const states = [
  { name: 'suspend', state: 'suspended', about: 'Refuse all calls of the account' },
  { name: 'resume', state: 'active', about: 'Accept calls of the account again' },
] as const;

function registerStates(
  verb: (name: string, description: string) => Command,
  onInstallation: OnInstallation,
): void {
  for (const { name, state, about } of states) {
    verb(name, about)
      .option('--reason <text>', 'Reason, for the audit log')
      .action(
        onInstallation(async ({ pool, change }, options: OfAccount & { reason?: string }) => {
          const { account: id, reason } = options;
          const action = `account.${name}` as const;
          const changed = await change(action, async (by) => {
            const account = await setAccountState(by, id, state);
            const key = { account_id: id };
            const noted = { accountId: id, action, subject: 'accounts', key, before: null };
            if (reason) await noteChange(by, { ...noted, after: { reason } });
            return account;
          });
          return showAccount(pool, changed);
        }),
      );
  }
}

interface SetOptions extends OfAccount {
  redirectOrigins?: string[] | 'none';
  nationalId?: boolean | 'default';
  sameCode?: boolean;
  productOff?: CalledProduct[];
  language?: Language | 'default';
  mailBalance?: boolean;
  mailStatements?: boolean;
}

function registerSet(set: Command, onInstallation: OnInstallation): void {
  set
    .option(
      '--redirect-origins <list>',
      'Origins allowed in redirectUrl, or none',
      readOriginsOrNone,
    )
    .option(
      '--national-id <choice>',
      'Validate ID numbers: on, off or default',
      readSwitchOrDefault,
    )
    .option(
      '--same-code <choice>',
      'Resend a verification with its same code: on or off',
      readSwitch,
    )
    .option('--product-off <list>', 'Products to switch off, or none', readProductsOrNone)
    .option(
      '--language <language>',
      'Language of statements: en, zh or default',
      readLanguageOrDefault,
    )
    .option(
      '--mail-balance <choice>',
      'Mail owners and finance a low balance: on or off',
      readSwitch,
    )
    .option(
      '--mail-statements <choice>',
      'Mail them statements, invoices and fapiao updates: on or off',
      readSwitch,
    )
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
  const redirectOrigins = nullable(options.redirectOrigins);
  const nationalId = nullable(options.nationalId);
  let changed: Account | undefined;
  if (redirectOrigins !== undefined)
    changed = await setRedirectOrigins(change, id, redirectOrigins);
  if (nationalId !== undefined) changed = await setNationalIdCheck(change, id, nationalId);
  if (options.sameCode !== undefined) changed = await setKeepsCode(change, id, options.sameCode);
  if (productOff !== undefined) changed = await setProductOff(change, id, productOff);
  if (options.language !== undefined) {
    const language = options.language === 'default' ? null : options.language;
    changed = await setAccountLanguage(change, id, language);
  }
  const mails = { balance: options.mailBalance, statements: options.mailStatements };
  if (Object.values(mails).some((choice) => choice !== undefined)) {
    changed = await setMails(change, id, mails);
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
