import PDFDocument from 'pdfkit';
import { drawTable, type Paper } from './paper-table.ts';
import { makeFont } from './statement-font.ts';
import type { StatementPaper } from './statement-paper.ts';
import { paperMoney, paperTime, partsOf, type StatementPart } from './statement-tables.ts';
import { type StatementTexts, statementTexts } from './statement-texts.ts';

const margin = 48;
const a4 = { width: 595.28, height: 841.89 };
const width = a4.width - 2 * margin;
const footHeight = 40;

/** Draws a statement as a PDF. This takes a second of CPU, so it runs in a thread: see `statement-pdf.ts`. */
export async function drawStatement(paper: StatementPaper): Promise<Buffer> {
  const say = statementTexts[paper.language];
  const head = headOf(paper, say);
  const parts = partsOf(paper);
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    font: null as unknown as string,
    lang: paper.language === 'zh' ? 'zh-CN' : 'en',
    info: {
      Title: `${say.title} ${paper.statement.number}`,
      Author: paper.operatorName,
      CreationDate: paper.drawnUpAt,
    },
  });
  const whole = whenWhole(doc);
  dressDocument(doc, paper, say, head, parts);
  const on = startPaper(doc);
  drawHead(on, paper, say, head);
  for (const part of parts) drawPart(on, part, say);
  numberPages(doc, paper, say);
  doc.end();
  return whole;
}

function whenWhole(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const pieces: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on('data', (piece: Buffer) => pieces.push(piece));
    doc.on('end', () => resolve(Buffer.concat(pieces)));
    doc.on('error', reject);
  });
}

type Pair = [name: string, value: string];

function headOf({ statement, ...paper }: StatementPaper, say: StatementTexts): Pair[] {
  const { from, to, timeZone } = statement;
  const days = say.days.replace('{from}', from).replace('{to}', to).replace('{timeZone}', timeZone);
  return [
    [say.account, `${paper.accountName} (${statement.accountId})`],
    [say.number, statement.number],
    [say.period, days],
    [say.currency, paper.currency],
    [say.modeName, say.mode[statement.mode]],
    [say.drawnUp, paperTime(paper.drawnUpAt, timeZone)],
  ];
}

/** Registers fonts that contain only the characters of this document. */
function dressDocument(
  doc: PDFKit.PDFDocument,
  paper: StatementPaper,
  say: StatementTexts,
  head: readonly Pair[],
  parts: readonly StatementPart[],
): void {
  const bold = [paper.operatorName, say.title, ...parts.flatMap(({ table }) => table.total ?? [])];
  const titles = parts.map(({ title }) => title);
  const cells = parts.flatMap(({ table }) => [
    ...table.columns.map((c) => c.title),
    ...table.rows.flat(),
  ]);
  const rest = [paper.operatorName, paper.operatorContact, ...head.flat(), ...Object.values(say)];
  const digits = '0123456789·,.-\u2212';
  const regular = [...rest, ...cells].filter((text) => typeof text === 'string');
  doc.registerFont('regular', makeFont(`${regular.join('')}${digits}`, 400));
  doc.registerFont('bold', makeFont(`${[...bold, ...titles].join('')}${digits}`, 600));
}

function startPaper(doc: PDFKit.PDFDocument): Paper {
  return {
    doc,
    left: margin,
    width,
    bottom: a4.height - margin - footHeight,
    y: margin,
    newPage() {
      doc.addPage();
      this.y = margin;
    },
  };
}

function drawHead(on: Paper, paper: StatementPaper, say: StatementTexts, head: readonly Pair[]) {
  const { doc, left } = on;
  doc.font('bold').fontSize(20).fillColor('#16191d');
  doc.text(say.title, left, on.y, { width, align: 'right', lineBreak: false });
  doc.fontSize(13).text(paper.operatorName || ' ', left, on.y + 6, { width: width - 140 });
  on.y = Math.max(doc.y, on.y + 26);
  doc.font('regular').fontSize(8.5).fillColor('#545c66');
  if (paper.operatorContact) {
    doc.text(paper.operatorContact, left, on.y, { width: width - 140 });
    on.y = doc.y;
  }
  on.y += 16;
  for (const [name, value] of head) {
    doc.fillColor('#545c66').text(name, left, on.y, { width: 90 });
    doc.fillColor('#16191d').text(value, left + 90, on.y, { width: width - 90 });
    on.y = doc.y + 3;
  }
  const { isFinal, isEqual } = paper.statement;
  on.y += 8;
  doc
    .fillColor('#16191d')
    .text(isFinal && isEqual ? say.isFinal : say.notFinal, left, on.y, { width });
  const held = `${say.closing}: ${say.ofWhichHeld} ${paperMoney(paper.statement.closing.held)} ${paper.currency}`;
  doc.fillColor('#545c66').text(held, left, doc.y + 2, { width });
  on.y = doc.y + 16;
}

/** Keeps a title from standing at the bottom of a page without its table. */
const leastPartHeight = 90;

function drawPart(on: Paper, { title, table }: StatementPart, say: StatementTexts): void {
  if (on.y + leastPartHeight > on.bottom) on.newPage();
  on.doc.font('bold').fontSize(11).fillColor('#16191d').text(title, on.left, on.y, { width });
  on.y = on.doc.y + 4;
  if (table.rows.length > 0) {
    drawTable(on, table);
    return;
  }
  on.doc.font('regular').fontSize(8.5).text(say.none, on.left, on.y, { width });
  on.y = on.doc.y + 14;
}

function numberPages(doc: PDFKit.PDFDocument, paper: StatementPaper, say: StatementTexts): void {
  const { count } = doc.bufferedPageRange();
  const name = [paper.operatorName, paper.statement.number].filter(Boolean).join(' · ');
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    const y = a4.height - margin - 8;
    doc.font('regular').fontSize(7.5).fillColor('#545c66');
    doc.text(name, margin, y, { width: width - 100, lineBreak: false, ellipsis: true });
    const words = say.page.replace('{page}', String(page + 1)).replace('{pages}', String(count));
    doc.text(words, margin, y, { width, align: 'right', lineBreak: false });
  }
}
