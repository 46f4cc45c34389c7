import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { usePlace } from '../client/place.ts';
import { useSession } from '../client/session.ts';
import { Icon } from '../kit/icon.tsx';
import type { Screen } from '../screens.ts';
import { Logo } from './logo.tsx';
import { modeFor } from './navigation.ts';
import { type ScreenWord, useShellWords } from './shell-words.ts';
import { sidebarSlots } from './sidebar-slots.ts';
import { useNavigation } from './use-navigation.ts';

export function Sidebar(): ReactElement {
  const say = useShellWords();
  const navigation = useNavigation();
  return (
    <aside className="sidebar">
      <Door />
      <nav aria-label={say('navigation')}>
        {navigation.map(({ group, items }) => (
          <div key={group} className="nav-group">
            {group !== 'top' && <h2>{say(`group_${group}`)}</h2>}
            <ul>
              {items.map((screen) => (
                <li key={screen.name}>
                  <NavLink screen={screen} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <Foot />
    </aside>
  );
}

/** Whose door it is, and as what one came in. */
function Door(): ReactElement {
  const say = useShellWords();
  const { scope, door } = usePlace();
  const { accounts = [], operatorRole } = useSession();
  const account = accounts.find(({ accountId }) => String(accountId) === scope);
  const role = door === 'operator' ? operatorRole : account?.role;
  const name = door === 'operator' ? say('operator') : account?.name;
  return (
    <div className="door">
      <Logo />
      <p>
        <strong>Countersign</strong>
        <span>
          {name}
          {role && role !== 'operator' && ` · ${say(`role_${role}`)}`}
        </span>
      </p>
    </div>
  );
}

export function NavLink({ screen, size }: { screen: Screen; size?: number }): ReactElement {
  const say = useShellWords();
  const { scope, mode } = usePlace();
  const next = modeFor(screen, mode);
  const name = say(`screen_${screen.name}` as ScreenWord);
  return (
    <Link
      title={name}
      to={`/${scope}/${screen.path}` as never}
      search={{ mode: next } as never}
      activeOptions={{ includeSearch: false }}
      className="nav-link"
    >
      {screen.icon && <Icon name={screen.icon} {...(size ? { size } : {})} />}
      <span>{name}</span>
      {sidebarSlots.counts[screen.name]}
      {screen.only === 'test' && <b className="nav-test">{say('testTag')}</b>}
    </Link>
  );
}

/** The proof that the books agree. */
function Foot(): ReactElement | null {
  const { proof } = sidebarSlots;
  return proof ? <div className="sidebar-foot">{proof}</div> : null;
}
