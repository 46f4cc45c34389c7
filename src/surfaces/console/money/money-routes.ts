import { createSlots } from '../../../foundation/slots.ts';
import { checkMonth } from '../../../money/statements/statement-paper.ts';
import { consoleRoute } from '../kit/console-route.ts';
import { requirePlatform } from '../kit/require-scope.ts';
import { MoneyMonth, MonthQuery } from './money-contract.ts';
import { readMonth } from './read-month.ts';

/** One at a time: a month of millions of calls keeps a core of the database busy for seconds. */
const slots = createSlots(1, 8);

/** A month of the platform: revenue, cost and margin, and the books beside them. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/money/month',
    right: 'money.read',
    summary: 'Revenue, cost and margin of a month by account, provider and product',
    query: MonthQuery,
    reply: MoneyMonth,
    async handle({ pool, scope, config, clock }, { query, signal }) {
      const { mode = 'live', month } = query;
      requirePlatform(scope);
      checkMonth(month, clock.now(), config.timeZone);
      return slots.run(() => readMonth(pool, mode, month, config.timeZone), { signal });
    },
  }),
];
