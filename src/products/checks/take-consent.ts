import type { Device } from '../../vendors/providers/provider.ts';
import type { CheckPorts } from './check-ports.ts';
import { findCheckProviders, providersToName } from './check-providers.ts';
import { type Consent, type LinkedCheck, recordConsent } from './queries.ts';

/** The consent form as the page submits it. */
export interface Agreement extends Consent {
  isAgreed: boolean;
  /** Transfer abroad needs a separate consent. */
  isAbroadAgreed: boolean;
}

/**
 * Records a consent for the named providers that may still check the person. If none is left, nothing is
 * recorded and the person is asked again. False when a checkbox is missing.
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
