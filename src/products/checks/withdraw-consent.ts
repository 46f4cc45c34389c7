import type { CheckPorts } from './check-ports.ts';
import { type CheckKey, recordWithdrawal } from './queries.ts';

/**
 * Withdraws a person's consent. Their data is erased here at once; the erasure job asks
 * the vendors until they confirm.
 */
export async function withdrawConsent(ports: CheckPorts, check: CheckKey): Promise<void> {
  const isNew = await recordWithdrawal(ports.pool, check, ports.clock.databaseNow());
  if (isNew) ports.log.info({ requestId: check.checkId }, 'consent withdrawn');
}
