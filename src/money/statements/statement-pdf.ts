import { documentPdf } from './document-pdf.ts';
import type { PaperDocument } from './draw-document.ts';
import type { StatementPaper } from './statement-paper.ts';
import { paperMoney, paperTime, partsOf } from './statement-tables.ts';
import { statementTexts } from './statement-texts.ts';

/** A statement as a PDF. */
export function statementPdf(paper: StatementPaper): Promise<Buffer> {
  return documentPdf(statementDocument(paper));
}

function statementDocument(paper: StatementPaper): PaperDocument {
  const say = statementTexts[paper.language];
  const { statement, currency } = paper;
  const { from, to, timeZone } = statement;
  const days = say.days.replace('{from}', from).replace('{to}', to).replace('{timeZone}', timeZone);
  const held = `${say.closing}: ${say.ofWhichHeld} ${paperMoney(statement.closing.held)} ${currency}`;
  return {
    language: paper.language,
    title: say.title,
    name: statement.number,
    senderName: paper.operatorName,
    senderContact: paper.operatorContact,
    drawnUpAt: paper.drawnUpAt,
    head: [
      [say.account, `${paper.accountName} (${statement.accountId})`],
      [say.number, statement.number],
      [say.period, days],
      [say.currency, currency],
      [say.modeName, say.mode[statement.mode]],
      ...closedRow(paper),
      [say.drawnUp, paperTime(paper.drawnUpAt, timeZone)],
    ],
    notes: [{ text: say[standingOf(paper)] }, { text: held, isSoft: true }],
    parts: partsOf(paper),
    none: say.none,
    page: say.page,
  };
}

function closedRow({ closedAt, language, statement }: StatementPaper): [string, string][] {
  return closedAt
    ? [[statementTexts[language].closed, paperTime(closedAt, statement.timeZone)]]
    : [];
}

/** A closed account makes no more calls, so its statement is the last one before its balance is settled. */
function standingOf({ statement, closedAt }: StatementPaper): 'isFinal' | 'isClosed' | 'notFinal' {
  if (!statement.isEqual) return 'notFinal';
  if (statement.isFinal) return 'isFinal';
  return closedAt ? 'isClosed' : 'notFinal';
}
