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
  {
    file: 'src/accounts/page-settings.ts',
    find: 'image.length > largestLogoBytes',
    replace: 'image.length > 2 * largestLogoBytes',
    breaks: 'A logo is at most 64 kB.',
    tests: ['src/accounts/page-settings.test.ts'],
  },
  {
    file: 'src/accounts/page-settings.ts',
    find: 'isRiff && image.subarray(8, 12)',
    replace: 'image.subarray(8, 12)',
    breaks: 'A logo is known by all its first bytes.',
    tests: ['src/accounts/page-settings.test.ts'],
  },
  {
    file: 'src/accounts/page-queries.ts',
    find: '  if (wanted.logoDark && wanted.logo === null) refuse(darkAlone);\n',
    replace: '',
    breaks: 'A logo for the dark is not taken while the one for the light is taken away.',
    tests: ['src/accounts/page-settings.test.ts'],
  },
];
