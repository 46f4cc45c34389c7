import type { Stop } from '../../../../src/surfaces/console/providers/providers-contract.ts';

/** The same route with this provider first; where providers share the calls, with all of them. */
export function putFirst(stops: readonly Stop[], code: string): readonly Stop[] {
  const others = stops.filter((stop) => stop.code !== code);
  const isShared = stops.some(({ weight }) => weight !== undefined);
  if (!isShared) return [{ code }, ...others];
  return [{ code, weight: 100 }, ...others.map((stop) => ({ code: stop.code, weight: 0 }))];
}
