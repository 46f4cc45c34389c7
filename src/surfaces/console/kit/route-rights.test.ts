import { expect, test } from 'vitest';
import { consoleRoutes } from '../console-routes.ts';
import { isStep, type Right, type RightRow, rights, type Step } from './rights.ts';

/** The right of each route, written down a second time: the routes are compared with this list. */
const routesOf: Readonly<Record<Right, readonly string[]>> = {
  'overview.read': [
    'accounts',
    'changes',
    'figures',
    'first-steps',
    'needs',
    'proof',
    'status',
  ].map((one) => `/overview/${one}`),
  'calls.read': [
    ...['list', 'live', 'person', 'reasons', 'refused', 'show', 'totals'].map(
      (one) => `/calls/${one}`,
    ),
    ...['attacks', 'changes', 'conversion', 'list', 'show'].map((one) => `/verifications/${one}`),
  ],
  'calls.reveal': ['/calls/reveal'],
  'calls.refund': ['/calls/refund', '/wallet/refund'],
  'checks.read': ['/checks/changes', '/checks/funnel', '/checks/list'],
  'checks.change': ['/checks/cancel', '/checks/link', '/checks/withdraw'],
  'accounts.read': ['closure', 'limit-versions', 'list', 'names', 'one', 'pay-out-note'].map(
    (one) => `/accounts/${one}`,
  ),
  'accounts.change': ['close', 'create', 'reopen', 'resume', 'set', 'suspend'].map(
    (one) => `/accounts/${one}`,
  ),
  'page.read': ['/accounts/logo', '/accounts/page'],
  'page.change': ['/accounts/set-page'],
  'limits.read': ['/accounts/limits'],
  'limits.change': ['open-prefix', 'restore-limits', 'set-limits'].map((one) => `/accounts/${one}`),
  'keys.read': ['/keys/changes', '/keys/list', '/keys/use'],
  'keys.change': ['/keys/create', '/keys/revoke', '/keys/rotate'],
  'wallet.read': [
    ...['changes', 'payment', 'payments', 'receipt', 'show'].map((one) => `/funds/${one}`),
    ...['changes', 'list', 'movements', 'show', 'statement', 'statement/csv', 'statement/pdf'].map(
      (one) => `/wallet/${one}`,
    ),
  ],
  'wallet.change': ['/accounts/pay-out', '/wallet/adjust', '/wallet/credit', '/wallet/top-up'],
  'wallet.ask': ['/wallet/ask'],
  'funds.pay': ['/funds/ask', '/funds/begin', '/funds/forget-card'],
  'funds.automatic': ['/funds/automatic'],
  'wallet.threshold': ['/wallet/mails', '/wallet/threshold'],
  'payments.read': [
    ...['bank-check', 'bank-lines', 'books', 'changes', 'list', 'show', 'terms'],
  ].map((one) => `/payments/${one}`),
  'payments.change': [
    ...['ask', 'bank-credit', 'bank-ignore', 'bank-import', 'bank-pay-out'],
    ...['bank-take-back', 'explain', 'handle-dispute'],
    ...['reconcile', 'refund', 'reset-terms', 'set-terms', 'settle'],
  ].map((one) => `/payments/${one}`),
  'invoices.read': ['billing', 'csv', 'fapiao', 'fapiao-free', 'list', 'pdf', 'settings'].map(
    (one) => `/invoices/${one}`,
  ),
  'invoices.billing': ['ask-fapiao', 'cancel-fapiao', 'set-billing'].map(
    (one) => `/invoices/${one}`,
  ),
  'invoices.change': ['end-fapiao', 'issue-fapiao', 'reset-vat', 'set', 'set-vat'].map(
    (one) => `/invoices/${one}`,
  ),
  'money.read': ['/money/month'],
  'prices.read': ['/prices/agreed', '/prices/book', '/prices/history', '/prices/plans'],
  'prices.margins': ['/prices/margins'],
  'prices.change': ['/prices/per-part', '/prices/set', '/prices/withdraw'],
  'templates.read': ['/templates/list'],
  'templates.change': ['assign', 'create', 'delete', 'restore', 'unassign', 'update'].map(
    (one) => `/templates/${one}`,
  ),
  'templates.check': ['/templates/check'],
  'templates.send': ['/templates/send'],
  'providers.read': [
    'list',
    'one',
    'reasons',
    'route',
    'route-versions',
    'routes',
    'vendors',
    'what-if',
  ].map((one) => `/providers/${one}`),
  'providers.change': ['add', 'follow', 'off', 'on', 'remove', 'set', 'test'].map(
    (one) => `/providers/${one}`,
  ),
  'routes.change': ['remove', 'restore', 'set'].map((one) => `/providers/${one}-route`),
  'inbox.read': ['chaos', 'checks', 'events', 'magic-values', 'messages'].map(
    (one) => `/inbox/${one}`,
  ),
  'inbox.play': ['/inbox/renew-link', '/inbox/set-chaos'],
  'review.read': ['/review/changes', '/review/count', '/review/evidence', '/review/list'],
  'review.decide': ['/review/decide'],
  'webhooks.read': ['changes', 'deliveries', 'delivery', 'endpoints'].map(
    (one) => `/webhooks/${one}`,
  ),
  'webhooks.resend': ['/webhooks/resend'],
  'webhooks.change': ['change', 'create', 'remove', 'replay', 'roll-secret', 'test'].map(
    (one) => `/webhooks/${one}`,
  ),
  'health.read': ['/cells/list', '/cells/state', '/health/report'],
  'audit.read': ['/audit/changes', '/audit/entries', '/audit/verify', '/templates/versions'],
  'persons.read': ['certificate/json', 'certificate/pdf', 'erasures'].map(
    (one) => `/persons/${one}`,
  ),
  'persons.change': ['/persons/erase', '/persons/export', '/persons/find'],
  'team.read': ['/team/people'],
  'team.change': ['/team/invite', '/team/remove', '/team/revoke', '/team/role'],
  'settings.read': ['/settings/all', '/settings/platform-file'],
  'settings.change': ['/settings/set-bank', '/settings/set-operator'],
  'tasks.read': ['begin', 'cancel', 'changes', 'file', 'list'].map((one) => `/tasks/${one}`),
  'search.read': ['/cells/find', '/search-box/find'],
};

