/** How many deliveries may start: for each endpoint, and in total. */
export interface Take {
  limit: number;
  /** For an endpoint that is not in the list. */
  each: number;
  endpointIds: number[];
  slots: number[];
}

/** Limits concurrent deliveries for each endpoint and in total. */
export interface EndpointSlots {
  enter(endpointId: number): void;
  leave(endpointId: number, went: 'well' | 'badly'): void;
  /** What may start now, one take at a time: each is counted only when it is requested. */
  takes(): Iterable<Take>;
}

interface EndpointState {
  inFlight: number;
  limit: number;
  /** The last delivery succeeded. */
  isProven: boolean;
  /** How long the last pause since the last success was, and when it ends. */
  pauseMs: number;
  pausedUntilMs: number;
}

/** The pause before a failing endpoint is probed again: doubled each time, up to a maximum. */
export interface ProbePace {
  probeMs: number;
  maxProbeMs: number;
}

/** Concurrent deliveries for an endpoint without a history. */
export const initialLimit = 4;

/**
 * How many endpoints are remembered, most recent first: endpoints are created and removed throughout the life
 * of the process.
 */
const maxKnown = 5_000;

/**
 * Each success raises an endpoint's limit. After a failure, it is probed with one delivery at a time, each
 * after a longer pause; the others wait without using up their attempts. Endpoints without a recent success
 * share half of the slots: there may be many of them, after a network outage or by intent, and the proven
 * endpoints still have the other half.
 */
export function createEndpointSlots(
  maxInFlight: number,
  maxEach: number,
  afterFailure: number,
  pace: ProbePace,
  nowMs: () => number = () => performance.now(),
): EndpointSlots {
  const endpoints = new Map<number, EndpointState>();
  const maxUnproven = Math.ceil(maxInFlight / 2);
  let inAll = 0;
  const stateOf = (endpointId: number): EndpointState => {
    let state = endpoints.get(endpointId);
    if (!state) {
      state = { inFlight: 0, limit: initialLimit, isProven: false, pauseMs: 0, pausedUntilMs: 0 };
      endpoints.set(endpointId, state);
      if (endpoints.size > maxKnown) forgetOldest();
    }
    return state;
  };
  const forgetOldest = () => {
    for (const [endpointId, { inFlight }] of endpoints) {
      if (inFlight > 0) continue;
      endpoints.delete(endpointId);
      return;
    }
  };
  const doubtful = () => {
    let count = 0;
    for (const { isProven, inFlight } of endpoints.values()) if (!isProven) count += inFlight;
    return count;
  };
  const take = (limit: number, each: number, isMeant: (state: EndpointState) => boolean): Take => ({
    limit: Math.min(limit, maxInFlight - inAll),
    each,
    endpointIds: [...endpoints.keys()],
    slots: [...endpoints.values()].map((state) =>
      isMeant(state) && state.pausedUntilMs <= nowMs()
        ? Math.max(0, state.limit - state.inFlight)
        : 0,
    ),
  });
  return {
    enter(endpointId) {
      stateOf(endpointId).inFlight += 1;
      inAll += 1;
    },
    leave(endpointId, went) {
      const state = stateOf(endpointId);
      state.inFlight -= 1;
      inAll -= 1;
      state.isProven = went === 'well';
      state.limit = state.isProven ? Math.min(maxEach, state.limit + 1) : afterFailure;
      Object.assign(state, nextPause(state, pace, nowMs()));
      endpoints.delete(endpointId);
      endpoints.set(endpointId, state);
    },
    *takes() {
      // While few deliveries go to unproven endpoints, one query serves all endpoints: its limit is the number
      // of slots that the unproven have left.
      if (doubtful() <= maxUnproven / 2) {
        yield take(maxUnproven - doubtful(), initialLimit, () => true);
        return;
      }
      yield take(maxInFlight, 0, ({ isProven }) => isProven);
      yield take(maxUnproven - doubtful(), initialLimit, ({ isProven }) => !isProven);
    },
  };
}

/** No pause after a success, and a longer one after each failure. */
function nextPause(
  { isProven, pauseMs, pausedUntilMs }: EndpointState,
  { probeMs, maxProbeMs }: ProbePace,
  nowMs: number,
): Pick<EndpointState, 'pauseMs' | 'pausedUntilMs'> {
  if (isProven) return { pauseMs: 0, pausedUntilMs: 0 };
  // Deliveries that were under way together fail together: that is one failure, not many.
  if (pausedUntilMs > nowMs) return { pauseMs, pausedUntilMs };
  const next = Math.min(maxProbeMs, 2 * pauseMs || probeMs);
  return { pauseMs: next, pausedUntilMs: nowMs + next };
}
