import type { Mutant } from './mutant.ts';

const deliverTests = ['src/foundation/events/deliver.test.ts'];
const strayTests = ['src/foundation/events/stray-queries.test.ts'];
const listTests = ['src/foundation/events/delivery-plans.test.ts'];
const backlogTests = ['src/foundation/events/backlog-queries.test.ts'];
const lists = 'src/foundation/events/delivery-queries.ts';

/** What becomes of deliveries, whatever happens around them. */
export const deliveriesMutants: readonly Mutant[] = [
  {
    file: 'src/foundation/events/attempt-delivery.ts',
    find: 'async function post() {',
    replace: 'function post() {',
    breaks: 'A delivery that cannot be written ends nobody else’s.',
    tests: deliverTests,
  },
  {
    file: 'src/foundation/events/deliver.ts',
    find: '  countResults(ports.metrics, results);\n',
    replace: '',
    breaks: 'What endpoints did is counted.',
    tests: deliverTests,
  },
  {
    file: 'src/foundation/events/deliver.ts',
    find: "    log.warn({ endpointId, fault: faultOf(error) }, 'endpoint not disabled yet');",
    replace: '    throw error;',
    breaks: 'What came of an attempt counts once.',
    tests: deliverTests,
  },
  {
    file: 'src/foundation/events/delivery-metrics.ts',
    find: 'if (!result.isTaken && result.pauseMs === null) metrics.gaveUp();',
    replace: 'if (!result.isTaken) metrics.gaveUp();',
    breaks: 'Only the last failure of a delivery counts as giving it up.',
    tests: deliverTests,
  },
  {
    file: 'src/foundation/events/stray-queries.ts',
    find: ' or p.removed_at is not null',
    replace: '',
    breaks: 'Nothing waits for an endpoint that was taken away.',
    tests: strayTests,
  },
  {
    file: 'src/foundation/events/stray-queries.ts',
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
    file: 'src/foundation/events/backlog-queries.ts',
    find: ' and p.is_on',
    replace: '',
    breaks: 'What waits for an endpoint that is off is nothing to hurry for.',
    tests: backlogTests,
  },
  {
    file: 'src/foundation/events/attempt-delivery.ts',
    find: 'nextAttempt(taken.attempts + 1, clock.nowMs(), retryAfter)',
    replace: 'nextAttempt(taken.attempts + 1, clock.nowMs(), undefined)',
    breaks: 'An endpoint that says when it wants to be asked again is not asked before.',
    tests: ['src/foundation/events/attempt-delivery.test.ts'],
  },
  {
    file: 'src/foundation/events/next-attempt.ts',
    find: 'Math.max(varied, readRetryAfter(retryAfter, nowMs))',
    replace: 'readRetryAfter(retryAfter, nowMs) || varied',
    breaks: 'Who asks to be tried sooner than usual is not.',
    tests: ['src/foundation/events/next-attempt.test.ts'],
  },
  {
    file: 'src/foundation/events/endpoint-room.ts',
    find: '      lanes.delete(endpointId);\n      lanes.set(endpointId, lane);\n',
    replace: '',
    breaks: 'An endpoint that was heard of just now is not forgotten.',
    tests: ['src/foundation/events/endpoint-room.test.ts'],
  },
  {
    file: 'src/foundation/events/attempt-delivery.ts',
    find: 'const longestReply = 1_024;',
    replace: 'const longestReply = 10_240;',
    breaks: 'Of an answer no more is kept than is told.',
    tests: ['src/foundation/events/attempt-delivery.test.ts'],
  },
  {
    file: 'src/foundation/events/attempt-delivery.ts',
    find: 'AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])',
    replace: 'AbortSignal.any([signal])',
    breaks: 'An endpoint that never answers is not waited for for ever.',
    tests: ['src/foundation/events/attempt-delivery.test.ts'],
  },
  {
    file: 'src/foundation/events/attempt-delivery.ts',
    find: "cleanWords(words) || 'There was no answer.'",
    replace: "words || 'There was no answer.'",
    breaks: 'What went wrong is told in words that can be shown.',
    tests: ['src/foundation/events/attempt-delivery.test.ts'],
  },
  {
    file: 'src/foundation/events/attempt-delivery.ts',
    find: 'nextAttempt(taken.attempts + 1,',
    replace: 'nextAttempt(taken.attempts,',
    breaks: 'The pause grows with each attempt.',
    tests: ['src/foundation/events/attempt-delivery.test.ts'],
  },
  {
    file: 'src/foundation/events/attempt-delivery.ts',
    find: 'AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])',
    replace: 'AbortSignal.timeout(timeoutMs)',
    breaks: 'A stop waits for no endpoint.',
    tests: ['src/foundation/events/attempt-delivery.test.ts'],
  },
  {
    file: 'src/foundation/events/deliver.ts',
    find: 'timeoutMs: 15_000,',
    replace: 'timeoutMs: 150_000,',
    breaks: 'An endpoint has the fifteen seconds that customers are told.',
    tests: ['src/foundation/events/attempt-delivery.test.ts'],
  },
  {
    file: 'src/foundation/events/deliver.ts',
    find: 'leaseMs: 60_000,',
    replace: 'leaseMs: 10_000,',
    breaks: 'Nobody else sends what may still be answered here.',
    tests: ['src/foundation/events/attempt-delivery.test.ts'],
  },
  {
    file: 'src/foundation/events/deliver.ts',
    find: 'patienceMs: 5 * 24 * 3_600_000,',
    replace: 'patienceMs: 5 * 3_600_000,',
    breaks: 'Five days of failure are borne, as customers are told.',
    tests: ['src/foundation/events/attempt-delivery.test.ts'],
  },
];
