import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Terminal } from './command-action.ts';
import { pairs, render } from './show.ts';

const root = join(import.meta.dirname, '../../..');
const databaseFolder = join(root, 'src/foundation/db');

interface ProgramFacts {
  version: string;
  /** The commit that it was made from; null in a copy without Git. */
  commit: string | null;
  node: string;
  platform: string;
  /** The newest migration that this program knows, and the number of its database functions. */
  schema: { migration: string; functions: number };
}

/** Needs no installation, so that it answers where nothing else works. */
export function registerVersionCommand(
  command: Command,
  { version, terminal }: { version: string; terminal: Terminal },
): void {
  command.action(() => {
    const facts = programFacts(version);
    const { schema, commit, ...rest } = facts;
    const lines = {
      ...{ version: rest.version, commit: commit ?? 'unknown', node: rest.node },
      ...{ platform: rest.platform, schema: schema.migration, functions: schema.functions },
    };
    const asJson = command.optsWithGlobals().json === true;
    terminal.out(`${asJson ? JSON.stringify(facts) : render(pairs(lines), 'UTC')}\n`);
  });
}

function programFacts(version: string): ProgramFacts {
  const migrations = readdirSync(join(databaseFolder, 'migrations')).sort();
  const { number } = JSON.parse(readFileSync(join(databaseFolder, 'functions.json'), 'utf8'));
  return {
    version,
    commit: findCommit(),
    node: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
    schema: { migration: migrations.at(-1)?.slice(0, 4) ?? 'none', functions: number },
  };
}

/** A release has it in its package.json; a clone is asked, and says if files are changed. */
function findCommit(): string | null {
  const { commit } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (commit) return commit;
  try {
    const words = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'];
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio }).trim();
  } catch {
    return null;
  }
}
