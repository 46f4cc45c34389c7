import { createHash } from 'node:crypto';
import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Vault } from '../../foundation/vault.ts';
import type { Vendor } from '../../vendors/providers/any-vendor.ts';
import { diffEntries, type EntryChange } from './diff-entries.ts';
import type { PlatformFile } from './platform-schema.ts';
import type { Section, SectionContext } from './section.ts';
import { type SectionName, sectionNames, sections } from './sections.ts';
import { settlePlans } from './settle-plans.ts';
import { readNow } from './version-queries.ts';
import type { WantedPlatform } from './wanted-platform.ts';

export interface PlatformPorts {
  vault: Vault;
  vendors: readonly Vendor[];
  currency: string;
}

export interface PlannedChange extends EntryChange {
  section: SectionName;
  /** How a sentence names it. */
  name: Bilingual;
  /** What it means for accounts and calls. */
  effects: string[];
}

export interface PlatformPlan {
  changes: PlannedChange[];
  /** What the author of the file should know. */
  notes: string[];
  /** Names these changes: two plans with one hash change the same things in the same way. */
  hash: string;
}

/** Compares a file with the database. It changes nothing. */
export async function planPlatform(
  db: Queryable,
  ports: PlatformPorts,
  wanted: Pick<WantedPlatform, 'file' | 'references'>,
  { withEffects = true } = {},
): Promise<PlatformPlan & { context: SectionContext }> {
  const now = await readNow(db);
  const context = { ...ports, references: wanted.references, now };
  const { file, notes } = settlePlans(wanted.file, now);
  const changes: PlannedChange[] = [];
  for (const name of sectionNames) {
    for (const change of await planSection(db, name, file, context)) {
      const section: Section = sections[name];
      const effects = withEffects ? ((await section.effects?.(db, change)) ?? []) : [];
      changes.push({ ...change, section: name, name: section.name(change.key), effects });
    }
  }
  return { changes, notes, hash: hashOfChanges(changes), context };
}

async function planSection(
  db: Queryable,
  name: SectionName,
  file: PlatformFile,
  context: SectionContext,
): Promise<EntryChange[]> {
  const section: Section = sections[name];
  const given = file[name];
  if (given === undefined) return [];
  const wanted = section.entriesOf(given as never, context);
  return diffEntries(await section.read(db, context), wanted, section.remove !== undefined);
}

function hashOfChanges(changes: readonly PlannedChange[]): string {
  const told = changes.map(({ section, key, kind, fields }) => [section, key, kind, fields]);
  return createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 16);
}
