import type { Line } from '../calls/line.ts';
import { fail } from '../contract/errors.ts';
import { checkStatus, type FaceRecheckResponse } from '../contract/face.ts';
import type { Mode } from '../contract/products.ts';
import { askAboutCheck, expireCheck } from './ask-provider.ts';
import { hashSecret } from './check-secrets.ts';
import { findCheck, findCheckByToken, type StoredCheck } from './queries.ts';

/**
 * How the check of a token stands. A token that is unknown, of another account, of the other mode
 * or past its time gets one and the same answer, so that nothing is learned from a guess.
 */
export async function recheck(
  line: Line,
  caller: { accountId: number; mode: Mode },
  authToken: string,
): Promise<FaceRecheckResponse> {
  const found = await findCheckByToken(
    line.pool,
    caller,
    hashSecret(authToken),
    line.settings.resultDays,
    line.clock.databaseNow(),
  );
  if (!found) fail('auth_token_unknown');
  const { providerCode, taskId, status } = await refreshCheck(line, found);
  return { providerCode, taskId, status, authToken };
}

/** The check as it stands now: an open session is asked about, and a time that is over ends it. */
export async function refreshCheck(line: Line, check: StoredCheck): Promise<StoredCheck> {
  if (check.status !== checkStatus.pending) return check;
  if (!check.hasOpenSession && !check.isOver) return check;
  if (check.isOver) await expireCheck(line, check);
  else await askAboutCheck(line, check);
  return (await findCheck(line.pool, check, line.clock.databaseNow())) ?? check;
}
