import type { Right } from '../../../src/console/rights.ts';
import type { Door, Mode } from '../client/place.ts';
import type { Session } from '../client/session.ts';
import { type Group, type Screen, screens } from '../screens.ts';

export const groupsOf: Readonly<Record<Door, readonly Group[]>> = {
  operator: ['top', 'work', 'customers', 'sending', 'platform'],
  customer: ['top', 'work', 'money', 'build', 'account'],
};

export function doorOf({ operatorRole }: Session): Door {
  return operatorRole ? 'operator' : 'customer';
}

/** Whether a screen has anything to show here. */
function isOffered({ doors, only }: Screen, door: Door, scope: string): boolean {
  if (!doors.includes(door)) return false;
  if (only === 'platform') return scope === 'platform';
  return only !== 'account' || scope !== 'platform';
}

/** The screens of the sidebar by their groups; a group without any is left out. */
export function navigationOf(
  door: Door,
  scope: string,
  may: (right: Right) => boolean = () => true,
): { group: Group; items: Screen[] }[] {
  const offered = screens
    .filter((screen) => isOffered(screen, door, scope))
    .filter(({ right }) => right === undefined || may(right));
  return groupsOf[door]
    .map((group) => ({ group, items: offered.filter((one) => one.group?.[door] === group) }))
    .filter(({ items }) => items.length > 0);
}

/** The first screen that the sidebar offers. */
export function homeScreen(session: Session, scope: string): string {
  const first = navigationOf(doorOf(session), scope)[0]?.items[0];
  return first?.path ?? 'security';
}

/** An operator enters any scope, a member those accounts that are theirs: the server holds the same. */
export function mayEnter(session: Session, scope: string): boolean {
  const isAccount = /^[1-9]\d{0,15}$/.test(scope);
  if (scope !== 'platform' && !isAccount) return false;
  if (session.operatorRole) return true;
  return (session.accounts ?? []).some(({ accountId }) => String(accountId) === scope);
}

/** The mode that a screen is opened in: the sandbox's own screens know only one. */
export function modeFor(screen: Screen, mode: Mode): Mode {
  return screen.only === 'test' ? 'test' : mode;
}
