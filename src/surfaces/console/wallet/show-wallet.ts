import type { Static } from 'typebox';
import { findMovers } from '../../../foundation/audit/entry-queries.ts';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import type { Mode } from '../../../foundation/contract/products.ts';
import { problems } from '../../../foundation/contract/text/problems.ts';
import { formatMoney, type Money, parseMoney } from '../../../foundation/money.ts';
import { findLimitsWithDefaults } from '../../../line/limits/queries.ts';
import { listClosings, sumCharged } from '../../../money/ledger/closing-queries.ts';
import { listMovements, type MovementMark } from '../../../money/ledger/movement-queries.ts';
import { readUsageDays } from '../../../money/ledger/queries.ts';
import { readLastRequest } from '../../../money/ledger/top-up-request-queries.ts';
import {
  listWallets,
  type NamedWallet,
  readSpentOn,
  sumWallets,
} from '../../../money/ledger/wallet-queries.ts';
import { isPayable } from '../../../money/payments/is-payable.ts';
import { platformOf } from '../../../money/statements/platform-of.ts';
import { createPaper, type StatementPaper } from '../../../money/statements/statement-paper.ts';
import { requireAccount } from '../../../people/accounts/require-account.ts';
import type { ConsoleContext } from '../kit/console-route.ts';
import { nullableMoney } from '../kit/nullable.ts';
import { requireOneAccount } from '../kit/require-scope.ts';
import { digestOf } from '../kit/share-reads.ts';
import { readPapers } from './movement-papers.ts';
import type {
  MovementsPage,
  MovementsQuery,
  StatementQuery,
  Wallet,
  WalletRow,
  WalletsPage,
} from './wallet-contract.ts';

const shownDays = 30;
/** The number of closed days used to estimate how long the balance lasts. */
const pacedDays = 7n;
const pageSize = 30;

function showWallet(wallet: NamedWallet): Omit<WalletRow, 'lastsDays'> {
  const { accountId, accountName, available, held, creditLimit, lowBalance, isLow } = wallet;
  return {
    accountId,
    accountName,
    available: formatMoney(available),
    held: formatMoney(held),
    creditLimit: formatMoney(creditLimit),
    lowBalance: nullableMoney(lowBalance),
    isLow,
  };
}

export const dayOf = (at: Date, { timeZone }: Pick<ConsoleContext['config'], 'timeZone'>) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();

/** How many days the available balance of each wallet lasts, by the last closed days; null without spending. */
export async function readLasting(
  { pool, config, clock }: Pick<ConsoleContext, 'pool' | 'config' | 'clock'>,
  mode: Mode,
  wallets: readonly { accountId: number; available: Money }[],
): Promise<Map<number, number | null>> {
  const today = dayOf(clock.now(), config);
  const accountIds = wallets.map(({ accountId }) => accountId);
  const from = `${today.subtract({ days: Number(pacedDays) })}`;
  // Today is not fully closed yet.
  const to = `${today.subtract({ days: 1 })}`;
  const spent = await sumCharged(pool, { accountIds, mode }, from, to);
  return new Map(
    wallets.map(({ accountId, available }) => [
      accountId,
      lastsDays(available, spent.get(accountId) ?? 0n),
    ]),
  );
}

async function showWallets(
  context: ConsoleContext,
  mode: Mode,
  wallets: readonly NamedWallet[],
): Promise<WalletRow[]> {
  const lasting = await readLasting(context, mode, wallets);
  return wallets.map((wallet) => ({
    ...showWallet(wallet),
    lastsDays: lasting.get(wallet.accountId) ?? null,
  }));
}

/** A page of wallets, with the sums of all. */
export async function readWallets(
  context: ConsoleContext,
  asked: Parameters<typeof listWallets>[2],
): Promise<WalletsPage> {
  const { pool, scope, config } = context;
  const { wallets, next } = await listWallets(pool, scope, asked);
  const { since, ...total } = await sumWallets(pool, scope, asked.mode);
  return {
    currency: config.currency,
    wallets: await showWallets(context, asked.mode, wallets),
    total: {
      wallets: total.wallets,
      available: formatMoney(total.available),
      held: formatMoney(total.held),
    },
    since: since && `${dayOf(since, config)}`,
    next,
  };
}

