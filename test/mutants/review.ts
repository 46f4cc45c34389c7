import type { Mutant } from './mutant.ts';

const decideCall = 'src/calls/decide-call.ts';
const decideCallTests = ['src/calls/decide-call.test.ts'];
const reviewQueries = 'src/calls/review-queries.ts';
const evidenceTests = ['src/calls/evidence.test.ts'];

/** What the operator decides. */
export const reviewMutants: readonly Mutant[] = [
  {
    file: decideCall,
    find: "if (call.state === 'held' && !call.reviewSince) {",
    replace: "if (call.state === 'held' && call.callId === '') {",
    breaks: 'An operator cannot end a call that is still under way.',
    tests: decideCallTests,
  },
  {
    file: decideCall,
    find: '  await dropResolved(change, [call]);\n',
    replace: '',
    breaks: 'A call that the operator has ended waits no more.',
    tests: decideCallTests,
  },
  {
    file: decideCall,
    find: 'cleanWords(reason)',
    replace: "cleanWords('')",
    breaks: "What the operator gave as the reason stands in the call's story.",
    tests: decideCallTests,
  },
  {
    file: reviewQueries,
    find: 'set review_since = coalesce(review_since, $3, now()),',
    replace: 'set review_since = coalesce($3, now()),',
    breaks: 'The list says since when a call has waited for the operator.',
    tests: evidenceTests,
  },
  {
    file: reviewQueries,
    find: '     where u.review_since is not null\n',
    replace: '',
    breaks: 'The list has the calls that only the operator can end, and no others.',
    tests: evidenceTests,
  },
  {
    file: reviewQueries,
    find: "       next_try_at = coalesce($3, now()) + interval '1 day'\n",
    replace: "       next_try_at = 'infinity'\n",
    breaks: 'A call that waits for the operator is still asked about once a day.',
    tests: evidenceTests,
  },
  {
    file: 'src/calls/resolve-calls.ts',
    find: 'Math.max(0, ...hours)',
    replace: 'Math.min(...hours)',
    breaks:
      'A call waits for the operator only when none of those whom it may have reached can tell.',
    tests: evidenceTests,
  },
  {
    file: decideCall,
    find: "details: state === 'done' ? await listedDetails(change, vault, call) : null,",
    replace: 'details: null,',
    breaks: 'What a call that the operator settles cost is kept, as far as a price list says it.',
    tests: decideCallTests,
  },
  {
    file: 'src/calls/resolve-calls.ts',
    find: "  if (state === 'held' || state === 'unknown') return false;\n",
    replace: '',
    breaks: 'A call that its settle left open stays on the list.',
    tests: ['src/calls/resolve-calls.test.ts'],
  },
  {
    file: 'src/calls/queries.ts',
    find: '2 ^ least(u.tries + 1, 9)',
    replace: '2 ^ (u.tries + 1)',
    breaks: 'A call that was asked about for years stops nobody.',
    tests: ['src/calls/queries.test.ts'],
  },
  {
    file: 'src/calls/queries.ts',
    find: 'where u.lane = $1\n       or exists',
    replace: 'where exists',
    breaks: 'A provider is not removed while its own calls have no outcome.',
    tests: ['src/calls/queries.test.ts'],
  },
  {
    file: 'src/calls/queries.ts',
    find: "and (a.outcome is null or a.outcome = 'unknown')\n       )`",
    replace: 'and a.outcome is null\n       )`',
    breaks: 'A provider is not removed while nobody knows what it did as the second.',
    tests: ['src/calls/queries.test.ts'],
  },
  {
    file: 'src/calls/review-queries.ts',
    find: "where u.review_since is null and c.state in ('held', 'unknown') and c.mode = $2",
    replace: "where u.review_since is null and c.state in ('held', 'unknown') and c.mode >= $2",
    breaks: 'Test calls are not counted among the live ones that a provider is asked about.',
    tests: ['src/calls/review-queries.test.ts'],
  },
  {
    file: 'src/calls/review-queries.ts',
    find: 'order by u.review_since, u.call_id',
    replace: 'order by u.call_id',
    breaks: 'What has waited longest for the operator comes first.',
    tests: ['src/calls/review-queries.test.ts'],
  },
  {
    file: 'src/calls/review-queries.ts',
    find: "interval '1 day'\n     where account_id",
    replace: "interval '1 hour'\n     where account_id",
    breaks: 'A call in review is asked about once a day.',
    tests: ['src/calls/review-queries.test.ts'],
  },
  {
    file: 'src/calls/review-queries.ts',
    find: "where u.review_since is null and c.state in ('held', 'unknown') and",
    replace: 'where u.review_since is null and',
    breaks: 'A call that has its outcome is asked about no more.',
    tests: ['src/calls/review-queries.test.ts'],
  },
  {
    file: 'src/calls/review-queries.ts',
    find: 'order by a.attempt\n           ),',
    replace: 'order by a.provider_code desc\n           ),',
    breaks: 'Who was asked for a call stands in its order.',
    tests: ['src/calls/review-queries.test.ts'],
  },
  {
    file: 'src/calls/decide-call.ts',
    find: 'if (!isApplied) throw new Refused(',
    replace: 'if (false) throw new Refused(',
    breaks: 'Who decides a call that has just ended by itself is told so.',
    tests: ['src/calls/decide-call.test.ts'],
  },
  {
    file: 'src/calls/queries.ts',
    find: '         for update skip locked',
    replace: '         for update',
    breaks: 'A call that another process asks about is waited for by nobody.',
    tests: ['src/calls/queries.test.ts'],
  },
  {
    file: 'src/calls/sql/sweep-abandoned.sql',
    find: "clock_timestamp() + interval '1 second'",
    replace: "clock_timestamp() + interval '1 hour'",
    breaks: 'A search that is far behind ends after a second and says so.',
    tests: ['src/calls/queries.test.ts'],
  },
  {
    file: 'src/calls/resolve-calls.ts',
    find: 'line.metrics.resolved(state);',
    replace: '',
    breaks: 'A call that was resolved is counted in the metrics.',
    tests: ['src/calls/resolve-calls.test.ts'],
  },
  {
    file: 'src/calls/resolve-calls.ts',
    find: "line.log.info({ callId: call.callId, state, evidence: finding.evidence }, 'call resolved');",
    replace: '',
    breaks: 'A call that was resolved leaves a line in the log.',
    tests: ['src/calls/resolve-calls.test.ts'],
  },
  {
    file: 'src/calls/resolve-calls.ts',
    find: "if (found > 0) line.log.warn({ abandoned: found }, 'calls without an outcome found');",
    replace: '',
    breaks: 'Calls that were abandoned leave a line in the log.',
    tests: ['src/calls/resolve-calls.test.ts'],
  },
  {
    file: 'src/calls/resolve-calls.ts',
    find: 'isBehind && !signal.aborted; ) {',
    replace: 'isBehind; ) {',
    breaks: 'The search for abandoned calls ends when the server stops.',
    tests: ['src/calls/resolve-calls.test.ts'],
  },
];
