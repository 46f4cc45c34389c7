import { randomUUID } from 'node:crypto';
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
import { refuse } from '../../foundation/contract/refusals/refused.ts';

/**
 * Writes a file that gets its name only when it is complete, so half of it is never taken for all of it. An
 * existing one is never overwritten.
 */
export async function writeNewFile<Result>(
  file: string,
  write: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  if (await stat(file).catch(() => undefined)) refuse('file_exists', { file });
  const draft = `${file}.${randomUUID().slice(0, 8)}.partial`;
  const handle = await open(draft, 'wx').catch((error: Error) =>
    refuse('file_unwritable', { file, why: error.message }),
  );
  try {
    const result = await write(handle);
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') refuse('file_exists', { file });
      // Some file systems have no links, such as those of USB sticks.
      return rename(draft, file);
    });
    return result;
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
}
