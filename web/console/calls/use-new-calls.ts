import { useEffect, useRef, useState } from 'react';
import type { CallsPage } from '../../../src/console/calls/calls-contract.ts';
import type { Query } from '../parts/api.ts';
import { usePlace } from '../parts/place.ts';

/**
 * Says how many calls came since the list was drawn. They are shown at once to who has not begun to read,
 * and wait to be asked for by who has.
 */
export function useNewCalls(
  filter: Query,
  page: CallsPage | undefined,
  isFirst: boolean,
  refetch: () => void,
): { count: number; show(): void } {
  const place = usePlace();
  const [count, setCount] = useState(0);
  const again = useRef(refetch);
  again.current = refetch;
  const newest = page?.calls[0]?.requestId;
  const address = page && place.href('calls/live', { ...filter, after: newest });
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
    return () => source.close();
  }, [address, isFirst, newest]);
  return {
    count,
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
