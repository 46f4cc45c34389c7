import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sourceDirectory = join(import.meta.dirname, '../..');

/** Holds the version number of this program's functions; `npm run generate` raises it. */
export const functionsNumberFile = 'src/foundation/db/functions.json';

interface FunctionsNumber {
  /** Rises whenever a function changes, so that an older program recognizes a newer database. */
  number: number;
  checksum: string;
}

/** The functions `src/<group>/<room>/sql/*.sql`, in the order of creation: by room. */
export function readFunctionFiles(): { texts: string[]; checksum: string } {
  const byRoom = (file: string) => file.slice(file.indexOf('/'));
  const files = globSync('*/*/sql/*.sql', { cwd: sourceDirectory }).sort((one, other) =>
    byRoom(one) < byRoom(other) ? -1 : 1,
  );
  const texts = files.map((file) => readFileSync(join(sourceDirectory, file), 'utf8'));
  // Moving a file to another folder changes nothing in the database, so it keeps the checksum.
  const checksum = createHash('sha256').update(texts.toSorted().join('\0')).digest('hex');
  return { texts, checksum };
}

export function readFunctionsNumber(): FunctionsNumber {
  const file = join(sourceDirectory, '..', functionsNumberFile);
  return JSON.parse(readFileSync(file, 'utf8')) as FunctionsNumber;
}

/** The file's content for the current functions: a change takes the next number. */
export function nextFunctionsNumber(): FunctionsNumber {
  const { checksum } = readFunctionFiles();
  const kept = readFunctionsNumber();
  return kept.checksum === checksum ? kept : { number: kept.number + 1, checksum };
}
