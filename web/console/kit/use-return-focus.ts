import { useEffect, useState } from 'react';

/**
 * Returns the focus to the opener of a dialog. antd does so for a dialog that is hidden, not for one that
 * unmounts because the URL changed.
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
