import { checkStatus } from '../../foundation/contract/wire/face.ts';
import type { BrowserData, Device, FaceProvider } from '../../vendors/providers/provider.ts';
import { pickRoute } from '../../vendors/providers/route.ts';
import { listRoutes } from '../../vendors/providers/route-queries.ts';
import type { CheckPorts } from './check-ports.ts';
import type { LinkedCheck } from './queries.ts';

/** Those who may check a person, best first in each list. */
export interface CheckProviders {
  /** On the route and on, whatever the device. */
  serving: readonly FaceProvider[];
  /** Those of them whose sessions work on this device. */
  able: readonly FaceProvider[];
  /** Those of the able whom the person was told of when they agreed; nobody else is asked. */
  agreed: readonly FaceProvider[];
}

type Ports = Pick<CheckPorts, 'pool' | 'providers'>;

export async function findCheckProviders(
  ports: Ports,
  check: LinkedCheck,
  device: Device,
): Promise<CheckProviders> {
  const serving = (await codesOf(ports, check))
    .flatMap((code) => ports.providers.get(code) ?? [])
    .filter(({ isOff }) => !isOff);
  const able = serving.filter(({ devices }) => devices.includes(device));
  return { serving, able, agreed: able.filter(({ code }) => check.namedProviders.includes(code)) };
}

/** Whoever the call named first, and then the others on the route of today. */
async function codesOf({ pool }: Ports, check: LinkedCheck): Promise<string[]> {
  if (check.status !== checkStatus.pending) return [];
  if (check.mode === 'test') return [check.providerCode];
  const routes = await listRoutes(pool, check.accountId);
  const stops = pickRoute(routes, 'face_verify', null)?.providers ?? [];
  return [...new Set([check.providerCode, ...stops.map(({ code }) => code)])];
}

/** Whom the consent names; where nobody works on this device, those who would on another. */
export function providersToName({ able, serving }: CheckProviders): readonly FaceProvider[] {
  return able.length > 0 ? able : serving;
}

/** A person who agreed to others than those who could check them now is asked again. */
export function needsConsent(
  { consentedAt }: Pick<LinkedCheck, 'consentedAt'>,
  { able, agreed }: CheckProviders,
): boolean {
  return consentedAt === null || (able.length > 0 && agreed.length === 0);
}

/** The first that wants data of the browser: a page runs the script of one provider. */
export function collectorOf(providers: readonly FaceProvider[]): FaceProvider | undefined {
  return providers.find(({ browserData }) => browserData !== null);
}

/** What one provider's script has collected is for those alone that have the same script. */
export function canStartWith(provider: FaceProvider, collected: BrowserData | null): boolean {
  const wanted = provider.browserData;
  return wanted === null || (wanted.script === collected?.script && wanted.call === collected.call);
}
