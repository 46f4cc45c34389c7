/** A table on paper: a row is as high as its highest cell, and the header repeats on every page. */
export interface PaperTable {
  columns: readonly { title: string; width: number; isNumber?: boolean }[];
  rows: readonly (readonly string[])[];
  /** The last row, in bold. */
  total?: readonly string[];
}

const gap = 8;
const rowPadding = 3.5;
const size = 8.5;

/** The document and the drawing position in it. Page numbers are added once all pages exist. */
export interface Paper {
  doc: PDFKit.PDFDocument;
  left: number;
  width: number;
  bottom: number;
  y: number;
  newPage(): void;
}

export function drawTable(paper: Paper, table: PaperTable): void {
  const head = table.columns.map(({ title }) => title);
  const hasHead = head.some((title) => title !== '');
  if (hasHead) drawRow(paper, table, head, 'soft');
  for (const row of table.rows) {
    if (paper.y + heightOf(paper, table, row, 'regular') > paper.bottom) {
      paper.newPage();
      if (hasHead) drawRow(paper, table, head, 'soft');
    }
    drawRow(paper, table, row, 'regular');
  }
  if (table.total) drawTotal(paper, table, table.total);
  paper.y += 14;
}

function drawTotal(paper: Paper, table: PaperTable, total: readonly string[]): void {
  if (paper.y + heightOf(paper, table, total, 'bold') > paper.bottom) paper.newPage();
  drawRow(paper, table, total, 'bold');
}

type Look = 'regular' | 'bold' | 'soft';

function dress({ doc }: Paper, look: Look): void {
  doc.font(look === 'bold' ? 'bold' : 'regular').fontSize(size);
  doc.fillColor(look === 'soft' ? '#545c66' : '#16191d');
}

function heightOf(paper: Paper, table: PaperTable, row: readonly string[], look: Look): number {
  dress(paper, look);
  const heights = table.columns.map(({ width }, at) =>
    paper.doc.heightOfString(row[at] || ' ', { width: width - gap }),
  );
  return Math.max(...heights) + 2 * rowPadding;
}

function drawRow(paper: Paper, table: PaperTable, row: readonly string[], look: Look): void {
  const { doc } = paper;
  const height = heightOf(paper, table, row, look);
  let x = paper.left;
  for (const [at, { width, isNumber }] of table.columns.entries()) {
    const align = isNumber ? ('right' as const) : ('left' as const);
    const place = isNumber ? x + gap : x;
    doc.text(row[at] ?? '', place, paper.y + rowPadding, { width: width - gap, align });
    x += width;
  }
  paper.y += height;
  const isStrong = look !== 'regular';
  doc
    .moveTo(paper.left, look === 'bold' ? paper.y - height : paper.y)
    .lineTo(paper.left + paper.width, look === 'bold' ? paper.y - height : paper.y)
    .lineWidth(isStrong ? 0.7 : 0.4)
    .strokeColor(isStrong ? '#858f9b' : '#e4e8ed')
    .stroke();
}
