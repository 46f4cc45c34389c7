import { fail } from '../../../foundation/contract/errors/errors.ts';
import type { Scope } from '../../../foundation/contract/scope.ts';
import type { Queryable } from '../../../foundation/db/queryable.ts';
import { type Endpoint, findEndpoint } from '../../../foundation/events/endpoint-queries.ts';

/** Finds an endpoint in the scope; an endpoint of another account is not found. */
export async function requireEndpoint(
  pool: Queryable,
  scope: Scope,
  endpointId: number,
): Promise<Endpoint> {
  return (await findEndpoint(pool, scope, { endpointId })) ?? fail('nothing_there');
}
