import { useEffect, useState } from 'react';

/**
 * Gives the keyboard back to what had it when a dialog came. A dialog that is hidden does so itself; one that is gone
 * at once, because its place in the address is, leaves the keyboard nowhere.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isNowhere = document.activeElement === document.body;
      if (isNowhere && opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
}
