import type { Right } from '../../../src/surfaces/console/kit/rights.ts';
import type { Area, Mode } from '../client/scope.ts';
import type { Session } from '../client/session.ts';
import { allScreens } from '../screens/all-screens.ts';
import type { Group, Screen, SidebarEntry } from '../screens/screen.ts';

const groupsOf: Readonly<Record<Area, readonly Group[]>> = {
  operator: ['top', 'work', 'customers', 'sending', 'platform'],
  customer: ['top', 'work', 'money', 'build', 'account'],
};

function areaOf({ operatorRole }: Session): Area {
  return operatorRole ? 'operator' : 'customer';
}

/** A link of the sidebar. */
export type NavItem = Pick<Screen, 'path' | 'only'> & SidebarEntry;

/** Whether a screen has something of this scope. */
export function isOf({ only }: Pick<Screen, 'only'>, scope: string): boolean {
  if (only === 'platform' || only === 'cells') return scope === 'platform';
  return only !== 'account' || scope !== 'platform';
}

/** The links of the sidebar by their groups; empty groups are left out. */
export function navigationOf(
  area: Area,
  scope: string,
  may: (right: Right) => boolean = () => true,
  hasCells = false,
): { group: Group; items: NavItem[] }[] {
  const offered = allScreens
    .filter((screen) => isOf(screen, scope) || screen.isByAccount)
    .filter((screen) => screen.only !== 'cells' || hasCells)
    .filter(({ right }) => right === undefined || may(right))
    .flatMap(({ sidebar, ...screen }) => (sidebar ? [{ ...screen, ...sidebar }] : []))
    .map(({ platformTitle, ...item }) =>
      platformTitle && scope === 'platform' ? { ...item, title: platformTitle } : item,
    )
    .sort((a, b) => a.order - b.order);
  return groupsOf[area]
    .map((group) => ({ group, items: offered.filter((item) => item.group[area] === group) }))
    .filter(({ items }) => items.length > 0);
}

export function homeScreen(session: Session, scope: string): string {
  const first = navigationOf(areaOf(session), scope)[0]?.items[0];
  return first?.path ?? 'security';
}

/** Operators may open any scope, members only their own accounts; the server enforces the same. */
export function mayEnter(session: Session, scope: string): boolean {
  const isAccount = /^[1-9]\d{0,15}$/.test(scope);
  if (scope !== 'platform' && !isAccount) return false;
  if (session.operatorRole) return true;
  return (session.accounts ?? []).some(({ accountId }) => String(accountId) === scope);
}

/** Sandbox screens always open in test mode. */
export function modeFor(screen: Pick<Screen, 'only'>, mode: Mode): Mode {
  return screen.only === 'test' ? 'test' : mode;
}

/** Whether the screen of an address shows live mode alone, whatever mode the address names. */
export function isLiveAlone(pathname: string): boolean {
  return allScreens.some((one) => one.isLiveAlone && `${pathname}/`.includes(`/${one.path}/`));
}

/** Whether a link of the sidebar is marked for a screen that is opened from its own, by the address. */
export function isAbove({ path }: Pick<NavItem, 'path'>, pathname: string): boolean {
  const below = allScreens.filter(({ under }) => under === path);
  return below.some((screen) => `${pathname}/`.includes(`/${screen.path}/`));
}
