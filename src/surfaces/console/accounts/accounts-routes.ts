import Type from 'typebox';
import { formatMoney } from '../../../foundation/money.ts';
import { sumUsage } from '../../../money/ledger/queries.ts';
import {
  type Account,
  createAccount,
  findAccount,
  listAccounts,
  setAccountState,
  setKeepsCode,
  setNationalIdCheck,
  setProductOff,
  setRedirectOrigins,
} from '../../../people/accounts/queries.ts';
import { requireAccount } from '../../../people/accounts/require-account.ts';
import { type ConsoleContext, consoleRoute } from '../kit/console-route.ts';
import { readAmount } from '../kit/read-amount.ts';
import { requireOneAccount, requirePlatform } from '../kit/require-scope.ts';
import { dayOf, readLasting } from '../wallet/show-wallet.ts';
import {
  AccountChange,
  AccountFacts,
  AccountNames,
  type AccountRow,
  AccountsPage,
  AccountsQuery,
  type ListedAccount,
  MadeAccount,
  NamesQuery,
  NewAccount,
} from './accounts-contract.ts';
import { readBalances } from './queries.ts';

const pageSize = 50;
const maxNames = 20;

type Asker = Pick<ConsoleContext, 'pool' | 'config'>;

async function withBalances({ pool }: Asker, accounts: readonly Account[]): Promise<AccountRow[]> {
  const balances = await readBalances(
    pool,
    accounts.map(({ accountId }) => accountId),
  );
  return accounts.map((account) => {
    const { live = 0n, test = 0n } = balances.get(account.accountId) ?? {};
    return {
      ...account,
      createdAt: account.createdAt.toISOString(),
      live: formatMoney(live),
      test: formatMoney(test),
    };
  });
}

const spentDays = 30;

/** The days and the amount are those of the overview of the account. */
async function withSpending(
  context: ConsoleContext,
  accounts: readonly Account[],
): Promise<ListedAccount[]> {
  const { pool, config, clock } = context;
  const ids = accounts.map(({ accountId }) => accountId);
  const from = dayOf(clock.now(), config).subtract({ days: spentDays - 1 });
  const [rows, balances, spent] = await Promise.all([
    withBalances(context, accounts),
    readBalances(pool, ids),
    sumUsage(pool, ids, 'live', `${from}`),
  ]);
  const wallets = ids.map((accountId) => ({
    accountId,
    available: balances.get(accountId)?.live ?? 0n,
  }));
  const lasting = await readLasting(context, 'live', wallets);
  return rows.map((row) => ({
    ...row,
    spent: formatMoney(spent.get(row.accountId) ?? 0n),
    lastsDays: lasting.get(row.accountId) ?? null,
  }));
}

async function factsOf(asker: Asker, accountId: number): Promise<AccountFacts> {
  const account = await requireAccount(asker.pool, accountId);
  const [row] = await withBalances(asker, [account]);
  const { redirectOrigins, nationalIdCheck, keepsCode } = account;
  return {
    ...(row as AccountRow),
    ...{ redirectOrigins, nationalIdCheck, keepsCode },
    platformNationalIdCheck: asker.config.nationalIdCheck,
  };
}

/** Customer accounts, for operators. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/accounts/names',
    right: 'accounts.read',
    summary: 'Find accounts by name or number, for a selection',
    query: NamesQuery,
    reply: AccountNames,
    async handle({ pool, scope }, { query }) {
      requirePlatform(scope);
      const { search, account } = query;
      const accounts =
        account === undefined
          ? (await listAccounts(pool, { search, limit: maxNames })).accounts
          : [await findAccount(pool, account)];
      return {
        accounts: accounts.flatMap((one) =>
          one ? [{ accountId: one.accountId, name: one.name }] : [],
        ),
      };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/accounts/list',
    right: 'accounts.read',
    summary: 'List accounts by number, page by page',
    query: AccountsQuery,
    reply: AccountsPage,
    async handle(context, { query: { q: search, after = 0, limit = pageSize } }) {
      requirePlatform(context.scope);
      const { accounts, next } = await listAccounts(context.pool, { search, after, limit });
      return { accounts: await withSpending(context, accounts), next };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/accounts/create',
    right: 'accounts.change',
    summary: 'Make an account, with a wallet for test and one for live',
    body: NewAccount,
    reply: MadeAccount,
    async handle({ scope, change }, { body: { name, testBalance = '0.0000' } }) {
      requirePlatform(scope);
      const balance = readAmount('testBalance', testBalance);
      return change('account.create', (by) => createAccount(by, { name, testBalance: balance }));
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/accounts/one',
    right: 'accounts.read',
    summary: 'One account',
    reply: AccountFacts,
    handle: (context) => factsOf(context, requireOneAccount(context.scope)),
  }),
  ...(['suspend', 'resume'] as const).map((verb) =>
    consoleRoute({
      method: 'POST',
      path: `/accounts/${verb}`,
      right: 'accounts.change',
      summary:
        verb === 'suspend' ? 'Refuse every call of the account' : 'Take calls of the account again',
      body: Type.Object({}),
      reply: AccountFacts,
      async handle(context) {
        const accountId = requireOneAccount(context.scope);
        const state = verb === 'suspend' ? 'suspended' : 'active';
        await context.change(`account.${verb}`, (by) => setAccountState(by, accountId, state));
        return factsOf(context, accountId);
      },
    }),
  ),
  consoleRoute({
    method: 'POST',
    path: '/accounts/set',
    right: 'accounts.change',
    summary: 'Change the permissions of an account; omitted ones stay',
    body: AccountChange,
    reply: AccountFacts,
    async handle(context, { body: { redirectOrigins, nationalIdCheck, keepsCode, productsOff } }) {
      const accountId = requireOneAccount(context.scope);
      await context.change('account.set', async (by) => {
        if (redirectOrigins !== undefined) await setRedirectOrigins(by, accountId, redirectOrigins);
        if (nationalIdCheck !== undefined) await setNationalIdCheck(by, accountId, nationalIdCheck);
        if (keepsCode !== undefined) await setKeepsCode(by, accountId, keepsCode);
        if (productsOff !== undefined) await setProductOff(by, accountId, productsOff);
      });
      return factsOf(context, accountId);
    },
  }),
];
