import type { ComponentType } from 'react';
import { type ReactElement, Suspense, useSyncExternalStore } from 'react';
import { Icon } from '../kit/icon.tsx';
import { useShellWords } from './shell-words.ts';

/** What searches; whoever builds it puts it here, and it is loaded when it is first wanted. */
let SearchBox: ComponentType<{ isOpen: boolean; onClose(): void }> | undefined;
let isOpen = false;
const listeners = new Set<() => void>();

function setOpen(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

export function putSearchBox(box: NonNullable<typeof SearchBox>): void {
  SearchBox = box;
}

/** Opens the search from anywhere. */
export function focusSearch(): void {
  if (SearchBox) setOpen(true);
}

/** The place of the search in the header: it looks like a field and opens the real one. */
export function HeaderSearch(): ReactElement {
  const say = useShellWords();
  const open = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
  );
  if (!SearchBox) return <span className="header-search-none" />;
  return (
    <>
      <button
        type="button"
        className="header-search"
        aria-label={say('search')}
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span>{say('search')}</span>
        <kbd>/</kbd>
      </button>
      <Suspense>{open && <SearchBox isOpen onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
