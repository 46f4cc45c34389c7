import { requireOwnSecret } from '../../foundation/cell/require-own-cell.ts';
import { fail } from '../../foundation/contract/errors/errors.ts';
import type { FailureReason } from '../../foundation/contract/errors/failure-reasons.ts';
import type { Mode } from '../../foundation/contract/products.ts';
import { checkStatus, type FaceRecheckResponse } from '../../foundation/contract/wire/face.ts';
import { askAboutCheck, expireCheck } from './ask-provider.ts';
import type { CheckPorts } from './check-ports.ts';
import { hashSecret } from './check-secrets.ts';
import { findCheck, findCheckByToken, type StoredCheck } from './queries.ts';

/**
 * The status of a token's check. An unknown token, one of another account or mode, and an expired one get the
 * same response, so that guessing reveals nothing.
 */
export async function recheck(
  ports: CheckPorts,
  caller: { accountId: number; mode: Mode },
  authToken: string,
): Promise<{ data: FaceRecheckResponse; reason: FailureReason | null }> {
  requireOwnSecret(ports.cells, authToken, { field: 'authToken', unknown: 'auth_token_unknown' });
  const found = await findCheckByToken(
    ports.pool,
    caller,
    hashSecret(authToken),
    ports.settings.resultDays,
    ports.clock.databaseNow(),
  );
  if (!found) fail('auth_token_unknown');
  const { providerCode, taskId, status, reason } = await refreshCheck(ports, found);
  return { data: { providerCode, taskId, status, authToken }, reason };
}

/**
 * Brings a check up to date: queries its open session, or ends it when it is overdue. If the last query has
 * just failed, the check stays pending and a job retries.
 */
export async function refreshCheck(ports: CheckPorts, check: StoredCheck): Promise<StoredCheck> {
  if (check.status !== checkStatus.pending) return check;
  if (!check.hasOpenSession && !check.isOver) return check;
  if (check.isOver && !check.isExpiryDue) return check;
  if (check.isOver) await expireCheck(ports, check);
  else await askAboutCheck(ports, check);
  return (await findCheck(ports.pool, check, ports.clock.databaseNow())) ?? check;
}
