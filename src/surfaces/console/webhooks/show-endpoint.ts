import { usualPace } from '../../../foundation/events/deliver.ts';
import type { EndpointHealth } from '../../../foundation/events/endpoint-health-queries.ts';
import type { Endpoint } from '../../../foundation/events/endpoint-queries.ts';
import type { EndpointRow } from './webhooks-contract.ts';

export function showEndpoint(
  { failingSince, oldSecretUntil: _, ...endpoint }: Endpoint,
  { accountName, health }: { accountName: string; health: EndpointHealth | undefined },
): EndpointRow {
  const { endpointId: __, ...counted } = health ?? noAttempts;
  const until = failingSince && new Date(failingSince.getTime() + usualPace.patienceMs);
  return {
    ...endpoint,
    accountName,
    disabledAt: endpoint.disabledAt?.toISOString() ?? null,
    createdAt: endpoint.createdAt.toISOString(),
    health: {
      ...counted,
      failingSince: failingSince?.toISOString() ?? null,
      turnsOffAt: until?.toISOString() ?? null,
    },
  };
}

/** Of an endpoint that was removed between two questions. */
const noAttempts: EndpointHealth = {
  ...{ endpointId: 0, failedInRow: 0, lastStatus: null, lastProblem: null, undelivered: 0 },
  hours: [],
};
