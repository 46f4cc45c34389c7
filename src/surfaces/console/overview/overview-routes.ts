import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import { modes } from '../../../foundation/contract/products.ts';
import { accountOf } from '../../../foundation/contract/scope.ts';
import { problems } from '../../../foundation/contract/text/problems.ts';
import { formatMoney } from '../../../foundation/money.ts';
import { hashApiKey } from '../../../line/callers/api-key.ts';
import { findKeyByHash } from '../../../line/callers/key-queries.ts';
import { listPrices } from '../../../line/pricing/queries.ts';
import { findMismatches } from '../../../money/ledger/closing-queries.ts';
import { detailText } from '../../../money/payments/detail-text.ts';
import { searchScopeOf } from '../calls/read-filter.ts';
import { type ConsoleContext, consoleRoute } from '../kit/console-route.ts';
import { nullableMoney } from '../kit/nullable.ts';
import { requirePlatform } from '../kit/require-scope.ts';
import {
  FirstSteps,
  Needs,
  Overview,
  OverviewQuery,
  PlatformStatus,
  Proof,
} from './overview-contract.ts';
import { readAccounts, readProof, readSetupProgress } from './queries.ts';
import { readFailingProducts } from './read-failing-products.ts';
import { readOverview } from './read-overview.ts';
import { readTasks } from './read-tasks.ts';

const dayMs = 86_400_000;
const longestDays = 400;

/** The day at a glance, what needs attention, and the setup checklist. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/overview/figures',
    right: 'overview.read',
    overCells: true,
    summary: 'Calls, success, delivery, latency and money of a period',
    query: OverviewQuery,
    reply: Overview,
    async handle(context, { query: { mode = 'live', from, to } }) {
      const span = { from: new Date(from), to: new Date(to) };
      // The previous period is read too, and must not begin before the earliest valid date.
      if (span.to.getTime() - span.from.getTime() > longestDays * dayMs) {
        fail('invalid_request', { details: [{ field: 'from', problem: problems.wrong_form }] });
      }
      const viewer = { ...context, seen: searchScopeOf(context) };
      const { pool, clock, config } = context;
      const { timeZone } = config;
      return readOverview(pool, viewer, { mode, span, now: clock.now(), timeZone });
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/overview/needs',
    right: 'overview.read',
    summary: "The operator's tasks, and the state of providers and accounts",
    query: Type.Object({ mode: Type.Optional(Type.Enum(modes)) }),
    reply: Needs,
    async handle(context, { query: { mode = 'live' } }) {
      requirePlatform(context.scope);
      const { pool, clock } = context;
      const [tasks, accounts] = await Promise.all([
        readTasks(context, mode),
        readAccounts(pool, mode, new Date(clock.now().getTime() - dayMs)),
      ]);
      const { review, payments, wallets, topUps, failingEndpoints, ...others } = tasks;
      return {
        review: {
          count: review.count,
          oldestAt: review.oldestAt?.toISOString() ?? null,
          held: formatMoney(review.held),
        },
        payments: {
          count: payments.count,
          differences: payments.differences,
          cards: payments.cards.map(({ paymentId, accountName, providerCode, detail }) => ({
            ...{ paymentId, accountName, provider: providerCode },
            detail: detailText(detail, context.language),
          })),
          first: payments.payments.map(({ state, amount, disputed, detail, ...payment }) => {
            const isDisputed = state !== 'mismatched';
            return {
              ...{ ...payment, isDisputed, detail: detailText(detail, context.language) },
              amount: formatMoney(isDisputed ? disputed : amount),
            };
          }),
        },
        wallets: wallets.map((wallet) => ({
          ...wallet,
          available: formatMoney(wallet.available),
          anHour: formatMoney(wallet.anHour),
        })),
        topUps: topUps.map((one) => ({
          ...one,
          available: formatMoney(one.available),
          askedAt: one.askedAt.toISOString(),
        })),
        ...others,
        failingEndpoints: failingEndpoints.map((one) => ({
          ...one,
          since: one.since.toISOString(),
        })),
        accounts: accounts.map((account) => ({
          ...account,
          revenue: formatMoney(account.revenue),
          uncostedRevenue: formatMoney(account.uncostedRevenue),
          margin: nullableMoney(account.margin),
        })),
      };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/overview/proof',
    right: 'overview.read',
    summary: 'Whether the books balance now',
    reply: Proof,
    async handle(context) {
      requirePlatform(context.scope);
      const { pool, clock } = context;
      const [faults, run] = await Promise.all([findMismatches(pool), readProof(pool)]);
      const isBroken = run.failedAt !== null && run.failedAt > (run.endedAt ?? new Date(0));
      const fault = faults[0]?.detail ?? (isBroken ? run.failure : null);
      return {
        state: fault === null ? ('good' as const) : ('bad' as const),
        at: clock.now().toISOString(),
        fault,
        wallets: run.wallets,
      };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/overview/status',
    right: 'overview.read',
    summary: 'Which products fail now for lack of a provider that works',
    reply: PlatformStatus,
    handle: async (context) => ({ failing: await readFailingProducts(context) }),
  }),
  consoleRoute({
    method: 'GET',
    path: '/overview/first-steps',
    right: 'overview.read',
    summary: 'The remaining setup steps',
    reply: FirstSteps,
    async handle(context) {
      const { pool, scope, isOperator } = context;
      const [begun, prices] = await Promise.all([
        readSetupProgress(pool, scope),
        listPrices(pool, accountOf(scope) ?? undefined),
      ]);
      const listed = prices.map(
        ({ product, accountPrice, defaultPrice }) =>
          `${product} ${formatMoney(accountPrice ?? defaultPrice ?? 0n)}`,
      );
      const steps = [
        { name: 'account' as const, isDone: begun.account !== null, note: begun.account ?? '' },
        { name: 'key' as const, isDone: begun.key !== null, note: begun.key ?? '' },
        {
          name: 'template' as const,
          isDone: begun.templates.length > 0,
          note: begun.templates.join(', '),
        },
        { name: 'price' as const, isDone: prices.length > 0, note: listed.join(' · ') },
        { name: 'call' as const, isDone: begun.hasCall, note: '' },
        {
          name: 'provider' as const,
          isDone: begun.providers.length > 0,
          note: begun.providers.join(', '),
        },
      ];
      return {
        // Only operators see which providers the platform uses.
        steps: steps.filter(({ name }) => isOperator || name === 'call' || name === 'key'),
        demo: isOperator ? await readDemo(context) : null,
        apiUrl: context.apiUrl(),
      };
    },
  }),
];

/** The platform can read only one API key: the demo key, which the first start left in a file. */
async function readDemo({ pool, config, scope }: ConsoleContext) {
  const kept = await readFile(join(config.dataDir, 'demo.key'), 'utf8').catch(() => undefined);
  if (!kept) return null;
  const apiKey = kept.trim();
  const found = await findKeyByHash(pool, hashApiKey(apiKey));
  if (!found || found.revokedAt || found.mode !== 'test') return null;
  if (scope.kind === 'account' && scope.accountId !== found.accountId) return null;
  return { apiKey, keyId: found.keyId, accountId: found.accountId };
}
