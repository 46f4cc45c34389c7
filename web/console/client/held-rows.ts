/**
 * The rows that somebody reads, in their order, each as it was last read. A row that is missing among the newest has
 * left the list, unless new ones may have pushed it off the page: that happens only to the last rows of a full page.
 */
export function mergeRows<Row>(
  held: readonly Row[],
  newest: readonly Row[],
  idOf: (row: Row) => string,
): Row[] {
  const known = new Map(newest.map((row) => [idOf(row), row]));
  const last =
    newest.length < held.length ? held.length : held.findLastIndex((row) => known.has(idOf(row)));
  return held
    .filter((row, at) => known.has(idOf(row)) || at > last)
    .map((row) => known.get(idOf(row)) ?? row);
}

/**
 * How many rows have come above those that are shown; what is below them is another page. In a list without pages
 * (`isWhole`) a row can be new anywhere.
 */
export function countNew<Row>(
  held: readonly Row[],
  newest: readonly Row[],
  idOf: (row: Row) => string,
  isWhole = false,
): number {
  const shown = new Set(held.map(idOf));
  const isNew = newest.map((row) => !shown.has(idOf(row)));
  const last = isWhole ? -1 : isNew.lastIndexOf(false);
  return isNew.slice(0, last < 0 ? isNew.length : last).filter(Boolean).length;
}
