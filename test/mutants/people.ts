import type { Mutant } from './mutant.ts';

const hash = 'src/people/sign-in/password-hash.ts';
const signIn = 'src/people/sign-in/sign-in.ts';
const tries = 'src/people/sign-in/throttle-queries.ts';
const counts = 'src/people/sign-in/throttle.ts';
const factors = 'src/people/sign-in/factor-queries.ts';
const enrol = 'src/people/sign-in/enrol-factor.ts';
const sessions = 'src/people/sign-in/session-queries.ts';
const roles = 'src/people/sign-in/role-queries.ts';
const invitations = 'src/people/sign-in/invitation-queries.ts';
const passkey = 'src/people/sign-in/passkey.ts';
const oidc = 'src/people/sign-in/oidc.ts';
const byOidc = 'src/people/sign-in/sign-in-by-oidc.ts';
const place = 'src/surfaces/console/session/console-place.ts';
const session = 'src/surfaces/console/session/register-session.ts';

const test = (name: string) => [`src/people/${name}.test.ts`];
const routes = ['src/surfaces/console/session/session-routes.test.ts'];
const oidcTests = ['src/surfaces/console/session/register-oidc.test.ts'];

export const peopleMutants: readonly Mutant[] = [
  {
    file: hash,
    find: 'timingSafeEqual(made, tag) && stored !== null',
    replace: 'timingSafeEqual(made, tag) || stored === null',
    breaks: 'The hash of nobody is never right.',
    tests: test('password-hash'),
  },
  {
    file: hash,
    find: "password.normalize('NFKC')",
    replace: 'password',
    breaks: 'The same letters are the same password, however they were typed.',
    tests: test('password-hash'),
  },
  {
    file: signIn,
    find: 'return hasRole && disabledAt === null',
    replace: 'return hasRole',
    breaks: 'Who is kept out does not sign in.',
    tests: test('sign-in'),
  },
  {
    file: signIn,
    find: 'return hasRole && disabledAt',
    replace: 'return disabledAt',
    breaks: 'Who may do nothing here does not sign in.',
    tests: test('sign-in'),
  },
  {
    file: tries,
    find: 'where t.tries < $2',
    replace: 'where true or t.tries < $2',
    breaks: 'Many wrong tries are slowed down.',
    tests: test('sign-in'),
  },
  {
    file: counts,
    find: 'const network = networkOf(address);',
    replace: "const network = address && 'all';",
    breaks: 'Nobody is locked out by who hammers their e-mail from elsewhere.',
    tests: [...test('throttle'), ...test('sign-in')],
  },
  {
    file: counts,
    find: 'if (device !== undefined) return',
    replace: 'if (device === null) return',
    breaks: 'A browser that signed in before has a count of its own.',
    tests: [...test('throttle'), ...test('sign-in')],
  },
  {
    file: factors,
    find: 'where person_id = $1 and totp_step < $2',
    replace: 'where person_id = $1 and totp_step <= $2',
    breaks: 'The step of a code is taken once.',
    tests: test('pass-factor'),
  },
  {
    file: factors,
    find: 'and code_hash = $2 and used_at is null',
    replace: 'and code_hash = $2',
    breaks: 'A recovery code is good once.',
    tests: test('pass-factor'),
  },
  {
    file: factors,
    find: 'set challenge = null, challenge_for = null, challenge_until = null',
    replace: 'set challenge = t.challenge',
    breaks: 'A question to a passkey is answered once, even with a wrong answer.',
    tests: test('passkey'),
  },
  {
    file: enrol,
    find: "if (stage === 'enrol' && hasFactor) fail('sign_in_required');",
    replace: '',
    breaks: 'Who has only the password does not enrol beside the person.',
    tests: test('enrol-factor'),
  },
  {
    file: enrol,
    find: 'if (!hasPasskey && !hasTotp) refuse',
    replace: 'if (!hasPasskey && hasTotp) refuse',
    breaks: 'The last second factor stays.',
    tests: test('enrol-factor'),
  },
  {
    file: passkey,
    find: 'requireUserVerification: true,\n    credential: {',
    replace: 'requireUserVerification: false,\n    credential: {',
    breaks: 'A passkey counts only when its person was looked at.',
    tests: test('passkey'),
  },
  {
    file: sessions,
    find: '       and s.seen_at > now() - make_interval(hours => $2)\n       and p.disabled_at is null`',
    replace: '       and p.disabled_at is null and $2::integer > 0`',
    breaks: 'A session of which nothing is heard ends.',
    tests: test('session-queries'),
  },
  {
    file: sessions,
    find: '     where s.token_hash = $1\n       and s.ends_at > now()',
    replace: '     where s.token_hash = $1',
    breaks: 'A session ends after some days in any case.',
    tests: test('session-queries'),
  },
  {
    file: roles,
    find: "await change.query('lock table operators in share row exclusive mode');",
    replace: '',
    breaks: 'Two owners who remove each other at once leave one.',
    tests: test('role-queries'),
  },
  {
    file: roles,
    find: 'if (rows.length === 0) await endSessions(change, personId);',
    replace: '',
    breaks: 'The sessions of who has no role left are gone.',
    tests: test('role-queries'),
  },
  {
    file: invitations,
    find: 'and not (i.is_first and exists (select from operators))',
    replace: '',
    breaks: 'The link of the first owner is good only while nobody runs the platform.',
    tests: test('accept-invitation'),
  },
  {
    file: oidc,
    find: '[enableNonRepudiationChecks, ',
    replace: '[',
    breaks: 'A token counts only with the signature of the provider.',
    tests: oidcTests,
  },
  {
    file: byOidc,
    find: 'return person.isEmailVouched || person.personId === provedPersonId;',
    replace: 'return true;',
    breaks:
      'The word of a provider opens nothing under an e-mail that a person only gave themselves.',
    tests: oidcTests,
  },
  {
    file: byOidc,
    find: 'if (hasFactor && trustsFactor)',
    replace: 'if (hasFactor)',
    breaks: 'The provider is believed on a second factor only where the settings say so.',
    tests: oidcTests,
  },
  {
    file: place,
    find: "protocol !== 'https:' && !isLoopback(hostname)",
    replace: "protocol !== 'https:' && protocol !== 'http:'",
    breaks: 'No password is taken over plain http from another machine.',
    tests: routes,
  },
  {
    file: place,
    find: 'return isOurs && isName',
    replace: 'return isName',
    breaks: 'Passkeys are made for no name that a request claims.',
    tests: routes,
  },
  {
    file: session,
    find: "fresh: stage === 'full' && isProved,",
    replace: "fresh: stage === 'full',",
    breaks: 'Secrets and people ask for the second factor again.',
    tests: routes,
  },
  {
    file: 'src/people/sign-in/oidc.ts',
    find: 'if (Date.now() > untilMs) throw',
    replace: 'if (Date.now() > untilMs + 1e9) throw',
    breaks: 'What the browser keeps for a sign-in is short-lived.',
    tests: ['src/surfaces/console/session/register-oidc.test.ts'],
  },
  {
    file: 'src/people/sign-in/oidc.ts',
    find: "const isProved = said.email_verified === true || said.email_verified === 'true';",
    replace: 'const isProved = said.email_verified !== false;',
    breaks: 'An e-mail counts only when the provider has made sure of it.',
    tests: ['src/surfaces/console/session/register-oidc.test.ts'],
  },
  {
    file: 'src/people/sign-in/sign-in-by-oidc.ts',
    find: '  if (person.isConnected) return false;\n',
    replace: '',
    breaks: 'Who is connected with one identity takes no other.',
    tests: ['src/surfaces/console/session/register-oidc.test.ts'],
  },
  {
    file: 'src/surfaces/console/session/register-oidc.ts',
    find: "session?.stage === 'full' && isFresh(session.factorAt, Date.now())",
    replace: 'session !== undefined',
    breaks: 'Only who has shown the factor a moment ago connects.',
    tests: ['src/surfaces/console/session/register-oidc.test.ts'],
  },
  {
    file: 'src/surfaces/console/session/invitation-routes.ts',
    find: "if (session?.stage !== 'full') return fail('factor_required');",
    replace: "if (!session) return fail('factor_required');",
    breaks: 'A role is taken only by who has shown the second factor.',
    tests: ['src/surfaces/console/session/session-routes.test.ts'],
  },
  {
    file: 'src/people/sign-in/accept-invitation.ts',
    find: "    if (!(await takeInvitation(change, invitationId, session.personId))) fail('invitation_gone');",
    replace: '    await takeInvitation(change, invitationId, session.personId);',
    breaks: 'An invitation is good once, for who is signed in too.',
    tests: ['src/people/sign-in/accept-invitation.test.ts'],
  },
  {
    file: 'src/people/sign-in/enrol-factor.ts',
    find: '    await putPendingTotp(change, sessionId, null);\n',
    replace: '',
    breaks: 'An app is confirmed once.',
    tests: ['src/people/sign-in/enrol-factor.test.ts'],
  },
  {
    file: 'src/people/sign-in/factor-queries.ts',
    find: 'and challenge_for = $2 and challenge_until > now()',
    replace: 'and challenge_for = $2',
    breaks: 'A question to a passkey is good for minutes.',
    tests: ['src/people/sign-in/passkey.test.ts'],
  },
  {
    file: 'src/people/sign-in/factor-queries.ts',
    find: "'delete from passkeys where person_id = $1 and credential_id = $2'",
    replace: "'delete from passkeys where credential_id = $2 and $1::integer > 0'",
    breaks: 'Nobody takes away a passkey of somebody else.',
    tests: ['src/people/sign-in/passkey.test.ts'],
  },
  {
    file: 'src/people/sign-in/register-person.ts',
    find: "  await countTry(pool, countsOfSignIn(vault, 'register', { address, device: undefined }));\n",
    replace: '',
    breaks: 'A network registers few.',
    tests: ['src/people/sign-in/register-person.test.ts'],
  },
  {
    file: 'src/people/sign-in/role-queries.ts',
    find: '  await withdrawInvitations(change, personId, place);\n  await askFactorAgain(change, personId);\n  const',
    replace: '  await withdrawInvitations(change, personId, place);\n  const',
    breaks: 'Rights that were lost are not used under an old proof.',
    tests: ['src/people/sign-in/role-queries.test.ts'],
  },
  {
    file: 'src/people/sign-in/change-password.ts',
    find: '  await countTry(pool, counts);\n',
    replace: '',
    breaks: 'Guesses at the password of before are slowed down.',
    tests: ['src/people/sign-in/session-queries.test.ts'],
  },
  {
    file: 'src/people/sign-in/person-changes.ts',
    find: '  await setDisabled(change, personId, true);\n  if (hadOwner) await keepAnOwner(change);\n  await endSessions(change, personId);',
    replace:
      '  await setDisabled(change, personId, true);\n  if (hadOwner) await keepAnOwner(change);',
    breaks: 'The sessions of who is kept out are gone.',
    tests: ['src/people/sign-in/session-queries.test.ts'],
  },
  {
    file: 'src/people/sign-in/person-queries.ts',
    find: 'set disabled_at = case when $2 then coalesce(disabled_at, now()) end',
    replace: 'set disabled_at = case when $2 then now() end',
    breaks: 'Who is kept out twice is since the first time.',
    tests: ['src/people/sign-in/session-queries.test.ts'],
  },
  {
    file: 'src/people/sign-in/session-queries.ts',
    find: 'ends_at = started_at + make_interval(days => $3)',
    replace: 'ends_at = now() + make_interval(days => $3)',
    breaks: 'A session ends some days after its start, however often the factor is shown.',
    tests: ['src/people/sign-in/session-queries.test.ts'],
  },
  {
    file: 'src/people/sign-in/session-queries.ts',
    find: 'where session_id = $1 and stage = $2 and ends_at > now()`,',
    replace: 'where session_id = $1 and stage = $2`,',
    breaks: 'A session that has ended is not raised.',
    tests: ['src/people/sign-in/session-queries.test.ts'],
  },
  {
    file: 'src/people/sign-in/session-queries.ts',
    find: 'where ends_at < now() or seen_at < now() - make_interval(hours => $1)`',
    replace: 'where ends_at < now() or $1 < 0`',
    breaks: 'Sessions of which nothing is heard are taken away.',
    tests: ['src/people/sign-in/session-queries.test.ts'],
  },
  {
    file: 'src/people/sign-in/throttle-queries.ts',
    find: '    await giveBack(pool, counts.slice(0, at));\n',
    replace: '',
    breaks: 'A try that must wait counts for nothing.',
    tests: ['src/people/sign-in/sign-in.test.ts'],
  },
  {
    file: 'src/people/sign-in/throttle-queries.ts',
    find: `\`delete from sign_in_tries where last_at < now() - \${forgetAfter}\``,
    replace: '`delete from sign_in_tries`',
    breaks: 'Tries are remembered for a day.',
    tests: ['src/people/sign-in/sign-in.test.ts'],
  },
  {
    file: 'src/people/sign-in/person-queries.ts',
    find: '     where p.person_id > $1\n     order by p.person_id',
    replace: '     where p.person_id >= $1\n     order by p.person_id',
    breaks: 'A page of people begins behind the last one.',
    tests: ['src/people/sign-in/person-queries.test.ts'],
  },
  {
    file: 'src/people/sign-in/person-queries.ts',
    find: 'set name = coalesce($2, name), language = coalesce($3, language)\n     where person_id = $1',
    replace:
      'set name = coalesce($2, name), language = coalesce($3, language)\n     where $1::integer > 0',
    breaks: 'A profile is changed by its person alone.',
    tests: ['src/people/sign-in/person-queries.test.ts'],
  },
  {
    file: 'src/people/sign-in/change-password.ts',
    find: '  await giveBack(pool, shared);\n',
    replace: '',
    breaks: 'A right password costs nobody at the same address a try.',
    tests: ['src/people/sign-in/session-queries.test.ts'],
  },
];
