import type { Mode } from '../../../foundation/contract/products.ts';
import { type LimitSettings, limitsInForce } from '../../../line/limits/limits.ts';
import {
  findLimits,
  findLimitsWithDefaults,
  listClosedPrefixes,
  openPrefix,
  setLimits,
} from '../../../line/limits/queries.ts';
import { requireAccount } from '../../../people/accounts/require-account.ts';
import { type ConsoleContext, consoleRoute } from '../kit/console-route.ts';
import { nullableMoney } from '../kit/nullable.ts';
import { readAmount } from '../kit/read-amount.ts';
import { requireOneAccount } from '../kit/require-scope.ts';
import { LimitChange, LimitFacts, LimitsQuery, OpenPrefix } from './accounts-contract.ts';

const nothingSet: LimitSettings = {
  ...{ perNumber: null, codePerMinute: null, codePerHour: null, codePerDay: null },
  ...{ noticePerDay: null, regions: null, spendCapDay: null },
};

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
    async handle(context, { body: { mode, spendCapDay, ...wanted } }) {
      const accountId = requireOneAccount(context.scope);
      const cap =
        typeof spendCapDay === 'string' ? readAmount('spendCapDay', spendCapDay) : spendCapDay;
      const changes = cap === undefined ? wanted : { ...wanted, spendCapDay: cap };
      await context.change('limit.set', (by) => setLimits(by, accountId, mode, changes));
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
