import { createHash, type Hash } from 'node:crypto';
import Value from 'typebox/value';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { type Cipher, readBackup } from './backup-file.ts';
import { BackupEnd, BackupHeader, TableEnd, TableStart } from './backup-sections.ts';

export type Section =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; start: TableStart }
  | { kind: 'rows'; rows: Buffer }
  | { kind: 'sums'; sums: TableEnd }
  | { kind: 'end'; end: BackupEnd };

/**
 * The sections of a backup in their only order: the header, each table once with its rows and their sums, and
 * the end. Rejects a file that differs, at the point where that shows.
 */
export async function* readSections(file: string, decrypt?: Cipher): AsyncGenerator<Section> {
  const seen = new Set<string>();
  let rows = 0;
  let state: 'header' | 'tables' | 'over' | Hash = 'header';
  for await (const frame of readBackup(file, decrypt)) {
    if ('rows' in frame) {
      if (typeof state === 'string') refuse('backup_unreadable', { file });
      state.update(frame.rows);
      yield { kind: 'rows', rows: frame.rows };
    } else if (state === 'header') {
      yield { kind: 'header', header: requireHeader(file, frame.json) };
      state = 'tables';
    } else if (typeof state !== 'string') {
      const sums = requireSums(file, frame.json, state);
      rows += sums.rows;
      yield { kind: 'sums', sums };
      state = 'tables';
    } else if (state === 'tables' && Value.Check(TableStart, frame.json)) {
      if (seen.has(frame.json.table)) refuse('backup_unreadable', { file });
      seen.add(frame.json.table);
      yield { kind: 'table', start: frame.json };
      state = createHash('sha256');
    } else if (state === 'tables' && Value.Check(BackupEnd, frame.json)) {
      const end = frame.json;
      if (end.tables !== seen.size || end.rows !== rows) refuse('backup_cut_off', { file });
      yield { kind: 'end', end };
      state = 'over';
    } else {
      refuse('backup_unreadable', { file });
    }
  }
  if (state !== 'over') refuse('backup_cut_off', { file });
}

function requireHeader(file: string, json: unknown): BackupHeader {
  const { format, formatVersion } = (json ?? {}) as Partial<Record<keyof BackupHeader, unknown>>;
  if (format !== 'countersign backup') refuse('backup_unreadable', { file });
  if (formatVersion !== 1) refuse('backup_too_new', { file });
  if (!Value.Check(BackupHeader, json)) refuse('backup_unreadable', { file });
  return json;
}

function requireSums(file: string, json: unknown, hash: Hash): TableEnd {
  if (!Value.Check(TableEnd, json)) refuse('backup_unreadable', { file });
  if (hash.digest('hex') !== json.sha256) refuse('backup_rows_damaged', { file });
  return json;
}
