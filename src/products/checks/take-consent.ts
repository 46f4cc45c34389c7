import type { Device } from '../../vendors/providers/provider.ts';
import type { CheckPorts } from './check-ports.ts';
import { findCheckProviders, providersToName } from './check-providers.ts';
import { type Consent, type LinkedCheck, recordConsent } from './queries.ts';

/** What the page says that the person agreed to. */
export interface Agreement extends Consent {
  isAgreed: boolean;
  /** And that their data go abroad, which is a consent of its own. */
  isAbroadAgreed: boolean;
}

/**
 * Keeps what a person agreed to: the page says whom it named, and those of them who may check still are
 * what counts. When none of them may any more nothing is kept, and the person is asked again. False when
 * a tick is missing.
 */
export async function takeConsent(
  ports: CheckPorts,
  check: LinkedCheck,
  device: Device,
  agreement: Agreement,
): Promise<boolean> {
  const offered = providersToName(await findCheckProviders(ports, check, device));
  const named = offered.filter(({ code }) => agreement.providers.includes(code));
  const goesAbroad = named.some(({ particulars }) => particulars?.isAbroad);
  if (!agreement.isAgreed || (goesAbroad && !agreement.isAbroadAgreed)) return false;
  if (named.length === 0 && offered.length > 0) return true;
  const consent = { version: agreement.version, providers: named.map(({ code }) => code) };
  await recordConsent(ports.pool, check, consent, ports.clock.databaseNow());
  return true;
}
