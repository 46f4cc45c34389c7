import { useQueries } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { hostOf, stateQuery, switchUrl, useCells } from '../client/cells.ts';
import { useGo, useScope } from '../client/scope.ts';
import { standingOf } from '../client/standing.ts';
import { CellStanding } from '../kit/cell-standing.tsx';
import { useKitWords } from '../kit/kit-words.ts';
import { useShellWords } from './shell-words.ts';

type CellItem = {
  key: string;
  label: ReactElement | string;
  extra?: ReactElement | string;
};

/** The cells to switch to, like regions; none where there is one cell. */
export function useCellItems(): {
  items: CellItem[];
  own: number | undefined;
  choose(key: string): void;
} {
  const say = useShellWords();
  const sayKit = useKitWords();
  const go = useGo();
  const { mode } = useScope();
  const { own, cells } = useCells();
  const open = cells.filter(({ isIsolated }) => !isIsolated);
  // What the screen of all cells has learned; the header asks no other cell by itself.
  const states = useQueries({
    queries: open.map(({ cell }) => ({ ...stateQuery(cell, mode), enabled: false })),
  });
  const items = open.map(({ cell, url }, at): CellItem => {
    const standing = states[at] ? standingOf(states[at]) : 'loading';
    return {
      key: keyOf(cell),
      label: (
        <span className="cell-item">
          {sayKit('cell', { cell })} <span className="faint">{hostOf(url)}</span>
        </span>
      ),
      ...(cell === own && { extra: say('thisCell') }),
      ...(cell !== own &&
        standing !== 'loading' && { extra: <CellStanding standing={standing} /> }),
    };
  });
  return {
    own,
    items: items.length === 0 ? [] : [...items, { key: 'cells', label: say('allCells') }],
    choose: (key) => {
      if (key === 'cells') go('cells', { scope: 'platform' });
      const other = open.find(({ cell }) => keyOf(cell) === key && cell !== own);
      if (other && own !== undefined) window.location.assign(switchUrl(other.url, own));
    },
  };
}

export const keyOf = (cell: number) => `cell-${cell}`;
