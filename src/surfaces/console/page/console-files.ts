import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file of the built console, in each form that a browser may ask for. */
export interface ConsoleFile {
  type: string;
  plain: Buffer;
  gzip: Buffer | undefined;
  br: Buffer | undefined;
}

/** The console as it was built: what its page loads first, and every file by its name. */
export interface ConsoleFiles {
  script: string;
  /** What the script imports before it runs: the browser fetches all of it at once. */
  imports: readonly string[];
  styles: readonly string[];
  files: ReadonlyMap<string, ConsoleFile>;
}

export type ConsoleState = ConsoleFiles | 'building' | 'failed';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/**
 * Reads the console when it is there. It is built after the platform has started, so whoever asks before
 * that is told so; once read it stays as it is, whatever is built later.
 */
export function createConsoleReader(folder: string): () => ConsoleState {
  let files: ConsoleFiles | undefined;
  return () => {
    files ??= readCurrent(folder);
    return files ?? (existsSync(join(folder, 'failed.log')) ? 'failed' : 'building');
  };
}

function readCurrent(folder: string): ConsoleFiles | undefined {
  try {
    const current = readFileSync(join(folder, 'current'), 'utf8');
    return readBuild(join(folder, current));
  } catch (error) {
    // It is replaced by another one just now, or is not there yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

interface Chunk {
  file: string;
  isEntry?: boolean;
  css?: string[];
  imports?: string[];
}

function readBuild(folder: string): ConsoleFiles {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(join(folder, 'manifest.json'), 'utf8'),
  );
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  if (!entry) throw new Error('the built console has no entry');
  const chunks = [...importedBy(manifest, entry)];
  return {
    script: nameOf(entry.file),
    imports: chunks.filter((chunk) => chunk !== entry).map(({ file }) => nameOf(file)),
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css.map(nameOf)))],
    files: readFiles(join(folder, 'assets')),
  };
}

function importedBy(
  manifest: Readonly<Record<string, Chunk>>,
  chunk: Chunk,
  found = new Set<Chunk>(),
): Set<Chunk> {
  if (found.has(chunk)) return found;
  found.add(chunk);
  for (const name of chunk.imports ?? []) {
    const imported = manifest[name];
    if (imported) importedBy(manifest, imported, found);
  }
  return found;
}

const nameOf = (file: string) => file.replace(/^assets\//, '');

function readFiles(folder: string): Map<string, ConsoleFile> {
  const names = new Set(readdirSync(folder));
  const form = (name: string) => (names.has(name) ? readFileSync(join(folder, name)) : undefined);
  const files = new Map<string, ConsoleFile>();
  for (const name of names) {
    const type = types[extname(name)];
    if (!type) continue;
    const plain = readFileSync(join(folder, name));
    files.set(name, { type, plain, gzip: form(`${name}.gz`), br: form(`${name}.br`) });
  }
  return files;
}
