import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file of the built console, in each encoding that a browser may accept. */
export interface ConsoleFile {
  type: string;
  plain: Buffer;
  gzip: Buffer | undefined;
  br: Buffer | undefined;
}

/** The built console: the files that its page loads first, and every file by name. */
export interface ConsoleFiles {
  script: string;
  /** The script's static imports, listed so that the browser fetches them all at once. */
  imports: readonly string[];
  styles: readonly string[];
  files: ReadonlyMap<string, ConsoleFile>;
}

type ConsoleState = ConsoleFiles | 'building' | 'failed';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/**
 * Reads the built console. It is built after the platform starts, so earlier requests get the build's state
 * instead. Once read, it stays in memory; later builds are ignored.
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
    // The build does not exist yet, or is being replaced right now.
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
