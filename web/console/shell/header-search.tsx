import { lazy, type ReactElement, Suspense, useSyncExternalStore } from 'react';
import { useScope } from '../client/scope.ts';
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
  const label = say(useScope().area === 'operator' ? 'search' : 'searchOwn');
  const open = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
  );
  return (
    <>
      <button type="button" className="header-search" aria-label={label} onClick={openSearch}>
        <Icon name="search" />
        <span>{label}</span>
        <kbd>/</kbd>
      </button>
      <Suspense>{open && <SearchBox isOpen onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
