import type { Mutant } from './mutant.ts';

const factorTests = ['src/people/factor-queries.test.ts'];
const invitationTests = ['src/people/invitation-queries.test.ts'];

const roleTests = ['src/people/role-queries.test.ts'];

export const keysMutants: readonly Mutant[] = [
  {
    file: 'src/people/role-queries.ts',
    find: "'select from members where person_id = $1 and account_id = $2 for update'",
    replace: "'select from members where person_id = $1 and $2::integer > 0 for update'",
    breaks: 'Nobody of another account is given a role by its owner.',
    tests: roleTests,
  },
  {
    file: 'src/people/invitation-queries.ts',
    find: 'where i.email = $1 and',
    replace: 'where $1::text is not null and',
    breaks: 'Whoever an identity provider vouches for is invited by their own e-mail alone.',
    tests: invitationTests,
  },
  {
    file: 'src/people/invitation-queries.ts',
    find: 'where i.invitation_id = $2 and i.account_id is not distinct from $1 and',
    replace: 'where i.invitation_id = $2 and $1::integer is not distinct from $1 and',
    breaks: 'An invitation is withdrawn in its own place alone.',
    tests: invitationTests,
  },
  {
    file: 'src/people/factor-queries.ts',
    find: "'delete from passkeys where person_id = $1 and credential_id = $2'",
    replace: "'delete from passkeys where $1::integer > 0 and credential_id = $2'",
    breaks: 'A passkey is taken away by nobody else.',
    tests: factorTests,
  },
  {
    file: 'src/people/factor-queries.ts',
    find: 'where session_id = $1 and challenge_for = $2 and challenge_until > now()',
    replace: 'where session_id = $1 and challenge_for = $2',
    breaks: 'What a passkey is to sign is good for five minutes.',
    tests: factorTests,
  },
  {
    file: 'src/people/factor-queries.ts',
    find: 'where session_id = $1 and challenge_for = $2 and challenge_until',
    replace: 'where session_id = $1 and $2::text is not null and challenge_until',
    breaks: 'What was asked for enrolling lets nobody in.',
    tests: factorTests,
  },
  {
    file: 'src/people/factor-queries.ts',
    find: 'where person_id = $1 and code_hash = $2 and used_at is null',
    replace: 'where person_id = $1 and code_hash = $2',
    breaks: 'A recovery code is good once.',
    tests: factorTests,
  },
  {
    file: 'src/people/session-queries.ts',
    find: '     where m.person_id = $1\n     order by a.name',
    replace: '     where $1::integer > 0\n     order by a.name',
    breaks: 'Somebody sees the accounts that are theirs.',
    tests: factorTests,
  },
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
  {
    file: 'src/callers/sql/tell-expiring.sql',
    find: "e.type = 'key.expiring'\n        and (e.body ->> 'expiresAt')::timestamptz = v_key.expires_at",
    replace: "e.type = 'key.expiring'",
    breaks: 'A key whose end was moved is told of again.',
    tests: ['src/events/record-event.test.ts'],
  },
];
