import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import { accountOf } from '../../../foundation/contract/scope.ts';
import { problems } from '../../../foundation/contract/text/problems.ts';
import { formatMoney } from '../../../foundation/money.ts';
import { hashApiKey } from '../../../line/callers/api-key.ts';
import { findKeyByHash } from '../../../line/callers/key-queries.ts';
import { listPrices } from '../../../line/pricing/queries.ts';
import type { Span } from '../../../line/search/hour-queries.ts';
import { findMismatches } from '../../../money/ledger/closing-queries.ts';
import { countUnexplained } from '../../../money/payments/difference-queries.ts';
import { readOperator } from '../../../people/accounts/operator-queries.ts';
import { isAsked, type ProviderState } from '../../../vendors/providers/provider-state.ts';
import { readProductStates } from '../../reports/product-states.ts';
import { searchScopeOf } from '../calls/read-filter.ts';
import { type ConsoleContext, consoleRoute } from '../kit/console-route.ts';
import { nullableMoney } from '../kit/nullable.ts';
import { requirePlatform } from '../kit/require-scope.ts';
import { readKey } from '../kit/share-reads.ts';
import { watchChanges } from '../kit/watch-changes.ts';
import {
  FirstSteps,
  Needs,
  Overview,
  OverviewAccounts,
  OverviewChangesQuery,
  OverviewQuery,
  PlatformStatus,
  Proof,
} from './overview-contract.ts';
import { readAccounts, readProof, readSetupProgress } from './queries.ts';
import { readOverview } from './read-overview.ts';
import { readOverviewState } from './read-overview-state.ts';
import { showNeeds } from './show-needs.ts';

const dayMs = 86_400_000;
const longestDays = 400;
/** How often to look for changes: everyone who watches the same overview shares one look. */
const pollMs = 4_000;

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
    async handle(context, { query }) {
      const { mode = 'live' } = query;
      const span = readSpan(query);
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
    query: OverviewChangesQuery,
    reply: Needs,
    async handle(context, { query: { mode = 'live' } }) {
      requirePlatform(context.scope);
      return showNeeds(context, mode);
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/overview/accounts',
    right: 'overview.read',
    summary: 'The accounts with the most revenue in a period',
    query: OverviewQuery,
    reply: OverviewAccounts,
    async handle({ pool, scope }, { query }) {
      requirePlatform(scope);
      const accounts = await readAccounts(pool, query.mode ?? 'live', readSpan(query));
      return {
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
    path: '/overview/changes',
    right: 'overview.read',
    summary: 'Server-sent events when the figures of the last day or the tasks change',
    query: OverviewChangesQuery,
    reply: 'text/event-stream',
    handle: async (context, { query: { mode = 'live' }, signal }) => {
      const { scope, language } = context;
      return watchChanges(context, signal, {
        key: readKey('overview', [scope, mode, language]),
        readState: () => readOverviewState(context, mode),
        everyMs: pollMs,
      });
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
      const [faults, run, differences] = await Promise.all([
        findMismatches(pool),
        readProof(pool),
        countUnexplained(pool),
      ]);
      const isBroken = run.failedAt !== null && run.failedAt > (run.endedAt ?? new Date(0));
      const fault = faults[0]?.detail ?? (isBroken ? run.failure : null);
      return {
        state: fault === null ? ('good' as const) : ('bad' as const),
        at: clock.now().toISOString(),
        fault,
        ...{ wallets: run.wallets, differences },
      };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/overview/status',
    right: 'overview.read',
    summary: 'Who runs the platform, and which products fail now for lack of a provider that works',
    reply: PlatformStatus,
    async handle(context) {
      const [states, operator] = await Promise.all([
        readProductStates(context, accountOf(context.scope)),
        readOperator(context.pool),
      ]);
      const those = (is: (state: ProviderState | null) => boolean) =>
        [...states].filter(([, state]) => is(state)).map(([product]) => product);
      const name = operator?.legalName[context.language];
      return {
        failing: those((state) => state === 'failing'),
        offered: those(isAsked),
        operator: operator && name ? { name, contact: operator.contact } : null,
      };
    },
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

function readSpan({ from, to }: { from: string; to: string }): Span {
  const span = { from: new Date(from), to: new Date(to) };
  // The previous period is read too, and must not begin before the earliest valid date.
  if (span.to.getTime() - span.from.getTime() > longestDays * dayMs) {
    fail('invalid_request', { details: [{ field: 'from', problem: problems.wrong_form }] });
  }
  return span;
}

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
