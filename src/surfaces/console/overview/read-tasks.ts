import type { Mode } from '../../../foundation/contract/products.ts';
import { sumOpenLines } from '../../../money/bank/bank-queries.ts';
import { listFailing } from '../../../money/invoices/due-queries.ts';
import { countAskedFapiao } from '../../../money/invoices/fapiao-queries.ts';
import { listTopUpRequests } from '../../../money/ledger/top-up-request-queries.ts';
import { countUnexplained } from '../../../money/payments/difference-queries.ts';
import { findWaiting } from '../../../money/payments/payment-list-queries.ts';
import { keptHours, listKept } from '../../../money/payments/saved-method-queries.ts';
import { findRoutesOf } from '../../../vendors/providers/route-queries.ts';
import { readHealth } from '../../reports/health-queries.ts';
import { readStates } from '../../reports/read-states.ts';
import { sumReview } from '../../reports/review-queries.ts';
import type { ConsoleContext } from '../kit/console-route.ts';
import { shownState } from '../providers/shown-state.ts';
import { failingFirst } from './failing-first.ts';
import { readDisabledEndpoints, readFailingEndpoints, readLowWallets } from './queries.ts';

const healthMinutes = 60;
const mostRoutes = 50;
const mostPayments = 5;

/** What waits for an operator: calls, payments and bank lines to decide, disputes, fapiao to issue, invoices that fail, wallets that run out, disabled endpoints, failing providers. */
export async function readTasks(
  { pool, scope, breakers, clock }: Pick<ConsoleContext, 'pool' | 'scope' | 'breakers' | 'clock'>,
  mode: Mode,
) {
  const now = clock.databaseNow();
  const [review, payments, bank, differences, fapiao, failing, kept, ...others] = await Promise.all(
    [
      sumReview(pool, scope, { mode }),
      findWaiting(pool, mode, mostPayments),
      mode === 'live' ? sumOpenLines(pool) : null,
      mode === 'live' ? countUnexplained(pool) : 0,
      mode === 'live' ? countAskedFapiao(pool) : 0,
      mode === 'live' ? listFailing(pool, mostPayments) : [],
      mode === 'live' ? listKept(pool, { hours: keptHours, now }) : [],
      readLowWallets(pool, scope, mode),
      mode === 'live' ? listTopUpRequests(pool) : [],
      readDisabledEndpoints(pool, scope, mode),
      readFailingEndpoints(pool, scope, mode),
      readHealth(pool, healthMinutes),
      readStates(pool, breakers),
    ],
  );
  const [wallets, topUps, endpoints, failingEndpoints, health, states] = others;
  // Test calls go to the sandbox, and to no provider.
  const asked = mode === 'live' ? [...health, ...idleFailing(states, health)] : [];
  const providers = asked.map(({ providerCode, asked, done, slowMs }) => ({
    ...{ provider: providerCode, asked, done, slowMs },
    ...shownState(states.get(providerCode)),
  }));
  const routes = await readFailingRoutes(pool, states);
  return {
    review,
    payments: {
      ...payments,
      bank,
      differences,
      fapiao,
      failing,
      cards: kept.slice(0, mostPayments),
    },
    wallets,
    topUps,
    endpoints,
    failingEndpoints,
    providers,
    routes,
  };
}

type States = Awaited<ReturnType<typeof readStates>>;

/** A provider that failed when it was asked last, and was not asked since, is still failing. */
function idleFailing(states: States, health: readonly { providerCode: string }[]) {
  const isCounted = (code: string) => health.some(({ providerCode }) => providerCode === code);
  return [...states]
    .filter(([code, { state }]) => state === 'failing' && !isCounted(code))
    .map(([providerCode]) => ({ providerCode, asked: 0, done: 0, slowMs: null }));
}

/** Calls of a product fail one by one on their way to the next provider, so each route is a task of its own. */
async function readFailingRoutes(pool: ConsoleContext['pool'], states: States) {
  const failing = [...states].filter(([, { state }]) => state === 'failing').map(([code]) => code);
  const routes = failingFirst(await findRoutesOf(pool, failing), states);
  return routes.slice(0, mostRoutes).map((route) => {
    const { failing } = shownState(states.get(route.provider));
    return { ...route, failing };
  });
}
