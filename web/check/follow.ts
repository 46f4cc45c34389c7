const pollMs = 3_000;
const maxFaults = 3;

/**
 * Calls back whenever the check has moved on from what the page shows. Uses server-sent events, and polls where a
 * proxy blocks them.
 */
export function follow(base: string, shown: () => string, onMove: () => void): () => void {
  let faults = 0;
  let timer: number | undefined;
  let source: EventSource | undefined;

  function poll(): void {
    source?.close();
    source = undefined;
    timer ??= window.setInterval(onMove, pollMs);
  }

  if (typeof EventSource === 'undefined') {
    poll();
  } else {
    source = new EventSource(`${base}/events`);
    source.onmessage = ({ data }) => {
      faults = 0;
      // Also catches a change between rendering and the opening of the stream.
      if (data !== shown()) onMove();
    };
    source.onerror = () => {
      faults += 1;
      const isClosed = source?.readyState === EventSource.CLOSED;
      if (isClosed || faults >= maxFaults) poll();
    };
  }
  return () => {
    source?.close();
    window.clearInterval(timer);
  };
}
