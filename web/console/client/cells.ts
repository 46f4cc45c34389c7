import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CellState, CellsList } from '../../../src/surfaces/console/cells/cells-contract.ts';
import { get } from './api.ts';
import type { Mode } from './scope.ts';
import { useSession } from './session.ts';

export type Cell = CellsList['cells'][number];

const listQuery = queryOptions({
  queryKey: ['platform', 'cells', 'list'],
  queryFn: ({ signal }) => get<CellsList>('platform/cells/list', {}, signal),
  // The server reads its list of cells once, when it starts.
  staleTime: 3_600_000,
});

/** The cells of this platform, this one first; empty for anyone who may not look at others. */
export function useCells() {
  const { cells } = useSession();
  const { data, ...query } = useQuery({ ...listQuery, enabled: !!cells });
  const own = cells?.own;
  const rank = ({ cell }: Cell) => (cell === own ? 0 : cell);
  const list = data?.cells ?? [];
  return { ...query, own, cells: [...list].sort((a, b) => rank(a) - rank(b)) };
}

/** A cell that is down stays an error until the next round: waiting longer would not help. */
export function stateQuery(cell: number, mode: Mode) {
  return queryOptions({
    queryKey: ['platform', mode, 'cells', 'state', cell],
    queryFn: ({ signal }) => get<CellState>('platform/cells/state', { mode, cell }, signal),
    retry: false,
  });
}

/** A short name for the address of a cell. */
export function hostOf(url: string): string {
  return url.replace(/^https?:\/\//, '');
}

/** Signs the person of this cell in to another one. */
export function switchUrl(url: string, own: number): string {
  return `${url}/console/api/session/cell/start?from=${own}`;
}

/** A screen of another cell; whoever is not signed in there comes by the sign-in of this cell. */
export function screenUrl(url: string, own: number, path: string): string {
  return `${url}/console/enter?${new URLSearchParams({ from: String(own), next: path })}`;
}
