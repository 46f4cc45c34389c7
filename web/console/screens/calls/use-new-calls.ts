import { useEffect, useRef, useState } from 'react';
import type { CallsPage } from '../../../../src/surfaces/console/calls/calls-contract.ts';
import type { Query } from '../../client/api.ts';
import { useApi } from '../../client/use-api.ts';

/** The browser reconnects a lost stream by itself; after this time we do. */
const patienceMs = 4_000;

/**
 * Counts the calls since the list was loaded, and says whether the stream is lost. New calls are shown at
 * once unless somebody is reading the list.
 */
export function useNewCalls(
  filter: Query,
  page: CallsPage | undefined,
  isFirst: boolean,
  refetch: () => void,
): { count: number; isLost: boolean; show(): void } {
  const api = useApi();
  const [count, setCount] = useState(0);
  const [isLost, setLost] = useState(false);
  const [tries, setTries] = useState(0);
  const again = useRef(refetch);
  again.current = refetch;
  const newest = page?.calls[0]?.requestId;
  const address = page && api.href('calls/live', { ...filter, after: newest });
  useEffect(() => {
    setCount(0);
    if (!isFirst || !address) return;
    const source = new EventSource(address);
    source.onmessage = ({ data }) => {
      const said = JSON.parse(data) as { count: number };
      // New rows disturb nobody in an empty list.
      if (said.count > 0 && (!newest || !isReading())) again.current();
      else setCount(said.count);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    source.onopen = () => {
      clearTimeout(timer);
      timer = undefined;
      setLost(false);
    };
    source.onerror = () => {
      timer ??= setTimeout(() => {
        setLost(true);
        // The browser does not reconnect after a refusal.
        setTries(tries + 1);
      }, patienceMs);
    };
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [address, isFirst, newest, tries]);
  return {
    count,
    isLost,
    show: () => {
      setCount(0);
      again.current();
    },
  };
}

/** Rows must not move under somebody who has scrolled, focused something or selected a row. */
function isReading(): boolean {
  const { activeElement } = document;
  const isElsewhere =
    activeElement && activeElement !== document.body && activeElement.id !== 'content';
  return scrollY > 40 || !!isElsewhere || document.querySelector('[data-chosen]') !== null;
}
