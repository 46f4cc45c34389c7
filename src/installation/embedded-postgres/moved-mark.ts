import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Unreachable } from '../../foundation/db/unreachable.ts';

/** Says, beside an embedded database, that its data is being moved elsewhere or was. */
export interface MovedMark {
  state: 'moving' | 'moved';
  /** The new place, without its password. */
  to: string;
  at: string;
}

const fileOf = (dataDir: string) => join(dataDir, 'pg.moved');

/** Refuses to open a database that was moved: two servers would each go on with their own copy of the money. */
export async function requireNotMoved(dataDir: string, mayMove: boolean): Promise<void> {
  const mark = await readMark(dataDir);
  if (!mark || (mayMove && mark.state === 'moving')) return;
  const file = fileOf(dataDir);
  throw new Unreachable(
    mark.state === 'moved'
      ? `The database in ${dataDir} was moved to ${mark.to} at ${mark.at}: set DATABASE_URL to that one. ` +
          `To go on with the old data instead, delete ${file}.`
      : `A move of the database in ${dataDir} to ${mark.to} began at ${mark.at} and has not ended. ` +
          `Run database move again; to stay here instead, delete ${file}.`,
  );
}

export async function writeMark(dataDir: string, mark: MovedMark): Promise<void> {
  const draft = `${fileOf(dataDir)}.${process.pid}`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(mark)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, fileOf(dataDir));
  const folder = await open(dataDir);
  await folder.sync().finally(() => folder.close());
}

export async function removeMark(dataDir: string): Promise<void> {
  await rm(fileOf(dataDir), { force: true });
}

async function readMark(dataDir: string): Promise<MovedMark | undefined> {
  try {
    return JSON.parse(await readFile(fileOf(dataDir), 'utf8')) as MovedMark;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
