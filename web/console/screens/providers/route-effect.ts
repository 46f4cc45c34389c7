import type { Stop } from '../../../../src/surfaces/console/providers/providers-contract.ts';

export type RouteEffect =
  | { kind: 'moved'; code: string; from: number; to: number }
  | { kind: 'added' | 'gone'; code: string }
  | { kind: 'shares' };

/** The changes between two routes. Of several moves only the longest is named: the others follow from it. */
export function routeEffects(before: readonly Stop[], after: readonly Stop[]): RouteEffect[] {
  const position = (stops: readonly Stop[], code: string) =>
    stops.findIndex((stop) => stop.code === code) + 1;
  const added = after.filter(({ code }) => !position(before, code));
  const gone = before.filter(({ code }) => !position(after, code));
  const stayed = after.filter(({ code }) => position(before, code));
  const moves = stayed
    .map(({ code }) => ({ code, from: position(before, code), to: position(after, code) }))
    .filter(({ from, to }) => from !== to)
    .sort((one, other) => Math.abs(other.to - other.from) - Math.abs(one.to - one.from));
  const isMoved = added.length + gone.length === 0 && moves[0];
  const isShared = stayed.some(({ code, weight, minWeight }) => {
    const was = before.find((stop) => stop.code === code);
    return was?.weight !== weight || was?.minWeight !== minWeight;
  });
  return [
    ...(isMoved ? [{ kind: 'moved' as const, ...isMoved }] : []),
    ...added.map(({ code }) => ({ kind: 'added' as const, code })),
    ...gone.map(({ code }) => ({ kind: 'gone' as const, code })),
    ...(isShared ? [{ kind: 'shares' as const }] : []),
  ];
}
