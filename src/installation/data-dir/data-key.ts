import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chown, link, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Unreachable } from '../../foundation/db/unreachable.ts';
import type { Config } from '../../foundation/settings/config.ts';
import { readKeys } from '../../foundation/settings/setting-formats.ts';

/** Where the keys of an installation are stored. */
export type KeyPlace = Pick<Config, 'dataKey' | 'dataKeyCommand' | 'dataDir'>;

/** The database that the keys are for. */
export interface KeyUse<Vault> {
  /** Whether the database is already bound to a key. */
  isBound(): Promise<boolean>;
  /** Opens the database with the keys, and binds it to the first one; throws if it is bound to another key. */
  bind(keys: readonly Buffer[]): Promise<Vault>;
  /** Whether a key may be created for a database that has none. */
  mayCreate: boolean;
}

const usualCommandMs = 30_000;

/** The file that holds the keys of an installation without DATA_KEY and DATA_KEY_COMMAND, one in a line. */
export function dataKeyFile(dataDir: string): string {
  return join(dataDir, 'data.key');
}

/** How a person names the place of the keys. */
export function keyPlaceName({ dataKey, dataKeyCommand, dataDir }: KeyPlace): string {
  if (dataKey) return 'DATA_KEY';
  return dataKeyCommand ? 'the output of DATA_KEY_COMMAND' : dataKeyFile(dataDir);
}

/** The keys that are stored, if there are any. */
export async function readDataKeys(
  place: KeyPlace,
  commandMs = usualCommandMs,
): Promise<Buffer[] | undefined> {
  if (place.dataKey) return place.dataKey;
  if (place.dataKeyCommand) return askCommand(place.dataKeyCommand, commandMs);
  return readKeyFile(dataKeyFile(place.dataDir));
}

/**
 * Opens a database with the keys that seal personal data: from the settings, from the operator's command, or
 * created once and stored beside the data with mode 0600. If they are lost, the names, numbers and texts are
 * lost for good, and nothing else.
 */
export async function loadDataKeys<Vault>(place: KeyPlace, use: KeyUse<Vault>): Promise<Vault> {
  const found = await readDataKeys(place);
  if (found) return use.bind(found);
  const file = dataKeyFile(place.dataDir);
  // An interrupted start may have bound the database to the key that it had just created.
  const draft = `${file}.new`;
  const left = await readKeyFile(draft);
  if (!left && (!use.mayCreate || (await use.isBound()))) {
    throw new Unreachable(
      `${file} is missing, and without it nothing in the database can be read. ` +
        'Put it back from where you keep it (no backup holds it), or give DATA_KEY.',
    );
  }
  const keys = left ?? (await makeKey(draft));
  let vault: Vault;
  try {
    vault = await use.bind(keys);
  } catch (error) {
    if (!left) await rm(draft, { force: true });
    // Another server created its own key at the same moment and was first.
    if (await readKeyFile(file)) return loadDataKeys(place, use);
    throw error;
  }
  await moveInto(draft, file);
  return vault;
}

/** Adds a new key to the file, and returns it. */
export async function appendDataKey(dataDir: string): Promise<Buffer> {
  const file = dataKeyFile(dataDir);
  const key = randomBytes(32);
  const keys = [...((await readKeyFile(file)) ?? []), key];
  const own = `${file}.${randomUUID()}`;
  await writeKeys(own, keys);
  await keepOwner(own, file);
  await rename(own, file);
  await syncFolder(file);
  return key;
}

/** Root may add a key for a server that runs as somebody else, who must still be able to read the file. */
async function keepOwner(draft: string, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(file);
  await chown(draft, uid, gid);
}

async function askCommand(command: string, commandMs: number): Promise<Buffer[]> {
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command], {
    timeout: commandMs,
    killSignal: 'SIGKILL',
  }).catch((error: { code?: unknown; killed?: boolean; stderr?: string }) => {
    const ended = error.killed ? `no end after ${commandMs / 1_000} s` : `exit code ${error.code}`;
    const why = error.stderr?.trim().slice(0, 300) || ended;
    throw new Unreachable(`DATA_KEY_COMMAND failed: ${why}`);
  });
  const keys = readKeys(stdout);
  if (!keys) throw new Unreachable('DATA_KEY_COMMAND did not print keys of 32 bytes in base64.');
  return keys;
}

/** Writes the key under a temporary name first: another process that starts now sees all of it or none. */
async function makeKey(draft: string): Promise<Buffer[]> {
  const key = randomBytes(32);
  const own = `${draft}.${randomUUID()}`;
  await mkdir(dirname(draft), { recursive: true });
  await writeKeys(own, [key]);
  try {
    await link(own, draft);
    return [key];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readKeyFile(draft)) ?? [key];
  } finally {
    await rm(own, { force: true });
  }
}

function writeKeys(file: string, keys: readonly Buffer[]): Promise<void> {
  const text = keys.map((key) => `${key.toString('base64')}\n`).join('');
  return writeFile(file, text, { mode: 0o600, flush: true });
}

async function moveInto(draft: string, file: string): Promise<void> {
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    // Another server has already moved the same key.
    if (!['EEXIST', 'ENOENT'].includes(error.code ?? '')) throw error;
  });
  await syncFolder(file);
  await rm(draft, { force: true });
}

async function syncFolder(file: string): Promise<void> {
  const folder = await open(dirname(file));
  await folder.sync().finally(() => folder.close());
}

async function readKeyFile(file: string): Promise<Buffer[] | undefined> {
  try {
    const keys = readKeys(await readFile(file, 'utf8'));
    if (!keys) throw new Error(`${file} does not hold a key of 32 bytes in base64.`);
    return keys;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
