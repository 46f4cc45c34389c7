import { useReducer, useRef } from 'react';
import { countNew, mergeRows } from './held-rows.ts';

export interface HeldRows<Row> {
  rows: readonly Row[];
  /** How many rows wait to be shown, and whether there may be more than were read. */
  count: number;
  isMany: boolean;
  show(): void;
}

/**
 * New rows appear by themselves at the top, but not while somebody reads: then every row keeps its place, shows what
 * became of it, and new ones wait until they are asked for. Another list, by its filter or page, is shown at once.
 */
export function useHeldRows<Row>(
  list: string,
  newest: readonly Row[],
  idOf: (row: Row) => string,
  { isWhole = false }: { isWhole?: boolean } = {},
): HeldRows<Row> {
  const held = useRef<{ list: string; rows: readonly Row[] }>({ list, rows: [] });
  const [, render] = useReducer((times: number) => times + 1, 0);
  const { current } = held;
  const isHeld = current.list === list && current.rows.length > 0 && isReading();
  const rows = isHeld ? mergeRows(current.rows, newest, idOf) : newest;
  held.current = { list, rows };
  const count = countNew(rows, newest, idOf, isWhole);
  return {
    rows,
    count,
    isMany: !isWhole && count > 0 && count === newest.length,
    show() {
      held.current = { list, rows: [] };
      render();
    },
  };
}

/** Somebody has scrolled, focused something or selected a row. */
function isReading(): boolean {
  const { activeElement } = document;
  const isElsewhere =
    activeElement && activeElement !== document.body && activeElement.id !== 'content';
  return scrollY > 40 || !!isElsewhere || document.querySelector('[data-chosen]') !== null;
}