export async function readWallet(context: ConsoleContext, mode: Mode): Promise<Wallet> {
  const { pool, scope, config, clock } = context;
  const owner = { accountId: requireOneAccount(scope), mode };
  const { wallets } = await listWallets(pool, scope, { mode, after: 0, limit: 1 });
  const [wallet] = await showWallets(context, mode, wallets);
  if (!wallet) return fail('nothing_there');
  const today = dayOf(clock.now(), config);
  const first = today.subtract({ days: shownDays }).toString();
  const yesterday = today.subtract({ days: 1 }).toString();
  const closings = await listClosings(pool, owner, first, yesterday);
  const limits = await findLimitsWithDefaults(pool, owner.accountId, mode);
  const usage = await readUsageDays(pool, owner.accountId, mode, `${today}`, `${today}`);
  const account = await requireAccount(pool, owner.accountId);
  return {
    ...wallet,
    currency: config.currency,
    timeZone: config.timeZone,
    since: `${dayOf(account.createdAt, config)}`,
    spentToday: formatMoney(sum(usage.map(({ charged }) => charged))),
    limitUsedToday: formatMoney(await readSpentOn(pool, owner, `${today}`)),
    spendCapDay: nullableMoney(limits?.spendCapDay ?? null),
    mails: {
      balance: account.mailsBalance,
      statements: account.mailsStatements,
      isPossible: config.smtpUrl !== undefined,
    },
    topUpAskedAt: (await readLastRequest(pool, owner.accountId))?.toISOString() ?? null,
    isPayable: await isPayable(context.payments, owner),
    days: closings.map(({ day, available, held }) => ({
      day,
      balance: formatMoney(available + held),
    })),
  };
}

const sum = (amounts: readonly Money[]) => amounts.reduce((so, amount) => so + amount, 0n);

function lastsDays(available: Money, spent: Money): number | null {
  if (spent <= 0n || available <= 0n) return null;
  return Number((available * pacedDays) / spent);
}

export async function showMovements(
  context: ConsoleContext,
  query: Static<typeof MovementsQuery>,
): Promise<MovementsPage> {
  const { pool, scope, config, isOperator } = context;
  const owner = { accountId: requireOneAccount(scope), mode: query.mode };
  const { movements, next } = await listMovements(pool, owner, {
    timeZone: config.timeZone,
    kind: query.kind,
    before: query.before === undefined ? undefined : readMark(query.before),
    limit: query.limit ?? pageSize,
  });
  const papersOf = await readPapers(context, owner.accountId, movements);
  const references = movements.flatMap(({ reference }) => reference ?? []);
  // Only operators see who made a movement, because it is one of their staff.
  const movers = isOperator ? await findMovers(pool, owner, references) : undefined;
  return {
    movements: movements.map((movement) => ({
      ...movement,
      at: movement.at.toISOString(),
      amount: formatMoney(movement.amount),
      calls: movement.calls === null ? null : Number(movement.calls),
      balance: nullableMoney(movement.balance),
      ...papersOf(movement),
      ...(movers ? { by: movers.get(movement.reference ?? '') ?? null } : {}),
    })),
    next: next && writeMark(next),
  };
}

/** Changes with the page of wallets, and for one account with its newest movements. */
export async function readWalletState(
  { pool, scope, config }: ConsoleContext,
  asked: Parameters<typeof listWallets>[2],
): Promise<string> {
  const { wallets } = await listWallets(pool, scope, asked);
  const shown = wallets.map(showWallet);
  if (scope.kind === 'platform') return digestOf(shown);
  // Two movements can leave the balance as it was.
  const { movements } = await listMovements(
    pool,
    { accountId: scope.accountId, mode: asked.mode },
    { timeZone: config.timeZone, limit: pageSize },
  );
  return digestOf([shown, movements.map(({ at, id, amount }) => [at, id, formatMoney(amount)])]);
}

function writeMark({ at, id, balance }: MovementMark): string {
  return [at, id, balance === null ? '' : formatMoney(balance)].join('~');
}

/** A timestamp as the database writes it. Date.parse accepts more formats than the database reads. */
const markTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?$/;

function readMark(text: string): MovementMark {
  const [at = '', id = '', typed = ''] = text.split('~');
  const balance = typed === '' ? null : parseMoney(typed);
  if (!markTime.test(at) || Number.isNaN(Date.parse(at)) || balance === undefined) {
    return fail('invalid_request', {
      details: [{ field: 'before', problem: problems.wrong_form }],
    });
  }
  return { at, id, balance };
}

export function createStatement(
  { pool, scope, config, clock }: ConsoleContext,
  { mode, month, language }: Static<typeof StatementQuery>,
): Promise<StatementPaper> {
  const owner = { accountId: requireOneAccount(scope), mode };
  return createPaper(pool, owner, { month, language, now: clock.now() }, platformOf(config));
}
