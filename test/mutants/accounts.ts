import type { Mutant } from './mutant.ts';

/** Accounts, and what is set of them. */
export const accountsMutants: readonly Mutant[] = [
  {
    file: 'src/accounts/queries.ts',
    find: 'or account_id::text = $2)',
    replace: ')',
    breaks: 'An account is found by its number.',
    tests: ['src/accounts/queries.test.ts'],
  },
  {
    file: 'src/accounts/queries.ts',
    find: 'strpos(lower(name), lower($2))',
    replace: 'strpos(name, $2)',
    breaks: 'An account is found by its name in any case.',
    tests: ['src/accounts/queries.test.ts'],
  },
  {
    file: 'src/accounts/queries.ts',
    find: 'if (testBalance < 0n) throw',
    replace: 'if (testBalance < -1n) throw',
    breaks: 'No account begins with less than nothing.',
    tests: ['src/accounts/queries.test.ts'],
  },
  {
    file: 'src/accounts/queries.ts',
    find: 'if (!(origins ?? []).every(isOrigin)) {',
    replace: 'if (origins?.length && !origins.some(isOrigin)) {',
    breaks: 'One bad origin refuses the whole list.',
    tests: ['src/accounts/queries.test.ts'],
  },
  {
    file: 'src/accounts/queries.ts',
    find: 'set ${column} = $2 where account_id = $1 returning',
    replace: 'set ${column} = $2 where account_id >= $1 returning',
    breaks: 'What is set of an account is set of no other.',
    tests: ['src/accounts/queries.test.ts'],
  },
  {
    file: 'src/accounts/queries.ts',
    find: 'next: rows.length > limit ? (accounts',
    replace: 'next: rows.length >= limit ? (accounts',
    breaks: 'A page of accounts that is the last one says so.',
    tests: ['src/accounts/queries.test.ts'],
  },
];
