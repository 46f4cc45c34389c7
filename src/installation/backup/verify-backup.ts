import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { type Cipher, requireWhole } from './backup-file.ts';
import type { BackupEnd, BackupHeader, TableStart } from './backup-sections.ts';
import { readSections } from './read-sections.ts';

interface BackupContent {
  header: BackupHeader;
  tables: TableStart[];
  end: BackupEnd;
}

/** Reads the whole file before it is used, and rejects one that differs from what was written. */
export async function verifyBackup(file: string, decrypt?: Cipher): Promise<BackupContent> {
  let header: BackupHeader | undefined;
  let end: BackupEnd | undefined;
  const tables: TableStart[] = [];
  for await (const section of readSections(file, decrypt)) {
    if (section.kind === 'header') header = section.header;
    if (section.kind === 'table') tables.push(section.start);
    if (section.kind === 'end') end = section.end;
  }
  if (!header || !end) refuse('backup_cut_off', { file });
  await requireWhole(file);
  return { header, tables, end };
}
