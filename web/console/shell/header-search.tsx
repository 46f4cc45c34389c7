import { lazy, type ReactElement, Suspense, useSyncExternalStore } from 'react';
import { Icon } from '../kit/icon.tsx';
import { useShellWords } from './shell-words.ts';

const SearchBox = lazy(() => import('./search-box/search-box.tsx'));
let isOpen = false;
const listeners = new Set<() => void>();

function setOpen(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

export const openSearch = (): void => setOpen(true);

export function HeaderSearch(): ReactElement {
  const say = useShellWords();
  const open = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
  );
  return (
    <>
      <button
        type="button"
        className="header-search"
        aria-label={say('search')}
        onClick={openSearch}
      >
        <Icon name="search" />
        <span>{say('search')}</span>
        <kbd>/</kbd>
      </button>
      <Suspense>{open && <SearchBox isOpen onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
