import type { Mutant } from './mutant.ts';

const hash = 'src/people/password-hash.ts';
const signIn = 'src/people/sign-in.ts';
const tries = 'src/people/throttle-queries.ts';
const counts = 'src/people/throttle.ts';
const factors = 'src/people/factor-queries.ts';
const enrol = 'src/people/enrol-factor.ts';
const sessions = 'src/people/session-queries.ts';
const roles = 'src/people/role-queries.ts';
const invitations = 'src/people/invitation-queries.ts';
const passkey = 'src/people/passkey.ts';
const oidc = 'src/people/oidc.ts';
const byOidc = 'src/people/sign-in-by-oidc.ts';
const place = 'src/console/session/console-place.ts';
const session = 'src/console/session/register-session.ts';

const test = (name: string) => [`src/people/${name}.test.ts`];
const routes = ['src/console/session/session-routes.test.ts'];
const oidcTests = ['src/console/session/register-oidc.test.ts'];

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
    find: 'if (!hasPasskey && !hasTotp) {',
    replace: 'if (!hasPasskey && hasTotp) {',
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
    find: "fresh: stage === 'full' && isFresh,",
    replace: "fresh: stage === 'full',",
    breaks: 'Secrets and people ask for the second factor again.',
    tests: routes,
  },
];
