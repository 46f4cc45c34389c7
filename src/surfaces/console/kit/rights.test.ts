import { describe, expect, test } from 'vitest';
import { isFresh, type Right, type RightRow, rights } from './rights.ts';

const all = Object.entries(rights) as [Right, RightRow][];
const isReadRight = (name: string) => name.endsWith('.read') || name === 'prices.margins';
/** What a role may do beyond reading. */
const changesOf = (side: 'operators' | 'members', role: string) =>
  all
    .filter(([name, row]) => !isReadRight(name) && (row[side] as readonly string[]).includes(role))
    .map(([name]) => name)
    .sort();

describe('an operator who is', () => {
  const running = [
    ...['accounts.change', 'checks.change', 'inbox.play', 'keys.change', 'limits.change'],
    ...['page.change', 'providers.change', 'routes.change', 'settings.change'],
    ...['templates.change', 'templates.check', 'templates.send', 'webhooks.change'],
    'webhooks.resend',
  ];
  const money = [
    ...['calls.refund', 'invoices.billing', 'invoices.change', 'payments.change', 'prices.change'],
    ...['review.decide', 'wallet.change', 'wallet.threshold'],
  ];
  const helping = ['calls.reveal', 'checks.change', 'inbox.play', 'persons.change'];

  test.each([
    ['owner', [...new Set([...running, ...money, ...helping, 'team.change'])].sort()],
    ['operator', running],
    ['finance', money],
    ['support', helping],
    ['viewer', []],
  ])('%s changes what belongs to that role, and nothing else', (role, changes) => {
    expect(changesOf('operators', role)).toEqual(changes);
  });

  test.each(['owner', 'operator', 'finance', 'support', 'viewer'])('%s sees everything', (role) => {
    const unseen = all.filter(
      ([name, { operators }]) =>
        isReadRight(name) && !(operators as readonly string[]).includes(role),
    );
    expect(unseen).toEqual([]);
  });
});

describe('a member who is', () => {
  const building = [
    ...['checks.change', 'inbox.play', 'keys.change', 'page.change', 'webhooks.change'],
    'webhooks.resend',
  ];

  // @mutant src/surfaces/console/kit/rights.ts
  // - 'calls.refund': { operators: money, members: noRoles, factor: true }
  // + 'calls.refund': { operators: money, members: ['owner'], factor: true }
  // @mutant src/surfaces/console/kit/rights.ts
  // - 'keys.change': { operators: running, members: building, factor: true }
  // + 'keys.change': { operators: running, members: everyMember, factor: true }
  test.each([
    [
      'owner',
      [
        ...[
          'calls.reveal',
          ...building,
          'funds.automatic',
          'funds.pay',
          'invoices.billing',
          'team.change',
          'wallet.ask',
        ],
        'wallet.threshold',
      ].sort(),
    ],
    ['developer', [...building, 'wallet.ask'].sort()],
    [
      'finance',
      ['funds.automatic', 'funds.pay', 'invoices.billing', 'wallet.ask', 'wallet.threshold'],
    ],
    ['viewer', []],
  ])('%s changes what belongs to that role, and nothing else', (role, changes) => {
    expect(changesOf('members', role)).toEqual(changes);
  });

  test.each(['owner', 'developer', 'finance', 'viewer'])(
    '%s sees nothing of the platform, and the log only as an owner',
    (role) => {
      const hidden = all
        .filter(
          ([name, { members }]) =>
            isReadRight(name) && !(members as readonly string[]).includes(role),
        )
        .map(([name]) => name);
      const platform = [
        ...['accounts.read', 'health.read', 'money.read', 'payments.read', 'prices.margins'],
        ...['persons.read', 'providers.read', 'review.read', 'settings.read'],
      ];
      expect(hidden.sort()).toEqual(
        [...platform, ...(role === 'owner' ? [] : ['audit.read'])].sort(),
      );
    },
  );
});

// @mutant src/surfaces/console/kit/rights.ts
// - 'wallet.change': { operators: money, members: noRoles, factor: true }
// + 'wallet.change': { operators: money, members: noRoles }
test('every right beyond reading asks for the second factor again, except six that risk nothing', () => {
  const open = all
    .filter(([name, { factor }]) => !isReadRight(name) && !factor)
    .map(([name]) => name);
  expect(open.sort()).toEqual([
    ...['funds.pay', 'inbox.play', 'templates.check', 'wallet.ask', 'wallet.threshold'],
    'webhooks.resend',
  ]);
});

// @mutant src/surfaces/console/kit/rights.ts
// - 10 * 60_000
// + 60 * 60_000
test('a second factor counts as fresh for ten minutes', () => {
  const shown = new Date(0);
  expect([isFresh(shown, 599_999), isFresh(shown, 600_000), isFresh(null, 0)]).toEqual([
    ...[true, false, false],
  ]);
});
