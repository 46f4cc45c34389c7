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
];
