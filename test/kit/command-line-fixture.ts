import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { inChange } from '../../src/foundation/audit/change-queries.ts';
import { planUpgrade } from '../../src/foundation/db/migrate.ts';
import { loadConfig } from '../../src/foundation/settings/config.ts';
import { createVault, type Vault } from '../../src/foundation/vault.ts';
import type { CliContext } from '../../src/surfaces/cli/command-action.ts';
import { runCommandLine } from '../../src/surfaces/cli/run-command-line.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

interface Ran {
  out: string;
  err: string;
  exitCode: number;
}

/** The operator's command line on a database, run in the process of the test. */
export interface CommandLineFixture {
  dataDir: string;
  run(line: string | string[]): Promise<Ran>;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a document.
  json(line: string | string[]): Promise<any>;
  expectRefusal(
    line: string | string[],
    sentence: string | RegExp,
    exitCode?: number,
  ): Promise<void>;
}

/** The context of commands, with a person at this command line as the actor. */
export function contextOf(
  pool: Pool,
  // A folder that does not exist: that of the working tree holds another installation's files.
  dataDir = join(tmpdir(), `command-line-${randomUUID()}`),
): Omit<CliContext, 'vault' | 'close'> {
  const actor = { kind: 'command_line', name: 'tester' } as const;
  return {
    pool,
    config: loadConfig({ DATA_DIR: dataDir }),
    version: '0.0.0',
    change: (action, work) => inChange(pool, actor, action, work),
  };
}

export function createCommandLineFixture(
  database: TestDatabase,
  vault: Vault = createVault(randomBytes(32)),
  dataDir?: string,
): CommandLineFixture {
  const context = { ...contextOf(database.pool, dataDir), vault, close: async () => {} };

  async function run(line: string | string[]): Promise<Ran> {
    const ran: Ran = { out: '', err: '', exitCode: 0 };
    await runCommandLine(typeof line === 'string' ? line.split(' ') : line, {
      version: '0.0.0',
      open: async () => context,
      openEmpty: async () => ({ ...context, open: async () => database.pool }),
      openUpgrade: async () => ({ ...context, plan: await planUpgrade(database.pool) }),
      serve: async () => {},
      terminal: {
        out: (text) => {
          ran.out += text;
        },
        err: (text) => {
          ran.err += text;
        },
        setExitCode: (code) => {
          ran.exitCode = code;
        },
      },
    });
    return ran;
  }

  return {
    dataDir: context.config.dataDir,
    run,
    async json(line) {
      const { out, err, exitCode } = await run([
        ...(typeof line === 'string' ? line.split(' ') : line),
        '--json',
      ]);
      expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
      return JSON.parse(out);
    },
    async expectRefusal(line, sentence, exitCode = 1) {
      const ran = await run(line);
      expect(ran.err).toMatch(sentence);
      expect([ran.out, ran.exitCode]).toEqual(['', exitCode]);
    },
  };
}

/** The command line on a database of its own, with a folder for its files. */
export async function createOwnCommandLine() {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'countersign-command-line-'));
  return {
    ...createCommandLineFixture(database),
    pool: database.pool,
    folder,
    async close() {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type OwnCommandLine = Awaited<ReturnType<typeof createOwnCommandLine>>;
