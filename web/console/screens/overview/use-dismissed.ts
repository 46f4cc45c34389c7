import { useState } from 'react';

/** Whether something was put away in this browser. */
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
