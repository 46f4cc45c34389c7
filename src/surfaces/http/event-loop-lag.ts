const tickMs = 20;

/** How late the event loop is. */
export interface EventLoopLag {
  ms(): number;
  stop(): void;
}

/** A tick that is due every 20 ms measures it; between two ticks, the time since the last one counts too. */
export function measureEventLoopLag(): EventLoopLag {
  let tickedMs = performance.now();
  let lastLagMs = 0;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    lastLagMs = nowMs - tickedMs - tickMs;
    tickedMs = nowMs;
  }, tickMs).unref();
  return {
    ms: () => Math.max(lastLagMs, performance.now() - tickedMs - tickMs, 0),
    stop: () => clearInterval(timer),
  };
}
