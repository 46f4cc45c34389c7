import { checkStatus } from '../../foundation/contract/wire/face.ts';
import type { BrowserData, Device, FaceProvider } from '../../vendors/providers/provider.ts';
import { pickRoute } from '../../vendors/providers/route.ts';
import { listRoutes } from '../../vendors/providers/route-queries.ts';
import type { CheckPorts } from './check-ports.ts';
import type { LinkedCheck } from './queries.ts';

/** The providers that may check a person, each list in order of preference. */
export interface CheckProviders {
  /** Providers on the route that are switched on, for any device. */
  serving: readonly FaceProvider[];
  /** The serving providers whose sessions work on this device. */
  able: readonly FaceProvider[];
  /** The able providers named in the person's consent. Only these receive data. */
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

/** The call's own provider first, then the others on the current route. */
async function codesOf({ pool }: Ports, check: LinkedCheck): Promise<string[]> {
  if (check.status !== checkStatus.pending) return [];
  if (check.mode === 'test') return [check.providerCode];
  const routes = await listRoutes(pool, check.accountId);
  const stops = pickRoute(routes, 'face_verify', null)?.providers ?? [];
  return [...new Set([check.providerCode, ...stops.map(({ code }) => code)])];
}

/** The providers that the consent names: the able ones or, if none works on this device, all serving ones. */
export function providersToName({ able, serving }: CheckProviders): readonly FaceProvider[] {
  return able.length > 0 ? able : serving;
}

/** Requires a consent when there is none, or when it names none of the able providers. */
export function needsConsent(
  { consentedAt }: Pick<LinkedCheck, 'consentedAt'>,
  { able, agreed }: CheckProviders,
): boolean {
  return consentedAt === null || (able.length > 0 && agreed.length === 0);
}

/** False when there are providers, but none whose sessions work on this device. */
export function isDeviceServed({ able, serving }: CheckProviders): boolean {
  return able.length > 0 || serving.length === 0;
}

/** The first provider that needs browser data. A page runs the script of only one provider. */
export function collectorOf(providers: readonly FaceProvider[]): FaceProvider | undefined {
  return providers.find(({ browserData }) => browserData !== null);
}

/** Browser data is only usable by providers with the same collection script. */
export function canStartWith(provider: FaceProvider, collected: BrowserData | null): boolean {
  const wanted = provider.browserData;
  return wanted === null || (wanted.script === collected?.script && wanted.call === collected.call);
}
