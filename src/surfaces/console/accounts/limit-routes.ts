import type { Mode } from '../../../foundation/contract/products.ts';
import { listLimitVersions, restoreLimits } from '../../../line/limits/limit-versions.ts';
import { type LimitSettings, limitsInForce } from '../../../line/limits/limits.ts';
import {
  findLimits,
  findLimitsWithDefaults,
  limitsOfColumns,
  listClosedPrefixes,
  nothingSet,
  openPrefix,
  setLimits,
} from '../../../line/limits/queries.ts';
import { requireAccount } from '../../../people/accounts/require-account.ts';
import { type ConsoleContext, consoleRoute } from '../kit/console-route.ts';
import { nullableMoney } from '../kit/nullable.ts';
import { readAmount } from '../kit/read-amount.ts';
import { requireOneAccount } from '../kit/require-scope.ts';
import { wireVersions } from '../kit/version-contract.ts';
import {
  LimitChange,
  LimitFacts,
  LimitsQuery,
  LimitVersions,
  OpenPrefix,
  RestoredLimits,
} from './accounts-contract.ts';

const capOf = (amount: string | null) =>
  amount === null ? null : readAmount('spendCapDay', amount);

const readLimits = (limits: LimitFacts['set']): LimitSettings => ({
  ...limits,
  spendCapDay: capOf(limits.spendCapDay),
});

const printed = (limits: LimitSettings) => ({
  ...limits,
  spendCapDay: nullableMoney(limits.spendCapDay),
});

async function limitsOf(
  { pool, config }: Pick<ConsoleContext, 'pool' | 'config'>,
  accountId: number,
  mode: Mode,
): Promise<LimitFacts> {
  await requireAccount(pool, accountId);
  const settings = await findLimits(pool, accountId, mode);
  const merged = await findLimitsWithDefaults(pool, accountId, mode);
  const closed = await listClosedPrefixes(pool, accountId);
  return {
    mode,
    set: printed(settings ?? nothingSet),
    inForce: printed(limitsInForce(merged, mode, config.defaultRegion)),
    closed: closed
      .filter((prefix) => prefix.mode === mode)
      .map((prefix) => ({
        ...prefix,
        closedAt: prefix.closedAt.toISOString(),
        closedUntil: prefix.closedUntil.toISOString(),
      })),
  };
}

/** Limits that protect an account from abuse. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/accounts/limits',
    right: 'limits.read',
    summary: 'Show the limits of an account: those set, and those in force',
    query: LimitsQuery,
    reply: LimitFacts,
    handle: (context, { query: { mode } }) =>
      limitsOf(context, requireOneAccount(context.scope), mode),
  }),
  consoleRoute({
    method: 'POST',
    path: '/accounts/set-limits',
    right: 'limits.change',
    summary: 'Change limits; omitted ones stay, null restores the default',
    body: LimitChange,
    reply: LimitFacts,
    async handle(context, { body: { mode, spendCapDay, was, ...wanted } }) {
      const accountId = requireOneAccount(context.scope);
      const changes =
        spendCapDay === undefined ? wanted : { ...wanted, spendCapDay: capOf(spendCapDay) };
      await context.change('limit.set', (by) =>
        setLimits(by, accountId, mode, changes, was && readLimits(was)),
      );
      return limitsOf(context, accountId, mode);
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/accounts/limit-versions',
    right: 'accounts.read',
    summary: 'List the changes of the limits of an account, newest first',
    query: LimitsQuery,
    reply: LimitVersions,
    async handle({ pool, scope }, { query: { mode } }) {
      const accountId = requireOneAccount(scope);
      const current = await findLimits(pool, accountId, mode);
      const versions = await listLimitVersions(pool, { accountId, mode }, current);
      return wireVersions(versions, (columns) => printed(limitsOfColumns(columns)));
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/accounts/restore-limits',
    right: 'limits.change',
    summary: 'Restore a version of the limits, if they are still as named',
    body: RestoredLimits,
    reply: LimitFacts,
    async handle(context, { body: { mode, version: entryId, was } }) {
      const accountId = requireOneAccount(context.scope);
      await context.change('limit.restore', (by) =>
        restoreLimits(by, { accountId, mode }, { entryId, was: readLimits(was) }),
      );
      return limitsOf(context, accountId, mode);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/accounts/open-prefix',
    right: 'limits.change',
    summary: 'Open a closed range of numbers early',
    body: OpenPrefix,
    reply: LimitFacts,
    async handle(context, { body: { mode, prefix } }) {
      const accountId = requireOneAccount(context.scope);
      await context.change('limit.open', (by) => openPrefix(by, accountId, mode, prefix));
      return limitsOf(context, accountId, mode);
    },
  }),
];
