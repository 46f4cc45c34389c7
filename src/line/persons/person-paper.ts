import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { localTime } from '../../foundation/contract/text/local-time.ts';
import { documentPdf } from '../../money/statements/document-pdf.ts';
import type { PaperDocument, PaperPart } from '../../money/statements/draw-document.ts';
import type { Certificate } from './certificate.ts';
import type { PersonExport } from './export-person.ts';
import { answerTexts, fieldTitles, keptTexts, paperTexts, recordTitles } from './person-texts.ts';

/** A certificate as a PDF. Only the JSON can be verified: the PDF shows its signature. */
export function certificatePdf(
  certificate: Certificate,
  language: Language,
  timeZone: string,
): Promise<Buffer> {
  return documentPdf(certificateDocument(certificate, language, timeZone));
}

/** Everything held about a person as a PDF. */
export function exportPdf(
  document: PersonExport,
  language: Language,
  timeZone: string,
): Promise<Buffer> {
  return documentPdf(exportDocument(document, language, timeZone));
}

function certificateDocument(
  certificate: Certificate,
  language: Language,
  timeZone: string,
): PaperDocument {
  const say = sayIn(language);
  const { person, accountId, waiting, finishedAt, kept } = certificate;
  const at = (time: string) => localTime(new Date(time), timeZone);
  const counted = (texts: Bilingual, count: number) =>
    texts[language].replace('{count}', String(count));
  return {
    ...sheetOf(certificate.operator, language),
    title: say('certificate'),
    name: certificate.certificateId,
    drawnUpAt: new Date(certificate.issuedAt),
    head: [
      [say('number'), certificate.certificateId],
      [say('reference'), person.reference],
      [say('identifiedBy'), say(person.identifiedBy)],
      [say('account'), accountId === null ? say('allAccounts') : String(accountId)],
      [say('requested'), `${at(certificate.requestedAt)}, ${certificate.requestedBy}`],
      [say('finished'), finishedAt ? at(finishedAt) : say('notFinished')],
      [say('issued'), at(certificate.issuedAt)],
    ],
    notes: finishedAt
      ? [{ text: say('isFinished') }]
      : [
          { text: counted(paperTexts.waitingCalls, waiting.calls) },
          { text: counted(paperTexts.waitingConfirmations, waiting.confirmations) },
        ],
    parts: [
      erasedPart(certificate, language),
      vendorPart(certificate, language, at),
      listOf(
        say('keptTitle'),
        kept.map((name) => keptTexts[name as keyof typeof keptTexts]?.[language] ?? name),
      ),
      listOf(say('signature'), [
        `Ed25519 ${certificate.publicKey}`,
        certificate.signature,
        say('signatureNote'),
      ]),
    ],
  };
}

function erasedPart({ erased }: Certificate, language: Language): PaperPart {
  const say = sayIn(language);
  return {
    title: say('erasedTitle'),
    table: {
      columns: [
        { title: say('record'), width: 340 },
        { title: say('count'), width: 159, isNumber: true },
      ],
      rows: Object.entries(erased).map(([name, count]) => [
        recordTitles[name]?.[language] ?? name,
        String(count),
      ]),
    },
  };
}

function vendorPart(
  { vendors }: Certificate,
  language: Language,
  at: (time: string) => string,
): PaperPart {
  const say = sayIn(language);
  return {
    title: say('vendorsTitle'),
    table: {
      columns: [
        { title: say('provider'), width: 100 },
        { title: say('product'), width: 70 },
        { title: say('answer'), width: 148 },
        { title: say('time'), width: 132 },
        { title: say('count'), width: 49, isNumber: true },
      ],
      rows: vendors.map((one) => [
        one.providerCode,
        one.product,
        answerTexts[one.answer]?.[language] ?? one.answer,
        one.at ? at(one.at) : '',
        String(one.count),
      ]),
    },
  };
}

function listOf(title: string, texts: readonly string[]): PaperPart {
  return {
    title,
    table: { columns: [{ title: '', width: 499 }], rows: texts.map((one) => [one]) },
  };
}

function exportDocument(
  { operator, person, accountId, isCut, records, exportedAt }: PersonExport,
  language: Language,
  timeZone: string,
): PaperDocument {
  const say = sayIn(language);
  const at = (time: string | Date) => localTime(new Date(time), timeZone);
  return {
    ...sheetOf(operator, language),
    title: say('export'),
    name: person.reference,
    drawnUpAt: new Date(exportedAt),
    head: [
      [say('person'), person.mobile ?? person.idNumber ?? ''],
      [say('account'), accountId === null ? say('allAccounts') : String(accountId)],
      [say('issued'), at(exportedAt)],
    ],
    notes: [{ text: say('exportNote') }, ...(isCut ? [{ text: say('isCut') }] : [])],
    parts: Object.entries(records)
      .filter(([, rows]) => rows.length > 0)
      .map(([name, rows]) => ({
        title: `${recordTitles[name]?.[language] ?? name} (${rows.length})`,
        table: {
          columns: [
            { title: say('time'), width: 132 },
            { title: say('content'), width: 367 },
          ],
          rows: rows.map((row) => rowOf(row as Record<string, unknown>, language, at)),
        },
      })),
  };
}

/** Longer values are whole in the JSON. */
const longestValue = 600;

function rowOf(
  { at: time, ...row }: Record<string, unknown>,
  language: Language,
  at: (time: Date) => string,
): string[] {
  const lines = Object.entries(row)
    .filter(([, value]) => value !== null && value !== '' && !isEmptyList(value))
    .map(
      ([name, value]) =>
        `${fieldTitles[name]?.[language] ?? name}: ${textOf(value, at).slice(0, longestValue)}`,
    );
  return [time instanceof Date ? at(time) : '', lines.join('\n')];
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function textOf(value: unknown, at: (time: Date) => string): string {
  if (value instanceof Date) return at(value);
  if (Array.isArray(value) && value.every((one) => one instanceof Date)) {
    return value.map((one) => at(one as Date)).join(', ');
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function sheetOf(operator: { en: string; zh: string } | null, language: Language) {
  return {
    language,
    senderName: operator?.[language] ?? '',
    senderContact: '',
    none: paperTexts.none[language],
    page: paperTexts.page[language],
  };
}

function sayIn(language: Language) {
  return (name: keyof typeof paperTexts) => paperTexts[name][language];
}
