import { fail } from '../../contract/errors.ts';
import type { Scope } from '../../contract/scope.ts';
import type { Queryable } from '../../db/queryable.ts';
import { type Endpoint, findEndpoint } from '../../events/endpoint-queries.ts';

/** The endpoint within the scope; another's is as if it were not there. */
export async function requireEndpoint(
  pool: Queryable,
  scope: Scope,
  endpointId: number,
): Promise<Endpoint> {
  return (await findEndpoint(pool, scope, { endpointId })) ?? fail('nothing_there');
}
