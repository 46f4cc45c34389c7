import type { Mutant } from './mutant.ts';

export const keysMutants: readonly Mutant[] = [
  {
    file: 'src/callers/key-queries.ts',
    find: 'if (old.isEnded) throw',
    replace: 'if (old.isEnded && false) throw',
    breaks: 'A key that has ended gets no successor.',
    tests: ['src/callers/key-queries.test.ts'],
  },
  {
    file: 'src/callers/key-queries.ts',
    find: ' and revoked_at is null returning',
    replace: ' returning',
    breaks: 'A key that is revoked again was revoked the first time.',
    tests: ['src/callers/key-queries.test.ts'],
  },
  {
    file: 'src/callers/key-queries.ts',
    find: 'overlapMinutes < 0 || overlapMinutes > longestOverlapMinutes',
    replace: 'overlapMinutes < 0',
    breaks: 'An overlap is two weeks at the most.',
    tests: ['src/callers/key-queries.test.ts'],
  },
  {
    file: 'src/callers/key-queries.ts',
    find: 'expires_at = least(k.expires_at, now() + make_interval(mins => $5))',
    replace: 'expires_at = now() + make_interval(mins => $5)',
    breaks: 'A key that is rotated lives no longer than it would have.',
    tests: ['src/callers/key-queries.test.ts'],
  },
  {
    file: 'src/callers/key-queries.ts',
    find: 'select account_id, mode, name, $3, $4, scopes, addresses, spend_cap_day, per_second',
    replace: 'select account_id, mode, name, $3, $4, scopes, addresses, null, per_second',
    breaks: 'A key that takes over has the cap of the one before.',
    tests: ['src/callers/key-queries.test.ts'],
  },
  {
    file: 'src/callers/key-queries.ts',
    find: '  if (old.replacedBy !== null) {',
    replace: '  if (old.replacedBy !== null && false) {',
    breaks: 'A key has one successor.',
    tests: ['src/callers/key-queries.test.ts'],
  },
  {
    file: 'src/callers/key-queries.ts',
    find: '($3::integer is null or key_id < $3)',
    replace: '($3::integer is null or key_id <= $3)',
    breaks: 'A page of keys begins behind the last one.',
    tests: ['src/callers/key-queries.test.ts'],
  },
  {
    file: 'src/callers/key-queries.ts',
    find: 'rows.length > limit ? (keys.at(-1)?.keyId ?? null) : null',
    replace: 'null',
    breaks: 'Where there are more keys the next page is named.',
    tests: ['src/callers/key-queries.test.ts'],
  },
  {
    file: 'src/callers/key-queries.ts',
    find: 'coalesce(expires_at <= now(), false)',
    replace: 'false',
    breaks: 'A key that has expired gets no successor.',
    tests: ['src/callers/key-queries.test.ts'],
  },
];
