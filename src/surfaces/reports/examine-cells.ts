import { readCell } from '../../foundation/cell/cell-queries.ts';
import { type Bilingual, fillText } from '../../foundation/contract/text/bilingual.ts';
import { readCells } from '../../installation/cells/read-cells.ts';
import type { ReportPorts } from './report-ports.ts';
import { findingTexts as texts } from './report-texts.ts';

/** Whether the list of cells is true of this installation, as the next start will read it. */
export async function examineCells({
  pool,
  config: { cellsFile, publicUrl },
}: ReportPorts): Promise<{ ok: boolean; details: Bilingual[] }> {
  const bad = (detail: Bilingual) => ({ ok: false, details: [detail] });
  if (cellsFile === undefined) return { ok: true, details: [texts.cells_none] };
  const read = await readCells(cellsFile).catch((error: Error) => error);
  if (read instanceof Error) return bad(fillText(texts.cells_unreadable, { why: read.message }));
  const cell = await readCell(pool);
  if (cell === undefined) return bad(texts.cells_unnumbered);
  const url = read.cells[cell]?.url;
  if (url === undefined) return bad(fillText(texts.cells_lacking, { cell }));
  const own = publicUrl?.replace(/\/+$/, '') ?? '-';
  if (url !== own) return bad(fillText(texts.cells_elsewhere, { cell, url, own }));
  const count = Object.keys(read.cells).length;
  return { ok: true, details: [fillText(texts.cells_ok, { count })] };
}
