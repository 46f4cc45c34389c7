import { useQueries } from '@tanstack/react-query';
import type { CellState } from '../../../../src/surfaces/console/cells/cells-contract.ts';
import type {
  Overview,
  OverviewSums,
} from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { type Cell, stateQuery } from '../../client/cells.ts';
import { useSession } from '../../client/session.ts';
import { type Standing, standingOf } from '../../client/standing.ts';
import { useApi } from '../../client/use-api.ts';
import { type SpanName, spanOf } from '../overview/overview-spans.ts';

/** A cell and what it answered; nothing is shown of a cell that does not answer any more. */
export interface CellRow {
  cell: number;
  url: string;
  isOwn: boolean;
  standing: Standing;
  state: CellState | undefined;
  sums: OverviewSums | undefined;
}

const stateEveryMs = 30_000;
const figuresEveryMs = 10_000;
/** More cells than these are asked less often, so that a page asks for no more in all. */
const cellsAtPace = 10;

/** Asks every cell by itself, all at once: one that is down delays no other. */
export function useCellRows(
  cells: readonly Cell[],
  own: number | undefined,
  span: SpanName,
): { rows: CellRow[]; updatedAt: number } {
  const api = useApi();
  const { from, to } = spanOf(span, useSession().timeZone);
  const pace = Math.max(1, cells.length / cellsAtPace);
  const states = useQueries({
    queries: cells.map(({ cell, isIsolated }) => ({
      ...stateQuery(cell, api.mode),
      enabled: !isIsolated,
      refetchInterval: stateEveryMs * pace,
    })),
  });
  const figures = useQueries({
    queries: cells.map(({ cell, isIsolated }, at) => ({
      queryKey: [api.scope, api.mode, 'cells', 'figures', cell, from, to],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get<Overview>('overview/figures', { from, to, cell }, signal),
      // A browser has few connections to a host: a cell that is down takes one of them, not two.
      enabled: !isIsolated && !states[at]?.error,
      refetchInterval: figuresEveryMs * pace,
      retry: false,
    })),
  });
  const rows = cells.map(({ cell, url, isIsolated }, at): CellRow => {
    const [state, sums] = [states[at], figures[at]];
    const stated = isIsolated || !state ? 'isolated' : standingOf(state);
    const standing = stated === 'up' && sums?.error ? standingOf(sums) : stated;
    return {
      ...{ cell, url, isOwn: cell === own, standing },
      state: stated === 'up' ? state?.data : undefined,
      sums: standing === 'up' ? sums?.data?.sums : undefined,
    };
  });
  return { rows, updatedAt: Math.max(0, ...figures.map(({ dataUpdatedAt }) => dataUpdatedAt)) };
}
