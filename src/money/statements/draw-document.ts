import PDFDocument from 'pdfkit';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { drawTable, type Paper, type PaperTable } from './paper-table.ts';
import { makeFont } from './statement-font.ts';

const margin = 48;
const a4 = { width: 595.28, height: 841.89 };
const width = a4.width - 2 * margin;
const footHeight = 40;

/** A document on paper: a head, notes, and tables with titles. */
export interface PaperDocument {
  language: Language;
  title: string;
  /** Names the document in its file and on the foot of each page. */
  name: string;
  senderName: string;
  senderContact: string;
  drawnUpAt: Date;
  head: readonly Pair[];
  /** Sentences below the head; `isSoft` for what matters less. */
  notes: readonly { text: string; isSoft?: boolean }[];
  parts: readonly PaperPart[];
  /** Stands in the place of an empty table. */
  none: string;
  /** Such as `Page {page} of {pages}`. */
  page: string;
}

export type Pair = [name: string, value: string];

/** A table with its title. */
export interface PaperPart {
  title: string;
  table: PaperTable;
}

/** Draws a document as a PDF. This takes a second of CPU, so it runs in a thread: see `document-pdf.ts`. */
export async function drawDocument(document: PaperDocument): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    font: null as unknown as string,
    lang: document.language === 'zh' ? 'zh-CN' : 'en',
    info: {
      Title: `${document.title} ${document.name}`,
      Author: document.senderName,
      CreationDate: document.drawnUpAt,
    },
  });
  const whole = whenWhole(doc);
  dressDocument(doc, document);
  const on = startPaper(doc);
  drawHead(on, document);
  for (const part of document.parts) drawPart(on, part, document.none);
  numberPages(doc, document);
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

/** Registers fonts that contain only the characters of this document. */
function dressDocument(doc: PDFKit.PDFDocument, document: PaperDocument): void {
  const { senderName, senderContact, title, name, parts, head, notes, none, page } = document;
  const bold = [senderName, title, ...parts.flatMap(({ table }) => table.total ?? [])];
  const titles = parts.map((part) => part.title);
  const cells = parts.flatMap(({ table }) => [
    ...table.columns.map((c) => c.title),
    ...table.rows.flat(),
  ]);
  const texts = [senderName, senderContact, name, none, page, ...head.flat()];
  const digits = '0123456789·,.-\u2212';
  const regular = [...texts, ...notes.map(({ text }) => text), ...cells];
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

function drawHead(on: Paper, document: PaperDocument) {
  const { doc, left } = on;
  doc.font('bold').fontSize(20).fillColor('#16191d');
  const senderWidth = width - doc.widthOfString(document.title) - 24;
  doc.text(document.title, left, on.y, { width, align: 'right', lineBreak: false });
  doc.fontSize(13).text(document.senderName || ' ', left, on.y + 6, { width: senderWidth });
  on.y = Math.max(doc.y, on.y + 26);
  doc.font('regular').fontSize(8.5).fillColor('#545c66');
  if (document.senderContact) {
    doc.text(document.senderContact, left, on.y, { width: senderWidth });
    on.y = doc.y;
  }
  on.y += 16;
  for (const [name, value] of document.head) {
    doc.fillColor('#545c66').text(name, left, on.y, { width: 90 });
    const nameEnd = doc.y;
    doc.fillColor('#16191d').text(value, left + 90, on.y, { width: width - 90 });
    on.y = Math.max(nameEnd, doc.y) + 3;
  }
  on.y += 8;
  for (const { text, isSoft } of document.notes) {
    doc.fillColor(isSoft ? '#545c66' : '#16191d').text(text, left, on.y, { width });
    on.y = doc.y + 2;
  }
  on.y += 14;
}

/** Keeps a title from standing at the bottom of a page without its table. */
const leastPartHeight = 90;

function drawPart(on: Paper, { title, table }: PaperPart, none: string): void {
  if (on.y + leastPartHeight > on.bottom) on.newPage();
  on.doc.font('bold').fontSize(11).fillColor('#16191d').text(title, on.left, on.y, { width });
  on.y = on.doc.y + 4;
  if (table.rows.length > 0) {
    drawTable(on, table);
    return;
  }
  on.doc.font('regular').fontSize(8.5).text(none, on.left, on.y, { width });
  on.y = on.doc.y + 14;
}

function numberPages(doc: PDFKit.PDFDocument, document: PaperDocument): void {
  const { count } = doc.bufferedPageRange();
  const name = [document.senderName, document.name].filter(Boolean).join(' · ');
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    const y = a4.height - margin - 8;
    doc.font('regular').fontSize(7.5).fillColor('#545c66');
    doc.text(name, margin, y, { width: width - 100, lineBreak: false, ellipsis: true });
    const words = document.page
      .replace('{page}', String(page + 1))
      .replace('{pages}', String(count));
    doc.text(words, margin, y, { width, align: 'right', lineBreak: false });
  }
}
