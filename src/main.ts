import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { CliContext } from './surfaces/cli/command-action.ts';
import { runCommandLine } from './surfaces/cli/run-command-line.ts';

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string };

// A reader such as `head` may close the pipe early. That is no fault: the command ends normally.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

await runCommandLine(process.argv.slice(2), {
  version,
  terminal: {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    setExitCode: (code) => {
      process.exitCode = code;
    },
  },

  async serve() {
    const [{ loadConfig }, { serve }, { pino }, { readableLine }, { batchLines }] =
      await Promise.all([
        import('./foundation/settings/config.ts'),
        import('./serve.ts'),
        import('pino'),
        import('./surfaces/cli/readable-log.ts'),
        import('./surfaces/cli/batch-lines.ts'),
      ]);
    const config = loadConfig();
    // A closed terminal no longer reads the log; the write error must not end the server.
    const destination = pino.destination(1).on('error', () => {});
    const batched = batchLines((lines) => destination.write(lines));
    process.on('exit', batched.flush);
    // JSON for programs, short lines for a person at a terminal.
    const stream = process.stdout.isTTY
      ? { write: (line: string) => destination.write(readableLine(line)) }
      : batched;
    await serve(config, { version, log: pino({ level: config.logLevel }, stream) });
    batched.flush();
    // The grace period is over: an open vendor socket or a running statement must not keep the process alive.
    process.exit();
  },

  async open() {
    const [config, { openPlatform }, { inChange }] = await Promise.all([
      findConfig(),
      import('./installation/data-dir/open-platform.ts'),
      import('./foundation/audit/change-queries.ts'),
    ]);
    const platform = await openPlatform(config, { role: 'visit', log: await quietLog() });
    const actor = { kind: 'command_line', name: userInfo().username } as const;
    const change: CliContext['change'] = (action, work) =>
      inChange(platform.pool, actor, action, work);
    return { ...platform, version, change };
  },

  async openUpgrade() {
    const [config, { openForPlan }, { planUpgrade }] = await Promise.all([
      findConfig(),
      import('./installation/data-dir/open-platform.ts'),
      import('./foundation/db/migrate.ts'),
    ]);
    const { pool, close } = await openForPlan(config, await quietLog());
    try {
      return { config, plan: await planUpgrade(pool), close };
    } catch (error) {
      await close();
      throw error;
    }
  },

  async openEmpty() {
    const [{ loadConfig }, { openForRestore }] = await Promise.all([
      import('./foundation/settings/config.ts'),
      import('./installation/data-dir/open-platform.ts'),
    ]);
    const config = loadConfig();
    let place: Awaited<ReturnType<typeof openForRestore>> | undefined;
    return {
      config,
      version,
      async open() {
        place = await openForRestore(config, await quietLog());
        return place.pool;
      },
      close: async () => place?.close(),
    };
  },
});

/** The settings of the installation that a command works on. */
async function findConfig() {
  const [{ loadConfig, namesInstallation }, { findInstallation }] = await Promise.all([
    import('./foundation/settings/config.ts'),
    import('./installation/data-dir/find-installation.ts'),
  ]);
  return findInstallation(loadConfig(), namesInstallation());
}

/** A command prints its result to stdout; the platform logs to stderr. */
async function quietLog() {
  const { pino } = await import('pino');
  return pino({ level: 'warn' }, pino.destination(2));
}
