import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { parseSearch } from './search-state.ts';

/** A path of this console with its query, read from a URL that anyone may have written. */
export function pathOf(wanted: string | undefined): { to: string; search: Record<string, string> } {
  const url = URL.parse(wanted ?? '/', location.origin);
  if (url?.origin !== location.origin) return { to: '/', search: {} };
  return { to: url.pathname, search: parseSearch(url.search) };
}

/** Opens such a path in place of the current page. The function stays the same between renders. */
export function useOpenPath(): (wanted: string | undefined) => void {
  const navigate = useNavigate();
  const [open] = useState(
    () => (wanted: string | undefined) =>
      void navigate({ ...pathOf(wanted), replace: true } as never),
  );
  return open;
}
