import { useEffect, useRef, useState } from 'react';
import type { CallsPage } from '../../../../src/surfaces/console/calls/calls-contract.ts';
import type { Query } from '../../client/api.ts';
import { useApi } from '../../client/use-api.ts';

/** A stream that ends is opened again by the browser within this time, or by us after it. */
const patienceMs = 4_000;

/**
 * Says how many calls came since the list was drawn, and whether it would be heard of more. They are shown at once
 * to who has not begun to read, and wait to be asked for by who has.
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
      // In an empty list there is nothing to read yet.
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
        // What was refused is not asked for again by the browser.
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

/** Whoever has scrolled, chosen a row or opened something must not have the rows move beneath them. */
function isReading(): boolean {
  const { activeElement } = document;
  const isElsewhere =
    activeElement && activeElement !== document.body && activeElement.id !== 'content';
  return scrollY > 40 || !!isElsewhere || document.querySelector('[data-chosen]') !== null;
}
