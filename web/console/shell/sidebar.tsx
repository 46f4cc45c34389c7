import { Link, useLocation } from '@tanstack/react-router';
import { type ReactElement, useEffect, useRef } from 'react';
import { basePath } from '../client/base-path.ts';
import { useScope } from '../client/scope.ts';
import { useLanguage } from '../client/words.ts';
import { Icon } from '../kit/icon.tsx';
import { BooksProof } from '../screens/overview/books-proof.tsx';
import { ReviewCount } from '../screens/review/review-count.tsx';
import { AreaHead } from './area-head.tsx';
import { isAbove, modeFor, type NavItem } from './navigation.ts';
import { PlatformStatus } from './platform-status.tsx';
import { useShellWords } from './shell-words.ts';
import { useNavigation } from './use-navigation.ts';

export function Sidebar(): ReactElement {
  const say = useShellWords();
  const navigation = useNavigation();
  const { area, scope } = useScope();
  const holder = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // The current screen stays in sight in a window that is too low for all of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link is active once the path has changed
  useEffect(() => {
    holder.current?.querySelector('.nav-link.active')?.scrollIntoView({ block: 'nearest' });
  }, [path, scope]);
  return (
    <aside ref={holder} className="sidebar">
      <AreaHead />
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
              {group === 'build' && <DocLinks />}
            </ul>
          </div>
        ))}
      </nav>
      <div className="sidebar-foot">
        {area === 'operator' ? <BooksProof /> : <PlatformStatus />}
      </div>
    </aside>
  );
}

/** The documents of this platform, for whoever builds against it. */
function DocLinks(): ReactElement {
  const say = useShellWords();
  const docs = `${basePath}/docs/${useLanguage()}`;
  return (
    <>
      <li>
        <a className="nav-link" href={docs}>
          <Icon name="book" />
          <span>{say('docs')}</span>
        </a>
      </li>
      <li>
        <a className="nav-link" href={`${docs}/reference`}>
          <Icon name="code" />
          <span>{say('reference')}</span>
        </a>
      </li>
    </>
  );
}

export function NavLink({ item, size }: { item: NavItem; size?: number }): ReactElement {
  const say = useShellWords();
  const { scope, mode } = useScope();
  const title = item.title[useLanguage()];
  const isMarked = useLocation({ select: ({ pathname }) => isAbove(item, pathname) });
  return (
    <Link
      title={title}
      to={`/${scope}/${item.path}` as never}
      search={{ mode: modeFor(item, mode) } as never}
      activeOptions={{ includeSearch: false }}
      className={isMarked ? 'nav-link active' : 'nav-link'}
      {...(isMarked && { 'aria-current': 'true' as const })}
    >
      <Icon name={item.icon} {...(size ? { size } : {})} />
      <span>{title}</span>
      {item.path === 'review' && <ReviewCount />}
      {item.only === 'test' && <b className="nav-test">{say('testTag')}</b>}
    </Link>
  );
}
