import { useLocation } from '@tanstack/react-router';
import { useGo } from '../../client/scope.ts';
import { useShortcuts } from '../../kit/shortcuts.ts';
import { type CallList, placeIn } from './call-list.ts';
import { useCallWords } from './call-words.ts';

/**
 * The way from a call back to its list, and with J and K to the next and previous call of it. The list is in
 * the state of the browser's history, so it survives a reload, and a link to the call has none.
 */
export function useCallList(requestId: string): { position: string | undefined; goBack(): void } {
  const say = useCallWords();
  const go = useGo();
  const { state } = useLocation();
  const { callList } = state as { callList?: CallList };
  const found = placeIn(callList, requestId);
  const open = (id: string | undefined) => {
    // Replaces the entry: the browser's Back leads to the list.
    if (id) go(`calls/${id}`, { replace: true, state: { callList } });
  };
  const goBack = () => go('calls', { query: callList?.query ?? {} });
  useShortcuts({
    Escape: goBack,
    j: () => open(found?.next),
    k: () => open(found?.previous),
  });
  const position = found && say('position', { place: found.place, total: found.total });
  return { position, goBack };
}
