import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Unreachable } from '../../foundation/db/unreachable.ts';

/** The database that the key is for, which accepts only one key. */
export interface KeyUse {
  /** Whether the database is already bound to a key. */
  isBound(): Promise<boolean>;
  /** Binds the database to the key; throws if it is bound to another key. */
  bind(key: Buffer): Promise<void>;
  /** Whether a key may be created for a database that has none. */
  mayCreate: boolean;
}

/** The file that holds the key of an installation without DATA_KEY. */
export function dataKeyFile(dataDir: string): string {
  return join(dataDir, 'data.key');
}

/** The key stored in a data folder, if there is one. */
export function readDataKey(dataDir: string): Promise<Buffer | undefined> {
  return readKey(dataKeyFile(dataDir));
}

/**
 * The key that seals personal data: from the settings, or created once and stored beside the data with mode
 * 0600. If it is lost, the names, numbers and texts are lost for good, and nothing else.
 */
export async function loadDataKey(
  config: { dataKey?: Buffer | undefined; dataDir: string },
  use: KeyUse,
): Promise<Buffer> {
  const file = dataKeyFile(config.dataDir);
  const found = config.dataKey ?? (await readKey(file));
  if (found) {
    await use.bind(found);
    return found;
  }
  // An interrupted start may have bound the database to the key that it had just created.
  const draft = `${file}.new`;
  const left = await readKey(draft);
  if (!left && (!use.mayCreate || (await use.isBound()))) {
    throw new Unreachable(
      `${file} is missing, and without it nothing in the database can be read. ` +
        'Put it back from where you keep it (no backup holds it), or give DATA_KEY.',
    );
  }
  const key = left ?? (await makeKey(draft));
  try {
    await use.bind(key);
  } catch (error) {
    if (!left) await rm(draft, { force: true });
    // Another server created its own key at the same moment and was first.
    if (await readKey(file)) return loadDataKey(config, use);
    throw error;
  }
  await moveInto(draft, file);
  return key;
}

/** Writes the key under a temporary name first: another process that starts now sees all of it or none. */
async function makeKey(draft: string): Promise<Buffer> {
  const key = randomBytes(32);
  const own = `${draft}.${randomUUID()}`;
  await mkdir(dirname(draft), { recursive: true });
  await writeFile(own, `${key.toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    await link(own, draft);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readKey(draft)) ?? key;
  } finally {
    await rm(own, { force: true });
  }
}

async function moveInto(draft: string, file: string): Promise<void> {
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    // Another server has already moved the same key.
    if (!['EEXIST', 'ENOENT'].includes(error.code ?? '')) throw error;
  });
  const folder = await open(dirname(file));
  await folder.sync().finally(() => folder.close());
  await rm(draft, { force: true });
}

async function readKey(file: string): Promise<Buffer | undefined> {
  try {
    const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64');
    if (key.length !== 32) throw new Error(`${file} does not hold a key of 32 bytes in base64.`);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
