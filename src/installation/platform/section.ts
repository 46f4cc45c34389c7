import type { TSchema } from 'typebox';
import type { Change } from '../../foundation/audit/change-queries.ts';
import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Vault } from '../../foundation/vault.ts';
import type { Vendor } from '../../vendors/providers/any-vendor.ts';
import type { SettingReferences } from './setting-references.ts';

/** One part of the file, and how it is read from the database and written there. */
export interface Section {
  schema: TSchema;
  /** How a sentence names an entry: `provider sms-main`. */
  name(key: string): Bilingual;
  /** The entries of the file, whole: a field that is left out has its default. */
  entriesOf(given: never, context: SectionContext): Entries;
  /** The same entries in the form of the file. */
  fileOf(entries: Entries, context: SectionContext): unknown;
  /** What the database has. */
  read(db: Queryable, context: SectionContext): Promise<Entries>;
  write(change: Change, context: SectionContext, entry: WantedEntry): Promise<void>;
  /** Without it, an entry that the file does not name is left alone. */
  remove?(change: Change, context: SectionContext, key: string): Promise<void>;
  /** What a change means for accounts and calls, in sentences. */
  effects?(db: Queryable, entry: ChangedEntry): Promise<string[]>;
  /** The fields that can be locked alone, each with its column. */
  lockable: Readonly<Record<string, string>>;
}

/** A thing of a section, as plain JSON. */
export type Entry = Readonly<Record<string, unknown>>;

/** Entries by key. */
export type Entries = ReadonlyMap<string, Entry>;

interface WantedEntry {
  key: string;
  after: Entry;
  /** Undefined for a new entry. */
  before: Entry | undefined;
}

/** Before is undefined for a new entry, and after for one that is removed. */
interface ChangedEntry {
  key: string;
  before: Entry | undefined;
  after: Entry | undefined;
}

/** What sections need beside the database. */
export interface SectionContext {
  vault: Vault;
  vendors: readonly Vendor[];
  /** The platform's, which terms are in. */
  currency: string;
  references: SettingReferences;
  /** The time of the database: a planned price that is due by then is the price. */
  now: Date;
}
