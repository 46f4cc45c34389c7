import type { Mode } from '../../../foundation/contract/products.ts';
import { readHealth } from '../../reports/health-queries.ts';
import { sumReview } from '../../reports/review-queries.ts';
import type { ConsoleContext } from '../kit/console-route.ts';
import { readDisabledEndpoints, readLowWallets } from './queries.ts';

const healthMinutes = 60;

/** What waits for an operator: calls to decide, wallets that run out, disabled endpoints, failing providers. */
export async function readTasks(
  { pool, scope, breakers }: Pick<ConsoleContext, 'pool' | 'scope' | 'breakers'>,
  mode: Mode,
) {
  const [review, wallets, endpoints, health] = await Promise.all([
    sumReview(pool, scope, { mode }),
    readLowWallets(pool, scope, mode),
    readDisabledEndpoints(pool, scope, mode),
    readHealth(pool, healthMinutes),
  ]);
  const providers = health.map(({ providerCode, asked, done, slowMs }) => ({
    provider: providerCode,
    asked,
    done,
    slowMs,
    isBroken: breakers.isBroken(providerCode),
  }));
  return { review, wallets, endpoints, providers };
}
