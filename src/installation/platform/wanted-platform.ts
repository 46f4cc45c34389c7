import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import {
  followReference,
  isReference,
  type Reference,
} from '../../foundation/settings/reference.ts';
import type { PlatformFile } from './platform-schema.ts';
import { readPlatformFile } from './read-platform-file.ts';
import { type BySetting, type SettingReferences, settingReferences } from './setting-references.ts';
import type { PlatformVersion } from './version-queries.ts';

/** A file that the platform should follow. */
export interface WantedPlatform {
  file: PlatformFile;
  text: string;
  hash: string;
  references: SettingReferences;
}

/** Reads a file of this machine, and follows its references. */
export async function readWanted(
  path: string,
  { followsReferences = true } = {},
): Promise<WantedPlatform> {
  const text = await readFile(path === '-' ? '/dev/stdin' : path, 'utf8').catch(
    (fault: NodeJS.ErrnoException) =>
      refuse('file_unreadable', { file: path, why: String(fault.code) }),
  );
  const file = readPlatformFile(text, path);
  const found = referencesIn(file);
  const folder = path === '-' ? '.' : dirname(resolve(path));
  const values = followsReferences ? await followAll(found, folder) : {};
  return { file, text, hash: hashOf(text), references: settingReferences(found, { values }) };
}

/** The last file that was applied, with the hashes of the secrets that it led to. */
export function wantedByVersion({ file: text, hash, secrets }: PlatformVersion): WantedPlatform {
  const file = readPlatformFile(text, 'platform.yaml');
  const references = settingReferences(referencesIn(file), { marks: secrets });
  return { file, text, hash, references };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The settings that the file gives by reference. */
export function referencesIn({ providers = {} }: PlatformFile): BySetting<Reference> {
  const given = providers as Record<string, { settings: Record<string, unknown> }>;
  return Object.fromEntries(
    Object.entries(given).map(([code, { settings }]) => [
      code,
      Object.fromEntries(
        Object.entries(settings).flatMap(([name, value]) =>
          isReference(value) ? [[name, value] as const] : [],
        ),
      ),
    ]),
  );
}

async function followAll(
  references: BySetting<Reference>,
  folder: string,
): Promise<BySetting<string>> {
  const values: Record<string, Record<string, string>> = {};
  for (const [code, settings] of Object.entries(references)) {
    values[code] = {};
    for (const [name, reference] of Object.entries(settings)) {
      const what = `${code}.${name}`;
      values[code][name] = await followReference(reference, { folder, what });
    }
  }
  return values;
}
