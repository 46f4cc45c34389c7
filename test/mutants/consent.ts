import type { Mutant } from './mutant.ts';

/** Who may check a person, and what the person agreed to. */
export const consentMutants: readonly Mutant[] = [
  {
    file: 'src/checks/check-providers.ts',
    find: '.filter(({ isOff }) => !isOff)',
    replace: '',
    breaks: 'A provider that is off checks nobody.',
    tests: ['src/checks/check-providers.test.ts'],
  },
  {
    file: 'src/checks/check-providers.ts',
    find: "if (check.mode === 'test') return [check.providerCode];\n  ",
    replace: '',
    breaks: 'A test check stays with the sandbox, whatever the route is.',
    tests: ['src/checks/check-providers.test.ts'],
  },
  {
    file: 'src/checks/check-providers.ts',
    find: '[...new Set([check.providerCode, ...stops.map(({ code }) => code)])]',
    replace: '[...new Set([...stops.map(({ code }) => code), check.providerCode])]',
    breaks: 'Whoever the call named is asked first.',
    tests: ['src/checks/check-providers.test.ts'],
  },
  {
    file: 'src/checks/check-providers.ts',
    find: 'able.length > 0 ? able : serving',
    replace: 'serving',
    breaks: 'A consent names those alone who can check the person on their device.',
    tests: ['src/checks/check-providers.test.ts'],
  },
  {
    file: 'src/checks/check-providers.ts',
    find: 'wanted.script === collected?.script && wanted.call === collected.call',
    replace: 'wanted.script === collected?.script',
    breaks: 'What a script collected goes to nobody that wants it from another call.',
    tests: ['src/checks/check-providers.test.ts'],
  },
  {
    file: 'src/checks/check-providers.ts',
    find: 'check.status !== checkStatus.pending',
    replace: 'check.status === checkStatus.expired',
    breaks: 'Nobody serves a check that has ended.',
    tests: ['src/checks/check-providers.test.ts'],
  },
  {
    file: 'src/checks/read-step.ts',
    find: "isAgreed: agreed === 'on'",
    replace: 'isAgreed: agreed !== undefined',
    breaks: 'A consent is a tick, and not whatever was sent in its place.',
    tests: ['src/checks/read-step.test.ts'],
  },
  {
    file: 'src/checks/read-step.ts',
    find: "isAbroadAgreed: abroad === 'on'",
    replace: "isAbroadAgreed: agreed === 'on'",
    breaks: 'To send data abroad takes a tick of its own.',
    tests: ['src/checks/read-step.test.ts'],
  },
  {
    file: 'src/checks/read-step.ts',
    find: 'value.length <= longestBrowserData ? value',
    replace: 'value.length > 0 ? value',
    breaks: 'What a browser collected has a longest length.',
    tests: ['src/checks/read-step.test.ts'],
  },
  {
    file: 'src/checks/read-step.ts',
    find: 'mobile.length <= longestMobile',
    replace: 'mobile.length <= 4_000',
    breaks: 'A number is not read at any length.',
    tests: ['src/checks/read-step.test.ts'],
  },
  {
    file: 'src/checks/collect-facts.ts',
    find: "if (stage !== 'waiting' && stage !== 'handover' && asked.length > 0) return asked;",
    replace: 'if (asked.length > 0) return asked;',
    breaks: 'A person who is at a provider is told of that one.',
    tests: ['src/checks/show-check.test.ts'],
  },
  {
    file: 'src/checks/queries.ts',
    find: 'link_texted_at = coalesce(link_texted_at, $1::timestamptz, now())',
    replace: 'link_texted_at = coalesce($1::timestamptz, now())',
    breaks: 'The time at which a link was first texted stands.',
    tests: ['src/checks/queries.test.ts'],
  },
  {
    file: 'src/checks/queries.ts',
    find: 'c.status = 0 and c.link_tries < $4',
    replace: 'c.status = 0 and c.link_tries <= $4',
    breaks: 'A link is tried to be sent so often and no more.',
    tests: ['src/checks/queries.test.ts'],
  },
  {
    file: 'src/checks/queries.ts',
    find: '       and c.expires_at > coalesce($1::timestamptz, now())\n       and a.account_id',
    replace:
      "       and c.expires_at > coalesce($1::timestamptz, now()) - interval '2 hours'\n       and a.account_id",
    breaks: 'The link of a check that is over is sent to nobody.',
    tests: ['src/checks/queries.test.ts'],
  },
  {
    file: 'src/checks/queries.ts',
    find: "and t.outcome <> 'done'",
    replace: "and t.outcome = 'unknown'",
    breaks:
      'A person is told that their data may have left, whatever the provider that was asked has said.',
    tests: ['src/checks/queries.test.ts'],
  },
  {
    file: 'src/checks/queries.ts',
    find: 'c.sessions_started > 0 or c.starting_until is not null or exists',
    replace: 'c.sessions_started > 0 or exists',
    breaks: 'A person is told that their data may have left as soon as a provider is being asked.',
    tests: ['src/checks/queries.test.ts'],
  },
];
