import type { CheckPorts } from './check-ports.ts';
import { type CheckKey, recordWithdrawal } from './queries.ts';

/**
 * A person takes back what they agreed to. What is known of them is gone here at once; their vendors are
 * asked by the job that asks them after the retention, until they say that it is gone there too.
 */
export async function withdrawConsent(ports: CheckPorts, check: CheckKey): Promise<void> {
  const isNew = await recordWithdrawal(ports.pool, check, ports.clock.databaseNow());
  if (isNew) ports.log.info({ check: check.checkId }, 'a consent was withdrawn');
}
