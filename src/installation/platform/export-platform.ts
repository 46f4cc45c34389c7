import { stringify } from 'yaml';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { PlatformPorts } from './plan-platform.ts';
import type { Section } from './section.ts';
import { sectionNames, sections } from './sections.ts';
import { settingReferences } from './setting-references.ts';
import { findLastVersion, readNow } from './version-queries.ts';
import { referencesIn, wantedByVersion } from './wanted-platform.ts';

const schemaLine = '# yaml-language-server: $schema=platform.schema.json';
const intro = `${schemaLine}
# A section that is left out is left alone. In a section that is present, whatever is not named is removed.
platform: 1
`;

/** A file has no aliases: whoever reads it sees each value where it counts. */
const yamlForm = { lineWidth: 0, aliasDuplicateObjects: false };

/** Above a section, where its entries need a word. */
const comments: Readonly<Record<string, string>> = {
  limits: '# Limits of accounts that have none of their own.\n',
  products: '# Amounts are texts: keep their quotes.\n',
  plans: '# List prices that take effect later, by time in UTC.\n',
  providers:
    '# Secrets are never in this file: { env: NAME }, { file: PATH } or { command: [PROGRAM] }.\n',
  people: '# Operators who sign in by OpenID Connect, by issuer and subject.\n',
};

/** The settings of this installation as a file. It holds no secret, and the same settings give the same text. */
export async function exportPlatform(db: Queryable, ports: PlatformPorts): Promise<string> {
  const last = await findLastVersion(db);
  const wanted = last && wantedByVersion(last);
  const references = settingReferences(wanted ? referencesIn(wanted.file) : {}, {});
  const context = { ...ports, references, now: await readNow(db) };
  const parts = [intro];
  for (const name of sectionNames) {
    const section: Section = sections[name];
    const entries = await section.read(db, context);
    const given = section.fileOf(entries, context);
    if (given === undefined) continue;
    parts.push(`${comments[name] ?? ''}${stringify({ [name]: sorted(given) }, yamlForm)}`);
  }
  const locked = wanted?.file.locked;
  if (locked) parts.push(stringify({ locked }, yamlForm));
  return parts.join('\n');
}

/**
 * Names in one order, whatever the order of the rows. The fields of an entry keep theirs, which is easier to read,
 * and so do lists, whose order has a meaning.
 */
function sorted(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const named = Object.entries(value);
  if (depth !== 1) named.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(named.map(([name, inner]) => [name, sorted(inner, depth + 1)]));
}
