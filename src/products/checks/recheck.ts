import { fail } from '../../foundation/contract/errors/errors.ts';
import type { FailureReason } from '../../foundation/contract/errors/failure-reasons.ts';
import type { Mode } from '../../foundation/contract/products.ts';
import { checkStatus, type FaceRecheckResponse } from '../../foundation/contract/wire/face.ts';
import { askAboutCheck, expireCheck } from './ask-provider.ts';
import type { CheckPorts } from './check-ports.ts';
import { hashSecret } from './check-secrets.ts';
import { findCheck, findCheckByToken, type StoredCheck } from './queries.ts';

/**
 * How the check of a token stands. A token that is unknown, of another account, of the other mode
 * or past its time gets one and the same answer, so that nothing is learned from a guess.
 */
export async function recheck(
  ports: CheckPorts,
  caller: { accountId: number; mode: Mode },
  authToken: string,
): Promise<{ data: FaceRecheckResponse; reason: FailureReason | null }> {
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
 * The check as it stands now: an open session is asked about, and a time that is over ends it. A check
 * whose provider has just not given its last answer is pending still, and is asked about by a job.
 */
export async function refreshCheck(ports: CheckPorts, check: StoredCheck): Promise<StoredCheck> {
  if (check.status !== checkStatus.pending) return check;
  if (!check.hasOpenSession && !check.isOver) return check;
  if (check.isOver && !check.isExpiryDue) return check;
  if (check.isOver) await expireCheck(ports, check);
  else await askAboutCheck(ports, check);
  return (await findCheck(ports.pool, check, ports.clock.databaseNow())) ?? check;
}
