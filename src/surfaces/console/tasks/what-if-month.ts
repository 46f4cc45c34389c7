import Type from 'typebox';
import { monthSpan } from '../../../money/ledger/read-statement.ts';
import { csvLine, csvMark } from '../../../money/statements/csv-line.ts';
import { checkMonth } from '../../../money/statements/statement-paper.ts';
import { whatIfOver } from '../../reports/what-if.ts';
import { requirePlatform } from '../kit/require-scope.ts';
import { WhatIfQuery } from '../providers/providers-contract.ts';
import { readStop } from '../providers/read-stop.ts';
import { month } from '../wallet/wallet-contract.ts';
import { taskKind } from './task-kind.ts';

/** The calls of a month as they were, and as a drafted route would have sent them, day by day. */
export const whatIfMonth = taskKind({
  kind: 'what_if',
  right: 'providers.read',
  act: 'route.what-if',
  params: Type.Object({ ...WhatIfQuery.properties, month }),
  async prepare({ scope, clock, config }, { product, month }) {
    requirePlatform(scope);
    checkMonth(month, clock.now(), config.timeZone);
    return {
      total: daysOf(month, config.timeZone, clock.now()).length,
      file: { name: `what-if-${product}-${month}.csv`, type: 'text/csv; charset=utf-8' },
    };
  },
  async *run({ pool, clock, config }, { params }, signal) {
    const { product, account: accountId = null, region = null, stops, month } = params;
    const days = daysOf(month, config.timeZone, clock.now());
    const key = { product, accountId, region };
    const steps = whatIfOver(pool, key, stops.map(readStop), days);
    let step = await steps.next();
    while (!step.done) {
      if (signal.aborted) return;
      yield { done: step.value, total: days.length };
      step = await steps.next();
    }
    const { calls, isSample, providers, success, cost, margin } = step.value;
    const lines = [
      csvLine(['figure', 'provider', 'was', 'would_be']),
      csvLine(['calls', '', calls, calls]),
      ...providers.map(({ code, was, wouldBe }) => csvLine(['share', code, was, wouldBe])),
      csvLine(['success', '', success.was, success.wouldBe]),
      csvLine(['cost', '', cost.was, cost.wouldBe]),
      csvLine(['margin', '', margin.was, margin.wouldBe]),
      csvLine(['sample', '', `${isSample}`, `${isSample}`]),
    ];
    yield { content: csvMark + lines.join(''), done: days.length, total: days.length };
  },
});

/** The days of a month that have begun. */
function daysOf(month: string, timeZone: string, now: Date): { starts: Date; ends: Date }[] {
  const { starts, ends } = monthSpan(month, timeZone);
  const days: { starts: Date; ends: Date }[] = [];
  const last = Math.min(ends.getTime(), now.getTime() + 1);
  const first = Temporal.Instant.fromEpochMilliseconds(starts.getTime()).toZonedDateTimeISO(
    timeZone,
  );
  for (let day = first; day.epochMilliseconds < last; day = day.add({ days: 1 })) {
    const next = day.add({ days: 1 });
    days.push({ starts: new Date(day.epochMilliseconds), ends: new Date(next.epochMilliseconds) });
  }
  return days;
}
