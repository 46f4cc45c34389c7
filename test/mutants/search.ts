import type { Mutant } from './mutant.ts';

export const searchMutants: readonly Mutant[] = [
  {
    file: 'src/audit/verify-entries.ts',
    find: 'if (page.length < pageSize) break;',
    replace: 'break;',
    breaks: 'The chain is followed to its last entry.',
    tests: ['src/audit/change-queries.test.ts'],
  },
  {
    file: 'src/search/last-use-queries.ts',
    find: 'max(newest.held_at) as',
    replace: 'min(newest.held_at) as',
    breaks: 'The newest use of a key is told.',
    tests: ['src/search/last-use-queries.test.ts'],
  },
  {
    file: 'src/search/sql/project-calls.sql',
    find: "when p_status = 4 and p_withdrawn_at is not null then 'withdrawn'",
    replace: "when p_withdrawn_at is not null then 'withdrawn'",
    breaks: 'A result that there is stands.',
    tests: ['src/search/project-checks.test.ts'],
  },
  {
    file: 'src/search/hour-queries.ts',
    find: 'to: new Date(Math.ceil(to.getTime() / hourMs) * hourMs),',
    replace: 'to: new Date(Math.floor(to.getTime() / hourMs) * hourMs),',
    breaks: 'The hour in which a span ends is counted.',
    tests: ['src/search/search-queries.test.ts'],
  },
  {
    file: 'src/search/hour-queries.ts',
    find: 'margin: isPlatform ? spend - cost : null,',
    replace: 'margin: spend - cost,',
    breaks: "What calls cost the operator is nobody else's business.",
    tests: ['src/search/search-queries.test.ts'],
  },
  {
    file: 'src/search/search-queries.ts',
    find: 'from ? idAt(from.getTime() - minuteMs) : leastId',
    replace: 'from ? idAt(from.getTime() + minuteMs) : leastId',
    breaks: 'A call is found whose id was made by a clock that is behind.',
    tests: ['src/search/project-calls.test.ts'],
  },
  {
    file: 'src/search/sql/project-calls.sql',
    find: '      order by a.attempt desc\n',
    replace: '      order by a.attempt\n',
    breaks: 'A call is found by the reason of whom it was given to last.',
    tests: ['src/search/project-calls.test.ts'],
  },
  {
    file: 'src/search/search-queries.ts',
    find: 'to ? idAt(to.getTime() + minuteMs) : greatestId',
    replace: 'to ? idAt(to.getTime() - minuteMs) : greatestId',
    breaks: 'A call of the last minute of a span is found.',
    tests: ['src/search/project-calls.test.ts'],
  },
];
