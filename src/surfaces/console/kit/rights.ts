import type { MemberRole, OperatorRole } from '../../../people/sign-in/roles.ts';
import { memberRoles, operatorRoles } from '../../../people/sign-in/roles.ts';

/** Who may use a route of the console. */
export interface RightRow {
  readonly operators: readonly OperatorRole[];
  readonly members: readonly MemberRole[];
  /** For what is hard to undo, and for money, keys, secrets and people: the second factor must be recent. */
  readonly factor?: true;
}

const everyOperator = operatorRoles;
const everyMember = memberRoles;
const noRoles = [] as const;
const running = ['owner', 'operator'] as const;
const money = ['owner', 'finance'] as const;
const building = ['owner', 'developer'] as const;

/**
 * The only table of rights. Each route names one of them; the roles that have it are defined only here, and
 * the test of all routes × roles is generated from it.
 */
export const rights = {
  'overview.read': { operators: everyOperator, members: everyMember },
  'calls.read': { operators: everyOperator, members: everyMember },
  'calls.reveal': { operators: ['owner', 'support'], members: ['owner'], factor: true },
  'calls.refund': { operators: money, members: noRoles, factor: true },
  'checks.read': { operators: everyOperator, members: everyMember },
  'checks.change': {
    operators: ['owner', 'operator', 'support'],
    members: building,
    factor: true,
  },
  'accounts.read': { operators: everyOperator, members: noRoles },
  'accounts.change': { operators: running, members: noRoles, factor: true },
  'page.read': { operators: everyOperator, members: everyMember },
  'page.change': { operators: running, members: building, factor: true },
  'limits.read': { operators: everyOperator, members: everyMember },
  'limits.change': { operators: running, members: noRoles, factor: true },
  'keys.read': { operators: everyOperator, members: everyMember },
  'keys.change': { operators: running, members: building, factor: true },
  'wallet.read': { operators: everyOperator, members: everyMember },
  'wallet.change': { operators: money, members: noRoles, factor: true },
  'wallet.ask': { operators: noRoles, members: ['owner', 'developer', 'finance'] },
  'wallet.threshold': { operators: money, members: money },
  // Money that comes in: it is the payer's own, and the provider asks who pays.
  'funds.pay': { operators: noRoles, members: money },
  // A saved card is charged later, without anybody.
  'funds.automatic': { operators: noRoles, members: money, factor: true },
  'payments.read': { operators: everyOperator, members: noRoles },
  'payments.change': { operators: money, members: noRoles, factor: true },
  'invoices.read': { operators: everyOperator, members: everyMember },
  'invoices.change': { operators: money, members: noRoles, factor: true },
  // A VAT ID decides who owes the VAT.
  'invoices.billing': { operators: money, members: money, factor: true },
  'money.read': { operators: everyOperator, members: noRoles },
  'prices.read': { operators: everyOperator, members: everyMember },
  'prices.margins': { operators: everyOperator, members: noRoles },
  'prices.change': { operators: money, members: noRoles, factor: true },
  'templates.read': { operators: everyOperator, members: everyMember },
  'templates.check': { operators: running, members: noRoles },
  'templates.change': { operators: running, members: noRoles, factor: true },
  'templates.send': { operators: running, members: noRoles, factor: true },
  'providers.read': { operators: everyOperator, members: noRoles },
  'providers.change': { operators: running, members: noRoles, factor: true },
  'routes.change': { operators: running, members: noRoles, factor: true },
  'inbox.read': { operators: everyOperator, members: everyMember },
  'inbox.play': { operators: ['owner', 'operator', 'support'], members: building },
  'review.read': { operators: everyOperator, members: noRoles },
  'review.decide': { operators: money, members: noRoles, factor: true },
  'webhooks.read': { operators: everyOperator, members: everyMember },
  'webhooks.change': { operators: running, members: building, factor: true },
  // What the endpoint was to get anyway: nothing new leaves, so no second factor is asked for.
  'webhooks.resend': { operators: running, members: building },
  'health.read': { operators: everyOperator, members: noRoles },
  'audit.read': { operators: everyOperator, members: ['owner'] },
  'persons.read': { operators: everyOperator, members: noRoles },
  'persons.change': { operators: ['owner', 'support'], members: noRoles, factor: true },
  'team.read': { operators: everyOperator, members: everyMember },
  'team.change': { operators: ['owner'], members: ['owner'], factor: true },
  'settings.read': { operators: everyOperator, members: noRoles },
  'settings.change': { operators: running, members: noRoles, factor: true },
  // Only to reach tasks: each one asks for the right of its work as well.
  'tasks.read': { operators: everyOperator, members: everyMember },
  'search.read': { operators: everyOperator, members: everyMember },
} as const satisfies Record<string, RightRow>;

export type Right = keyof typeof rights;

/** The steps of the sign-in, and what a route of each requires. */
export const steps = {
  anyone: 'For anyone.',
  known: 'For whoever has given their password.',
  enrolling: 'For whoever has yet to set up a second factor, or has shown theirs a moment ago.',
  full: 'For whoever is signed in.',
  fresh: 'For whoever is signed in and has shown their second factor a moment ago.',
} as const;

export type Step = keyof typeof steps;

export function isStep(right: Right | Step): right is Step {
  return right in steps;
}

/** How long a second factor counts as recent. */
export const factorLifeMs = 10 * 60_000;

export function isFresh(factorAt: Date | null, nowMs: number): boolean {
  return factorAt !== null && nowMs - factorAt.getTime() < factorLifeMs;
}
