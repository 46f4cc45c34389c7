import { lazy, type ReactElement, Suspense, useSyncExternalStore } from 'react';
import { useScope } from '../client/scope.ts';
import { Icon } from '../kit/icon.tsx';
import { keepEarlyKeys } from './early-keys.ts';
import { useShellWords } from './shell-words.ts';

const SearchBox = lazy(() => import('./search-box/search-box.tsx'));
let isOpen = false;
const listeners = new Set<() => void>();

function setOpen(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

let takeEarly: (() => string) | undefined;

export function openSearch(): void {
  if (!isOpen) takeEarly = keepEarlyKeys(document);
  setOpen(true);
}

/** What was typed before the box was ready. */
function endEarly(): string {
  const typed = takeEarly?.() ?? '';
  takeEarly = undefined;
  return typed;
}

function close(): void {
  endEarly();
  setOpen(false);
}

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
      <Suspense>{open && <SearchBox isOpen takeEarly={endEarly} onClose={close} />}</Suspense>
    </>
  );
}
