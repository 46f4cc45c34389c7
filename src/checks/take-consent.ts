import type { Device } from '../providers/provider.ts';
import type { CheckPorts } from './check-ports.ts';
import { findCheckProviders, providersToName } from './check-providers.ts';
import { type Consent, type LinkedCheck, recordConsent } from './queries.ts';

/**
 * Keeps what a person agreed to: the page says whom it named, and those of them who may check still are
 * what counts. When none of them may any more nothing is kept, and the person is asked again.
 */
export async function takeConsent(
  ports: CheckPorts,
  check: LinkedCheck,
  device: Device,
  consent: Consent,
): Promise<void> {
  const offered = providersToName(await findCheckProviders(ports, check, device));
  const codes = offered.map(({ code }) => code);
  const providers = codes.filter((code) => consent.providers.includes(code));
  if (providers.length === 0 && codes.length > 0) return;
  const { version } = consent;
  await recordConsent(ports.pool, check, { version, providers }, ports.clock.databaseNow());
}
