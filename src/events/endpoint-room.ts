/** How many deliveries may be on their way to each endpoint at once, and to all of them. */
export interface EndpointRoom {
  enter(endpointId: number): void;
  leave(endpointId: number, went: 'well' | 'badly'): void;
  /** How many more may begin in all. */
  left(): number;
  /** The endpoints of which something is known, and how many more may begin for each. */
  rooms(): { endpointIds: number[]; rooms: number[] };
  /** How many may begin for an endpoint of which nothing is known. */
  readonly atFirst: number;
}

interface Lane {
  inFlight: number;
  most: number;
}

const atFirst = 4;

/**
 * An endpoint that takes what it is sent gets more of it at once, and one that does not gets one at a time:
 * those that let everybody wait can be many, and still leave room for the others.
 */
export function createEndpointRoom(
  mostInAll: number,
  mostEach: number,
  afterFailure = 1,
): EndpointRoom {
  const lanes = new Map<number, Lane>();
  let inAll = 0;
  const laneOf = (endpointId: number): Lane => {
    let lane = lanes.get(endpointId);
    if (!lane) {
      lane = { inFlight: 0, most: atFirst };
      lanes.set(endpointId, lane);
    }
    return lane;
  };
  return {
    atFirst,
    enter(endpointId) {
      laneOf(endpointId).inFlight += 1;
      inAll += 1;
    },
    leave(endpointId, went) {
      const lane = laneOf(endpointId);
      lane.inFlight -= 1;
      inAll -= 1;
      lane.most = went === 'well' ? Math.min(mostEach, lane.most + 1) : afterFailure;
      // What is as a stranger would be need not be remembered.
      if (lane.inFlight === 0 && lane.most === atFirst) lanes.delete(endpointId);
    },
    left: () => mostInAll - inAll,
    rooms() {
      const known = [...lanes];
      return {
        endpointIds: known.map(([endpointId]) => endpointId),
        rooms: known.map(([, { most, inFlight }]) => Math.max(0, most - inFlight)),
      };
    },
  };
}
