import type { Mutant } from './mutant.ts';

export const visitsMutants: readonly Mutant[] = [
  {
    file: 'src/foundation/db/faults.ts',
    find: "|| state === '42804'",
    replace: '',
    breaks: 'A value that no cast takes fails alone.',
    tests: ['src/foundation/db/faults.test.ts'],
  },
  {
    file: 'src/products/checks/erase-queries.ts',
    find: 'where s.erase_at is not null and s.erase_tries > 0',
    replace: 'where s.erase_at is not null',
    breaks: 'An erasure that nobody was asked for yet is not held against a vendor.',
    tests: ['src/products/checks/erase-queries.test.ts'],
  },
  {
    file: 'src/products/checks/erase-queries.ts',
    find: 'min(c.erased_at) as since',
    replace: 'max(c.erased_at) as since',
    breaks: 'An erasure is open since the first person was forgotten.',
    tests: ['src/products/checks/erase-queries.test.ts'],
  },
  {
    file: 'src/products/checks/erase-queries.ts',
    find: 'where account_id = $1 and check_id = $2 and session_no = $3`,\n    [accountId, checkId, sessionNo, answer',
    replace:
      'where account_id = $1 and check_id = $2 and $3::integer is not null`,\n    [accountId, checkId, sessionNo, answer',
    breaks: 'A vendor that erased one session has erased no other.',
    tests: ['src/products/checks/erase-queries.test.ts'],
  },
  {
    file: 'src/products/checks/queries.ts',
    find: 'coalesce(a.display_name, a.name)',
    replace: 'a.name',
    breaks: 'A person is told who asks by the name that the account shows.',
    tests: ['src/products/checks/queries.test.ts'],
  },
  {
    file: 'src/products/checks/queries.ts',
    find: 'greatest(\n          0, ceil(',
    replace: 'greatest(\n          -1000000, ceil(',
    breaks: 'No less than no time is left of a check.',
    tests: ['src/products/checks/queries.test.ts'],
  },
  {
    file: 'src/products/checks/sql/end-check.sql',
    find: 'case p_status when 1 then null else p_reason end',
    replace: 'p_reason',
    breaks: 'A check that was passed has no reason why it was not.',
    tests: ['src/products/checks/session-queries.test.ts'],
  },
  {
    file: 'src/products/checks/sql/run-session.sql',
    find: 'provider_code = case c.status when 0 then p_provider else c.provider_code end',
    replace: 'provider_code = c.provider_code',
    breaks: 'A check names the provider that the person is with.',
    tests: ['src/products/checks/session-queries.test.ts'],
  },
  {
    file: 'src/products/checks/sql/run-session.sql',
    find: '    perform events_note_change(p_account, p_check);\n',
    replace: '',
    breaks: 'What a session costs is told to whoever looks at the call.',
    tests: ['src/products/checks/session-queries.test.ts'],
  },
  {
    file: 'src/products/checks/sql/withdraw-consent.sql',
    find: 'erased_at = coalesce(c.erased_at, v_now)',
    replace: 'erased_at = v_now',
    breaks: 'A person who was forgotten before they withdrew was forgotten then.',
    tests: ['src/products/checks/visit-queries.test.ts'],
  },
  {
    file: 'src/products/checks/visit-queries.ts',
    find: 'c.status = 0 and c.joined_at is null',
    replace: 'c.joined_at is null',
    breaks: 'Whoever comes when a check has ended changes nothing of it.',
    tests: ['src/products/checks/visit-queries.test.ts'],
  },
  {
    file: 'src/products/checks/waiting-queries.ts',
    find: 'order by c.expires_at desc\n     limit $3`,\n    [accountOf(scope), mode, most],\n  );\n  return rows;',
    replace:
      'order by c.expires_at\n     limit $3`,\n    [accountOf(scope), mode, most],\n  );\n  return rows;',
    breaks: 'The newest check that waits is listed first.',
    tests: ['src/products/checks/waiting-queries.test.ts'],
  },
  {
    file: 'web/check/visitor.ts',
    find: 'const name = carried ?? recall(link) ?? makeName();',
    replace: 'const name = recall(link) ?? carried ?? makeName();',
    breaks: 'Whoever comes back in another browser is still the one who left.',
    tests: ['test/web/visitor.test.ts'],
  },
];
