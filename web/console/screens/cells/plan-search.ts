/** What the cells are asked for, and the only cell to ask if the text says which. */
interface CellsSearch {
  text: string;
  cell?: number;
}

const apiKey = /^cs_(?:test|live)_(?:([1-9][0-9]{0,3})_)?\S*([0-9A-Za-z]{4})$/;

/** An API key is a secret: only its end is sent, and only to the cell whose number it carries. */
export function planSearch(typed: string): CellsSearch {
  const text = typed.trim();
  const [, cell, end] = apiKey.exec(text) ?? [];
  if (end === undefined) return { text };
  return { text: `…${end}`, ...(cell === undefined ? {} : { cell: Number(cell) }) };
}
