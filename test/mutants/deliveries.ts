import type { Mutant } from './mutant.ts';

const deliverTests = ['src/events/deliver.test.ts'];
const strayTests = ['src/events/stray-queries.test.ts'];
const listTests = ['src/events/delivery-plans.test.ts'];
const backlogTests = ['src/events/backlog-queries.test.ts'];
const lists = 'src/events/delivery-queries.ts';

/** What becomes of deliveries, whatever happens around them. */
export const deliveriesMutants: readonly Mutant[] = [
  {
    file: 'src/events/attempt-delivery.ts',
    find: 'async function post() {',
    replace: 'function post() {',
    breaks: 'A delivery that cannot be written ends nobody else’s.',
    tests: deliverTests,
  },
  {
    file: 'src/events/deliver.ts',
    find: '  countResults(ports.metrics, results);\n',
    replace: '',
    breaks: 'What endpoints did is counted.',
    tests: deliverTests,
  },
  {
    file: 'src/events/deliver.ts',
    find: "    log.warn({ endpointId, fault: faultOf(error) }, 'endpoint not disabled yet');",
    replace: '    throw error;',
    breaks: 'What came of an attempt counts once.',
    tests: deliverTests,
  },
  {
    file: 'src/events/delivery-metrics.ts',
    find: 'if (!result.isTaken && result.pauseMs === null) metrics.gaveUp();',
    replace: 'if (!result.isTaken) metrics.gaveUp();',
    breaks: 'Only the last failure of a delivery counts as giving it up.',
    tests: deliverTests,
  },
  {
    file: 'src/events/stray-queries.ts',
    find: ' or p.removed_at is not null',
    replace: '',
    breaks: 'Nothing waits for an endpoint that was taken away.',
    tests: strayTests,
  },
  {
    file: 'src/events/stray-queries.ts',
    find: '+ make_interval(secs => $2)',
    replace: '+ make_interval(secs => $2 / 24)',
    breaks: 'No pause is cut short.',
    tests: strayTests,
  },
  {
    file: lists,
    find: ' and ($2::text is null or p.mode = $2)',
    replace: ' and ($2::text is null or true)',
    breaks: 'Deliveries of the other mode are not listed.',
    tests: listTests,
  },
  {
    file: 'src/events/backlog-queries.ts',
    find: ' and p.is_on',
    replace: '',
    breaks: 'What waits for an endpoint that is off is nothing to hurry for.',
    tests: backlogTests,
  },
  {
    file: 'src/events/attempt-delivery.ts',
    find: 'nextAttempt(taken.attempts + 1, clock.nowMs(), retryAfter)',
    replace: 'nextAttempt(taken.attempts + 1, clock.nowMs(), undefined)',
    breaks: 'An endpoint that says when it wants to be asked again is not asked before.',
    tests: ['src/events/attempt-delivery.test.ts'],
  },
];
