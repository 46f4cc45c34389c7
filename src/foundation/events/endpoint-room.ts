/** What may begin at once: as many for each endpoint, and in all. */
export interface Take {
  most: number;
  /** For an endpoint that is not named. */
  each: number;
  endpointIds: number[];
  rooms: number[];
}

/** How many deliveries may be on their way to each endpoint at once, and to all of them. */
export interface EndpointRoom {
  enter(endpointId: number): void;
  leave(endpointId: number, went: 'well' | 'badly'): void;
  /** What may begin now, one take after the other: each is counted when its turn comes. */
  takes(): Iterable<Take>;
}

interface Lane {
  inFlight: number;
  most: number;
  /** What it was sent last, it took. */
  isProven: boolean;
}

/** How many may begin for an endpoint of which nothing is known. */
export const atFirst = 4;

/** So many are remembered, the latest ones: endpoints are made and taken away for as long as the process lives. */
const mostKnown = 5_000;

/**
 * An endpoint that takes what it is sent gets more of it at once, and one that does not gets one at a time. Those
 * of which nothing good is known yet share half of the room: they may be many, as when a whole network is gone or
 * somebody wants it so, and the others still have the other half.
 */
export function createEndpointRoom(
  mostInAll: number,
  mostEach: number,
  afterFailure = 1,
): EndpointRoom {
  const lanes = new Map<number, Lane>();
  const mostDoubtful = Math.ceil(mostInAll / 2);
  let inAll = 0;
  const laneOf = (endpointId: number): Lane => {
    let lane = lanes.get(endpointId);
    if (!lane) {
      lane = { inFlight: 0, most: atFirst, isProven: false };
      lanes.set(endpointId, lane);
      if (lanes.size > mostKnown) forgetOldest();
    }
    return lane;
  };
  const forgetOldest = () => {
    for (const [endpointId, { inFlight }] of lanes) {
      if (inFlight > 0) continue;
      lanes.delete(endpointId);
      return;
    }
  };
  const doubtful = () => {
    let count = 0;
    for (const { isProven, inFlight } of lanes.values()) if (!isProven) count += inFlight;
    return count;
  };
  const take = (most: number, each: number, isMeant: (lane: Lane) => boolean): Take => ({
    most: Math.min(most, mostInAll - inAll),
    each,
    endpointIds: [...lanes.keys()],
    rooms: [...lanes.values()].map((lane) =>
      isMeant(lane) ? Math.max(0, lane.most - lane.inFlight) : 0,
    ),
  });
  return {
    enter(endpointId) {
      laneOf(endpointId).inFlight += 1;
      inAll += 1;
    },
    leave(endpointId, went) {
      const lane = laneOf(endpointId);
      lane.inFlight -= 1;
      inAll -= 1;
      lane.isProven = went === 'well';
      lane.most = lane.isProven ? Math.min(mostEach, lane.most + 1) : afterFailure;
      lanes.delete(endpointId);
      lanes.set(endpointId, lane);
    },
    *takes() {
      // While there are few of them, one question does for all: it may bring no more than the doubtful have room for.
      if (doubtful() <= mostDoubtful / 2) {
        yield take(mostDoubtful - doubtful(), atFirst, () => true);
        return;
      }
      yield take(mostInAll, 0, ({ isProven }) => isProven);
      yield take(mostDoubtful - doubtful(), atFirst, ({ isProven }) => !isProven);
    },
  };
}
