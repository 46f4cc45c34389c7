import { fail } from '../../../foundation/contract/errors/errors.ts';
import { accountOf } from '../../../foundation/contract/scope.ts';
import { problems } from '../../../foundation/contract/text/problems.ts';
import type { Certificate } from '../../../line/persons/certificate.ts';
import { requestErasure } from '../../../line/persons/erase-person.ts';
import { listErasures } from '../../../line/persons/erasure-queries.ts';
import { exportPerson } from '../../../line/persons/export-person.ts';
import { findPerson } from '../../../line/persons/find-person.ts';
import { noteRequest } from '../../../line/persons/note-request.ts';
import { certificatePdf, exportPdf } from '../../../line/persons/person-paper.ts';
import { readCertificate } from '../../../line/persons/read-certificate.ts';
import { type Subject, subjectOf } from '../../../line/persons/subject.ts';
import { type ConsoleContext, consoleRoute } from '../kit/console-route.ts';
import {
  AskedPerson,
  CertificateQuery,
  Erasures,
  FoundPerson,
  PersonExport,
  PersonFile,
} from './persons-contract.ts';

const readRoutes = [
  consoleRoute({
    method: 'GET',
    path: '/persons/erasures',
    right: 'persons.read',
    summary: 'List erasures and what they wait for',
    reply: Erasures,
    handle: (context) => showErasures(context),
  }),
  consoleRoute({
    method: 'GET',
    path: '/persons/certificate/json',
    right: 'persons.read',
    summary: 'Download the signed certificate of an erasure',
    query: CertificateQuery,
    reply: 'application/json',
    async handle(context, { query }) {
      const certificate = await requireCertificate(context, query.erasureId);
      return {
        type: 'application/json; charset=utf-8',
        fileName: `erasure-${certificate.certificateId}.json`,
        body: Buffer.from(`${JSON.stringify(certificate, null, 2)}\n`),
      };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/persons/certificate/pdf',
    right: 'persons.read',
    summary: 'Download the certificate of an erasure as PDF',
    query: CertificateQuery,
    reply: 'application/pdf',
    async handle(context, { query }) {
      const certificate = await requireCertificate(context, query.erasureId);
      const language = query.language ?? context.language;
      return {
        type: 'application/pdf',
        fileName: `erasure-${certificate.certificateId}.pdf`,
        body: await certificatePdf(certificate, language, context.config.timeZone),
      };
    },
  }),
];

const changeRoutes = [
  consoleRoute({
    method: 'POST',
    path: '/persons/find',
    right: 'persons.change',
    summary: 'Count what is held about a person',
    body: AskedPerson,
    reply: FoundPerson,
    async handle(context, { body }) {
      const { subject } = readSubject(context, body);
      await context.change('person.find', (by) =>
        noteRequest(by, context.vault, 'person.find', subject),
      );
      const { reference, isCut, records } = await findPerson(context, subject);
      const counts = records.map(({ name, rows }) => ({ name, count: rows.length }));
      return { reference, isCut, records: counts };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/persons/export',
    right: 'persons.change',
    summary: 'Export everything held about a person',
    body: PersonExport,
    reply: PersonFile,
    async handle(context, { body }) {
      const { subject, who } = readSubject(context, body);
      await context.change('person.export', (by) =>
        noteRequest(by, context.vault, 'person.export', subject),
      );
      const document = await exportPerson(context, subject, who);
      const isPdf = body.format === 'pdf';
      const content = isPdf
        ? await exportPdf(document, body.language, context.config.timeZone)
        : Buffer.from(`${JSON.stringify(document, null, 2)}\n`);
      return {
        fileName: `person-${document.person.reference.slice(0, 8)}.${body.format}`,
        type: isPdf ? 'application/pdf' : 'application/json',
        base64: content.toString('base64'),
      };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/persons/erase',
    right: 'persons.change',
    summary: 'Erase a person here and at the vendors; a job carries it out',
    body: AskedPerson,
    reply: Erasures,
    async handle(context, { body }) {
      const { subject } = readSubject(context, body);
      const { vault, person } = context;
      await context.change('person.erase', (by) => requestErasure(by, vault, subject, person.name));
      return showErasures(context);
    },
  }),
];

export const routes = [...readRoutes, ...changeRoutes];

function readSubject({ vault, scope, config }: ConsoleContext, { kind, number }: AskedPerson) {
  const who = kind === 'mobile' ? { mobile: number } : { idNumber: number };
  const accountId = accountOf(scope);
  const named = accountId === null ? who : { ...who, accountId };
  const subject: Subject | undefined = subjectOf(vault, named, config.defaultRegion);
  if (!subject) {
    fail('invalid_request', { details: [{ field: 'number', problem: problems.not_mobile }] });
  }
  return { subject, who };
}

async function requireCertificate(
  context: ConsoleContext,
  erasureId: string,
): Promise<Certificate> {
  const certificate = await readCertificate(context, erasureId);
  const accountId = accountOf(context.scope);
  if (accountId !== null && certificate.accountId !== accountId) fail('nothing_there');
  return certificate;
}

async function showErasures(context: ConsoleContext): Promise<Erasures> {
  const accountId = accountOf(context.scope);
  const erasures: Erasures['erasures'] = [];
  for (const { erasureId } of await listErasures(context.pool, { accountId })) {
    const { person, waiting, ...rest } = await readCertificate(context, erasureId);
    erasures.push({
      erasureId: rest.certificateId,
      kind: person.identifiedBy,
      accountId: rest.accountId,
      reference: person.reference,
      requestedAt: rest.requestedAt,
      requestedBy: rest.requestedBy,
      finishedAt: rest.finishedAt,
      waiting,
    });
  }
  return { erasures };
}
