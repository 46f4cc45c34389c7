import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from './use-api.ts';

/** Refetches a screen's queries whenever its event stream announces a change. */
export function useChanges(screen: string, path: string, isEnabled = true): void {
  const { scope, mode, href } = useApi();
  const queries = useQueryClient();
  const address = href(path);
  useEffect(() => {
    if (!isEnabled) return;
    const events = new EventSource(address);
    events.onmessage = () => void queries.invalidateQueries({ queryKey: [scope, mode, screen] });
    return () => events.close();
  }, [address, isEnabled, queries, scope, mode, screen]);
}
