import { type FileHandle, open } from 'node:fs/promises';
import { refuse } from '../../foundation/contract/refusals/refused.ts';

/** Creates a file for output. An existing one is never overwritten. */
export function openNewFile(file: string): Promise<FileHandle> {
  return open(file, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') refuse('file_exists', { file });
    return refuse('file_unwritable', { file, why: error.message });
  });
}
