import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileName = 'data.key';

/**
 * The key that seals personal data: from the settings, or made once and kept beside the data with
 * mode 0600. Losing it loses the names, numbers and texts for good, and nothing else.
 */
export async function loadDataKey(config: {
  dataKey?: Buffer | undefined;
  dataDir: string;
}): Promise<Buffer> {
  if (config.dataKey) return config.dataKey;
  const file = join(config.dataDir, fileName);
  const found = await readKey(file);
  if (found) return found;
  await mkdir(config.dataDir, { recursive: true });
  // Written whole under another name first: another process that starts now sees all of it or none.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    await link(draft, file);
  } catch (error) {
    // It made one at the same instant: its key is the key.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  const made = await readKey(file);
  if (!made) throw new Error(`${file} does not hold a key of 32 bytes in base64.`);
  return made;
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
