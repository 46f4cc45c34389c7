import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Query } from '../../client/api.ts';
import { useApi } from '../../client/use-api.ts';
import { useKitWords } from '../kit-words.ts';
import { toast, toastWithUndo } from '../toast.ts';
import { isSameState } from './is-same-state.ts';

/** One change, with the whole state before and after; null where there was none. */
export interface ListedVersion<State> {
  entryId: number;
  madeAt: string;
  /** Null if the platform itself made the change. */
  by: string | null;
  action: string;
  before: State | null;
  after: State | null;
}

interface VersionList<State> {
  versions: ListedVersion<State>[];
  isWhole: boolean;
}

export interface Versions<State> {
  list: VersionList<State> | undefined;
  error: unknown;
  /** Restores the state after an entry, or before the first one (0), if the state is still `was`. */
  restore(version: number, was: State | null): Promise<void>;
  /** Says that a change was saved, and offers to undo it. */
  saved(title: string, was: State | null, is: State | null): Promise<void>;
}

/** The versions of a setting: its list and how one of them is restored. */
export function useVersions<State, Facts>(source: {
  listPath: string;
  query: Query;
  restorePath: string;
  /** What names the setting in a request. */
  key: object;
  /** Whether the person may read the versions; true by default. */
  isRead?: boolean;
  onRestored(facts: Facts): void | Promise<void>;
}): Versions<State> {
  const say = useKitWords();
  const api = useApi();
  const queries = useQueryClient();
  const { listPath, query, restorePath, key, isRead = true, onRestored } = source;
  const options = {
    queryKey: [api.scope, api.mode, 'versions', listPath, query],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.get<VersionList<State>>(listPath, query, signal),
  };
  const list = useQuery({ ...options, enabled: isRead });
  const restore = async (version: number, was: State | null) => {
    await onRestored(await api.post<Facts>(restorePath, { ...key, version, was }));
    toast(say('restored'));
    await queries.invalidateQueries({ queryKey: options.queryKey });
  };
  const saved = async (title: string, was: State | null, is: State | null) => {
    const { versions } = await queries.fetchQuery({ ...options, staleTime: 0 });
    const [newest, previous] = versions;
    // Somebody may have changed it again since: then there is nothing of ours to undo.
    const isOurs =
      newest &&
      !isSameState(was, is) &&
      isSameState(newest.before, was) &&
      isSameState(newest.after, is);
    if (isOurs) toastWithUndo(title, () => restore(previous?.entryId ?? 0, is));
    else toast(title);
  };
  return { list: list.data, error: list.error, restore, saved };
}
