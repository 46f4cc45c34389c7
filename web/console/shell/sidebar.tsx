import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useScope } from '../client/scope.ts';
import { useSession } from '../client/session.ts';
import { useLanguage } from '../client/words.ts';
import { Icon } from '../kit/icon.tsx';
import { BooksProof } from '../screens/overview/books-proof.tsx';
import { ReviewCount } from '../screens/review/review-count.tsx';
import { Logo } from './logo.tsx';
import { modeFor, type NavItem } from './navigation.ts';
import { useShellWords } from './shell-words.ts';
import { useNavigation } from './use-navigation.ts';

export function Sidebar(): ReactElement {
  const say = useShellWords();
  const navigation = useNavigation();
  return (
    <aside className="sidebar">
      <SidebarHead />
      <nav aria-label={say('navigation')}>
        {navigation.map(({ group, items }) => (
          <div key={group} className="nav-group">
            {group !== 'top' && <h2>{say(`group_${group}`)}</h2>}
            <ul>
              {items.map((item) => (
                <li key={item.path}>
                  <NavLink item={item} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="sidebar-foot">
        <BooksProof />
      </div>
    </aside>
  );
}

function SidebarHead(): ReactElement {
  const say = useShellWords();
  const { scope, area } = useScope();
  const { accounts = [], operatorRole } = useSession();
  const account = accounts.find(({ accountId }) => String(accountId) === scope);
  const role = area === 'operator' ? operatorRole : account?.role;
  const name = area === 'operator' ? say('operator') : account?.name;
  return (
    <div className="area">
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

export function NavLink({ item, size }: { item: NavItem; size?: number }): ReactElement {
  const say = useShellWords();
  const { scope, mode } = useScope();
  const title = item.title[useLanguage()];
  return (
    <Link
      title={title}
      to={`/${scope}/${item.path}` as never}
      search={{ mode: modeFor(item, mode) } as never}
      activeOptions={{ includeSearch: false }}
      className="nav-link"
    >
      <Icon name={item.icon} {...(size ? { size } : {})} />
      <span>{title}</span>
      {item.path === 'review' && <ReviewCount />}
      {item.only === 'test' && <b className="nav-test">{say('testTag')}</b>}
    </Link>
  );
}
