import { useState } from 'react';

/** Remembered in this browser. */
export function useDismissed(name: string): [boolean, () => void] {
  const [isHidden, setHidden] = useState(() => localStorage.getItem(name) === 'hidden');
  return [
    isHidden,
    () => {
      localStorage.setItem(name, 'hidden');
      setHidden(true);
    },
  ];
}
