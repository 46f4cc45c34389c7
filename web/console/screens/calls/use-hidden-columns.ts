import { useState } from 'react';
import { useSession } from '../../client/session.ts';
import { readHidden } from './hidden-columns.ts';

/** The columns that this person has hidden, remembered in this browser. */
export function useHiddenColumns(): [readonly string[], (hidden: readonly string[]) => void] {
  const { person } = useSession();
  const storageKey = `countersign.call-columns.${person?.personId}`;
  const [hidden, setHidden] = useState<readonly string[]>(() =>
    readHidden(localStorage.getItem(storageKey)),
  );
  return [
    hidden,
    (next) => {
      if (next.length > 0) localStorage.setItem(storageKey, next.join(','));
      else localStorage.removeItem(storageKey);
      setHidden(next);
    },
  ];
}
