import { requireOwnSecret } from '../../../foundation/cell/require-own-cell.ts';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import type { CheckPorts } from '../check-ports.ts';
import { hashSecret } from '../check-secrets.ts';
import { findCheckByLink, type LinkedCheck } from '../queries.ts';
import { refreshCheck } from '../recheck.ts';
import type { LinkRequest } from './check-viewer.ts';

const linkForm = /^[A-Za-z0-9_-]{16,64}$/;

export async function findLinked(ports: CheckPorts, request: LinkRequest): Promise<LinkedCheck> {
  const { link } = request.params;
  if (!linkForm.test(link)) fail('route_not_found');
  requireOwnSecret(ports.cells, link, { field: 'link', unknown: 'route_not_found' });
  const now = ports.clock.databaseNow();
  return (await findCheckByLink(ports.pool, hashSecret(link), now)) ?? fail('route_not_found');
}

/** The check after querying its provider, or after ending it when it is overdue. */
export async function refreshLinked(
  ports: CheckPorts,
  request: LinkRequest,
  check: LinkedCheck,
): Promise<LinkedCheck> {
  const refreshed = await refreshCheck(ports, check);
  return refreshed === check ? check : findLinked(ports, request);
}
