import { readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { type Certificate, isOwnCertificate } from '../../line/persons/certificate.ts';
import { continueErasure, requestErasure } from '../../line/persons/erase-person.ts';
import { listErasures } from '../../line/persons/erasure-queries.ts';
import { exportPerson } from '../../line/persons/export-person.ts';
import { type FoundPerson, findPerson } from '../../line/persons/find-person.ts';
import { noteRequest } from '../../line/persons/note-request.ts';
import { certificatePdf, exportPdf } from '../../line/persons/person-paper.ts';
import { recordTitles } from '../../line/persons/person-texts.ts';
import { readCertificate } from '../../line/persons/read-certificate.ts';
import { findReferences } from '../../line/persons/repeat-queries.ts';
import { type Subject, subjectOf } from '../../line/persons/subject.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import type { CliContext, OnInstallation } from './command-action.ts';
import { oneOf, readId, readLanguage, readUuid } from './read-option.ts';
import { joinTexts, lines, pairs, table } from './show.ts';

interface WhoOptions {
  mobile?: string;
  idNumber?: string;
  account?: number;
}

interface FileOptions {
  out: string;
  format?: FileFormat;
  language?: Language;
}

type FileFormat = 'json' | 'pdf';

/** The rights of a person who is checked or texted. */
export function registerPersonCommands(person: Command, onInstallation: OnInstallation): void {
  const ofPerson = (name: string, description: string) =>
    person
      .command(name)
      .description(description)
      .option('--mobile <number>', 'Mobile number of the person, national or E.164')
      .option('--id-number <number>', 'ID number of the person')
      .option('--account <id>', 'Account; default: all accounts', readId);

  ofPerson('find', 'Count what is held about a person').action(
    onInstallation(async (context, options: WhoOptions) => {
      const { subject } = await readSubject(context, options);
      const found = await findPerson(context, subject);
      await context.change('person.find', (by) =>
        noteRequest(by, context.vault, 'person.find', subject),
      );
      return { json: countsOf(found), text: showCounts(found) };
    }),
  );

  withFile(ofPerson('export', 'Write everything held about a person to a file')).action(
    onInstallation(async (context, options: WhoOptions & FileOptions) => {
      const { subject, who } = await readSubject(context, options);
      const language = options.language ?? 'en';
      const document = await exportPerson(context, subject, who);
      await context.change('person.export', (by) =>
        noteRequest(by, context.vault, 'person.export', subject),
      );
      const isPdf = formatOf(options) === 'pdf';
      const { timeZone } = context.config;
      await keep(
        options.out,
        isPdf ? await exportPdf(document, language, timeZone) : asJson(document),
      );
      return {
        json: {
          file: options.out,
          reference: document.person.reference,
          isCut: document.isCut,
        },
        text: document.isCut
          ? `The newest 10,000 calls of this person were written to ${options.out}. There are more: export each ` +
            'account by itself with --account.'
          : `Everything held about this person was written to ${options.out}.`,
      };
    }),
  );

  ofPerson(
    'erase',
    'Erase a person here and at the vendors; without --yes, show what would be erased',
  )
    .option('--certificate <files...>', 'Repeat the erasures of these certificates after a restore')
    .option('--yes', 'Erase')
    .action(onInstallation(erase));

  registerCertificates(person, onInstallation);
}

function registerCertificates(person: Command, onInstallation: OnInstallation): void {
  person
    .command('erasures')
    .description('List erasures and what they still wait for')
    .action(
      onInstallation(async (context) => {
        const certificates: Certificate[] = [];
        for (const { erasureId } of await listErasures(context.pool)) {
          certificates.push(await readCertificate(context, erasureId));
        }
        const rows = certificates.map((one) => [
          ...[one.certificateId, one.person.identifiedBy, one.accountId ?? 'all'],
          ...[
            new Date(one.requestedAt),
            one.requestedBy,
            one.finishedAt && new Date(one.finishedAt),
          ],
          ...[one.waiting.calls, one.waiting.confirmations],
        ]);
        const titles = 'erasure,person,account,requested,by,finished,open calls,open confirmations';
        const text = table(titles.split(','), rows, 'No erasures.');
        return { json: { erasures: certificates }, text };
      }),
    );

  withFile(
    person
      .command('certificate')
      .description('Write the signed certificate of an erasure to a file')
      .requiredOption('--erasure <id>', 'Erasure, as person erasures shows it', readUuid),
  ).action(
    onInstallation(async (context, options: FileOptions & { erasure: string }) => {
      const certificate = await readCertificate(context, options.erasure);
      const { timeZone } = context.config;
      const isPdf = formatOf(options) === 'pdf';
      await keep(
        options.out,
        isPdf
          ? await certificatePdf(certificate, options.language ?? 'en', timeZone)
          : asJson(certificate),
      );
      return {
        json: { file: options.out, certificateId: certificate.certificateId },
        text: `Certificate ${certificate.certificateId} written to ${options.out}.`,
      };
    }),
  );

  person
    .command('verify-certificate')
    .description('Verify that this installation issued a certificate and that it is unchanged')
    .argument('<file>', 'Certificate in JSON')
    .action(
      onInstallation(async (context, _options, [file]) => {
        const certificate = await openCertificate(context, String(file));
        const { certificateId, person: about, publicKey } = certificate;
        return {
          json: { ok: true, certificateId, reference: about.reference, publicKey },
          text: `Certificate ${certificateId} is valid. Reference of the person: ${about.reference}.`,
        };
      }),
    );
}

const formats = ['json', 'pdf'] as const;

function withFile(command: Command): Command {
  return command
    .requiredOption('--out <file>', 'File to create, readable by you alone')
    .option('--format <format>', 'Format: json or pdf; default: by the file name', (text) =>
      oneOf(formats, text),
    )
    .option('--language <language>', 'Language of a PDF: en or zh', readLanguage);
}

function formatOf({ format, out }: FileOptions): FileFormat {
  return format ?? (out.toLowerCase().endsWith('.pdf') ? 'pdf' : 'json');
}

function asJson(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

async function keep(file: string, content: string | Buffer): Promise<void> {
  await writeFile(file, content, { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) =>
      error.code === 'EEXIST'
        ? refuse('file_exists', { file })
        : refuse('file_unwritable', { file, why: String(error.code) }),
  );
}

async function readSubject({ pool, vault, config }: CliContext, options: WhoOptions) {
  const { mobile, idNumber, account } = options;
  if ((mobile === undefined) === (idNumber === undefined)) refuse('person_unnamed');
  if (account !== undefined) await requireAccount(pool, account);
  const who = {
    ...(mobile === undefined ? {} : { mobile }),
    ...(idNumber === undefined ? {} : { idNumber }),
  };
  const named = { ...who, ...(account === undefined ? {} : { accountId: account }) };
  const subject = subjectOf(vault, named, config.defaultRegion) ?? refuse('mobile_invalid');
  return { subject, who };
}

function countsOf({ records, erasures, ...found }: FoundPerson) {
  return {
    ...found,
    records: Object.fromEntries(records.map(({ name, rows }) => [name, rows.length])),
    erasures: erasures.map(({ erasureId, askedAt, finishedAt }) => ({
      ...{ erasureId, askedAt, finishedAt },
    })),
  };
}

function showCounts(found: FoundPerson) {
  const rows = found.records
    .filter((one) => one.rows.length > 0)
    .map(({ name, rows }) => [recordTitles[name]?.en ?? name, rows.length]);
  const earlier = found.erasures.map(({ erasureId, finishedAt }) =>
    finishedAt ? `Erasure ${erasureId} is finished.` : `Erasure ${erasureId} is under way.`,
  );
  const cut = found.isCut ? ['Only the newest 10,000 calls are counted.'] : [];
  const counts = table(['records', 'count'], rows, 'Nothing is held.');
  return joinTexts(counts, lines([...cut, ...earlier]));
}

interface EraseOptions extends WhoOptions {
  certificate?: string[];
  yes?: true;
}

async function erase(context: CliContext, options: EraseOptions) {
  const subjects = options.certificate
    ? await readRepeated(context, options.certificate)
    : [(await readSubject(context, options)).subject];
  if (!options.yes) return plan(context, subjects);
  const certificates: Certificate[] = [];
  for (const subject of subjects) {
    const { change, vault } = context;
    const erasureId = await change('person.erase', (by) =>
      requestErasure(by, vault, subject, `${userInfo().username} (command line)`),
    );
    await continueErasure(context, erasureId);
    certificates.push(await readCertificate(context, erasureId));
  }
  const [first] = certificates;
  return {
    json: options.certificate ? { erasures: certificates } : (first ?? {}),
    text: joinTexts(...certificates.map(showCertificate)),
  };
}

async function plan(context: CliContext, subjects: readonly Subject[]) {
  const found: FoundPerson[] = [];
  for (const subject of subjects) found.push(await findPerson(context, subject));
  const [first] = found;
  return {
    json: { erasureId: null, people: found.length, ...(first ? countsOf(first) : {}) },
    text: joinTexts(
      ...found.map(showCounts),
      found.length === 0
        ? 'Nothing is held about the people of these certificates.'
        : 'Nothing was erased. Add --yes to erase this here and at the vendors. It cannot be undone.',
    ),
  };
}

function showCertificate({ certificateId, erased, waiting, finishedAt }: Certificate) {
  const state = finishedAt
    ? 'Finished.'
    : `Waiting for ${waiting.calls} calls without an outcome and ${waiting.confirmations} confirmations ` +
      'of vendors or deliveries. A running server goes on by itself.';
  const counts = Object.entries(erased).map(([name, count]) => [
    recordTitles[name]?.en ?? name,
    count,
  ]);
  return joinTexts(
    pairs({ erasure: certificateId }),
    table(['erased', 'count'], counts, 'Nothing was held.'),
    state,
  );
}

async function openCertificate({ vault }: CliContext, file: string): Promise<Certificate> {
  const text = await readFile(file, 'utf8').catch((fault: NodeJS.ErrnoException) =>
    refuse('file_unreadable', { file, why: String(fault.code) }),
  );
  const document = parse(text);
  return isOwnCertificate(vault, document) ? document : refuse('certificate_invalid', { file });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The people of certificates about whom data is held again. */
async function readRepeated(context: CliContext, files: readonly string[]): Promise<Subject[]> {
  const certificates: Certificate[] = [];
  for (const file of files) certificates.push(await openCertificate(context, file));
  const subjects: Subject[] = [];
  for (const kind of ['mobile', 'id_number'] as const) {
    const wanted = certificates.filter((one) => one.person.identifiedBy === kind);
    if (wanted.length === 0) continue;
    const references = new Set(wanted.map((one) => one.person.reference));
    const found = await findReferences(context.pool, context.vault, kind, references);
    for (const { person, accountId } of wanted) {
      const hash = found.get(person.reference);
      if (hash) subjects.push({ kind, hash, accountId });
    }
  }
  return subjects;
}
