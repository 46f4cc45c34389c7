import { useLocation } from '@tanstack/react-router';
import { Drawer } from 'antd';
import { type ReactElement, useState } from 'react';
import { Icon } from '../kit/icon.tsx';
import { isAbove } from './navigation.ts';
import { useShellWords } from './shell-words.ts';
import { NavLink, Sidebar } from './sidebar.tsx';
import { useNavigation } from './use-navigation.ts';

/** The sidebar of a phone: four screens, and the rest in a drawer. */
export function BottomBar(): ReactElement {
  const say = useShellWords();
  const [isOpen, setOpen] = useState(false);
  const items = useNavigation()
    .flatMap((group) => group.items)
    .filter(({ isInBar }) => isInBar)
    .slice(0, 4);
  const isInMore = useLocation({
    select: ({ pathname }) =>
      !items.some((item) => `${pathname}/`.includes(`/${item.path}/`) || isAbove(item, pathname)),
  });
  return (
    <nav className="bottom-bar" aria-label={say('navigation')}>
      {items.map((item) => (
        <NavLink key={item.path} item={item} size={20} />
      ))}
      <button
        type="button"
        className={isInMore ? 'nav-link active' : 'nav-link'}
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" size={20} />
        <span>{say('more')}</span>
      </button>
      <Drawer
        open={isOpen}
        onClose={() => setOpen(false)}
        placement="bottom"
        size="large"
        title={say('navigation')}
        rootClassName="more-drawer"
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: any link in it closes it */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link that is pressed by keys clicks too */}
        <div onClick={() => setOpen(false)}>
          <Sidebar />
        </div>
      </Drawer>
    </nav>
  );
}