// @mutant src/surfaces/console/wallet/wallet-routes.ts
// - path: '/wallet/top-up',
// -     right: 'wallet.change'
// + path: '/wallet/top-up',
// +     right: 'wallet.read'
test.each(Object.entries(routesOf))('%s is required where it should be', (right, paths) => {
  const asking = consoleRoutes.filter((route) => route.right === right).map(({ path }) => path);
  expect(asking.sort()).toEqual(paths);
});

/** Which step of the sign-in each route below `/session` asks for. */
const stepsOf: Readonly<Record<Step, readonly string[]>> = {
  anyone: [
    ...['', '/cell/enter', '/cell/waiting', '/invitation', '/invitation/accept', '/register'],
    ...['/sign-in', '/sign-out'],
  ],
  known: ['/factor/passkey', '/factor/passkey/options', '/factor/recovery', '/factor/totp'],
  enrolling: ['passkey', 'passkey/options', 'totp', 'totp/confirm'].map((one) => `/enrol/${one}`),
  full: [
    ...['/cell/disconnect', '/cell/sign', '/connections', '/devices', '/devices/end', '/factors'],
    '/profile',
  ],
  fresh: ['/cell/connect', '/factors/remove', '/password', '/recovery-codes'],
};

test.each(Object.entries(stepsOf))('sign-in must have reached: %s', (step, paths) => {
  const open = consoleRoutes
    .filter(({ right }) => right === step)
    .map(({ path }) => path.replace('/session', ''));
  expect(open.sort()).toEqual(paths);
});

/** The routes that may change something and do not ask for a recent second factor, and why. */
const withoutFactor: Readonly<Record<string, string>> = {
  '/audit/verify': 'only reads',
  '/cells/find': 'only reads; a POST keeps the words out of the URL',
  '/calls/person': 'only reads; a POST keeps the number out of the URL',
  '/funds/ask': 'asks a provider what became of a payment',
  '/funds/begin': 'money comes in, and the provider asks who pays',
  '/funds/forget-card': 'takes the saved card away',
  '/inbox/renew-link': 'sandbox only: no real person',
  '/inbox/set-chaos': 'sandbox only: no real call',
  '/payments/bank-check': 'only reads; a POST carries the file',
  '/search-box/find': 'only reads; a POST keeps the words out of the URL',
  '/tasks/begin': 'asks for the right of the work, and its factor',
  '/tasks/cancel': 'asks for the right of the work, and its factor',
  '/templates/check': 'only renders: nothing is sent or stored',
  '/wallet/ask': 'a message to the operator, once a day: moves no money',
  '/wallet/threshold': 'an alert: moves no money, set back at once',
  '/wallet/mails': 'which mail the account gets: moves no money, set back at once',
  '/session/cell/disconnect': 'takes access away',
  '/session/cell/enter': 'the session has no recent factor, so a change asks for one',
  '/session/cell/sign': 'only enters another cell, where a change asks for a factor',
  '/session/devices/end': 'takes access away',
  '/session/enrol/passkey': 'the factor itself, for who has none yet or just proved one',
  '/session/enrol/passkey/options': 'the factor itself',
  '/session/enrol/totp': 'the factor itself',
  '/session/enrol/totp/confirm': 'the factor itself',
  '/session/factor/passkey': 'the factor itself',
  '/session/factor/passkey/options': 'the factor itself',
  '/session/factor/recovery': 'the factor itself',
  '/session/factor/totp': 'the factor itself',
  '/session/invitation': 'only reads; a POST keeps the token out of the URL',
  '/session/invitation/accept': 'the link is the proof, and a signed-in person is at stage full',
  '/session/profile': 'name and language of the person themselves',
  '/session/register': 'nobody is signed in yet',
  '/session/sign-in': 'nobody is signed in yet',
  '/session/sign-out': 'takes access away',
  '/webhooks/resend': 'only what the endpoint was to get anyway',
};

// @mutant src/surfaces/console/kit/rights.ts
// - 'routes.change': { operators: running, members: noRoles, factor: true }
// + 'routes.change': { operators: running, members: noRoles }
test('every route that changes something asks for a recent second factor, or is listed with its reason', () => {
  const asks = (right: Right | Step) =>
    isStep(right) ? right === 'fresh' : (rights[right] as RightRow).factor === true;
  const open = consoleRoutes
    .filter(({ method, right }) => method !== 'GET' && !asks(right))
    .map(({ path }) => path);
  expect(open.sort()).toEqual(Object.keys(withoutFactor).sort());
});

test('only reads of the platform are answered to other cells', () => {
  const open = consoleRoutes.filter(({ overCells }) => overCells).map(({ path }) => path);
  expect(open.sort()).toEqual(['/cells/find', '/cells/state', '/overview/figures']);
});

test('every route that takes a password requires a secure connection', () => {
  const secret = consoleRoutes.filter(({ isSecret }) => isSecret).map(({ path }) => path);
  expect(secret.sort()).toEqual(
    ['/invitation/accept', '/password', '/register', '/sign-in'].map((path) => `/session${path}`),
  );
});
