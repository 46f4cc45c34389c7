import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

/** The browser reconnects a lost stream by itself; after this time we do, and then ever more rarely. */
const patienceMs = 4_000;
const longestMs = 60_000;

/**
 * Listens to an event stream, and says whether it is lost. A stream begins with its state, so one that comes back
 * catches up. A page that nobody sees listens to nothing, and catches up when it is seen again.
 */
export function useEvents(address: string | undefined, hear: (data: string) => void): boolean {
  const [isLost, setLost] = useState(false);
  const [tries, setTries] = useState(0);
  const isSeen = useIsSeen();
  const latest = useRef(hear);
  latest.current = hear;
  useEffect(() => {
    if (!address || !isSeen) return;
    const source = new EventSource(address);
    let timer: ReturnType<typeof setTimeout> | undefined;
    source.onmessage = ({ data }) => latest.current(data);
    source.onopen = () => {
      clearTimeout(timer);
      timer = undefined;
      setLost(false);
    };
    source.onerror = () => {
      const waitMs = Math.min(longestMs, patienceMs * 2 ** Math.min(tries, 4));
      timer ??= setTimeout(() => {
        setLost(true);
        // The browser does not reconnect after a refusal.
        setTries((before) => before + 1);
      }, waitMs);
    };
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [address, isSeen, tries]);
  return isLost;
}

/** A store, because a page may be shown or hidden between its first drawing and the first effect. */
function useIsSeen(): boolean {
  return useSyncExternalStore(hearOfSight, () => !document.hidden);
}

function hearOfSight(tell: () => void): () => void {
  document.addEventListener('visibilitychange', tell);
  return () => document.removeEventListener('visibilitychange', tell);
}
