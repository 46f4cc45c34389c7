import type { Mutant } from './mutant.ts';

const headers = 'src/page/page-headers.ts';
const sameOrigin = 'src/page/same-origin.ts';
const show = 'src/checks/show-check.ts';
const views = 'src/checks/check-views.ts';
const stage = 'src/checks/check-stage.ts';
const press = 'web/check/check.ts';
const sandboxPress = 'web/sandbox/session.ts';

const headerTests = ['src/page/page-headers.test.ts'];
const originTests = ['src/page/same-origin.test.ts'];
const showTests = ['src/checks/show-check.test.ts'];
const stageTests = ['src/checks/check-stage.test.ts'];
const pressTests = ['test/web/pressing.test.ts'];
const routeTests = ['src/checks/check-routes.test.ts'];

export const pageMutants: readonly Mutant[] = [
  {
    file: press,
    find: 'if (isBusy || (button',
    replace: 'if ((button',
    breaks: 'A second press sends no second request.',
    tests: pressTests,
  },
  {
    file: press,
    find: '  } finally {\n    isBusy = false;',
    replace: '  } finally {',
    breaks: 'A button can be pressed again after a fault.',
    tests: pressTests,
  },
  {
    file: press,
    find: 'if (!response.ok) throw new Error(String(response.status));',
    replace: '',
    breaks: 'A person is told when something did not work.',
    tests: pressTests,
  },
  {
    file: sandboxPress,
    find: '  if (isSending) return;\n',
    replace: '',
    breaks: 'A second press on the sandbox’s page sends no second outcome.',
    tests: pressTests,
  },
  {
    file: sandboxPress,
    find: '    isSending = false;\n',
    replace: '',
    breaks: 'A button of the sandbox’s page can be pressed again after a fault.',
    tests: pressTests,
  },
  {
    file: headers,
    find: '["script-src \'self\'"',
    replace: "[\"script-src 'self' 'unsafe-inline'\"",
    breaks: 'A page runs no inline code.',
    tests: headerTests,
  },
  {
    file: headers,
    find: '    "frame-ancestors \'none\'",\n',
    replace: '',
    breaks: 'A page is framed nowhere.',
    tests: headerTests,
  },
  {
    file: headers,
    find: 'pathname.replaceAll(/[;,]/g, encodeURIComponent)',
    replace: 'pathname',
    breaks: 'The address of a provider’s script can say nothing else in the policy.',
    tests: headerTests,
  },
  {
    file: headers,
    find: "'referrer-policy': 'no-referrer'",
    replace: "'referrer-policy': 'origin'",
    breaks: 'The address of a page is told to nobody.',
    tests: headerTests,
  },
  {
    file: headers,
    find: "camera ? 'self' : ''",
    replace: "'self'",
    breaks: 'The camera is for the page of a provider only.',
    tests: headerTests,
  },
  {
    file: headers,
    find: "'cache-control': 'no-store'",
    replace: "'cache-control': 'private'",
    breaks: 'A page with a secret address is kept nowhere.',
    tests: headerTests,
  },
  {
    file: headers,
    find: "'x-content-type-options': 'nosniff',",
    replace: '',
    breaks: 'No reply is taken for something else than it is.',
    tests: headerTests,
  },
  {
    file: sameOrigin,
    find: "return site === 'same-origin';",
    replace: "return site !== 'cross-site';",
    breaks: 'Only a page of ours changes something.',
    tests: originTests,
  },
  {
    file: sameOrigin,
    find: 'if (!origin) return false;',
    replace: 'if (!origin) return true;',
    breaks: 'A request that says nothing of where it comes from changes nothing.',
    tests: originTests,
  },
  {
    file: sameOrigin,
    find: 'origin.host === headers.host',
    replace: 'origin.host.endsWith(headers.host ?? "")',
    breaks: 'Another host is another site.',
    tests: originTests,
  },
  {
    file: 'src/checks/check-routes.ts',
    find: 'if (isSameOrigin(request.headers, ports.settings.publicUrl())) return;',
    replace: 'if (request.headers) return;',
    breaks: 'No other site consents, starts or cancels for a person.',
    tests: routeTests,
  },
  {
    file: 'src/checks/check-routes.ts',
    find: 'isConsentVersion(version) ?',
    replace: "typeof version === 'string' ?",
    breaks: 'Consent is given to a text that was offered.',
    tests: routeTests,
  },
  {
    file: 'src/checks/check-routes.ts',
    find: "request.raw.socket.once('end', () => reply.raw.end());",
    replace: '',
    breaks: 'A browser that has closed its side gives its place back.',
    tests: ['src/checks/follow-checks.test.ts'],
  },
  {
    file: 'src/checks/check-routes.ts',
    find: "scope.addHook('preClose', async () => following.close());",
    replace: '',
    breaks: 'A server that stops waits for no stream of events.',
    tests: routeTests,
  },
  {
    file: 'src/page/html.ts',
    find: '/[&<>"\']/g',
    replace: '/[&<>"]/g',
    breaks: 'Whatever is put into a page is escaped.',
    tests: ['src/page/html.test.ts'],
  },
  {
    file: show,
    find: ' && !redirectUrlProblem(redirectUrl) ?',
    replace: ' ?',
    breaks: 'Nobody is led to what is no address.',
    tests: showTests,
  },
  {
    file: show,
    find: 'Math.max(0, mostSessions - check.sessionsStarted)',
    replace: 'Math.max(0, mostSessions - check.sessionsStarted + 1)',
    breaks: 'A person is told how many tries are left.',
    tests: showTests,
  },
  {
    file: views,
    find: "const collects = action !== 'decline' && browserData;",
    replace: 'const collects = browserData;',
    breaks: 'Nothing is collected of who declines.',
    tests: showTests,
  },
  {
    file: views,
    find: '<bdi>${name ? maskName(name) : say(',
    replace: '<bdi>${name ? name : say(',
    breaks: 'A page does not tell the whole name.',
    tests: showTests,
  },
  {
    file: views,
    find: 'facts.attemptsLeft > 0 && button',
    replace: 'button',
    breaks: 'Starting over is offered while there are tries left.',
    tests: showTests,
  },
  {
    file: 'src/checks/mask-person.ts',
    find: 'characters.length >= 12 ? [3, 2]',
    replace: 'characters.length >= 5 ? [3, 2]',
    breaks: 'Of a short number less is shown.',
    tests: ['src/checks/mask-person.test.ts'],
  },
  {
    file: stage,
    find: "if (device === 'desktop' && !goesOnHere) return 'handover';",
    replace: "if (device === 'desktop') return 'handover';",
    breaks: 'A person can go on at a desktop.',
    tests: stageTests,
  },
  {
    file: stage,
    find: "  if (check.isOver) return 'expired';\n",
    replace: '',
    breaks: 'A check past its time is shown as expired.',
    tests: stageTests,
  },
  {
    file: stage,
    find: "if (needsConsent) return 'consent';",
    replace: "if (needsConsent && !check.hasOpenSession) return 'consent';",
    breaks: 'Nothing comes before consent.',
    tests: stageTests,
  },
  {
    file: 'src/checks/check-providers.ts',
    find: 'agreed: able.filter(({ code }) => check.namedProviders.includes(code))',
    replace: 'agreed: able',
    breaks: 'Nobody checks a person who was not told of them.',
    tests: ['src/checks/take-consent.test.ts'],
  },
  {
    file: 'src/checks/check-providers.ts',
    find: 'consentedAt === null || (able.length > 0 && agreed.length === 0)',
    replace: 'consentedAt === null',
    breaks: 'A person who agreed to others is asked again.',
    tests: ['src/checks/take-consent.test.ts'],
  },
  {
    file: 'src/checks/take-consent.ts',
    find: 'codes.filter((code) => consent.providers.includes(code))',
    replace: 'codes',
    breaks: 'A consent names those alone whom the page named.',
    tests: ['src/checks/take-consent.test.ts'],
  },
];
