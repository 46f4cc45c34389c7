import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Query } from './api.ts';
import { useApi } from './use-api.ts';
import { useEvents } from './use-events.ts';

/**
 * Refetches a screen's queries whenever its event stream announces a change. `takeSeen` gives the announced state
 * to the first request that is made because of it, so that the server reads the page once for all who heard of it.
 */
export function useChanges(
  screen: string,
  path: string,
  { isEnabled = true, filter = {} }: { isEnabled?: boolean; filter?: Query } = {},
): { isLost: boolean; takeSeen(): string | undefined } {
  const { scope, mode, href } = useApi();
  const queries = useQueryClient();
  const seen = useRef<string>(undefined);
  const isLost = useEvents(isEnabled ? href(path, filter) : undefined, (data) => {
    seen.current = stateOf(data);
    void refetch(queries, [scope, mode, screen]);
  });
  return {
    isLost,
    takeSeen() {
      const state = seen.current;
      seen.current = undefined;
      return state;
    },
  };
}

/**
 * A query without data is not fetched anew while its first fetch is under way, and that may have been read before the
 * change: then everything is fetched again after it.
 */
async function refetch(queries: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const underWay = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  const isFirst = underWay.some(({ state }) => state.data === undefined);
  await queries.invalidateQueries({ queryKey });
  if (isFirst) await queries.invalidateQueries({ queryKey });
}

/** A stream says a short text, or an object with it. */
function stateOf(data: string): string {
  return data.startsWith('{') ? (JSON.parse(data) as { shown: string }).shown : data;
}
